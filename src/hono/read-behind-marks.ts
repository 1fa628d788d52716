import { keyParts, type ReadOtherwise } from '../core/requests/query.ts';

/**
 * The parameters that Hono may find behind another question mark than the one that begins the query: of `?x=?scope=all&scope=mine`, versions
 * before 4.11 answer `all` to `c.req.query('scope')`. Whatever the query has of them besides, a handler sees something else.
 */
export function readBehindMarks(url: string): ReadOtherwise | undefined {
  const first = url.indexOf('?');
  if (!url.includes('?', first + 1)) return undefined;
  const [, ...behind] = url.slice(first + 1).split('?');
  const keys = behind.map((text) => text.split(/[=&]/, 1)[0] ?? '');
  return new Map(keys.map((key) => [keyParts(key)[0] ?? key, 'other']));
}
