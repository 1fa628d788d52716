import { describe, expect, it } from 'vitest';
import { findRepeatedKey } from '../../../src/project/parsing/repeated-key.ts';
import fc from '../../helpers/fast-check.ts';

const repeatedKeyOf = (text: string) => findRepeatedKey(text, JSON.parse(text));

describe('a repeated key', () => {
  it('is found among very many, however it is written', () => {
    const members = Array.from({ length: 1000 }, (_, index) => `"/a/${index}": {"id": ${index}}`);
    expect(repeatedKeyOf(`{${members.join(',')}}`)).toBeUndefined();
    const text = `{${members.join(',')}, "\\/a\\/\\u0037": 1}`;
    const start = text.indexOf('"\\/a');
    expect(repeatedKeyOf(text)).toEqual({
      start,
      end: start + '"\\/a\\/\\u0037"'.length,
      message: 'the key `/a/7` is there twice, and only the last would count',
    });
  });

  it('is told from keys of other objects, from values, and from keys that only look alike', () => {
    const text =
      '{"a": {"a": "a"}, "b": ["a", {"a": 1}, {"a": "\\": {"}], "\\\\a": 1, "A": 1, "Aa": 1, "BB": 1}';
    expect(repeatedKeyOf(text)).toBeUndefined();
    expect(repeatedKeyOf(text.replace('"A"', '"b"'))).toMatchObject({ start: text.indexOf('"A"') });
  });

  it('is there if and only if the text has more members than its value', () => {
    fc.assert(
      fc.property(fc.json(), fc.string(), fc.boolean(), (inner, key, spaced) => {
        const written = [`${JSON.stringify(key)}: ${inner}`, `"x": [${inner}]`, `"y": 1`];
        const text = `{${written.join(spaced ? ' ,\n' : ',')}}`;
        const lost = 3 - Object.keys(JSON.parse(text)).length;
        expect(repeatedKeyOf(text) !== undefined).toBe(lost > 0);
      }),
    );
  });
});
