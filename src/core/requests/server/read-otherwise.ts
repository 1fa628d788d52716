import { compareText } from '../../values/compare-text.ts';
import { keyParts, type ReadOtherwise, readQuery } from '../query.ts';
import { queryTextOf } from '../target.ts';

/**
 * Compares the query of a URL with what a server's own parser has made of it, or of another URL: an application may have a parser that ignores
 * letter case, and something may have rewritten the URL after its query was read. `undefined` where both say the same.
 */
export function readOtherwise(url: string, seen: unknown): ReadOtherwise | undefined {
  const own = entriesOf(seen);
  if (own.length === 0 && !url.includes('?')) return undefined;
  const all = [...queryOf(url)];
  if (
    all.length === own.length &&
    all.every(([key, value], at) => own[at]?.[0] === key && own[at]?.[1] === value)
  )
    return undefined;
  const written = valuesByName(all);
  const read = valuesByName(own);
  const otherwise = new Map<string, 'parted' | 'other'>();
  for (const name of new Set([...written.keys(), ...read.keys()])) {
    const [a, b] = [written.get(name) ?? [], read.get(name) ?? []];
    if (!isSameList(a, b)) otherwise.set(name, isSameList(parted(a), parted(b)) ? 'parted' : 'other');
  }
  return otherwise.size === 0 ? undefined : otherwise;
}

/**
 * The same of what a validator or another middleware has left of the query. Parameters that the URL does not have, in any letter case, are defaults: the call is
 * decided about without them.
 */
export function validatedOtherwise(url: string, seen: unknown): ReadOtherwise | undefined {
  const otherwise = readOtherwise(url, seen);
  if (!otherwise) return undefined;
  const called = new Set([...queryOf(url).keys()].map((key) => nameOf(key).toLowerCase()));
  return new Map([...otherwise].filter(([name]) => called.has(name.toLowerCase())));
}

/** The query of a path with query; empty without one. */
export function queryOf(url: string): URLSearchParams {
  return readQuery(queryTextOf(url));
}

function entriesOf(seen: unknown): (readonly [key: string, value: unknown])[] {
  if (seen instanceof URLSearchParams) return [...seen];
  return typeof seen === 'object' && seen !== null ? Object.entries(seen) : [];
}

function valuesByName(entries: readonly (readonly [key: string, value: unknown])[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [key, value] of entries) {
    const name = nameOf(key);
    const known = values.get(name);
    if (known) known.push(...textsIn(value));
    else values.set(name, textsIn(value));
  }
  return values;
}

/** `ids`, of the keys `ids[]`, `ids[0]` and `ids.x`. */
function nameOf(key: string): string {
  return keyParts(key)[0] ?? key;
}

function textsIn(value: unknown): string[] {
  if (value === undefined) return [];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(textsIn)
    : [String(value ?? '')];
}

function parted(values: readonly string[]): readonly string[] {
  return values.flatMap((value) => value.split(','));
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  const inOrder = b.toSorted(compareText);
  return a.toSorted(compareText).every((value, index) => value === inOrder[index]);
}
