import { describe, expect, it } from 'vitest';
import { reachable } from '../../../src/core/values/reachable.ts';

const ways: Readonly<Record<string, readonly string[]>> = {
  a: ['b', 'c'],
  b: ['d'],
  c: ['d'],
  d: ['b'],
  e: ['a'],
};
const nextOf = (place: string) => ways[place] ?? [];

describe('what can be reached', () => {
  it('has the starts in it, and everything once, also where ways meet or lead back', () => {
    expect([...reachable(['a'], nextOf)].sort()).toEqual(['a', 'b', 'c', 'd']);
    expect([...reachable(['d', 'e'], nextOf)].sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('is nothing where nothing is begun with', () => {
    expect(reachable([], nextOf).size).toBe(0);
  });

  it('takes a long way as well as a short one', () => {
    const end = 100_000;
    expect(reachable([0], (place) => (place < end ? [place + 1] : [])).size).toBe(end + 1);
  });
});
