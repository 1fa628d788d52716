import { argument, numberOf, type Term, type TermTable } from './term.ts';
import { BOOL, LONG, type Type } from './type.ts';

/** A result with whether it could be computed: arithmetic that leaves 64 bits is an error in Cedar. */
export interface CheckedNumber {
  readonly value: Term;
  readonly overflows: Term;
}

export type Arithmetic = 'add' | 'subtract' | 'multiply';

const COMPUTE: Readonly<Record<Arithmetic, (a: bigint, b: bigint) => bigint>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
};

export function number(table: TermTable, value: bigint, type: Type = LONG): Term {
  return table.term('literal', type, [], value);
}

export function arithmetic(
  table: TermTable,
  operation: Arithmetic,
  [a, b]: readonly [Term, Term],
  type: Type = LONG,
): CheckedNumber {
  if (a.operator === 'literal' && b.operator === 'literal') {
    const exact = COMPUTE[operation](numberOf(a), numberOf(b));
    const value = BigInt.asIntN(64, exact);
    return { value: number(table, value, type), overflows: table.bool(value !== exact) };
  }
  // What is the same in either order is one term, which the search need not find out.
  const isSwapped = operation !== 'subtract' && a.type.key === b.type.key && a.id > b.id;
  const operands = isSwapped ? [b, a] : [a, b];
  return {
    value: table.term(operation, type, operands),
    overflows: table.term(`${operation}-overflows`, BOOL, operands),
  };
}

export function less(table: TermTable, a: Term, b: Term): Term {
  if (a === b) return table.no;
  if (a.operator === 'literal' && b.operator === 'literal') return table.bool(numberOf(a) < numberOf(b));
  return table.term('less', BOOL, [a, b]);
}

export function atMost(table: TermTable, a: Term, b: Term): Term {
  if (a === b) return table.yes;
  if (a.operator === 'literal' && b.operator === 'literal') return table.bool(numberOf(a) <= numberOf(b));
  return table.term('at-most', BOOL, [a, b]);
}

/** How often a divisor is in a value, rounded towards zero. */
export function quotient(table: TermTable, value: Term, divisor: bigint, type: Type): Term {
  if (value.operator === 'literal') return number(table, numberOf(value) / divisor, type);
  return table.term('quotient', type, [value], divisor);
}

/** How far a value is above the next multiple of a divisor that is not higher. */
export function remainder(table: TermTable, value: Term, divisor: bigint, type: Type): Term {
  if (value.operator === 'literal')
    return number(table, ((numberOf(value) % divisor) + divisor) % divisor, type);
  return table.term('remainder', type, [value], divisor);
}

/** The same number of another type, such as the milliseconds of a duration. */
export function retyped(table: TermTable, value: Term, type: Type): Term {
  if (value.operator === 'literal') return number(table, numberOf(value), type);
  if (value.operator === 'if')
    return table.term('if', type, [
      argument(value, 0),
      retyped(table, argument(value, 1), type),
      retyped(table, argument(value, 2), type),
    ]);
  return arithmetic(table, 'add', [value, number(table, 0n, type)], type).value;
}
