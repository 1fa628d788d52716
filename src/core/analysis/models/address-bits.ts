import type { Circuit } from '../sat/circuit.ts';
import type { Literal } from '../sat/clause.ts';
import { atMostUnsigned, type Bits, constant, unknown } from '../sat/numbers.ts';

const ADDRESS = 128;
const PREFIX = 8;

/** An address: whether it is of version 6, the length of its prefix in 8 bits, its 128 bits; of version 4 the high ones are zero. */
export function unknownAddress(circuit: Circuit): Bits {
  const isVersion6 = circuit.variable();
  const prefix = unknown(circuit, PREFIX);
  const address = unknown(circuit, ADDRESS);
  const { solver } = circuit;
  solver.add(atMostUnsigned(circuit, prefix, constant(circuit, 128n, PREFIX)));
  solver.add(isVersion6, atMostUnsigned(circuit, prefix, constant(circuit, 32n, PREFIX)));
  for (const bit of address.slice(32)) solver.add(isVersion6, -bit);
  return [isVersion6, ...prefix, ...address];
}

export function isVersion4(bits: Bits): Literal {
  return -(bits[0] ?? 0);
}

/** Of one version, the outer prefix not longer, and all bits that it covers the same. */
export function isWithin(circuit: Circuit, inner: Bits, outer: Bits): Literal {
  const version = circuit.same(inner[0] ?? 0, outer[0] ?? 0);
  const [innerPrefix, outerPrefix] = [inner.slice(1, 1 + PREFIX), outer.slice(1, 1 + PREFIX)];
  const longer = atMostUnsigned(circuit, outerPrefix, innerPrefix);
  const covered = inner.slice(1 + PREFIX).map((bit, place) => {
    const same = circuit.same(bit, outer[1 + PREFIX + place] ?? 0);
    return circuit.or(same, isBelow(circuit, outer, place));
  });
  return circuit.all([version, longer, ...covered]);
}

/** Whether a bit, counted from the lowest, is too low for the prefix to cover it: a prefix of `n` covers the `n` highest. */
function isBelow(circuit: Circuit, [isVersion6 = 0, ...rest]: Bits, place: number): Literal {
  const prefix = rest.slice(0, PREFIX);
  const atMost = (most: number) =>
    most < 0 ? circuit.no : atMostUnsigned(circuit, prefix, constant(circuit, BigInt(most), PREFIX));
  return circuit.choose(isVersion6, atMost(127 - place), atMost(31 - place));
}
