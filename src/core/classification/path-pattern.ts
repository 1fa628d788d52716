import { endpointKey } from '../endpoints/endpoint-key.ts';
import type { Endpoint } from '../openapi/endpoint.ts';
import type { Classification } from './classified-api.ts';

/** What is said of many endpoints at once has it in its key: it stands for one segment of a path, whatever that is. */
const WILDCARD = '*';

/**
 * What is said for each endpoint, and the key that says it: its own, else the path pattern with the fewest wildcards that it fits; and the
 * keys that fit none.
 */
export function matchEndpoints<T>(
  endpoints: readonly Pick<Endpoint, 'method' | 'path'>[],
  said: ReadonlyMap<string, T>,
): { readonly byKey: ReadonlyMap<string, Matched<T>>; readonly unmatched: readonly string[] } {
  const patterns = [...said.keys()].filter(isPathPattern).sort((a, b) => wildcardsIn(a) - wildcardsIn(b));
  const byKey = new Map<string, Matched<T>>();
  const used = new Set<string>();
  for (const endpoint of endpoints) {
    const own = endpointKey(endpoint);
    const key = said.has(own) ? own : patterns.find((pattern) => fits(own, pattern));
    const value = key === undefined ? undefined : said.get(key);
    if (key === undefined || value === undefined) continue;
    byKey.set(own, { key, value });
    used.add(key);
  }
  return { byKey, unmatched: [...said.keys()].filter((key) => !used.has(key)) };
}

interface Matched<T> {
  readonly key: string;
  readonly value: T;
}

/**
 * The endpoints that look like this one: of the same method, with as many segments and the same word at the end, and taken for the same.
 * With the path pattern that fits them and this one, and no other; `undefined` where there are none.
 */
export function endpointsLike(
  one: Classification,
  all: readonly Classification[],
): { readonly pathPattern: string; readonly others: readonly Classification[] } | undefined {
  const others = all.filter((other) => other !== one && looksLike(other, one));
  if (others.length === 0) return undefined;
  const keys = [one, ...others].map(({ endpoint }) => endpointKey(endpoint));
  const pathPattern = commonPattern(keys);
  const fitting = all.filter(({ endpoint }) => fits(endpointKey(endpoint), pathPattern));
  return fitting.length === keys.length ? { pathPattern, others } : undefined;
}

function looksLike(other: Classification, one: Classification): boolean {
  const [own, its] = [segmentsOf(one.endpoint.path), segmentsOf(other.endpoint.path)];
  const last = own.at(-1) ?? '';
  return (
    other.endpoint.method === one.endpoint.method &&
    other.pattern === one.pattern &&
    own.length === its.length &&
    !last.includes('{') &&
    last === its.at(-1)
  );
}

function commonPattern([first = '', ...others]: readonly string[]): string {
  const rows = others.map(segmentsOf);
  return segmentsOf(first)
    .map((segment, at) => (rows.every((row) => row[at] === segment) ? segment : WILDCARD))
    .join('/');
}

function isPathPattern(key: string): boolean {
  return segmentsOf(key).includes(WILDCARD);
}

function wildcardsIn(key: string): number {
  return segmentsOf(key).filter((segment) => segment === WILDCARD).length;
}

function fits(key: string, pattern: string): boolean {
  const [own, wanted] = [segmentsOf(key), segmentsOf(pattern)];
  return own.length === wanted.length && wanted.every((one, at) => one === WILDCARD || one === own[at]);
}

/** The method and the blank behind it stay with the empty segment in front. */
function segmentsOf(key: string): readonly string[] {
  return key.split('/');
}
