import { memoizeByIdentity } from '../../core/caching/memoize.ts';
import { type Entity, isUid, plainUid } from '../../core/cedar/entity.ts';
import type { StringifiedSchema } from '../../core/engine/inline-engine.ts';
import type { GivenContext } from '../../core/requests/context.ts';
import { undeclaredPrincipal } from '../../core/requests/declared.ts';
import { isIdentifier } from '../../core/requests/map-call.ts';
import { ANONYMOUS } from '../../core/requests/principal.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { isPlainObject } from '../../core/values/record.ts';
import { tellDebug } from '../reporting/log.ts';
import type { Setup } from '../setup.ts';
import { lookups, type PrincipalSlice } from '../slices/lookups.ts';
import { unawaited } from '../waiting/in-time.ts';
import { after, type Ready } from '../waiting/ready.ts';
import type { Caller } from './caller.ts';
import type { PrincipalSliceCache } from './principal-cache.ts';
import { hasTokenOutOfTime, namespaceOf } from './principal-from-token.ts';

/** Fails when the principal function fails, takes too long, or answers with something that is not a principal; or when the context function does. */
export function callerOf<Req extends object>(req: Req, setup: Setup<Req>): Ready<Caller> {
  return after(identify(req, setup), (caller) => withContext(caller, req, setup));
}

/**
 * The caller of a call that has begun with this setup: its answer may take hours, in which its token, what a cache remembered, and what the
 * application adds to the context go out of date. A cache is asked again, since it alone knows whether its time is over.
 */
export function callerSince<Req extends object>(caller: Caller, req: Req, setup: Setup<Req>): Ready<Caller> {
  const { getPrincipalEntity } = setup.options.principalConfiguration;
  if (caller.slice || hasTokenOutOfTime(getPrincipalEntity, req)) return callerOf(req, setup);
  return withContext(caller, req, setup);
}

function withContext<Req extends object>(caller: Caller, req: Req, setup: Setup<Req>): Ready<Caller> {
  const { getContext } = setup.options;
  if (!getContext) return caller;
  return after(
    setup.inTime('`getContext`', () => getContext(req)),
    (context: unknown) => {
      if (context === undefined || context === null) return caller;
      if (!isPlainObject(context)) throw new Error(NO_CONTEXT);
      return { ...caller, context: context as GivenContext };
    },
  );
}

/** What cannot be seen in it would count as absent: a policy that forbids some value would not apply. */
const NO_CONTEXT = '`getContext` did not return a plain object';

function identify<Req extends object>(req: Req, setup: Setup<Req>): Ready<Caller> {
  const { cache, cacheKey, getPrincipalEntity } = setup.options.principalConfiguration;
  const key: unknown = cache && cacheKey?.(req);
  // Tokens may have anything in a claim: what is no text, or empty, is the same for many callers.
  if (!cache || !isIdentifier(key)) {
    unawaited(key);
    return callerNow(req, setup);
  }
  if (hasTokenOutOfTime(getPrincipalEntity, req)) return known(undefined, setup);
  return after(rememberedSlice({ cache, key }, req, setup), (slice) => ({
    ...known(slice?.principal, setup),
    ...(slice ? { slice } : {}),
  }));
}

function callerNow<Req extends object>(req: Req, setup: Setup<Req>): Ready<Caller> {
  const { knownCallers } = setup;
  return after(answeredPrincipal(req, setup), (answer) => {
    const before = answer && knownCallers?.get(answer);
    if (before) return before;
    const caller = known(checkedPrincipal(answer, setup), setup);
    if (answer) knownCallers?.keep(answer, caller);
    return caller;
  });
}

/** The same for the same schema in every process: servers of several versions may share a cache. */
const markOf = memoizeByIdentity(async ({ schema }: StringifiedSchema) => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(schema));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
});

async function rememberedSlice<Req extends object>(
  { cache, key }: { readonly cache: PrincipalSliceCache; readonly key: string },
  req: Req,
  setup: Setup<Req>,
): Promise<PrincipalSlice | undefined> {
  const schema = await markOf(setup.options.schema);
  const load = async () => loadSlice(req, setup);
  const slice = await setup.inTime('the cache of principals', () => cache.slice(key, load));
  // Of one from before, attributes may be missing that policies read now.
  const isOfSchema = !slice || slice.schema === schema;
  if (isOfSchema && !(await isOfOtherClaims(slice, req, setup))) return slice;
  // Those who wait for the same load have other claims, or another schema, as well.
  cache.drop(key);
  return loadSlice(req, setup);
}

/** One subject may have several tokens: for another tenant, or with fewer groups. What a token says of its caller is known at once. */
async function isOfOtherClaims<Req extends object>(
  slice: PrincipalSlice | undefined,
  req: Req,
  setup: Setup<Req>,
): Promise<boolean> {
  if (namespaceOf(setup.options.principalConfiguration.getPrincipalEntity) === undefined) return false;
  return canonicalJson(await principalOf(req, setup)) !== canonicalJson(slice?.principal);
}

async function loadSlice<Req extends object>(
  req: Req,
  setup: Setup<Req>,
): Promise<PrincipalSlice | undefined> {
  const principal = await principalOf(req, setup);
  if (!principal) return undefined;
  const { builders, model, inTime, options } = setup;
  const slice = await lookups(builders, model, req, inTime).principalSlice(principal);
  return { ...slice, schema: await markOf(options.schema) };
}

function principalOf<Req extends object>(req: Req, setup: Setup<Req>): Ready<Entity | undefined> {
  return after(answeredPrincipal(req, setup), (answer) => checkedPrincipal(answer, setup));
}

/** What the application answers, whatever it is. */
function answeredPrincipal<Req extends object>(
  req: Req,
  { options, model, inTime, knownCallers }: Setup<Req>,
): Ready<Entity | undefined> {
  const { getPrincipalEntity } = options.principalConfiguration;
  const remembers = knownCallers?.getPrincipalEntity === getPrincipalEntity;
  return inTime('`getPrincipalEntity`', () =>
    remembers ? knownCallers.principal(req) : getPrincipalEntity(req, model),
  );
}

function checkedPrincipal<Req extends object>(
  principal: Entity | undefined | null,
  setup: Setup<Req>,
): Entity | undefined {
  if (principal === undefined || principal === null) return undefined;
  if (!isPrincipal(principal)) throw new Error('`getPrincipalEntity` did not return { uid, attrs, parents }');
  return isDeclared(principal, setup) ? modelled(principal, setup) : undefined;
}

/** Of an enumerated type the schema says which entities there are: another one is nobody, and in nothing. */
function isDeclared<Req extends object>(principal: Entity, { model, options }: Setup<Req>): boolean {
  const why = undeclaredPrincipal(principal, model);
  if (why)
    tellDebug(
      options.logger,
      JSON.stringify({ message: 'the schema declares no such principal', reason: why }),
    );
  return why === undefined;
}

/** Without attributes that the schema does not model, such as most claims of a token: no policy reads them, and the engine refuses them. */
function modelled<Req extends object>(principal: Entity, setup: Setup<Req>): Entity {
  const known = setup.modelled.get(plainUid(principal.uid).type);
  const leftOut = known ? Object.keys(principal.attrs).filter((name) => !known.has(name)) : [];
  if (leftOut.length === 0) return principal;
  tellOnce(leftOut, setup);
  const attrs = Object.entries(principal.attrs).filter(([name]) => known?.has(name));
  return { ...principal, attrs: Object.fromEntries(attrs) };
}

function tellOnce<Req extends object>(
  names: readonly string[],
  { options: { logger }, toldLeftOut }: Setup<Req>,
): void {
  const news = names.filter((name) => !toldLeftOut.has(name));
  if (!logger?.debug || news.length === 0 || toldLeftOut.size >= MOST_TOLD) return;
  for (const name of news) toldLeftOut.add(name);
  const message = 'attributes of the principal that the schema does not model are left out';
  tellDebug(logger, JSON.stringify({ message, attributes: news }));
}

/** Names may come from tokens: there is no end to them. */
const MOST_TOLD = 1_000;

/** Applications may answer with anything, such as the claims of a token. */
function isPrincipal({ uid, attrs, parents }: Partial<Entity>): boolean {
  return (
    (isUid(uid) || isUid(uid?.__entity)) &&
    typeof attrs === 'object' &&
    attrs !== null &&
    Array.isArray(parents) &&
    parents.every((parent) => isUid(parent) || isUid(parent?.__entity))
  );
}

/** Nobody is called `anonymous` and has groups: an identity that is none has no parents and attributes either. */
function known<Req extends object>(principal: Entity | undefined, { anonymous }: Setup<Req>): Caller {
  if (!principal) return { principal: anonymous, isKnown: false };
  const { type, id } = plainUid(principal.uid);
  if (id === ANONYMOUS && type === plainUid(anonymous.uid).type)
    return { principal: anonymous, isKnown: false };
  return { principal, isKnown: true };
}
