import type { Circuit } from './circuit.ts';
import type { Bits, Wide } from './numbers.ts';

/** Addition, subtraction or multiplication. */
export type Computation = (circuit: Circuit, a: Bits, b: Bits) => Wide;

const known = new WeakMap<Bits, Map<Bits, Map<Computation, Wide>>>();

/** What comes of two numbers, worked out once: a result, its overflow and what follows from both are asked for apart. */
export function compute(circuit: Circuit, computation: Computation, a: Bits, b: Bits): Wide {
  const row = known.get(a) ?? new Map<Bits, Map<Computation, Wide>>();
  const cell = row.get(b) ?? new Map<Computation, Wide>();
  const result = cell.get(computation) ?? computation(circuit, a, b);
  known.set(a, row.set(b, cell.set(computation, result)));
  return result;
}
