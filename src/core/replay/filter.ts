import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { didYouMean, orList } from '../diagnostics/did-you-mean.ts';
import { pathOf } from '../endpoints/path-template.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { compareText } from '../values/compare-text.ts';
import { globMatcher } from './glob.ts';

/** What fixtures can be chosen by. */
export const FILTER_KEYS = [
  'name',
  'file',
  'tag',
  'method',
  'path',
  'action',
  'pattern',
  'principal',
] as const;
export type FilterKey = (typeof FILTER_KEYS)[number];

/** One `--filter`: `key=glob`, or a plain word that the name contains. */
export interface Filter {
  readonly key: FilterKey;
  /** As the user wrote it. */
  readonly written: string;
  readonly matches: (value: string) => boolean;
}

/** Reads filters as they are written on a command line; every mistake is reported. */
export function readFilters(written: readonly string[]): Outcome<Filter[]> {
  const read = written.map(readFilter);
  const diagnostics = read.flatMap((outcome) => outcome.diagnostics);
  if (read.some((outcome) => !outcome.ok)) return { ok: false, diagnostics };
  return { ok: true, value: read.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])), diagnostics };
}

/** Filters of one key are alternatives; of different keys, all must hold. */
export function matchesFilters(ready: ReadyFixture, filters: readonly Filter[]): boolean {
  return [...byKey(filters)].every(([key, alternatives]) =>
    facts(ready, key).some((value) => alternatives.some((filter) => filter.matches(value))),
  );
}

/** Why nothing matched: the filter that no fixture meets, with what there was to choose from. */
export function nothingMatched(fixtures: readonly ReadyFixture[], filters: readonly Filter[]): Diagnostic {
  const unmet = [...byKey(filters)].find(
    ([, alternatives]) => !fixtures.some((ready) => matchesFilters(ready, alternatives)),
  );
  const all = filters.map(({ written }) => `\`${written}\``).join(', ');
  if (!unmet)
    return unmatched(`no fixture matches ${all} together`, 'each filter alone matches some: drop one');
  const [key, [first]] = unmet;
  const known = [...new Set(fixtures.flatMap((ready) => facts(ready, key)))].sort(compareText);
  const wanted = first?.written.slice(first.written.indexOf('=') + 1);
  return unmatched(
    `no fixture matches ${unmet[1].map(({ written }) => `\`${written}\``).join(' or ')}${didYouMean(wanted, known)}`,
    known.length === 0 ? `no fixture has a ${key}` : `there is ${someOf(known)}`,
  );
}

// ---- reading ----

function readFilter(written: string): Outcome<Filter> {
  const [, word, glob = ''] = /^(\w+)=(.*)$/s.exec(written) ?? [];
  if (word === undefined) return filterOf('name', written, written);
  const key = FILTER_KEYS.find((one) => one === word);
  if (!key) {
    const help = `to match a name that contains \`=\`, write \`name=*${written}*\``;
    return unusable(
      `\`--filter ${written}\`: unknown key \`${word}\`${didYouMean(word, FILTER_KEYS) || `, expected ${orList(FILTER_KEYS)}`}`,
      help,
    );
  }
  return filterOf(key, glob, written);
}

function filterOf(key: FilterKey, glob: string, written: string): Outcome<Filter> {
  if (glob === '')
    return unusable(`\`--filter ${written}\` names nothing to match`, 'write `--filter tag=smoke`');
  const isPlainName = key === 'name' && !/[*?]/.test(glob);
  const word = glob.toLowerCase();
  const matches = isPlainName ? (value: string) => value.toLowerCase().includes(word) : matcherOf(key, glob);
  return { ok: true, value: { key, written, matches }, diagnostics: [] };
}

/** In a path `*` ends at a slash; a file may be named without its folder. */
function matcherOf(key: FilterKey, glob: string): (value: string) => boolean {
  const isPath = key === 'path' || key === 'file';
  const matches = globMatcher(glob, { isPath, ignoresCase: key === 'method' || key === 'name' });
  return key === 'file' && !glob.includes('/')
    ? (file) => matches(file.slice(file.lastIndexOf('/') + 1))
    : matches;
}

function unusable(message: string, help: string): { ok: false; diagnostics: Diagnostic[] } {
  return { ok: false, diagnostics: [{ severity: 'error', code: 'filter-invalid', message, help }] };
}

// ---- matching ----

function byKey(filters: readonly Filter[]): ReadonlyMap<FilterKey, readonly Filter[]> {
  const keys = new Set(filters.map(({ key }) => key));
  return new Map([...keys].map((key) => [key, filters.filter((filter) => filter.key === key)]));
}

/** What a filter of this key looks at. */
function facts({ fixture, endpoint, checks }: ReadyFixture, key: FilterKey): readonly string[] {
  const call = fixture.asks.type === 'call' ? fixture.asks.call : undefined;
  switch (key) {
    case 'name':
      return [fixture.name];
    case 'file':
      return [fixture.source.file];
    case 'tag':
      return fixture.tags;
    case 'method':
      return call ? [call.method] : [];
    case 'path':
      return [...(call ? [pathOf(call.url)] : []), ...(endpoint ? [endpoint.path] : [])];
    case 'action':
      return [...new Set(checks.map(({ request }) => request.action.id))];
    case 'pattern':
      return endpoint ? [endpoint.pattern] : [];
    case 'principal':
      return [fixture.as];
  }
}

// ---- when nothing matches ----

function unmatched(message: string, help: string): Diagnostic {
  return { severity: 'error', code: 'filter-unmatched', message, help };
}

/** Enough to see what the values look like. */
const MOST_SHOWN = 8;
/** In characters. Names of fixtures can be long. */
const LONGEST_LIST = 200;

function someOf(values: readonly string[]): string {
  const shown: string[] = [];
  let length = 0;
  for (const value of values.slice(0, MOST_SHOWN)) {
    length += value.length;
    if (shown.length > 0 && length > LONGEST_LIST) break;
    shown.push(`\`${value}\``);
  }
  const more = values.length > shown.length ? `, and ${values.length - shown.length} more` : '';
  return `${shown.join(', ')}${more}`;
}
