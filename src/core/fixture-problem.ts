import { problemAt } from './definition.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Fixture } from './fixture.ts';
import type { ValuePath } from './source.ts';

/** A problem that keeps a fixture from being replayed, at the part of it that is to be mended. */
export function fixtureProblem(
  fixture: Fixture,
  message: string,
  help?: string,
  part: FixturePart = 'expect',
): { ok: false; diagnostics: Diagnostic[] } {
  const { at, key } = placeOf(fixture, part);
  return {
    ok: false,
    diagnostics: [problemAt(fixture.source, at, 'fixture-unusable', message, help, key ? 'key' : 'value')],
  };
}

export type FixturePart = 'as' | 'call' | 'context' | 'expect';

/** In a table the principal is the head of a column, the call the head of a row, and the expectation the cell. */
export function placeOf(fixture: Fixture, part: FixturePart): { at: ValuePath; key?: boolean } {
  const [list, table, , row, column] = fixture.at;
  if (list !== 'tables' || table === undefined || column === undefined || row === undefined)
    return { at: [...fixture.at, part, ...(part === 'as' ? [fixture.asIndex ?? []].flat() : [])] };
  if (part === 'context') return { at: [list, table, part] };
  if (part === 'as') return { at: [list, table, 'columns', column] };
  return part === 'call' ? { at: [list, table, 'rows', row], key: true } : { at: fixture.at };
}
