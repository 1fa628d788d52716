import type { IpAddress } from '../terms/term.ts';

/** The longest prefix of each version: the number of its bits. */
export const BITS = { 4: 32, 6: 128 } as const;

/** The address that a text such as `10.0.0.0/8` or `fe80::1` stands for; `undefined` when it is not an address. */
export function parseIpAddress(text: string): IpAddress | undefined {
  const [host = '', prefixText, ...rest] = text.split('/');
  const version = host.includes(':') ? 6 : 4;
  const address = version === 6 ? parseVersion6(host) : parseVersion4(host);
  if (address === undefined || rest.length > 0) return undefined;
  if (prefixText === undefined) return { version, address, prefix: BITS[version] };
  const prefix = /^(?:0|[1-9]\d{0,2})$/.test(prefixText) ? Number(prefixText) : Number.POSITIVE_INFINITY;
  return prefix <= BITS[version] ? { version, address, prefix } : undefined;
}

export function printIpAddress({ version, address, prefix }: IpAddress): string {
  const size = version === 4 ? 8n : 16n;
  const count = version === 4 ? 4 : 8;
  const groups = Array.from({ length: count }, (_, index) =>
    ((address >> (BigInt(count - 1 - index) * size)) & ((1n << size) - 1n)).toString(version === 4 ? 10 : 16),
  );
  const suffix = prefix === BITS[version] ? '' : `/${prefix}`;
  return `${groups.join(version === 4 ? '.' : ':')}${suffix}`;
}

/** Whether all addresses of the first range are in the second. */
export function isInRange(inner: IpAddress, outer: IpAddress): boolean {
  if (inner.version !== outer.version || inner.prefix < outer.prefix) return false;
  const hostBits = BigInt(BITS[outer.version] - outer.prefix);
  return inner.address >> hostBits === outer.address >> hostBits;
}

function parseVersion4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    return undefined;
  return parts.reduce((sum, part) => sum * 256n + BigInt(part), 0n);
}

function parseVersion6(text: string): bigint | undefined {
  const [before = '', after, ...rest] = text.split('::');
  if (rest.length > 0) return undefined;
  const head = before === '' ? [] : before.split(':');
  const tail = after === undefined || after === '' ? [] : after.split(':');
  const missing = 8 - head.length - tail.length;
  if (after === undefined ? missing !== 0 : missing < 1) return undefined;
  const groups = [...head, ...Array<string>(missing).fill('0'), ...tail];
  if (!groups.every((group) => /^[0-9a-fA-F]{1,4}$/.test(group))) return undefined;
  return groups.reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}
