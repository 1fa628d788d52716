import { describe, expect, it } from 'vitest';
import { withoutTokens } from '../../../src/server/reporting/secrets.ts';
import fc from '../../helpers/fast-check.ts';
import { runs } from '../../helpers/runs.ts';

/** The rule as a pattern, which is easier to read and takes quadratic time. */
const TOKEN = /\beyJ[\w-]{6,}\.[\w-]+(?:\.[\w-]*)*/g;

describe('a line without tokens', () => {
  it.each([
    ['a eyJhbGciOiJ9.eyJzdWIiOiJhbmEifQ.c2ln b', 'a [token] b'],
    ['"eyJhbGciOiJ9.eyJzdWIi."', '"[token]"'],
    ['x-eyJhbGciOiJ9.a', 'x-[token]'],
    ['a.eyJhbGciOiJ9.a', 'a.[token]'],
    ['xeyJhbGciOiJ9.a', 'xeyJhbGciOiJ9.a'],
    ['eyJhbG.a', 'eyJhbG.a'],
    ['eyJhbGciOiJ9..a', 'eyJhbGciOiJ9..a'],
    ['eyJhbGciOiJ9', 'eyJhbGciOiJ9'],
    ['Authorization: Bearer abc.def=', 'Authorization: Bearer [token]'],
    ['"bearer  \\u0061"', '"bearer  \\u0061"'],
    ['no token here', 'no token here'],
  ])('%s becomes %s', (line, expected) => {
    expect(withoutTokens(line)).toBe(expected);
  });

  it('says the same as the pattern that is its rule', () => {
    const parts = fc.constantFrom('eyJ', 'eyJabcdef', '.', '-', 'a', ' ', '"', '..', 'xeyJ', 'abcdefgh');
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 14 }), (list) => {
        const line = list.join('');
        expect(withoutTokens(line)).toBe(line.replaceAll(TOKEN, '[token]'));
      }),
      runs(3_000),
    );
  });
});
