import { describeFixture } from '../../core/fixtures/fixture.ts';
import type { Result } from '../../core/replay/replay.ts';
import { type Line, type Span, span } from '../line.ts';
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

/** Whether a text has all words of a filter, and none of those that begin with `-`. */
export function matches(filter: string, text: () => string): boolean {
  const words = wordsOf(filter);
  if (words.length === 0) return true;
  const searched = text();
  return words.every((word) =>
    word.length > 1 && word.startsWith('-') ? !searched.includes(word.slice(1)) : searched.includes(word),
  );
}

function wordsOf(filter: string): string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
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
  const about = endpoint
    ? [endpoint.pattern, `${endpoint.method} ${endpoint.path}`, endpoint.action.name]
    : [];
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

/** The line with what a filter has found in it marked. */
export function withMatches(line: Line, filter: string): Line {
  const words = wordsOf(filter).filter((word) => !word.startsWith('-'));
  return words.length === 0 ? line : line.flatMap((one) => marked(one, words));
}

function marked(one: Span, words: readonly string[]): Span[] {
  const pattern = new RegExp(
    `(${words.map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)).join('|')})`,
    'gi',
  );
  return one.text
    .split(pattern)
    .map((text, index) => (index % 2 === 1 ? span(text, 'match') : { ...one, text }));
}
