import { describe, expect, it } from 'vitest';
import { type GroupRequirement, meetsBoth } from '../../../src/core/endpoints/group-requirement.ts';

describe('two requirements together', () => {
  it('need the groups of both', () => {
    expect(meetsBoth([['a']], [['b'], ['c', 'd']])).toEqual([
      ['a', 'b'],
      ['a', 'c', 'd'],
    ]);
  });

  it('are the same requirement where they agree', () => {
    const either: GroupRequirement = [['a'], ['b', 'c']];
    expect(meetsBoth(either, either)).toEqual(either);
  });

  it('are one of them where the other names nobody', () => {
    expect(meetsBoth([], [['a']])).toEqual([['a']]);
    expect(meetsBoth([['a']], [])).toEqual([['a']]);
  });

  it('need all groups of both where the combinations are too many to write down', () => {
    const many = (letter: string) => Array.from({ length: 11 }, (_, number) => [`${letter}${number}`]);
    const [all, ...others] = meetsBoth(many('a'), many('b'));
    expect(all).toHaveLength(22);
    expect(others).toEqual([]);
  });
});
