import { describe, expect, it } from 'vitest';
import {
  between,
  either,
  lastWords,
  phrases,
  sentences,
  within,
} from '../../../src/core/classification/phrases.ts';

describe('a list of phrases', () => {
  it('takes each line, and each part of a line, for an alternative', () => {
    expect(phrases`
      allow ?list | deny list
      access (control|level)s?
    `).toEqual(/^(?:allow ?list|deny list|access (control|level)s?)$/);
  });

  it('keeps what a regular expression escapes', () => {
    expect(phrases`
      v\d+ | ^\$ref$
    `).toEqual(/^(?:v\d+|^\$ref$)$/);
  });

  it('takes parts that are given by name, and no notice of letter case in what people write', () => {
    const who = '(owner|author)s?';
    expect(sentences`
      \bonly the ${who} may\b | ${who} only$
    `).toEqual(/(?:\bonly the (owner|author)s? may\b|(owner|author)s? only$)/i);
  });

  it('is looked for as a whole, in whole words, at the end, anywhere, or between what is asked for', () => {
    const lists = [
      phrases`
        key | api key
      `,
      within`
        key | api key
      `,
      lastWords`
        key | api key
      `,
      either`
        key | api key
      `,
      between('^(my )?', 's?$')`
        key | api key
      `,
    ];
    const found = (text: string) => lists.map((list) => list.test(text));
    expect(found('api key')).toEqual([true, true, true, true, true]);
    expect(found('key of a door')).toEqual([false, true, false, true, false]);
    expect(found('door key')).toEqual([false, true, true, true, false]);
    expect(found('monkey')).toEqual([false, false, false, true, false]);
    expect(found('my api keys')).toEqual([false, false, false, true, true]);
  });
});
