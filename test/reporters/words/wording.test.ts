import { describe, expect, it } from 'vitest';
import { safeJson, visible } from '../../../src/reporters/words/wording.ts';

describe('a text from a file', () => {
  const SEEN_AS_ANA = [
    'ana\u200b',
    '\u2060ana',
    'a\u00adna',
    '\u061cana',
    'ana\u{e0041}',
    'an\u206ea',
    'ana\ufeff',
    'ana\u3164',
    '\u115fana',
    'an\u034fa',
    'ana\u200d',
    'ana\u200d\u200d',
    '\u200cana',
    'an\ufe0fa',
    'ana\u{e0100}',
  ];

  it.each(SEEN_AS_ANA)('with marks that show nothing looks like no other one: %j', (name) => {
    expect(visible(name)).toMatch(/^[\x20-\x7e]+$/);
    expect(visible(name)).not.toBe('ana');
    const json = safeJson({ name });
    expect(json).toMatch(/^[\x20-\x7e\n]+$/);
    expect(JSON.parse(json)).toEqual({ name });
  });

  it.each(['Ünïcode', '日本', '😀', '👩‍🚀', 'نمونه‌ها', 'क्‍', '1️⃣', '❤️‍🔥', '葛\u{e0100}', 'a b'])(
    'in any script stays as it is: %s',
    (text) => {
      expect(visible(text)).toBe(text);
      expect(JSON.parse(safeJson(text))).toBe(text);
    },
  );
});
