/** Four places after the point. */
const SCALE = 10_000n;

/** The number of ten-thousandths that a text such as `-1.25` stands for; `undefined` when it is not a decimal. */
export function parseDecimal(text: string): bigint | undefined {
  const match = /^(-?)(\d+)\.(\d{1,4})$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const size = BigInt(whole) * SCALE + BigInt(fraction.padEnd(4, '0'));
  return inRange(sign === '-' ? -size : size);
}

export function printDecimal(value: bigint): string {
  const size = value < 0n ? -value : value;
  return `${value < 0n ? '-' : ''}${size / SCALE}.${String(size % SCALE).padStart(4, '0')}`;
}

function inRange(value: bigint): bigint | undefined {
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
