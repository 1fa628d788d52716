import { describe, expect, it } from 'vitest';
import { createRecentMap } from '../../../src/core/caching/recent-map.ts';
import fc from '../../helpers/fast-check.ts';

describe('a map of what was used lately', () => {
  it('holds what was set last, or nothing, and never more than its most', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.tuple(fc.constantFrom('get', 'set'), fc.nat(9).map(String), fc.nat()), { maxLength: 60 }),
        (most, steps) => {
          const map = createRecentMap<{ readonly value: number }>(most);
          const all = new Map<string, { readonly value: number }>();
          for (const [step, key, value] of steps) {
            if (step === 'set') {
              all.set(key, { value });
              map.set(key, { value });
              expect(map.get(key)).toEqual({ value });
            } else if (map.get(key)) expect(map.get(key)).toEqual(all.get(key));
          }
          const held = Array.from({ length: 10 }, (_, key) => String(key)).filter((key) => map.get(key));
          expect(held.length).toBeLessThanOrEqual(Math.ceil(most / 2) * 2);
        },
      ),
    );
  });

  it('keeps what is asked for again longer than the others', () => {
    const map = createRecentMap<number>(10);
    map.set('often', 1);
    for (let key = 0; key < 100; key += 1) {
      map.set(`key ${key}`, key);
      expect(map.get('often')).toBe(1);
    }
    expect(map.get('key 0')).toBeUndefined();
    expect(map.get('key 99')).toBe(99);
  });

  it('keeps nothing under a long key', () => {
    const map = createRecentMap<number>(10);
    map.set('x'.repeat(201), 1);
    expect(map.get('x'.repeat(201))).toBeUndefined();
  });
});
