import type { Location } from '../../core/diagnostics/diagnostic.ts';
import type { PolicyReference } from '../../core/engine/engine.ts';

/** A value as `json.ts` writes it: some of it otherwise. */
export type Raw<Value, Without extends keyof Value, With> = Omit<Value, Without> & With;

/** In JSON a place is written beside what stands there. */
export type RawPlace = Partial<Location>;
export type RawPolicy = Raw<PolicyReference, 'location', RawPlace>;

/** The place moves from the value itself to its `location`. */
export function located<Value extends RawPlace>(
  value: Value,
): Omit<Value, keyof Location> & { location?: Location } {
  const { line, column, endLine, endColumn, excerpt, pointer, ...others } = value;
  return line === undefined ? others : { ...others, location: placeOf(value) };
}

export function placeOf({
  line = 1,
  column = 1,
  endLine = line,
  endColumn = column,
  excerpt = '',
  pointer,
}: RawPlace): Location {
  return { line, column, endLine, endColumn, excerpt, ...(pointer === undefined ? {} : { pointer }) };
}

export function readPolicy(raw: RawPolicy): PolicyReference {
  return { id: raw.id, file: raw.file, location: placeOf(raw) };
}
