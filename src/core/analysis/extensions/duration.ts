const UNITS = [86_400_000n, 3_600_000n, 60_000n, 1000n, 1n] as const;

/** The milliseconds that a text such as `1d2h30m` stands for; `undefined` when it is not a duration. */
export function parseDuration(text: string): bigint | undefined {
  const match = /^(-?)(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?(?:(\d+)ms)?$/.exec(text);
  if (!match || text === '' || text === '-') return undefined;
  const [, sign, ...amounts] = match;
  const size = UNITS.reduce((sum, unit, index) => sum + unit * BigInt(amounts[index] ?? 0), 0n);
  const value = sign === '-' ? -size : size;
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

export function printDuration(value: bigint): string {
  return `${value}ms`;
}
