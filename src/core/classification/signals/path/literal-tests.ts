import { memoize } from '../../../caching/memoize.ts';

/** What is asked of the literals of every path. The answers to all such questions are found out together, once for each literal. */
export interface LiteralTest {
  readonly holds: (literal: string) => boolean;
  /** The first of the literals of which it holds. */
  readonly first: (literals: readonly string[]) => string | undefined;
}

/** Takes part in what is found out about literals; for the tests of a module, made when that is loaded. */
export function literalTest(test: (literal: string) => boolean): LiteralTest {
  if (TESTS.length >= MOST_TESTS) throw new RangeError('more tests of literals than a number has bits');
  const bit = 1 << TESTS.length;
  TESTS.push(test);
  const holds = (literal: string) => (bitsOf(literal) & bit) !== 0;
  return {
    holds,
    first: (literals) => ((bitsAmong(literals) & bit) === 0 ? undefined : literals.find(holds)),
  };
}

const TESTS: ((literal: string) => boolean)[] = [];

/** Numbers have 32 bits where they are taken for bits. */
const MOST_TESTS = 32;

const bitsOf = memoize((literal) =>
  TESTS.reduce((bits, test, index) => (test(literal) ? bits | (1 << index) : bits), 0),
);

/** The bits of all of them together. One endpoint is asked about after the other, so the last list is the next one, too. */
function bitsAmong(literals: readonly string[]): number {
  if (literals !== last.literals) {
    let bits = 0;
    for (const literal of literals) bits |= bitsOf(literal);
    last = { literals, bits };
  }
  return last.bits;
}

let last: { readonly literals: readonly string[]; readonly bits: number } = { literals: [], bits: 0 };
