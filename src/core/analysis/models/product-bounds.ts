import type { Circuit } from '../sat/circuit.ts';
import { compute } from '../sat/compute.ts';
import { atMostBits, type Bits, constant, multiplyBits, type Wide } from '../sat/numbers.ts';
import { argument, type Term } from '../terms/term.ts';
import type { Encoder } from './encoder.ts';

/**
 * What bounds of factors say of their product. It follows from the multiplication, but the search gets there only by multiplying out all
 * numbers within the bounds. The bounds are the numbers that the formulas compare the factors with.
 */
export function addProductBounds(encoder: Encoder, terms: readonly Term[]): void {
  const products = terms.filter(
    ({ operator }) => operator === 'multiply' || operator === 'multiply-overflows',
  );
  if (products.length === 0) return;
  const limits = new Limits(terms);
  for (const term of products) {
    const [a, b] = [argument(term, 0), argument(term, 1)];
    const { circuit } = encoder;
    const factors = [encoder.bits(a), encoder.bits(b)] as const;
    const product: Product = { circuit, factors, result: compute(circuit, multiplyBits, ...factors) };
    for (const x of limits.of(a)) for (const y of limits.of(b)) addBounds(product, x, y);
    addSign(product);
  }
}

interface Product {
  readonly circuit: Circuit;
  readonly factors: readonly [Bits, Bits];
  readonly result: Wide;
}

const LARGEST = 2n ** 63n - 1n;

/** If `-x <= a <= x` and `-y <= b <= y`, then `-x * y <= a * b <= x * y`; if `a >= x` and `b >= y`, then `a * b >= x * y`. */
function addBounds({ circuit, factors: [a, b], result }: Product, x: bigint, y: bigint): void {
  const { bits, overflows } = result;
  const most = x * y;
  const isLarge = circuit.and(atLeast(circuit, a, x), atLeast(circuit, b, y));
  circuit.solver.add(-isLarge, overflows, most > LARGEST ? circuit.no : atLeast(circuit, bits, most));
  if (most > LARGEST) return;
  const isSmall = circuit.and(isWithin(circuit, a, x), isWithin(circuit, b, y));
  circuit.solver.add(-isSmall, -overflows);
  circuit.solver.add(-isSmall, isWithin(circuit, bits, most));
}

/** Numbers of one sign, such as a number and itself, have no negative product, and numbers of two signs no positive one. */
function addSign({ circuit, factors: [a, b], result: { bits, overflows } }: Product): void {
  const isSame = circuit.same(a.at(-1) ?? circuit.no, b.at(-1) ?? circuit.no);
  circuit.solver.add(overflows, -isSame, atLeast(circuit, bits, 0n));
  circuit.solver.add(overflows, isSame, atMostBits(circuit, bits, constant(circuit, 0n, bits.length)));
}

function atLeast(circuit: Circuit, bits: Bits, least: bigint) {
  return atMostBits(circuit, constant(circuit, least, bits.length), bits);
}

/** Whether it is not further from zero. */
function isWithin(circuit: Circuit, bits: Bits, most: bigint) {
  return circuit.and(
    atLeast(circuit, bits, -most),
    atMostBits(circuit, bits, constant(circuit, most, bits.length)),
  );
}

/** More of them for each factor would be too much. */
const MOST_LIMITS = 8;

/** How far from zero numbers may be, by what the formulas compare them with. */
class Limits {
  readonly #compared = new Map<Term, Set<bigint>>();

  constructor(terms: readonly Term[]) {
    for (const { operator, args } of terms) {
      const [a, b] = args;
      if (!a || !b || !COMPARISONS.has(operator)) continue;
      if (typeof b.data === 'bigint' && b.operator === 'literal') this.#compare(a, b.data);
      if (typeof a.data === 'bigint' && a.operator === 'literal') this.#compare(b, a.data);
    }
  }

  /** The smallest ones. */
  of(term: Term): readonly bigint[] {
    const all = new Set([0n, ...(this.#compared.get(term) ?? []), ...this.#ofParts(term)]);
    const fitting = [...all].filter((limit) => limit <= LARGEST);
    return fitting.sort((a, b) => Number(a > b) - Number(a < b)).slice(0, MOST_LIMITS);
  }

  /** What is below or above a number is at most, or at least, its neighbour. */
  #compare(term: Term, limit: bigint): void {
    const known = this.#compared.get(term) ?? new Set();
    for (const near of [limit - 1n, limit, limit + 1n]) known.add(magnitude(near));
    this.#compared.set(term, known);
  }

  #ofParts({ operator, args, ...term }: Term): readonly bigint[] {
    if (operator === 'literal' && typeof term.data === 'bigint') return [magnitude(term.data)];
    const combine = COMBINED[operator];
    const [a, b] = args;
    if (!combine || !a || !b) return [];
    const others = this.of(b);
    return this.of(a).flatMap((x) => others.map((y) => combine(x, y)));
  }
}

const COMPARISONS: ReadonlySet<string> = new Set(['less', 'at-most', 'equal']);

const COMBINED: Readonly<Partial<Record<string, (a: bigint, b: bigint) => bigint>>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a + b,
  multiply: (a, b) => a * b,
};

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}
