import type { Entity } from '../../core/cedar/entity.ts';
import type { Model } from '../../core/model/model.ts';
import { isFrozenCopy } from '../../core/values/frozen-data.ts';
import type { Caller } from './caller.ts';
import { rememberingPrincipal } from './principal-from-token.ts';

/** The callers of before: what was checked of a principal that nobody can change is not checked again. */
export interface KnownCallers {
  /** The function of the options that `principal` answers for. */
  readonly getPrincipalEntity: object;
  readonly principal: (req: object) => Entity | undefined;
  readonly get: (principal: Entity) => Caller | undefined;
  /** Keeps a caller, if nobody can change the principal that was asked about. */
  readonly keep: (principal: Entity, caller: Caller) => void;
}

/** Missing where nobody knows what the principals of `getPrincipalEntity` follow from. `most`: of so many at most. */
export function knownCallers(
  getPrincipalEntity: object,
  model: Model,
  most: number,
): KnownCallers | undefined {
  const principal = rememberingPrincipal(getPrincipalEntity, model, most);
  if (!principal) return undefined;
  const known = new WeakMap<Entity, Caller>();
  return {
    getPrincipalEntity,
    principal,
    get: (one) => known.get(one),
    keep: (one, caller) => {
      if (isFrozenCopy(one)) known.set(one, caller);
    },
  };
}
