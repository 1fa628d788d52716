import type { Circuit } from '../sat/circuit.ts';
import type { Literal } from '../sat/clause.ts';
import {
  addBits,
  atMostBits,
  type Bits,
  constant,
  extended,
  multiply,
  multiplyBits,
  sameBits,
  subtractBits,
  unknown,
  type Wide,
} from '../sat/numbers.ts';
import { argument, numberOf, type Operator, patternOf, type Term, textOf } from '../terms/term.ts';
import { matches } from '../texts/glob.ts';
import { isVersion4, isWithin } from './address-bits.ts';
import type { TextSlots } from './text-slots.ts';

/** What the encodings of operators need of the encoder. */
interface Encoding {
  readonly circuit: Circuit;
  readonly bits: (term: Term) => Bits;
  readonly truth: (term: Term) => Literal;
  readonly bitsLike: (term: Term, other: Term) => Bits;
  readonly textSlots: (text: Term) => TextSlots;
}

type Encode = (encoding: Encoding, term: Term) => Bits;

/** Encoded elsewhere, or replaced before. */
type Elsewhere =
  | 'literal'
  | 'apply'
  | 'if'
  | 'set'
  | 'subset'
  | 'same-set'
  | 'intersects'
  | 'is-empty'
  | 'at-most-one'
  | 'record';

/** The truth values of each operator's result. */
export const OPERATOR_ENCODINGS: Readonly<Record<Exclude<Operator, Elsewhere>, Encode>> &
  Readonly<Partial<Record<Elsewhere, undefined>>> = {
  true: ({ circuit }) => [circuit.yes],
  false: ({ circuit }) => [circuit.no],
  not: (encoding, term) => [-encoding.truth(argument(term, 0))],
  and: (encoding, { args }) => [encoding.circuit.all(args.map((arg) => encoding.truth(arg)))],
  or: (encoding, { args }) => [encoding.circuit.any(args.map((arg) => encoding.truth(arg)))],
  equal: (encoding, term) => [encodeEqual(encoding, term)],
  less: ({ circuit, bits }, term) => [-atMostBits(circuit, bits(argument(term, 1)), bits(argument(term, 0)))],
  'at-most': ({ circuit, bits }, term) => [
    atMostBits(circuit, bits(argument(term, 0)), bits(argument(term, 1))),
  ],
  add: (encoding, term) => compute(encoding, addBits, term).bits,
  subtract: (encoding, term) => compute(encoding, subtractBits, term).bits,
  multiply: (encoding, term) => compute(encoding, multiplyBits, term).bits,
  'add-overflows': (encoding, term) => [compute(encoding, addBits, term).overflows],
  'subtract-overflows': (encoding, term) => [compute(encoding, subtractBits, term).overflows],
  'multiply-overflows': (encoding, term) => [compute(encoding, multiplyBits, term).overflows],
  quotient: (encoding, term) => division(encoding, argument(term, 0), numberOf(term)).quotient,
  remainder: (encoding, term) => division(encoding, argument(term, 0), numberOf(term)).remainder,
  like: (encoding, term) => [encodeLike(encoding, term)],
  'is-ipv4': ({ bits }, term) => [isVersion4(bits(argument(term, 0)))],
  'in-range': ({ circuit, bits }, term) => [
    isWithin(circuit, bits(argument(term, 0)), bits(argument(term, 1))),
  ],
};

function encodeEqual(encoding: Encoding, term: Term): Literal {
  const { circuit } = encoding;
  const [a, b] = [argument(term, 0), argument(term, 1)];
  const [left, right] = [encoding.bitsLike(a, b), encoding.bitsLike(b, a)];
  if (a.type.kind !== 'string' && a.type.kind !== 'entity') return sameBits(circuit, left, right);
  return circuit.any(left.map((bit, index) => circuit.and(bit, right[index] ?? circuit.no)));
}

function encodeLike({ circuit, bits, textSlots }: Encoding, term: Term): Literal {
  const text = argument(term, 0);
  if (text.operator === 'literal') return circuit.bool(matches(patternOf(term), textOf(text)));
  return textSlots(text).like(bits(text), patternOf(term));
}

type Computation = (circuit: Circuit, a: Bits, b: Bits) => Wide;

/** A result and its overflow are two terms, worked out once. */
const computed = new WeakMap<Bits, Map<Bits, Map<Computation, Wide>>>();

function compute({ circuit, bits }: Encoding, computation: Computation, term: Term): Wide {
  const [a, b] = [bits(argument(term, 0)), bits(argument(term, 1))];
  const row = computed.get(a) ?? new Map<Bits, Map<Computation, Wide>>();
  const cell = row.get(b) ?? new Map<Computation, Wide>();
  const result = cell.get(computation) ?? computation(circuit, a, b);
  computed.set(a, row.set(b, cell.set(computation, result)));
  return result;
}

interface Division {
  readonly dividend: Bits;
  readonly quotient: Bits;
  readonly remainder: Bits;
}

/** By divisor, all that a circuit has. */
const divided = new WeakMap<Circuit, Map<bigint, Division[]>>();

/** The two numbers with `value = quotient * divisor + remainder` and `0 <= remainder < divisor`: there is just one such pair. */
function division({ circuit, bits }: Encoding, value: Term, divisor: bigint): Division {
  const dividend = bits(value);
  const byDivisor = divided.get(circuit) ?? new Map<bigint, Division[]>();
  const others = byDivisor.get(divisor) ?? [];
  divided.set(circuit, byDivisor.set(divisor, others));
  const known = others.find((other) => other.dividend === dividend);
  if (known) return known;
  const made = divide(circuit, dividend, divisor);
  for (const other of others.slice(-MOST_RELATED)) {
    addOrder(circuit, made, other);
    addOrder(circuit, other, made);
    addSameness(circuit, made, other);
  }
  others.push(made);
  return made;
}

/** Each of many with each other would be too much. */
const MOST_RELATED = 8;

/** Division that rounds down keeps the order. It follows from the sums, but the search hardly ever gets there by itself. */
function addOrder(circuit: Circuit, lower: Division, higher: Division): void {
  circuit.solver.add(
    -atMostBits(circuit, lower.dividend, higher.dividend),
    atMostBits(circuit, lower.quotient, higher.quotient),
  );
}

/** Neither does it see soon that equal numbers leave equal remainders. */
function addSameness(circuit: Circuit, a: Division, b: Division): void {
  circuit.solver.add(-sameBits(circuit, a.dividend, b.dividend), sameBits(circuit, a.remainder, b.remainder));
}

function divide(circuit: Circuit, dividend: Bits, divisor: bigint): Division {
  const width = dividend.length;
  const divisorWidth = divisor.toString(2).length;
  const wide = width + 3;
  const quotient = extended(unknown(circuit, width - divisorWidth + 2), wide);
  const remainder = extended([...unknown(circuit, divisorWidth), circuit.no], wide);
  const product = multiply(circuit, quotient, constant(circuit, divisor, wide));
  const { bits } = addBits(circuit, product, remainder);
  circuit.solver.add(sameBits(circuit, bits, extended(dividend, wide)));
  circuit.solver.add(atMostBits(circuit, remainder, constant(circuit, divisor - 1n, wide)));
  return { dividend, quotient: quotient.slice(0, width), remainder: remainder.slice(0, width) };
}
