import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { Remark, Remarks } from '../../endpoints/remark.ts';
import { isReading } from '../../openapi/endpoint.ts';
import { saysAccess, saysOwnRights } from '../reserved/access.ts';
import { saysChanged } from '../reserved/changed.ts';
import { saysMoney } from '../reserved/money.ts';
import { saysPrivate } from '../reserved/private.ts';
import { saysRestricted } from '../reserved/restricted.ts';
import { saysSecret } from '../reserved/secrets.ts';
import type { Sensed } from '../reserved/sensed.ts';
import { saysSweeping } from '../reserved/sweeping.ts';
import { saysWhole } from '../reserved/tenants.ts';
import { saysAdministrative, saysSettings } from './administrative.ts';
import { isBelowAccount, saysOwn } from './own.ts';
import { saysNothing } from './undocumented.ts';

/** What the API description says of an endpoint beside its pattern; each with the sentence that says why. */
export function remarksOf(plain: Sensed): Remarks {
  const { endpoint, pattern } = plain;
  const { policyKind, isForAnyone } = PATTERN_TRAITS[pattern];
  if (isForAnyone) return {};
  const changed = saysChanged(plain);
  const sensed = changed === undefined ? plain : { ...plain, changed };
  const reads = isReading(endpoint) && changed === undefined;
  const own = policyKind === 'implicit-scope' ? saysOwn(sensed, reads) : undefined;
  const undocumented = saysNothing(plain);
  return {
    ...(own !== undefined && { own }),
    ...(changed !== undefined && { changes: changed }),
    ...reservedRemark(sensed, own !== undefined),
    ...(undocumented !== undefined && { undocumented }),
  };
}

function reservedRemark(sensed: Sensed, isOwn: boolean): Remarks {
  let found = NOT_RESERVED;
  for (const { remark, says } of RESERVED) {
    const text = says(sensed, isOwn);
    if (text === undefined) continue;
    found = { ...found, [remark]: text };
    // Where the API is about that, it keeps nobody out: something else may have to.
    if (remark !== 'private') return found;
  }
  return found;
}

const NOT_RESERVED: Remarks = {};

type Says = (sensed: Sensed, isOwn: boolean) => string | undefined;

/** What is not for everybody, the weightiest first. Money, bills and logs are not, either, where the API description calls them the caller's own. */
const RESERVED: readonly { readonly remark: Remark; readonly says: Says }[] = [
  { remark: 'administrative', says: ({ endpoint, facts }) => saysAdministrative(endpoint, facts) },
  // The credentials of an account are those of a team as well.
  {
    remark: 'secret',
    says: (sensed, isOwn) => (isOwn && !isBelowAccount(sensed.facts) ? undefined : saysSecret(sensed)),
  },
  {
    remark: 'administrative',
    says: (sensed, isOwn) => (isOwn ? undefined : (saysWhole(sensed) ?? saysSettings(sensed))),
  },
  { remark: 'access', says: (sensed, isOwn) => (isOwn ? saysOwnRights(sensed) : saysAccess(sensed)) },
  { remark: 'money', says: saysMoney },
  { remark: 'private', says: saysPrivate },
  { remark: 'sweeping', says: (sensed, isOwn) => (isOwn ? undefined : saysSweeping(sensed)) },
  { remark: 'restricted', says: saysRestricted },
];
