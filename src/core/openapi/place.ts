import type { Source } from '../diagnostics/source.ts';
import { isRecord } from '../values/record.ts';

/** A value of an API description together with where it stands: its key in the value above it, up to the root of a document. */
export interface DocumentPlace {
  readonly value: unknown;
  readonly source: Source;
  readonly key: string;
  /** `undefined` at the root. Only the link is kept: a description has far more places than anyone asks the way to. */
  readonly above: DocumentPlace | undefined;
}

export function rootPlace(source: Source): DocumentPlace {
  return { value: source.value, source, key: '', above: undefined };
}

/** The value at a key that the record itself has: never something that it inherits. */
export function valueAt(value: unknown, key: string | number): unknown {
  if (!isRecord(value)) return Array.isArray(value) ? value[Number(key)] : undefined;
  const found = value[key];
  return found !== undefined && Object.hasOwn(value, key) ? found : undefined;
}

/** The place of a key's value below another place. */
export function placeAt(above: DocumentPlace, key: string | number): DocumentPlace {
  return { value: valueAt(above.value, key), source: above.source, key: String(key), above };
}

/** The place that several keys lead to, one below the other. */
export function placeAlong(place: DocumentPlace, keys: readonly (string | number)[]): DocumentPlace {
  return keys.reduce(placeAt, place);
}

/** The places of all entries of a record, or of all elements of a list; none for anything else. */
export function placesIn(place: DocumentPlace): readonly DocumentPlace[] {
  return isRecord(place.value) || Array.isArray(place.value)
    ? Object.keys(place.value).map((key) => placeAt(place, key))
    : [];
}

/** The keys from the root of its document to a place. */
export function pathTo(place: DocumentPlace): readonly string[] {
  const path: string[] = [];
  for (let at = place; at.above !== undefined; at = at.above) path.push(at.key);
  return path.reverse();
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The texts of a list; what is not one is left out. Mostly all are: then it is the document's own list, and takes no room of its own. */
export function textsOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return NO_TEXTS;
  return value.every(isText) ? value : value.filter(isText);
}

const NO_TEXTS: readonly string[] = [];

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
