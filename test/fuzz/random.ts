/** Chance that can be had again: the same seed gives the same choices. */
export interface Random {
  /** A whole number from 0 on, below `end`. */
  readonly below: (end: number) => number;
  /** True in so many of a hundred cases. */
  readonly percent: (hundredths: number) => boolean;
  /** @throws {RangeError} when there is nothing to choose from. */
  readonly pick: <T>(list: readonly T[]) => T;
  /** Some of them, in their order; each in so many of a hundred cases. */
  readonly some: <T>(list: readonly T[], hundredths?: number) => T[];
  /** Between `least` and `most` things. */
  readonly list: <T>(least: number, most: number, make: (index: number) => T) => T[];
}

/** Mulberry32: small, quick, and good enough to look for what nobody has thought of. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  const percent = (hundredths: number) => next() * 100 < hundredths;
  const pick = <T>(list: readonly T[]): T => {
    const at = below(list.length);
    for (const [index, value] of list.entries()) if (index === at) return value;
    throw new RangeError('there is nothing to choose from');
  };
  return {
    below,
    percent,
    pick,
    some: (list, hundredths = 50) => list.filter(() => percent(hundredths)),
    list: (least, most, make) =>
      Array.from({ length: least + below(most - least + 1) }, (_, index) => make(index)),
  };
}
