/** Numbers that look random and are the same for the same seed. */
export interface Random {
  /** A whole number from 0 on, below the limit. */
  readonly below: (limit: number) => number;
  /** True once in so many times. */
  readonly once: (times: number) => boolean;
  readonly pick: <T>(values: readonly T[]) => T;
  /** Each value once in two times. */
  readonly some: <T>(values: readonly T[]) => T[];
}

export function randomSource(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    once: (times) => below(times) === 0,
    pick: (values) => {
      const value = values[below(values.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
    some: (values) => values.filter(() => below(2) === 0),
  };
}
