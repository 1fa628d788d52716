import { describe, expect, it } from 'vitest';
import { checkEntities } from '../../../src/core/cedar/cedar.ts';
import {
  exactNumberText,
  parseExactly,
  unrounded,
  unroundedIn,
} from '../../../src/core/cedar/exact-number.ts';
import { printValue } from '../../../src/core/cedar/print-value.ts';
import { NO_SCHEMA } from '../../../src/core/cedar/schema/no-schema.ts';
import fc from '../../helpers/fast-check.ts';

const LARGEST = '9223372036854775807';

describe('whole numbers in JSON files', () => {
  it('keep all of their digits', () => {
    const parsed = parseExactly(
      `{ "a": [9007199254740993, -${LARGEST}, 12], "b": "9007199254740993", "c": 9007199254740992.5 }`,
    );
    const { a, b, c } = parsed as { a: unknown[]; b: unknown; c: unknown };
    expect(a.map((one) => exactNumberText(one) ?? one)).toEqual(['9007199254740993', `-${LARGEST}`, 12]);
    expect([b, c]).toEqual(['9007199254740993', 9007199254740992]);
    expect(printValue(a[0] as never)).toBe('9007199254740993');
  });

  it('are what `JSON.parse` makes of them where it loses nothing', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const digits = text.replaceAll(/\d{16,}/g, '1');
        expect(parseExactly(digits)).toEqual(JSON.parse(digits));
      }),
    );
    expect(parseExactly('{ "1234567890123456": ["\\"9007199254740993"] }')).toEqual({
      1234567890123456: ['"9007199254740993'],
    });
    expect(() => parseExactly('[9007199254740993,]')).toThrow(SyntaxError);
  });

  it('are found again in the text after they were rounded, unless several were rounded alike', () => {
    const text = `n > 9007199254740993 || n == -${LARGEST} || n < -9223372036854775808 || n == 9007199254740999`;
    expect(unroundedIn(text, Number('9007199254740993'))).toBe(9007199254740993n);
    expect(unroundedIn(text, -Number('9007199254740999'))).toBe(-9007199254740999n);
    expect(unroundedIn(`${text} || n == 09007199254740993`, 2 ** 53)).toBe(9007199254740993n);
    expect(unroundedIn(`${text} || n == 9007199254740992`, 2 ** 53)).toBe(undefined);
    expect(unroundedIn(text, -Number(LARGEST))).toBe(undefined);
    expect(unroundedIn(text, Number(LARGEST))).toBe(BigInt(LARGEST));
    expect(unroundedIn(text, 2 ** 60)).toBe(undefined);
    const rounded = { n: [Number('9007199254740993'), 5, Number(LARGEST)] };
    const [first, ...others] = unrounded(rounded, text).n;
    expect(exactNumberText(first)).toBe('9007199254740993');
    expect(others.map((one) => exactNumberText(one) ?? one)).toEqual([5, LARGEST]);
  });

  it('go to the engine as they are, or are refused as they stand in the file', () => {
    const entity = (n: string) =>
      parseExactly(`[{ "uid": { "type": "A", "id": "a" }, "attrs": { "n": ${n} }, "parents": [] }]`);
    const message = (n: string) => {
      const answer = checkEntities(entity(n) as never, NO_SCHEMA);
      return answer.ok ? 'fits' : answer.errors[0]?.message;
    };
    const refused = `attribute \`n\` of \`A::"a"\`: the number ${LARGEST} is not an integer that can be passed on exactly`;
    expect(message(LARGEST)).toBe('rawJSON' in JSON ? 'fits' : refused);
    expect(message('9223372036854775808')).toBe(refused.replace(LARGEST, '9223372036854775808'));
  });
});
