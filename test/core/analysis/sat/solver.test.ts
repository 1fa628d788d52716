import { describe, expect, it } from 'vitest';
import { Circuit } from '../../../../src/core/analysis/sat/circuit.ts';
import {
  addBits,
  atMostBits,
  atMostUnsigned,
  type Bits,
  chooseBits,
  constant,
  extended,
  multiplyBits,
  sameBits,
  subtractBits,
  unknown,
} from '../../../../src/core/analysis/sat/numbers.ts';
import { Solver } from '../../../../src/core/analysis/sat/solver.ts';
import fc from '../../../helpers/fast-check.ts';
import { runs } from '../../../helpers/runs.ts';

const VARIABLES = 10;
const ENOUGH = 10_000_000;

const literal = fc
  .tuple(fc.integer({ min: 1, max: VARIABLES }), fc.boolean())
  .map(([variable, sign]) => (sign ? variable : -variable));
const clauses = fc.array(fc.array(literal, { minLength: 1, maxLength: 3 }), { maxLength: 40 });
const assumptions = fc.array(literal, { maxLength: 3 });
/** About as many clauses of three literals as can just be true together, or just not: nothing is seen at once, and much is learned. */
const hardClauses = fc.array(fc.array(literal, { minLength: 3, maxLength: 3 }), {
  minLength: 4 * VARIABLES,
  maxLength: 5 * VARIABLES,
  size: 'max',
});

/** Tries all values of all variables. */
function bruteForce(all: readonly (readonly number[])[]): boolean {
  for (let values = 0; values < 2 ** VARIABLES; values += 1) {
    const isTrue = (one: number) => ((values >> (Math.abs(one) - 1)) & 1) === (one > 0 ? 1 : 0);
    if (all.every((clause) => clause.some(isTrue))) return true;
  }
  return false;
}

function solverOf(all: readonly (readonly number[])[]): Solver {
  const solver = new Solver();
  for (let variable = 1; variable <= VARIABLES; variable += 1) solver.variable();
  for (const clause of all) solver.add(...clause);
  return solver;
}

describe('the solver', () => {
  it('answers as trying all values does, question after question', () => {
    fc.assert(
      fc.property(clauses, fc.array(assumptions, { minLength: 1, maxLength: 5 }), (given, questions) => {
        const solver = solverOf(given);
        for (const question of questions) {
          const expected = bruteForce([...given, ...question.map((one) => [one])]);
          expect(solver.solve(question, ENOUGH)).toBe(expected);
        }
      }),
      runs(500),
    );
  });

  it('answers so, and shows values, also where it learns much before it has an answer', () => {
    fc.assert(
      fc.property(hardClauses, fc.array(assumptions, { minLength: 1, maxLength: 3 }), (given, questions) => {
        const solver = solverOf(given);
        for (const question of questions) {
          const all = [...given, ...question.map((one) => [one])];
          const isPossible = solver.solve(question, ENOUGH);
          expect(isPossible).toBe(bruteForce(all));
          if (!isPossible) continue;
          const isTrue = solver.model();
          expect(all.filter((clause) => !clause.some(isTrue))).toEqual([]);
        }
      }),
      runs(400),
    );
  });

  it('finds values of which all clauses are true', () => {
    fc.assert(
      fc.property(clauses, assumptions, (given, question) => {
        const solver = solverOf(given);
        if (!solver.solve(question, ENOUGH)) return;
        const isTrue = solver.model();
        for (const clause of [...given, ...question.map((one) => [one])])
          expect(clause.some(isTrue)).toBe(true);
      }),
      runs(200),
    );
  });

  it('takes clauses between questions', () => {
    fc.assert(
      fc.property(clauses, clauses, assumptions, (first, second, question) => {
        const solver = solverOf(first);
        solver.solve(question, ENOUGH);
        for (const clause of second) solver.add(...clause);
        const expected = bruteForce([...first, ...second, ...question.map((one) => [one])]);
        expect(solver.solve(question, ENOUGH)).toBe(expected);
      }),
      runs(500),
    );
  });

  it('shows that seven pigeons do not fit into six holes', () => {
    const solver = new Solver();
    const pigeons = Array.from({ length: 7 }, () => Array.from({ length: 6 }, () => solver.variable()));
    for (const holes of pigeons) solver.add(...holes);
    for (const [index, holes] of pigeons.entries())
      for (const other of pigeons.slice(index + 1))
        for (const [hole, here] of holes.entries()) solver.add(-here, -(other[hole] ?? 0));
    expect(solver.solve([], ENOUGH)).toBe(false);
  });

  it('gives up where a question takes more effort than it may', () => {
    const circuit = new Circuit();
    const [a, b] = [unknown(circuit, 40), unknown(circuit, 40)];
    const { bits } = multiplyBits(circuit, a, b);
    const isProduct = constant(circuit, 549_755_289_601n, 40).map((bit, index) =>
      circuit.same(bit, bits[index] ?? 0),
    );
    expect(circuit.solver.solve(isProduct, 20_000)).toBeUndefined();
  });
});

describe('numbers of bits', () => {
  const BIG = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
  const value = fc.oneof(
    BIG,
    fc.bigInt({ min: -9n, max: 9n }),
    fc.constantFrom(-(2n ** 63n), 2n ** 63n - 1n),
  );

  it('add, multiply and compare as 64-bit numbers do, and tell when they overflow', () => {
    fc.assert(
      fc.property(value, value, (left, right) => {
        const circuit = new Circuit();
        // Unknown but fixed, so that nothing is worked out beforehand.
        const [a, b] = [fixed(circuit, left), fixed(circuit, right)];
        const [sum, product] = [addBits(circuit, a, b), multiplyBits(circuit, a, b)];
        const smaller = atMostBits(circuit, a, b);
        const toConstants = [
          atMostBits(circuit, a, constant(circuit, right, 64)),
          atMostBits(circuit, constant(circuit, left, 64), b),
          atMostBits(circuit, constant(circuit, left, 64), constant(circuit, right, 64)),
        ];
        expect(circuit.solver.solve([], ENOUGH)).toBe(true);
        const isTrue = circuit.solver.model();
        expect(read(sum.bits, isTrue)).toBe(BigInt.asIntN(64, left + right));
        expect(isTrue(sum.overflows)).toBe(BigInt.asIntN(64, left + right) !== left + right);
        expect(read(product.bits, isTrue)).toBe(BigInt.asIntN(64, left * right));
        expect(isTrue(product.overflows)).toBe(BigInt.asIntN(64, left * right) !== left * right);
        for (const comparison of [smaller, ...toConstants]) expect(isTrue(comparison)).toBe(left <= right);
      }),
      runs(12),
    );
  });

  const WIDTH = 4;
  const SMALL = Array.from({ length: 2 ** WIDTH }, (_, index) => BigInt(index - 2 ** (WIDTH - 1)));
  /** What comes of two numbers: each as a list of truth values, and as a number or whether it is so. */
  const OPERATIONS: Readonly<
    Record<
      string,
      readonly [(c: Circuit, a: Bits, b: Bits) => Bits, (a: bigint, b: bigint) => bigint | boolean]
    >
  > = {
    sum: [(c, a, b) => addBits(c, a, b).bits, (a, b) => a + b],
    'sum that overflows': [(c, a, b) => [addBits(c, a, b).overflows], (a, b) => !isSmall(a + b)],
    difference: [(c, a, b) => subtractBits(c, a, b).bits, (a, b) => a - b],
    'difference that overflows': [(c, a, b) => [subtractBits(c, a, b).overflows], (a, b) => !isSmall(a - b)],
    product: [(c, a, b) => multiplyBits(c, a, b).bits, (a, b) => a * b],
    'product that overflows': [(c, a, b) => [multiplyBits(c, a, b).overflows], (a, b) => !isSmall(a * b)],
    equality: [(c, a, b) => [sameBits(c, a, b)], (a, b) => a === b],
    order: [(c, a, b) => [atMostBits(c, a, b)], (a, b) => a <= b],
    'order without a sign': [
      (c, a, b) => [atMostUnsigned(c, a, b)],
      (a, b) => BigInt.asUintN(WIDTH, a) <= BigInt.asUintN(WIDTH, b),
    ],
    'wider order': [(c, a, b) => [atMostBits(c, extended(a, 6), extended(b, 6))], (a, b) => a <= b],
    choice: [(c, a, b) => chooseBits(c, atMostBits(c, a, b), a, b), (a, b) => (a <= b ? a : b)],
  };

  it.each(Object.entries(OPERATIONS))(
    'have the %s that all numbers of four bits have, whichever of them are known before',
    (_, [encode, expected]) => {
      const circuit = new Circuit();
      const [a, b] = [unknown(circuit, WIDTH), unknown(circuit, WIDTH)];
      const ofUnknown = encode(circuit, a, b);
      for (const left of SMALL) {
        const known = constant(circuit, left, WIDTH);
        const [ofLeft, ofRight] = [encode(circuit, known, b), encode(circuit, a, known)];
        for (const right of SMALL) {
          const results = [
            [left, right, ofUnknown],
            [left, right, ofLeft],
            [right, left, ofRight],
            [left, right, encode(circuit, known, constant(circuit, right, WIDTH))],
          ] as const;
          for (const [x, y, result] of results) {
            expect(circuit.solver.solve([...assumed(a, x), ...assumed(b, y)], ENOUGH)).toBe(true);
            const isTrue = circuit.solver.model();
            const value = expected(x, y);
            if (typeof value === 'boolean') expect([x, y, result.map(isTrue)]).toEqual([x, y, [value]]);
            else expect([x, y, small(result, isTrue)]).toEqual([x, y, BigInt.asIntN(WIDTH, value)]);
          }
        }
      }
    },
  );

  function isSmall(value: bigint): boolean {
    return BigInt.asIntN(WIDTH, value) === value;
  }

  function assumed(bits: Bits, value: bigint): readonly number[] {
    return bits.map((bit, index) =>
      ((BigInt.asUintN(WIDTH, value) >> BigInt(index)) & 1n) === 1n ? bit : -bit,
    );
  }

  function small(bits: Bits, isTrue: (one: number) => boolean): bigint {
    const sum = bits.reduce((before, bit, index) => before + (isTrue(bit) ? 1n << BigInt(index) : 0n), 0n);
    return BigInt.asIntN(WIDTH, sum);
  }

  function fixed(circuit: Circuit, number: bigint): Bits {
    const bits = unknown(circuit, 64);
    for (const [index, bit] of constant(circuit, number, 64).entries())
      circuit.solver.add(bit === circuit.yes ? (bits[index] ?? 0) : -(bits[index] ?? 0));
    return bits;
  }

  function read(bits: Bits, isTrue: (one: number) => boolean): bigint {
    return BigInt.asIntN(
      64,
      bits.reduceRight((sum, bit) => 2n * sum + (isTrue(bit) ? 1n : 0n), 0n),
    );
  }
});
