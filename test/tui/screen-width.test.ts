import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import screenWidth, { NARROW_SIGNS } from '../../src/tui/screen-width.ts';
import fc from '../helpers/fast-check.ts';

describe('the width of a text', () => {
  it('is that of the library, whatever signs and colors are in it', () => {
    const piece = fc.oneof(
      fc.constantFrom(...NARROW_SIGNS, '\u001b[31m', '\u001b[1;39m', '\u001b[0m', '\u001b[2J', '\u001b'),
      fc.constantFrom('日本', '👩‍👩‍👧', 'e\u0301', '\u200d', '\ufe0f', '\t', '\n', 'é'),
      fc.string(),
      fc.string({ unit: 'grapheme' }),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        expect(screenWidth(text)).toBe(stringWidth(text));
      }),
    );
  });

  it.each([...NARROW_SIGNS])('of %s is one column', (sign) => {
    expect(stringWidth(sign)).toBe(1);
  });
});
