import { isInRange } from '../extensions/ip-address.ts';
import { addressOf, type Term, type TermTable } from './term.ts';
import { BOOL } from './type.ts';

export function isIpv4(table: TermTable, address: Term): Term {
  if (address.operator === 'literal') return table.bool(addressOf(address).version === 4);
  return table.term('is-ipv4', BOOL, [address]);
}

/** Whether all addresses of the first range are in the second. */
export function inRange(table: TermTable, inner: Term, outer: Term): Term {
  if (inner.operator === 'literal' && outer.operator === 'literal')
    return table.bool(isInRange(addressOf(inner), addressOf(outer)));
  return table.term('in-range', BOOL, [inner, outer]);
}
