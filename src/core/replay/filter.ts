import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { didYouMean, orList } from '../diagnostics/did-you-mean.ts';
import { compareText } from '../values/compare-text.ts';
import { keysIn } from '../values/keys-in.ts';
import { globMatcher } from './glob.ts';

/** How the values of a key are compared with a glob. */
type KeyKind =
  /** What a filter without a key is about: a word of it is enough, in any letter case. */
  | 'words'
  | 'text'
  | 'any-case'
  /** `*` ends at a slash. */
  | 'path'
  /** A path that may be named without its folder. */
  | 'file';

/** What things of a kind can be chosen by; exactly one key has the kind `words`. */
interface Filterable<Thing, Key extends string> {
  /** As in `fixture`. */
  readonly noun: string;
  readonly keys: Readonly<Record<Key, KeyKind>>;
  /** What a filter of a key looks at. */
  readonly facts: (thing: Thing, key: Key) => readonly string[];
}

/** One `--filter`: `key=glob`, or a plain word. */
export interface Filter<Key extends string> {
  readonly key: Key;
  /** As the user wrote it. */
  readonly written: string;
  readonly matches: (value: string) => boolean;
}

export interface Filters<Thing, Key extends string> {
  readonly keys: readonly Key[];
  /** Reads filters as they are written on a command line; every mistake is reported. */
  readonly read: (written: readonly string[]) => Outcome<Filter<Key>[]>;
  /** Filters of one key are alternatives; of different keys, all must hold. */
  readonly matches: (thing: Thing, filters: readonly Filter<Key>[]) => boolean;
  /** Why nothing matched: the filter that no thing meets, with what there was to choose from. */
  readonly nothingMatched: (things: readonly Thing[], filters: readonly Filter<Key>[]) => Diagnostic;
}

/** Filters of things of a kind. */
export function filtersOf<Thing, Key extends string>(kind: Filterable<Thing, Key>): Filters<Thing, Key> {
  const { keys, facts } = kind;
  const matches = (thing: Thing, filters: readonly Filter<Key>[]) =>
    [...byKey(filters)].every(([key, alternatives]) =>
      facts(thing, key).some((value) => alternatives.some((filter) => filter.matches(value))),
    );
  return {
    keys: keysIn(keys),
    read: (written) => {
      const read = written.map((one) => readFilter(one, keys));
      const diagnostics = read.flatMap((outcome) => outcome.diagnostics);
      if (read.some((outcome) => !outcome.ok)) return { ok: false, diagnostics };
      return { ok: true, value: read.flatMap((outcome) => (outcome.ok ? [outcome.value] : [])), diagnostics };
    },
    matches,
    nothingMatched: (things, filters) => {
      const unmet = [...byKey(filters)].find(
        ([, alternatives]) => !things.some((thing) => matches(thing, alternatives)),
      );
      if (!unmet) return notTogether(kind.noun, filters);
      const [key, alternatives] = unmet;
      const known = [...new Set(things.flatMap((thing) => facts(thing, key)))].sort(compareText);
      return unmatchedKey(kind.noun, key, alternatives, known);
    },
  };
}

function byKey<Key extends string>(
  filters: readonly Filter<Key>[],
): ReadonlyMap<Key, readonly Filter<Key>[]> {
  const keys = new Set(filters.map(({ key }) => key));
  return new Map([...keys].map((key) => [key, filters.filter((filter) => filter.key === key)]));
}

// ---- reading ----

function readFilter<Key extends string>(
  written: string,
  kinds: Readonly<Record<Key, KeyKind>>,
): Outcome<Filter<Key>> {
  const [, word, glob = ''] = /^(\w+)=(.*)$/s.exec(written) ?? [];
  const keys = keysIn(kinds);
  const key = keys.find((one) => (word === undefined ? kinds[one] === 'words' : one === word));
  if (key !== undefined)
    return filterOf({ key, kind: kinds[key], written }, word === undefined ? written : glob);
  return unusable(
    `\`--filter ${written}\`: unknown key \`${word}\`${didYouMean(word ?? '', keys) || `, expected ${orList(keys)}`}`,
    `to match a name that contains \`=\`, write \`name=*${written}*\``,
  );
}

function filterOf<Key extends string>(
  { key, kind, written }: { readonly key: Key; readonly kind: KeyKind; readonly written: string },
  glob: string,
): Outcome<Filter<Key>> {
  if (glob === '')
    return unusable(`\`--filter ${written}\` names nothing to match`, 'write `--filter path=/campaigns/*`');
  return { ok: true, value: { key, written, matches: matcherOf(kind, glob) }, diagnostics: [] };
}

function matcherOf(kind: KeyKind, glob: string): (value: string) => boolean {
  const word = glob.toLowerCase();
  if (kind === 'words' && !/[*?]/.test(glob)) return (value) => value.toLowerCase().includes(word);
  const matches = globMatcher(glob, {
    isPath: kind === 'path' || kind === 'file',
    ignoresCase: kind === 'words' || kind === 'any-case',
  });
  return kind === 'file' && !glob.includes('/')
    ? (file) => matches(file.slice(file.lastIndexOf('/') + 1))
    : matches;
}

function unusable(message: string, help: string): { ok: false; diagnostics: Diagnostic[] } {
  return { ok: false, diagnostics: [{ severity: 'error', code: 'filter-invalid', message, help }] };
}

// ---- when nothing matches ----

function notTogether(noun: string, filters: readonly Filter<string>[]): Diagnostic {
  const all = filters.map(({ written }) => `\`${written}\``).join(', ');
  return unmatched(`no ${noun} matches ${all} together`, 'each filter alone matches some: drop one');
}

function unmatchedKey(
  noun: string,
  key: string,
  alternatives: readonly Filter<string>[],
  known: readonly string[],
): Diagnostic {
  const first = alternatives[0]?.written ?? '';
  const wanted = first.slice(first.indexOf('=') + 1);
  const all = alternatives.map(({ written }) => `\`${written}\``).join(' or ');
  return unmatched(
    `no ${noun} matches ${all}${didYouMean(wanted, known)}`,
    known.length === 0 ? `no ${noun} has a ${key}` : `there is ${someOf(known)}`,
  );
}

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
