import type { Circuit } from '../sat/circuit.ts';
import type { Literal } from '../sat/clause.ts';
import { compute } from '../sat/compute.ts';
import {
  addBits,
  atMostBits,
  type Bits,
  chooseBits,
  constant,
  extended,
  sameBits,
  subtractBits,
  type Wide,
} from '../sat/numbers.ts';
import { argument, numberOf, type Term } from '../terms/term.ts';

/*
 * The search hardly ever finds out by itself what follows from the sums and products of divisions, so some of it is added here:
 * equal numbers have equal remainders; what is rounded keeps the order; and a sum has the remainder of the sum of the remainders.
 */

/** What divisions need of the encoder. */
interface Dividing {
  readonly circuit: Circuit;
  readonly bits: (term: Term) => Bits;
}

interface Division {
  readonly value: Term;
  readonly dividend: Bits;
  /** Rounded down. */
  readonly quotient: Bits;
  readonly remainder: Bits;
}

/** A number that is not lower for a higher dividend. */
interface Rounded {
  readonly dividend: Bits;
  readonly bits: Bits;
  readonly overflows: Literal;
}

/** All divisions of a circuit by one divisor. */
interface Divisions {
  readonly made: Division[];
  /** Values of which the remainder is asked. */
  readonly asked: Set<Term>;
  /** Sums of which the parts are divided as well. */
  readonly split: Set<Term>;
  readonly roundedDown: Rounded[];
  readonly roundedToZero: Rounded[];
}

const divided = new WeakMap<Circuit, Map<bigint, Divisions>>();

function divisionsBy(circuit: Circuit, divisor: bigint): Divisions {
  const byDivisor = divided.get(circuit) ?? new Map<bigint, Divisions>();
  const divisions = byDivisor.get(divisor) ?? {
    made: [],
    asked: new Set(),
    split: new Set(),
    roundedDown: [],
    roundedToZero: [],
  };
  divided.set(circuit, byDivisor.set(divisor, divisions));
  return divisions;
}

/** Each of many with each other would be too much. */
const MOST_RELATED = 8;

/** The two numbers with `value = quotient * divisor + remainder` and `0 <= remainder < divisor`: there is just one such pair. */
function division(dividing: Dividing, value: Term, divisor: bigint): Division {
  const { circuit } = dividing;
  const { made } = divisionsBy(circuit, divisor);
  const known = made.find((other) => other.value === value);
  if (known) return known;
  const division = divide(dividing, value, divisor);
  for (const other of made.slice(-MOST_RELATED)) addSameness(circuit, division, other);
  made.push(division);
  return division;
}

/** The remainder, which is not negative. */
export function encodeRemainder(dividing: Dividing, value: Term, divisor: bigint): Bits {
  const { asked } = divisionsBy(dividing.circuit, divisor);
  asked.add(value);
  // That of a single sum has nothing to be compared with.
  if (asked.size > 1) for (const value of [...asked]) split(dividing, value, divisor);
  return division(dividing, value, divisor).remainder;
}

function divide({ circuit, bits }: Dividing, value: Term, divisor: bigint): Division {
  const dividend = bits(value);
  const width = dividend.length;
  if (value.operator === 'literal') {
    const rest = ((numberOf(value) % divisor) + divisor) % divisor;
    const quotient = constant(circuit, (numberOf(value) - rest) / divisor, width);
    return { value, dividend, quotient, remainder: constant(circuit, rest, width) };
  }
  const { quotient, remainder } = longDivision(circuit, dividend, divisor);
  circuit.solver.add(atMostBits(circuit, remainder, constant(circuit, divisor - 1n, width)));
  return { value, dividend, quotient, remainder };
}

/** Bit by bit, as on paper. */
function longDivision(circuit: Circuit, dividend: Bits, divisor: bigint) {
  const isNegative = dividend.at(-1) ?? circuit.no;
  // Of a negative number, one less than its amount is divided: all its bits are the other way round.
  const amount = dividend.map((bit) => circuit.xor(bit, isNegative));
  const width = divisor.toString(2).length;
  const limit = constant(circuit, divisor, width + 2);
  let rest: Bits = Array.from({ length: width }, () => circuit.no);
  const quotient = amount.toReversed().map((bit) => {
    const next = [bit, ...rest, circuit.no];
    const goes = atMostBits(circuit, limit, next);
    rest = chooseBits(circuit, goes, subtractBits(circuit, next, limit).bits, next).slice(0, width);
    return circuit.xor(goes, isNegative);
  });
  const other = subtractBits(circuit, constant(circuit, divisor - 1n, width), rest).bits;
  const remainder = [...chooseBits(circuit, isNegative, other, rest), circuit.no];
  return { quotient: quotient.reverse(), remainder: extended(remainder, dividend.length) };
}

function addSameness(circuit: Circuit, a: Division, b: Division): void {
  circuit.solver.add(-sameBits(circuit, a.dividend, b.dividend), sameBits(circuit, a.remainder, b.remainder));
}

/** Where a sum does not overflow, its remainder is the sum of the remainders of its parts, less the divisor if this is too much. */
function split(dividing: Dividing, value: Term, divisor: bigint): void {
  const { circuit, bits } = dividing;
  const { split: done } = divisionsBy(circuit, divisor);
  if ((value.operator !== 'add' && value.operator !== 'subtract') || done.has(value)) return;
  if (done.size === MOST_RELATED) return;
  done.add(value);
  const [first, second] = [argument(value, 0), argument(value, 1)];
  const computation = value.operator === 'add' ? addBits : subtractBits;
  const { overflows } = compute(circuit, computation, bits(first), bits(second));
  // Where `value = first - second`, the first is the sum of the others.
  const [sum, part] = value.operator === 'add' ? [value, first] : [first, value];
  const remainderOf = (term: Term) => encodeRemainder(dividing, term, divisor);
  const both = addBits(circuit, remainderOf(part), remainderOf(second)).bits;
  const limit = constant(circuit, divisor, both.length);
  const isTooMuch = atMostBits(circuit, limit, both);
  const rest = chooseBits(circuit, isTooMuch, subtractBits(circuit, both, limit).bits, both);
  circuit.solver.add(overflows, sameBits(circuit, remainderOf(sum), rest));
}

/** The quotient, which is rounded towards zero: for what is negative and no multiple, one more than rounding down gives. */
export function encodeQuotient(dividing: Dividing, value: Term, divisor: bigint): Bits {
  const { circuit } = dividing;
  const { dividend, quotient, remainder } = division(dividing, value, divisor);
  const isNegative = dividend.at(-1) ?? circuit.no;
  const isMultiple = circuit.all(remainder.map((bit) => -bit));
  const next = addBits(circuit, quotient, constant(circuit, 1n, quotient.length)).bits;
  const bits = chooseBits(circuit, circuit.and(isNegative, -isMultiple), next, quotient);
  addOrder(circuit, divisionsBy(circuit, divisor).roundedToZero, { dividend, bits, overflows: circuit.no });
  return bits;
}

/** If the difference is a value without its remainder, this is the value rounded down to a multiple. */
export function orderRoundedDown({ circuit, bits }: Dividing, term: Term, difference: Wide): void {
  const [value, remainder] = [argument(term, 0), argument(term, 1)];
  if (remainder.operator !== 'remainder' || remainder.args[0] !== value) return;
  const { roundedDown } = divisionsBy(circuit, numberOf(remainder));
  const dividend = bits(value);
  circuit.solver.add(difference.overflows, atMostBits(circuit, difference.bits, dividend));
  addOrder(circuit, roundedDown, { dividend, ...difference });
}

function addOrder(circuit: Circuit, others: Rounded[], made: Rounded): void {
  for (const other of others.slice(-MOST_RELATED)) {
    addOrderOf(circuit, made, other);
    addOrderOf(circuit, other, made);
  }
  others.push(made);
}

function addOrderOf(circuit: Circuit, lower: Rounded, higher: Rounded): void {
  circuit.solver.add(
    -atMostBits(circuit, lower.dividend, higher.dividend),
    lower.overflows,
    higher.overflows,
    atMostBits(circuit, lower.bits, higher.bits),
  );
}
