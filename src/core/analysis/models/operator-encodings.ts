import type { Circuit } from '../sat/circuit.ts';
import type { Literal } from '../sat/clause.ts';
import { type Computation, compute } from '../sat/compute.ts';
import {
  addBits,
  atMostBits,
  type Bits,
  multiplyBits,
  sameBits,
  subtractBits,
  type Wide,
} from '../sat/numbers.ts';
import { argument, numberOf, type Operator, patternOf, type Term, textOf } from '../terms/term.ts';
import { matches } from '../texts/glob.ts';
import { isVersion4, isWithin } from './address-bits.ts';
import { encodeQuotient, encodeRemainder, orderRoundedDown } from './divisions.ts';
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
  add: (encoding, term) => computed(encoding, addBits, term).bits,
  subtract: (encoding, term) => {
    const difference = computed(encoding, subtractBits, term);
    orderRoundedDown(encoding, term, difference);
    return difference.bits;
  },
  multiply: (encoding, term) => computed(encoding, multiplyBits, term).bits,
  'add-overflows': (encoding, term) => [computed(encoding, addBits, term).overflows],
  'subtract-overflows': (encoding, term) => [computed(encoding, subtractBits, term).overflows],
  'multiply-overflows': (encoding, term) => [computed(encoding, multiplyBits, term).overflows],
  quotient: (encoding, term) => encodeQuotient(encoding, argument(term, 0), numberOf(term)),
  remainder: (encoding, term) => encodeRemainder(encoding, argument(term, 0), numberOf(term)),
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

function computed({ circuit, bits }: Encoding, computation: Computation, term: Term): Wide {
  return compute(circuit, computation, bits(argument(term, 0)), bits(argument(term, 1)));
}
