import type { Circuit } from './circuit.ts';
import type { Literal } from './clause.ts';

/** A number in two's complement, the lowest bit first. */
export type Bits = readonly Literal[];

/** A result in as many bits as the operands, and whether it needs more. */
export interface Wide {
  readonly bits: Bits;
  readonly overflows: Literal;
}

export function constant(circuit: Circuit, value: bigint, width: number): Bits {
  const unsigned = BigInt.asUintN(width, value);
  return Array.from({ length: width }, (_, index) => circuit.bool(((unsigned >> BigInt(index)) & 1n) === 1n));
}

export function unknown(circuit: Circuit, width: number): Bits {
  return Array.from({ length: width }, () => circuit.variable());
}

export function sameBits(circuit: Circuit, a: Bits, b: Bits): Literal {
  return circuit.all(a.map((bit, index) => circuit.same(bit, bitOf(circuit, b, index))));
}

/** Signed. */
export function atMostBits(circuit: Circuit, a: Bits, b: Bits): Literal {
  if (isConstant(circuit, b)) {
    const { less, equal } = comparedWithConstant(circuit, a, b);
    return circuit.or(less, equal);
  }
  if (isConstant(circuit, a)) return -comparedWithConstant(circuit, b, a).less;
  return a.reduce((lower, bit, index) => {
    const isSign = index === a.length - 1;
    const other = bitOf(circuit, b, index);
    const [x, y] = isSign ? [other, bit] : [bit, other];
    return circuit.or(circuit.and(-x, y), circuit.and(circuit.same(x, y), lower));
  }, circuit.yes);
}

/** From the highest bit down, as nearly all constants have the same high bits: what is said about these is said once. */
function comparedWithConstant(
  circuit: Circuit,
  bits: Bits,
  other: Bits,
): { readonly less: Literal; readonly equal: Literal } {
  let [less, equal] = [circuit.no, circuit.yes];
  for (let index = bits.length - 1; index >= 0; index -= 1) {
    const isSign = index === bits.length - 1;
    const bit = bitOf(circuit, bits, index);
    const isOne = bitOf(circuit, other, index) === circuit.yes;
    // Of signs, the one that is set is the smaller number.
    if (isSign !== isOne) less = circuit.or(less, circuit.and(equal, isSign ? bit : -bit));
    equal = circuit.and(equal, isOne ? bit : -bit);
  }
  return { less, equal };
}

/** As if both began with a zero. */
export function atMostUnsigned(circuit: Circuit, a: Bits, b: Bits): Literal {
  return atMostBits(circuit, [...a, circuit.no], [...b, circuit.no]);
}

export function addBits(circuit: Circuit, a: Bits, b: Bits): Wide {
  return sum(circuit, a, b, circuit.no);
}

export function subtractBits(circuit: Circuit, a: Bits, b: Bits): Wide {
  return sum(circuit, a, negated(b), circuit.yes);
}

function negated(bits: Bits): Bits {
  return bits.map((bit) => -bit);
}

function sum(circuit: Circuit, a: Bits, b: Bits, carryIn: Literal): Wide {
  let [carry, into] = [carryIn, carryIn];
  const bits = a.map((bit, index) => {
    const other = bitOf(circuit, b, index);
    const half = circuit.xor(bit, other);
    into = carry;
    carry = circuit.or(circuit.and(bit, other), circuit.and(half, into));
    return circuit.xor(half, into);
  });
  return { bits, overflows: circuit.xor(into, carry) };
}

/** The product is worked out in as many bits as it can have; fewer rows are added where one operand is short or a constant. */
export function multiplyBits(circuit: Circuit, a: Bits, b: Bits): Wide {
  const width = a.length;
  const [left, right] = isConstant(circuit, a) ? [b, a] : [a, b];
  const wide = Math.max(width + 1, significant(left) + significant(right));
  const product = multiply(circuit, extended(left, wide), extended(right, wide));
  const sign = bitOf(circuit, product, width - 1);
  const fits = circuit.all(product.slice(width).map((bit) => circuit.same(bit, sign)));
  return { bits: product.slice(0, width), overflows: -fits };
}

/** How many bits a number needs: the highest ones may all be the sign. */
function significant(bits: Bits): number {
  const sign = bits.at(-1);
  return bits.findLastIndex((bit) => bit !== sign) + 2;
}

/** In the width of the operands, without a look at what does not fit. */
function multiply(circuit: Circuit, a: Bits, b: Bits): Bits {
  return b.reduce<Bits>(
    (product, bit, shift) => {
      if (bit === circuit.no) return product;
      const row = product.map((_, index) =>
        index < shift ? circuit.no : circuit.and(bitOf(circuit, a, index - shift), bit),
      );
      return addBits(circuit, product, row).bits;
    },
    a.map(() => circuit.no),
  );
}

/** The same number in more bits. */
export function extended(bits: Bits, width: number): Bits {
  const sign = bits.at(-1) ?? 0;
  return Array.from({ length: width }, (_, index) => bits[index] ?? sign);
}

export function chooseBits(circuit: Circuit, condition: Literal, a: Bits, b: Bits): Bits {
  return a.map((bit, index) => circuit.choose(condition, bit, bitOf(circuit, b, index)));
}

function isConstant(circuit: Circuit, bits: Bits): boolean {
  return bits.every((bit) => bit === circuit.yes || bit === circuit.no);
}

function bitOf(circuit: Circuit, bits: Bits, index: number): Literal {
  return bits[index] ?? circuit.no;
}
