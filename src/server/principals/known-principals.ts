import { createRecentMap } from '../../core/caching/recent-map.ts';
import { searchForRepeats } from '../../core/caching/search-for-repeats.ts';
import type { Entity } from '../../core/cedar/entity.ts';
import type { Model } from '../../core/model/model.ts';
import {
  type Claims,
  claimOf,
  claimsRead,
  type PrincipalClaims,
  principalNamedBy,
} from '../../core/requests/principal.ts';
import { frozenCopy, isSameData } from '../../core/values/frozen-data.ts';

/** The principal that claims name, if any: for the same claims the very same object, which nobody can change. */
export type NamedPrincipal = (claims: Claims) => Entity | undefined;

interface KnownPrincipal {
  /** Those that it was made of. */
  readonly claims: Claims;
  readonly principal: Entity;
}

/** `most`: of so many at most. */
export function knownPrincipals(names: PrincipalClaims, model: Model, most: number): NamedPrincipal {
  const known = createRecentMap<KnownPrincipal>(most);
  const search = searchForRepeats();
  const read = claimsRead(names, model);
  const named = (claims: Claims) => {
    const answer = principalNamedBy(claims, names, model);
    return answer.ok ? answer.principal : undefined;
  };
  return (claims) => {
    const subject = claimOf(claims, names.subject);
    if (typeof subject !== 'string') return named(claims);
    const before = known.get(subject);
    if (before && saysTheSame(claims, before.claims, read)) {
      search.note(true);
      return before.principal;
    }
    if (search.isResting()) return named(claims);
    search.note(false);
    const own = frozenCopy(Object.fromEntries(read.map((name) => [name, claimOf(claims, name) ?? null])));
    const principal = own && frozenCopy(named(own));
    if (!own || !principal) return named(claims);
    known.set(subject, { claims: own, principal });
    return principal;
  };
}

/** A claim that is not there says what `null` says. */
function saysTheSame(claims: Claims, before: Claims, read: readonly string[]): boolean {
  return read.every((name) => isSameData(claimOf(claims, name) ?? null, before[name]));
}
