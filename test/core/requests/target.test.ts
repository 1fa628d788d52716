import { describe, expect, it } from 'vitest';
import { buildRouter } from '../../../src/core/requests/router.ts';
import { callPlaces, readTarget } from '../../../src/core/requests/target.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';

const router = valueIn(
  buildRouter([
    { method: 'GET', path: '/users/{id}' },
    { method: 'GET', path: '/users/me' },
    { method: 'HEAD', path: '/users/{id}' },
    { method: 'DELETE', path: '/users/{id}/keys/{key}' },
  ]),
);

const method = fc.constantFrom('GET', 'HEAD', 'DELETE', 'POST', 'PURGE', 'get', '__proto__');
const segment = fc.constantFrom(
  'users',
  'me',
  'u1',
  'keys',
  '',
  '.',
  '..',
  '%2F',
  '%6De',
  '%',
  '#',
  'ü',
  'x'.repeat(90),
);
const url = fc
  .tuple(fc.array(segment, { maxLength: 4 }), fc.constantFrom('', '?', '?a=1', '?a=%'))
  .map(([segments, query]) => `/${segments.join('/')}${query}`);

describe('the target of a call', () => {
  it.each([
    '/files/a%2F..%2Fsecret',
    '/files/..%2fsecret',
    '/files/a%2F%2e%2E',
    '/files/a%5C..%5Csecret',
    '/files/a%2F.%2Fsecret',
    '/files/..;/secret',
    '/files/a%2F..;x=1',
    '/files/.;x',
  ])('is unusable where somebody behind may resolve it: %s', (path) => {
    expect(readTarget(path).type).toBe('unusable');
    expect(readTarget(`${path}?x=1`).type).toBe('unusable');
  });

  it.each(['%0a', '%0D', '%0d%0A', '%e2%80%a8', '%E2%80%A9'])(
    'is unusable with a line end, which patterns of routes do not match alike: %s',
    (lineEnd) => {
      expect(readTarget(`/files/a${lineEnd}b`).type).toBe('unusable');
      expect(readTarget(`/files/a?x=${lineEnd}`).type).toBe('target');
    },
  );

  it.each([
    '/files/a..b',
    '/files/...',
    '/files/.a',
    '/files/a.',
    '/files/a%2F...',
    '/files/..a%2Fb',
    '/a?x=/../b',
  ])('may have dots that are no segment of their own: %s', (path) =>
    expect(readTarget(path).type).toBe('target'),
  );
});

describe('the place of a call', () => {
  it('is what target and router say, however often it is asked about, and by whichever method', () => {
    const placeOf = callPlaces(router.route);
    fc.assert(
      fc.property(fc.array(fc.tuple(method, url), { maxLength: 12 }), (calls) => {
        for (const [verb, text] of [...calls, ...calls]) {
          const target = readTarget(text);
          const expected =
            target.type === 'unusable'
              ? target
              : { type: 'place', query: target.query, routed: router.route(verb, target.path) };
          expect(placeOf(verb, text)).toEqual(expected);
        }
      }),
    );
  });
});
