import type { Entity } from '../core/cedar/entity.ts';
import type { ReadResult } from '../core/engine/authorization-engine.ts';
import { type ModelEndpoint, type Request, requestAbout } from '../core/requests/map-call.ts';
import { readTarget } from '../core/requests/target.ts';
import type { Authorized, ServerCall } from './call.ts';
import { type Checked, decideAll } from './decide.ts';
import { type Caller, callerOf } from './principals/caller.ts';
import type { Refusal } from './reporting/problem.ts';
import type { Setup } from './setup.ts';
import { lookups } from './slices/slice-builder.ts';
import { after, type Ready } from './waiting/ready.ts';

/** What becomes of a call. Only `allowed` and `skipped` are handed on. */
export type Verdict =
  | {
      readonly type: 'allowed';
      readonly url: string;
      readonly authorized: Authorized;
      readonly checks: Checks;
    }
  | { readonly type: 'skipped'; readonly url: string }
  | { readonly type: 'options'; readonly methods: readonly string[] }
  | {
      readonly type: 'refused';
      readonly refusal: Refusal;
      /** About the call itself, for the caller to read. */
      readonly detail?: string;
      /** For the log. */
      readonly reason?: string;
      readonly checks?: Checks;
    };

/** The decisions about one call. */
export interface Checks {
  /** `METHOD /path` of the schema; missing for an action that a route names itself. */
  readonly endpoint?: string;
  readonly results: readonly Checked[];
}

/** Decides about a call by its method and URL: endpoint, principal, requests, slices, engine. */
export function checkCall<Req extends object>(call: ServerCall<Req>, setup: Setup<Req>): Ready<Verdict> {
  const { method, url } = call;
  if (url.length > setup.maxUrlLength) return refuse('too-long');
  const target = readTarget(url);
  if (target.type === 'unusable') return refuse('unusable', target.reason, target.reason);
  const { path } = target;
  const place = setup.table.find(method, path);
  if (place.type === 'skipped') return { type: 'skipped', url };
  if (place.type === 'unusable') return refuse('unusable', place.reason, place.reason);
  if (place.type === 'no-endpoint')
    return answerOptions(method, path, setup) ?? refuse('no-endpoint', place.reason);
  return after(callerOf(call.req, setup), (caller) => {
    const mapped = setup.mapper.map(call, caller.principal, caller.context);
    if (mapped.type === 'unusable') return refuse('unusable', mapped.reason, mapped.reason);
    if (mapped.type === 'no-endpoint') return refuse('no-endpoint', mapped.reason);
    return checkRequests(call, setup, caller, mapped.endpoint, mapped.requests);
  });
}

/** Decides about an action that a route names itself, with the identifiers it names. */
export function checkAction<Req extends object>(
  call: ServerCall<Req>,
  setup: Setup<Req>,
  actionName: string,
  ids: readonly string[] | undefined,
): Ready<Verdict> {
  const action = setup.actions.get(actionName);
  if (!action) return refuse('failed', `unknown action ${actionName}`);
  return after(callerOf(call.req, setup), (caller) => {
    if (ids?.some((id) => typeof id !== 'string' || id === ''))
      return refuse('unusable', 'the route named a resource that is no identifier');
    const requests = (ids ?? [undefined]).map((id) =>
      requestAbout(action, id, caller.principal, setup.model, caller.context),
    );
    return checkRequests(call, setup, caller, undefined, requests, action.name);
  });
}

function refuse(refusal: Refusal, reason?: string, detail?: string): Verdict {
  return { type: 'refused', refusal, ...(reason ? { reason } : {}), ...(detail ? { detail } : {}) };
}

function answerOptions<Req extends object>(
  method: string,
  path: string,
  { options, table }: Setup<Req>,
): Verdict | undefined {
  if (method !== 'OPTIONS' || options.optionsRequests !== 'answer') return undefined;
  const methods = table.methodsOf(path);
  return methods.length > 0 ? { type: 'options', methods } : undefined;
}

// ---- one call, one or several requests ----

function checkRequests<Req extends object>(
  { req, url }: ServerCall<Req>,
  setup: Setup<Req>,
  caller: Caller,
  endpoint: ModelEndpoint | undefined,
  own: readonly Request[],
  action = endpoint?.action.name ?? '',
): Ready<Verdict> {
  if (own.length > setup.maxBatchItems) {
    const detail = `The call names ${own.length} items, and ${setup.maxBatchItems} are the most.`;
    return refuse('unusable', detail, detail);
  }
  const extra = moveRequests(req, setup, action, caller);
  const requests = [...(extra?.replacesOwn ? [] : own), ...(extra?.requests ?? [])];
  const looked = lookups(setup.builders, setup.model, req, setup.inTime);
  const name = endpoint && `${endpoint.method} ${endpoint.path}`;
  return after(decideAll(requests, caller, looked, setup), (results) => {
    const checks = { ...(name ? { endpoint: name } : {}), results };
    const choice = (name && setup.options.batch?.[name]) ?? 'reject';
    const refusal = choice === 'proceed' ? worstOfItems(results) : worst(results);
    if (refusal) return { type: 'refused', refusal: hidden(refusal, caller, setup), checks };
    return { type: 'allowed', url, authorized: authorizedBy(action, caller.principal, results), checks };
  });
}

function moveRequests<Req extends object>(
  req: Req,
  { options, actions, model }: Setup<Req>,
  action: string,
  { principal, context }: Caller,
): { requests: Request[]; replacesOwn: boolean } | undefined {
  const moves = options.moves ?? {};
  const move = Object.hasOwn(moves, action) ? moves[action]?.(req) : undefined;
  if (!move) return undefined;
  const checks = move.origin ? [move.origin, move.destination] : [move.destination];
  const requests = checks.map((check) => {
    const known = actions.get(check.action);
    if (!known) throw new Error(`a move asks about \`${check.action}\`, which is no action of the schema`);
    if (typeof check.resource !== 'string' || check.resource === '')
      throw new Error(`a move asks about \`${check.action}\` without an identifier`);
    return requestAbout(known, check.resource, principal, model, context);
  });
  return { requests, replacesOwn: move.origin !== undefined };
}

/** All must be permitted. What could not be decided outweighs a deny, and a deny outweighs what does not exist. */
function worst(results: readonly Checked[]): Refusal | undefined {
  if (results.length > 0 && results.every(isAllowed)) return undefined;
  const kinds = new Set(results.map(({ result }) => result.kind));
  if (kinds.has('errored')) return 'failed';
  if (results.some(({ result }) => isDenied(result))) return 'denied';
  return kinds.has('not-found') ? 'missing' : 'failed';
}

/** Items that are not permitted are left out; what else the call asks for must be permitted, and one item at least. */
function worstOfItems(results: readonly Checked[]): Refusal | undefined {
  const others = results.filter(({ request }) => request.item === undefined);
  const refused = others.length > 0 ? worst(others) : undefined;
  if (refused) return refused;
  const items = results.filter(({ request }) => request.item !== undefined);
  if (items.some(({ result }) => result.decision === 'allow')) return undefined;
  return worst(items.length > 0 ? items : results);
}

function isAllowed({ result: { decision, kind } }: Checked): boolean {
  return decision === 'allow' && kind === 'allowed';
}

function isDenied({ decision, kind }: ReadResult): boolean {
  return decision === 'deny' && kind !== 'errored' && kind !== 'not-found';
}

/** Somebody without an identity learns nothing but that one is needed. */
function hidden<Req extends object>(refusal: Refusal, caller: Caller, { options }: Setup<Req>): Refusal {
  if (refusal === 'failed') return refusal;
  if (!caller.isKnown) return 'unauthenticated';
  return refusal === 'missing' && options.missingResource === 403 ? 'denied' : refusal;
}

function authorizedBy(action: string, principal: Entity, results: readonly Checked[]): Authorized {
  const permitted = results.filter(({ result }) => result.decision === 'allow');
  return {
    principal: 'id' in principal.uid ? principal.uid : principal.uid.__entity,
    action,
    resources: permitted.map(({ request }) => request.resource),
    items: permitted.flatMap(({ request }) => request.item ?? []),
    refusedItems: results.flatMap(({ request, result }) =>
      result.decision === 'allow' ? [] : (request.item ?? []),
    ),
  };
}
