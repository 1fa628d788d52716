import { endpointKey } from '../../../core/endpoints/endpoint-key.ts';
import { describeFixture } from '../../../core/fixtures/fixture.ts';
import type { Result } from '../../../core/replay/replay.ts';
import { matches } from '../../matching.ts';
import { isBad, type Row } from './rows.ts';

/** What of all rows is shown. */
export interface RowFilter {
  /** Words that must all be in a row; one that begins with `-` must not be. */
  readonly text: string;
  readonly failedOnly: boolean;
  readonly changedOnly: boolean;
  /** The list is of this cell of the matrix only. */
  readonly cell?: { readonly line: string; readonly column: string };
}

export const NO_FILTER: RowFilter = { text: '', failedOnly: false, changedOnly: false };

export function isFiltered({ text, failedOnly, changedOnly, cell }: RowFilter): boolean {
  return failedOnly || changedOnly || cell !== undefined || text.trim() !== '';
}

export function isShown(row: Row, filter: RowFilter): boolean {
  if (filter.failedOnly && !isBad(row)) return false;
  if (filter.changedOnly && row.changes.length === 0) return false;
  return matches(filter.text, () => searchText(row));
}

/** Made once for each result: typing a filter looks through all of them with every key. */
const searchTexts = new WeakMap<Result, string>();

function searchText(row: Row): string {
  const known = searchTexts.get(row.result) ?? makeSearchText(row);
  searchTexts.set(row.result, known);
  return known;
}

function makeSearchText({ ready: { fixture }, result }: Row): string {
  const { endpoint, decisions, status } = result;
  const words = decisions.flatMap(({ actual }) => [
    actual.decision,
    actual.kind,
    ...actual.determining.map(({ id }) => id),
  ]);
  const about = endpoint ? [endpoint.pattern, endpointKey(endpoint), endpoint.action.name] : [];
  const parts = [
    describeFixture(fixture),
    fixture.name,
    fixture.source.file,
    status,
    ...fixture.tags,
    ...about,
  ];
  return [...parts, ...words].join('\n').toLowerCase();
}
