import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../../src/reporters/words/text-width.ts';
import fc from '../../helpers/fast-check.ts';

describe('the width of a text', () => {
  it.each([
    ['', 0],
    ['resource.status == "draft"', 26],
    ['Zoë', 3],
    ['日本', 4],
    ['\u001b[1mbold\u001b[22m', 4],
    ['a\tb', 2],
  ])('of %j is %i', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it('is what the package says, whether or not it is asked', () => {
    const letters = fc.constantFrom(
      'a',
      ' ',
      '~',
      '"',
      '\\',
      '\u007f',
      '\n',
      '\u001b[0m',
      'é',
      '\u0301',
      '日',
      '👍',
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(letters, fc.constant('x')), maxLength: 8 }), (text) => {
        expect(textWidth(text)).toBe(stringWidth(text));
      }),
    );
  });
});
