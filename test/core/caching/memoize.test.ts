import { describe, expect, it } from 'vitest';
import { memoizeLast, memoizeRecent, memoizeRun } from '../../../src/core/caching/memoize.ts';
import fc from '../../helpers/fast-check.ts';

/** Counts how often it was computed. */
function counted() {
  const computed: string[] = [];
  const length = (text: string) => {
    computed.push(text);
    return { length: text.length };
  };
  return { computed, length };
}

const texts = (count: number) => Array.from({ length: count }, (_, index) => `text ${index}`);

describe('a function of texts that anybody may choose', () => {
  it('computes what it is asked about again only once', () => {
    const { computed, length } = counted();
    const remembering = memoizeRecent(length);
    expect([remembering('a'), remembering('a'), remembering('bc')]).toEqual([
      { length: 1 },
      { length: 1 },
      { length: 2 },
    ]);
    expect(computed).toEqual(['a', 'bc']);
  });

  it('keeps a few, and those that are asked about again longer than the others', () => {
    const { computed, length } = counted();
    const remembering = memoizeRecent(length);
    for (const text of texts(5_000)) {
      remembering('often');
      remembering(text);
    }
    remembering('text 0');
    expect(computed.filter((text) => text === 'often')).toEqual(['often']);
    expect(computed.filter((text) => text === 'text 0')).toHaveLength(2);
  });

  it('keeps no long text', () => {
    const { computed, length } = counted();
    const remembering = memoizeRecent(length);
    const long = 'x'.repeat(201);
    expect([remembering(long), remembering(long)]).toEqual([{ length: 201 }, { length: 201 }]);
    expect(computed).toHaveLength(2);
  });
});

describe('a function that is asked about one thing after the other', () => {
  it('computes for each once, and again for one that comes back later', () => {
    const { computed, length } = counted();
    const remembering = memoizeRun(length);
    const answers = ['a', 'a', 'bc', 'bc', 'a'].map(remembering);
    expect(answers.map((answer) => answer.length)).toEqual([1, 1, 2, 2, 1]);
    expect(computed).toEqual(['a', 'bc', 'a']);
  });
});

describe('a function of objects that remembers the last', () => {
  it('gives for each object what it computed for it', () => {
    const objects = [{ name: 'a' }, { name: 'b' }, { name: 'a' }];
    fc.assert(
      fc.property(fc.array(fc.nat(2), { maxLength: 20 }), (asked) => {
        let computed = 0;
        const named = memoizeLast(({ name }: { readonly name: string }) => {
          computed += 1;
          return { name };
        });
        const answers = new Map<number, unknown>();
        for (const index of asked) {
          const answer = named(objects[index] ?? { name: '' });
          expect(answer).toBe(answers.get(index) ?? answer);
          expect(answer).toEqual(objects[index]);
          answers.set(index, answer);
        }
        expect(computed).toBe(answers.size);
      }),
    );
  });
});
