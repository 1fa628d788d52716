import { describe, expect, it } from 'vitest';
import { createLruMap } from '../../../src/core/caching/least-recently-used.ts';
import fc from '../../helpers/fast-check.ts';

const step = fc.record({
  what: fc.constantFrom('get', 'set', 'set', 'delete'),
  key: fc.constantFrom(...'abcdefghij'),
});

describe('a map of what was used recently', () => {
  it('keeps what was asked for last, whatever is set, asked for and deleted', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6 }), fc.array(step, { maxLength: 200 }), (most, steps) => {
        const map = createLruMap<number>(most);
        let expected: [string, number][] = [];
        for (const [index, { what, key }] of steps.entries()) {
          const known = expected.find(([name]) => name === key);
          const others = expected.filter((entry) => entry !== known);
          if (what === 'get') {
            expect(map.get(key)).toBe(known?.[1]);
            if (known) expected = [...others, known];
          } else if (what === 'delete') {
            map.delete(key);
            expected = others;
          } else {
            map.set(key, index);
            expected = most === 0 ? [] : [...others, [key, index] as [string, number]].slice(-most);
          }
        }
        expect([...'abcdefghij'].filter((key) => map.get(key) !== undefined).sort()).toEqual(
          expected.map(([key]) => key).sort(),
        );
      }),
    );
  });
});
