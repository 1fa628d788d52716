import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { fitLine, fitText, span, widthOf, wrapText } from '../../src/tui/line.ts';
import fc from '../helpers/fast-check.ts';

describe('a line', () => {
  it.each([
    ['abc', 5, 'abc  '],
    ['abcdef', 5, 'abcd…'],
    ['abcde', 5, 'abcde'],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日… '],
    ['👩‍👩‍👧 family', 5, '👩‍👩‍👧 f…'],
    ['', 2, '  '],
    ['abc', 0, ''],
  ])('%j at width %i is %j', (text, width, fitted) => {
    expect(fitText(text, width)).toBe(fitted);
  });

  it('is cut where its spans end, and keeps their tones', () => {
    expect(fitLine([span('ab', 'good'), span('cd', 'bad')], 4)).toEqual([
      span('ab', 'good'),
      span('cd', 'bad'),
    ]);
    expect(fitLine([span('ab', 'good'), span('cd', 'bad')], 3)).toEqual([
      span('ab', 'good'),
      span('…', 'bad'),
    ]);
    expect(fitLine([span('ab', 'good'), span('cd', 'bad')], 2)).toEqual([span('a…', 'good')]);
  });

  it('is exactly as wide as it is to be, and moves no cursor, whatever is in it', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string(),
      fc.constantFrom('日本', '\u001b[2J', 'a\nb', '\u202e'),
    );
    fc.assert(
      fc.property(fc.array(text), fc.integer({ min: 0, max: 40 }), (texts, width) => {
        const shown = fitLine(
          texts.map((one) => span(one)),
          width,
        )
          .map((one) => one.text)
          .join('');
        expect(stringWidth(shown)).toBe(width);
        expect(shown).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
      }),
    );
  });

  it('wraps between words, and inside a word only where it must', () => {
    const wrapped = wrapText('one two three-and-four', 7).map((one) => one[0]?.text);
    expect(wrapped).toEqual(['one two', 'three-a', 'nd-four']);
    expect(wrapText('', 7)).toEqual([[span('')]]);
  });

  it('wraps to lines that fit and say everything', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 2, max: 30 }), (text, width) => {
        const lines = wrapText(text, width).map((one) => one.map((part) => part.text).join(''));
        for (const one of lines) expect(widthOf(one)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(
          wrapText(text, 10_000)
            .map((one) => one[0]?.text)
            .join('')
            .replaceAll(' ', ''),
        );
      }),
    );
  });
});
