import { describe, expect, it } from 'vitest';
import { createMemoStore, memoizeIn, NO_MEMO_STORE } from '../../../src/core/caching/memo-store.ts';

describe('a memo store', () => {
  it('gives the answer again for the same inputs, and makes a new one for others', () => {
    const memory = createMemoStore();
    const made: string[] = [];
    const ask = (text: string, owner: object) =>
      memoizeIn(memory, 'key', { text, owner }, (given) => {
        made.push(given.text);
        return given.text.length;
      });
    const owner = {};
    expect([ask('abc', owner), ask('abc', owner), ask('abcd', owner), ask('abcd', {})]).toEqual([3, 3, 4, 4]);
    expect(made).toEqual(['abc', 'abcd', 'abcd']);
  });

  it('makes a new answer when an input has another name, or there is one more', () => {
    const memory = createMemoStore();
    const ask = (inputs: Readonly<Record<string, unknown>>) =>
      memoizeIn(memory, 'key', inputs, (given) => given);
    expect([ask({ a: 1 }), ask({ b: 1 }), ask({ b: 1, c: undefined })]).toEqual([
      { a: 1 },
      { b: 1 },
      { b: 1, c: undefined },
    ]);
    const kept = ask({ b: 1 });
    expect(ask({ b: 1 })).toBe(kept);
  });

  it('keeps what was asked for since the last time it forgot, and drops the rest', () => {
    const memory = createMemoStore();
    memory.keep('used', {}, 1);
    memory.keep('unused', {}, 2);
    memory.forgetUnused();
    expect(memory.known('used', {})).toEqual({ inputs: {}, value: 1 });
    memory.forgetUnused();
    expect(memory.known('used', {})).toEqual({ inputs: {}, value: 1 });
    expect(memory.known('unused', {})).toBeUndefined();
  });

  it('that keeps nothing makes every answer again', () => {
    let made = 0;
    const ask = () =>
      memoizeIn(NO_MEMO_STORE, 'key', {}, () => {
        made += 1;
        return made;
      });
    expect([ask(), ask()]).toEqual([1, 2]);
  });
});
