import { groupBy } from '../../values/group.ts';
import type { Circuit } from '../sat/circuit.ts';
import type { Literal } from '../sat/clause.ts';
import { compute } from '../sat/compute.ts';
import { addBits, atMostBits, type Bits, constant, subtractBits } from '../sat/numbers.ts';
import { argument, type Term } from '../terms/term.ts';
import { isNumeric, type Type } from '../terms/type.ts';
import type { Encoder } from './encoder.ts';

/** More numbers of one group would be too much. */
const MOST_RELATED = 9;

/**
 * The order of numbers that are compared with each other, or are the sum of others. Bit by bit, the search takes long to find out that
 * `a <= b` and `b <= c` give `a <= c`, or that `a <= a + 1`.
 */
export function addOrderOfNumbers(encoder: Encoder, terms: readonly Term[]): void {
  const sums = terms.filter(isSum);
  for (const sum of sums) addOrderOfSum(encoder, sum);
  for (const [index, sum] of sums.slice(0, MOST_RELATED).entries())
    for (const other of sums.slice(0, index)) addOrderOfSums(encoder, sum, other);
  for (const group of relatedNumbers(terms))
    addTransitivity(encoder.circuit, group.slice(0, MOST_RELATED).map(encoder.bits));
  for (const term of terms)
    if (isComparison(term) && term.operator === 'equal') addOrderOfEqual(encoder, term);
}

function addTransitivity(circuit: Circuit, numbers: readonly Bits[]): void {
  const isAtMost = (a: Bits, b: Bits) => atMostBits(circuit, a, b);
  for (const a of numbers)
    for (const b of numbers) {
      circuit.solver.add(isAtMost(a, b), isAtMost(b, a));
      for (const c of numbers) circuit.solver.add(-isAtMost(a, b), -isAtMost(b, c), isAtMost(a, c));
    }
}

function addOrderOfEqual(encoder: Encoder, term: Term): void {
  const { circuit } = encoder;
  const [a, b] = [encoder.bits(argument(term, 0)), encoder.bits(argument(term, 1))];
  const [isAtMost, isAtLeast] = [atMostBits(circuit, a, b), atMostBits(circuit, b, a)];
  const isEqual = encoder.truth(term);
  circuit.solver.add(-isEqual, isAtMost);
  circuit.solver.add(-isEqual, isAtLeast);
  circuit.solver.add(isEqual, -isAtMost, -isAtLeast);
}

/** Where nothing overflows, a sum is at least the one part just if the other one is at least zero, and at most just if it is at most zero. */
function addOrderOfSum(encoder: Encoder, term: Term): void {
  const { circuit } = encoder;
  const { overflows, whole, parts } = sumOf(encoder, term);
  const zero = constant(circuit, 0n, whole.length);
  for (const [part, other] of bothWays(parts)) {
    for (const [a, b, from, to] of [
      [part, whole, zero, other],
      [whole, part, other, zero],
    ] as const) {
      const [isOrdered, hasSign] = [atMostBits(circuit, a, b), atMostBits(circuit, from, to)];
      circuit.solver.add(overflows, -hasSign, isOrdered);
      circuit.solver.add(overflows, hasSign, -isOrdered);
    }
  }
}

/** Where nothing overflows, sums with a part in common are in the order of their other parts; of equal sums, the larger part has the smaller rest. */
function addOrderOfSums(encoder: Encoder, term: Term, other: Term): void {
  const { circuit } = encoder;
  const [sum, otherSum] = [sumOf(encoder, term), sumOf(encoder, other)];
  const addSameOrder = ([a, b]: TwoNumbers, [c, d]: TwoNumbers) => {
    const isSame = circuit.same(atMostBits(circuit, a, b), atMostBits(circuit, c, d));
    circuit.solver.add(sum.overflows, otherSum.overflows, isSame);
  };
  for (const [part, rest] of bothWays(sum.parts))
    for (const [otherPart, otherRest] of bothWays(otherSum.parts)) {
      if (part === otherPart) addSameOrder([rest, otherRest], [sum.whole, otherSum.whole]);
      if (sum.whole === otherSum.whole) addSameOrder([part, otherPart], [otherRest, rest]);
    }
}

type TwoNumbers = readonly [Bits, Bits];

function bothWays([a, b]: TwoNumbers): readonly TwoNumbers[] {
  return [
    [a, b],
    [b, a],
  ];
}

interface Sum {
  readonly overflows: Literal;
  readonly whole: Bits;
  readonly parts: TwoNumbers;
}

/** Where `term = a - b`, `a` is the sum of the others. */
function sumOf({ circuit, bits }: Encoder, term: Term): Sum {
  const [a, b] = [bits(argument(term, 0)), bits(argument(term, 1))];
  if (term.operator === 'add')
    return { overflows: compute(circuit, addBits, a, b).overflows, whole: bits(term), parts: [a, b] };
  return { overflows: compute(circuit, subtractBits, a, b).overflows, whole: a, parts: [bits(term), b] };
}

function isSum({ operator, type }: Term): boolean {
  return (operator === 'add' || operator === 'subtract') && isOfExtension(type);
}

function isComparison({ operator, args: [a] }: Term): boolean {
  return (
    (operator === 'less' || operator === 'at-most' || operator === 'equal') && !!a && isOfExtension(a.type)
  );
}

/** Dates, durations and decimals. Arithmetic of whole numbers is sooner searched without the order of all of them. */
function isOfExtension(type: Type): boolean {
  return type.kind === 'extension' && isNumeric(type);
}

/** Numbers that are compared with each other or parts of each other, directly or by way of others; literals last. */
function relatedNumbers(terms: readonly Term[]): readonly (readonly Term[])[] {
  const leaders = new Map<Term, Term>();
  const leaderOf = (term: Term): Term => {
    let leader = term;
    for (let next = leaders.get(term); next && next !== leader; next = leaders.get(next)) leader = next;
    return leader;
  };
  const literals: (readonly [literal: Term, of: Term])[] = [];
  for (const term of terms) {
    if (!isComparison(term) && !isSum(term)) continue;
    const [a, b] = [argument(term, 0), argument(term, 1)];
    const related = isSum(term) ? [term, a, b] : [a, b];
    const [first, ...others] = related.filter(({ operator }) => operator !== 'literal');
    if (!first) continue;
    for (const each of [first, ...others]) leaders.set(leaderOf(each), leaderOf(first));
    for (const each of isComparison(term) ? related : [])
      if (each.operator === 'literal') literals.push([each, first]);
  }
  const groups = groupBy([...leaders.keys()], leaderOf);
  for (const [literal, of] of literals) groups.get(leaderOf(of))?.push(literal);
  return [...groups.values()].filter(({ length }) => length > 2).map((group) => [...new Set(group)]);
}
