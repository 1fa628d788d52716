import { describe, expect, it } from 'vitest';
import type { LikePattern } from '../../../../src/core/analysis/terms/term.ts';
import { findText } from '../../../../src/core/analysis/texts/find-text.ts';
import { matches } from '../../../../src/core/analysis/texts/glob.ts';
import { areDisjoint, isNarrower } from '../../../../src/core/analysis/texts/pattern-relations.ts';
import fc from '../../../helpers/fast-check.ts';
import { runs } from '../../../helpers/runs.ts';

const pattern: fc.Arbitrary<LikePattern> = fc.array(fc.constantFrom('a', 'b', null), { maxLength: 5 });
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });

/** All texts of up to six letters. */
const WORDS = Array.from({ length: 7 }, (_, length) =>
  Array.from({ length: 3 ** length }, (_, number) =>
    number.toString(3).padStart(length, '0').slice(0, length),
  ),
)
  .flat()
  .map((digits) => [...digits].map((digit) => 'abc'[Number(digit)]).join(''));

function asRegExp(one: LikePattern): RegExp {
  return new RegExp(`^${one.map((part) => part ?? '.*').join('')}$`, 's');
}

describe('texts and patterns', () => {
  it('match as the regular expression of the pattern does', () => {
    fc.assert(fc.property(pattern, word, (one, text) => matches(one, text) === asRegExp(one).test(text)));
  });

  it('are found where there are some, and only there', () => {
    const patterns = fc.array(pattern, { maxLength: 3 });
    fc.assert(
      fc.property(patterns, patterns, fc.array(word, { maxLength: 3 }), (fits, fitsNot, isNot) => {
        const meets = (text: string) =>
          fits.every((one) => asRegExp(one).test(text)) &&
          !fitsNot.some((one) => asRegExp(one).test(text)) &&
          !isNot.includes(text);
        const found = findText({ fits, fitsNot, isNot });
        if (found !== undefined) expect(meets(found)).toBe(true);
        else expect(WORDS.filter(meets)).toEqual([]);
      }),
      runs(400),
    );
  });

  it('are found quickly among many patterns', () => {
    const keys = Array.from({ length: 50 }, (_, index): LikePattern => [null, ...`k${index}x`, null]);
    const found = findText({ fits: keys.slice(0, 45), fitsNot: keys.slice(45), isNot: [] });
    expect(keys.map((one) => found !== undefined && matches(one, found))).toEqual(
      keys.map((_, index) => index < 45),
    );
  });

  it('are related as all short texts show', () => {
    fc.assert(
      fc.property(pattern, pattern, (a, b) => {
        const fitting = WORDS.filter((text) => asRegExp(a).test(text));
        if (isNarrower(a, b)) expect(fitting.filter((text) => !asRegExp(b).test(text))).toEqual([]);
        if (areDisjoint(a, b)) expect(fitting.filter((text) => asRegExp(b).test(text))).toEqual([]);
      }),
      runs(300),
    );
  });
});
