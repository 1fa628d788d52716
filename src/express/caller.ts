import type { GivenContext } from '../core/context.ts';
import { type Entity, plainUid } from '../core/entity.ts';
import type { Model } from '../core/model.ts';
import { ANONYMOUS, anonymousPrincipal } from '../core/principal.ts';
import type { HttpRequest } from './http.ts';
import { inTime } from './in-time.ts';
import type { Setup } from './setup.ts';
import { isUid, lookups, type PrincipalSlice } from './slice-builder.ts';

/** Who makes a call. */
export interface Caller {
  readonly principal: Entity;
  /** False for the anonymous principal, which stands for everyone without an identity. */
  readonly isKnown: boolean;
  /** What the application adds to the context of the call. */
  readonly context?: GivenContext;
  /** The slice that a cache remembered. */
  readonly slice?: PrincipalSlice;
}

/** @throws when the principal function fails, takes too long, or answers with something that is no principal; or when the context function does. */
export async function callerOf<Req extends HttpRequest>(req: Req, setup: Setup<Req>): Promise<Caller> {
  const caller = await identify(req, setup);
  const { getContext } = setup.options;
  if (!getContext) return caller;
  return { ...caller, context: await inTime('`getContext`', setup.timeout, () => getContext(req)) };
}

async function identify<Req extends HttpRequest>(req: Req, setup: Setup<Req>): Promise<Caller> {
  const { cache, cacheKey } = setup.options.principalConfiguration;
  const key = cache && cacheKey?.(req);
  if (!cache || key === undefined) return known(await principalOf(req, setup), setup.model);
  const slice = await cache.slice(key, () => loadSlice(req, setup));
  return { ...known(slice?.principal, setup.model), ...(slice ? { slice } : {}) };
}

async function loadSlice<Req extends HttpRequest>(
  req: Req,
  setup: Setup<Req>,
): Promise<PrincipalSlice | undefined> {
  const principal = await principalOf(req, setup);
  const { sliceBuilders = {} } = setup.options;
  return principal && lookups(sliceBuilders, setup.model, req, setup.timeout).principalSlice(principal);
}

async function principalOf<Req extends HttpRequest>(
  req: Req,
  setup: Setup<Req>,
): Promise<Entity | undefined> {
  const { getPrincipalEntity } = setup.options.principalConfiguration;
  const principal = await inTime('`getPrincipalEntity`', setup.timeout, () =>
    getPrincipalEntity(req, setup.model),
  );
  if (principal === undefined || principal === null) return undefined;
  if (!isPrincipal(principal)) throw new Error('`getPrincipalEntity` did not return { uid, attrs, parents }');
  return principal;
}

function isPrincipal({ uid, attrs, parents }: Entity): boolean {
  return (
    (isUid(uid) || ('__entity' in uid && isUid(uid.__entity))) &&
    typeof attrs === 'object' &&
    attrs !== null &&
    Array.isArray(parents) &&
    parents.every((parent) => isUid(parent) || isUid(parent?.__entity))
  );
}

/** Nobody is called `anonymous` and has groups: an identity that is none has no parents and attributes either. */
function known(principal: Entity | undefined, model: Model): Caller {
  const anonymous = anonymousPrincipal(model);
  if (!principal) return { principal: anonymous, isKnown: false };
  const { type, id } = plainUid(principal.uid);
  if (id === ANONYMOUS && type === plainUid(anonymous.uid).type)
    return { principal: anonymous, isKnown: false };
  return { principal, isKnown: true };
}
