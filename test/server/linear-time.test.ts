import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkSync } from 'recheck';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasTooManyParameters, readQuery, unclearParameter } from '../../src/core/requests/query.ts';
import { buildRouter } from '../../src/core/requests/router.ts';
import { matchSegment, segmentTemplate } from '../../src/core/requests/segment.ts';
import { readTarget } from '../../src/core/requests/target.ts';
import { withoutTokens } from '../../src/server/reporting/secrets.ts';
import { valueIn } from '../helpers/outcome.ts';

const SRC = resolve(import.meta.dirname, '../../src');

/** Where text that callers choose is looked at, before and after they are known. */
const ROOMS = [
  'server',
  'express',
  'core/requests',
  'core/endpoints',
  'core/engine',
  'core/decision-classes',
];

const LITERAL =
  /(?<=[(,=:?&|!]\s*)\/((?:[^/\\\n[*]|\\.|\[(?:[^\]\\\n]|\\.)*\])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])*)\/([dgimsuvy]*)/g;

const files = ROOMS.flatMap((room) =>
  readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(room, file)),
);

const patterns = files.flatMap((file) =>
  [...codeOf(file).matchAll(LITERAL)].map(([, source = '', flags = '']) => ({ file, source, flags })),
);

function codeOf(file: string): string {
  return readFileSync(join(SRC, file), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '');
}

describe('a regular expression over what callers send', () => {
  it('is among those that are checked', () => {
    expect(patterns.length).toBeGreaterThan(12);
    expect(files.filter((file) => /\bRegExp\(/.test(codeOf(file)))).toEqual([]);
  });

  it.each(patterns)('takes linear time: $file $source', ({ source, flags }) => {
    // Without limits of time, so that a slow machine finds the same.
    const unlimited = { timeout: null, incubationTimeout: null, attackTimeout: null };
    expect(checkSync(source, flags, unlimited)).toMatchObject({ status: 'safe' });
  });
});

/** What other methods of text look at: the text, what they made of it, or what it was compared with. */
const COSTS: Readonly<Record<string, (text: string, result: unknown, given: unknown) => number>> = {
  slice: (_, result) => String(result).length + 1,
  substring: (_, result) => String(result).length + 1,
  startsWith: (_, __, given) => String(given).length,
  endsWith: (_, __, given) => String(given).length,
  split: (text) => text.length,
  charCodeAt: () => 1,
  at: () => 1,
};

/** What the methods of text look at while some work is done, in characters. */
function charactersSeen(work: () => unknown): number {
  let seen = 0;
  const { indexOf, lastIndexOf, includes } = String.prototype;
  vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, text, from = 0) {
    const found = indexOf.call(this, text, from);
    seen += (found < 0 ? this.length : found + text.length) - from + 1;
    return found;
  });
  vi.spyOn(String.prototype, 'lastIndexOf').mockImplementation(function (this: string, text, from) {
    const found = lastIndexOf.call(this, text, from);
    seen += (from ?? this.length) - Math.max(found, 0) + 1;
    return found;
  });
  vi.spyOn(String.prototype, 'includes').mockImplementation(function (this: string, text, from) {
    seen += this.length;
    return includes.call(this, text, from);
  });
  for (const [name, cost] of Object.entries(COSTS)) {
    const method = String.prototype[name as 'slice'] as (...given: never[]) => unknown;
    const counted = function (this: string, ...given: never[]) {
      const result = method.apply(this, given);
      seen += cost(this, result, given[0]);
      return result;
    };
    vi.spyOn(String.prototype, name as 'slice').mockImplementation(counted as typeof String.prototype.slice);
  }
  work();
  vi.restoreAllMocks();
  return seen;
}

describe('a loop over what callers send', () => {
  afterEach(() => vi.restoreAllMocks());

  const twoParts = segmentTemplate('{}-{}');
  const threeParts = segmentTemplate('{}-{}-{}.json');
  const router = valueIn(buildRouter([{ method: 'GET', path: '/{a}-{b}-{c}.json/{d}' }]));

  it.each<[string, (kilobytes: number) => unknown]>([
    ['a segment with two parameters', (kb) => matchSegment('-'.repeat(kb * 1024), twoParts)],
    ['a segment without what stands between them', (kb) => matchSegment('a'.repeat(kb * 1024), twoParts)],
    ['a segment with three', (kb) => matchSegment(`${'-'.repeat(kb * 1024)}.jso`, threeParts)],
    ['a path', (kb) => router.route('GET', `/${'-a'.repeat(kb * 512)}.json/x`)],
    ['a log line with beginnings of tokens', (kb) => withoutTokens('-eyJ'.repeat(kb * 256))],
    ['a log line with parts of tokens', (kb) => withoutTokens('eyJaaaaaa..'.repeat(kb * 93))],
    ['a log line with dots', (kb) => withoutTokens(`eyJ${'.'.repeat(kb * 1024)}`)],
    ['a query with many parameters', (kb) => hasTooManyParameters('&'.repeat(kb * 1024))],
    [
      'a query with brackets',
      (kb) => unclearParameter('ids', ['ids'], readQuery(`${'['.repeat(kb * 1024)}=1`)),
    ],
    ['a target', (kb) => readTarget(`/${'%2e/'.repeat(kb * 256)}`)],
  ])('takes linear time: %s', (_, work) => {
    const [small, middle, large] = [8, 32, 128].map((kb) => charactersSeen(() => work(kb)));
    expect(middle).toBeLessThan(5 * (small ?? 0) + 100);
    expect(large).toBeLessThan(5 * (middle ?? 0) + 100);
  });
});
