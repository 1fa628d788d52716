import type { Entity } from '../core/cedar/entity.ts';
import type { ReadResult } from '../core/engine/authorization-engine.ts';
import { isIdentifier, type ModelEndpoint, type Request } from '../core/requests/map-call.ts';
import { readTarget } from '../core/requests/target.ts';
import type { Authorized, ServerCall } from './call.ts';
import { type CheckedRequest, decideAll } from './decide.ts';
import { hasUnreadBody, isUnclearBody, namedRequests, UNREAD_BODY } from './named-requests.ts';
import type { Check } from './options.ts';
import { type Caller, callerOf } from './principals/caller.ts';
import type { Refusal } from './reporting/problem.ts';
import type { Setup } from './setup.ts';
import { lookups } from './slices/slice-builder.ts';
import { after, all, attempt, type Ready } from './waiting/ready.ts';

/** What becomes of a call. Only `allowed` and `skipped` are handed on. */
export type CallVerdict =
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
  /** The action of the call; a second for a call that two endpoints may answer. */
  readonly actions: readonly string[];
  readonly results: readonly CheckedRequest[];
}

/** Decides about a call by its method and URL: endpoint, principal, requests, slices, engine. */
export function checkCall<Req extends object>(call: ServerCall<Req>, setup: Setup<Req>): Ready<CallVerdict> {
  const { method, url } = call;
  if (url.length > setup.maxUrlLength) return refuse('too-long');
  const target = readTarget(url);
  if (target.type === 'unusable') return refuse('unusable', target.reason, target.reason);
  const { path } = target;
  const place = setup.table.isPlain(path) ? undefined : setup.table.find(method, path);
  if (place?.type === 'skipped') return { type: 'skipped', url };
  if (place?.type === 'unusable') return refuse('unusable', place.reason, place.reason);
  if (place?.type === 'no-endpoint')
    return answerOptions(method, path, setup) ?? refuse('no-endpoint', place.reason);
  const read = setup.mapper.read(call);
  if (read.refused?.type === 'unusable') return refuse('unusable', read.refused.reason, read.refused.reason);
  if (read.refused) return answerOptions(method, path, setup) ?? refuse('no-endpoint', read.refused.reason);
  return after(callerOf(call.req, setup), (caller) => {
    setup.remembered.set(call.req, { caller });
    const mapped = read(caller.principal, caller.context);
    if (mapped.type === 'unusable') return refuse('unusable', mapped.reason, mapped.reason);
    if (mapped.type === 'no-endpoint') return refuse('no-endpoint', mapped.reason);
    const { endpoint, also, requests } = mapped;
    if ([endpoint, ...(also ? [also] : [])].some((one) => mayHideSomething(call, one, setup)))
      return refuse('unusable', UNREAD_BODY, UNREAD_BODY);
    const actions = [endpoint.action.name, ...(also ? [also.action.name] : [])];
    return checkRequests(call, setup, caller, { endpoint, actions, requests });
  });
}

/** Whether a later handler may read a body that policies, or a second question, should have seen. */
function mayHideSomething<Req extends object>(
  call: ServerCall<Req>,
  { action, second }: ModelEndpoint,
  { actions }: Setup<Req>,
): boolean {
  const besides = second && actions.get(second.action);
  if (hasUnreadBody(call, action) || (besides && hasUnreadBody(call, besides))) return true;
  return second?.optional === true && second.from.startsWith('body') && isUnclearBody(call);
}

/** Decides about an action that a route names itself, with the identifiers that it names. */
export function checkAction<Req extends object>(
  call: ServerCall<Req>,
  setup: Setup<Req>,
  action: string,
  named: unknown,
): Ready<CallVerdict> {
  if (call.url.length > setup.maxUrlLength) return refuse('too-long');
  const ids: readonly unknown[] = Array.isArray(named) ? named : [named];
  if (ids.length === 0 || !ids.every(isIdentifier)) {
    const reason = 'the call names no resource that could be decided about';
    return refuse('unusable', reason, reason);
  }
  return after(callerOf(call.req, setup), (caller) => {
    setup.remembered.set(call.req, { caller });
    const checks = ids.map((resource) => ({ action, resource }));
    const asked = namedRequests(checks, call, caller, setup);
    if (asked.type === 'unusable') return refuse('unusable', asked.reason, asked.reason);
    return checkRequests(call, setup, caller, { actions: [action], requests: asked.requests });
  });
}

function refuse(refusal: Refusal, reason?: string, detail?: string): CallVerdict & { type: 'refused' } {
  return { type: 'refused', refusal, ...(reason ? { reason } : {}), ...(detail ? { detail } : {}) };
}

function answerOptions<Req extends object>(
  method: string,
  path: string,
  { options, table }: Setup<Req>,
): CallVerdict | undefined {
  if (method !== 'OPTIONS' || options.optionsRequests !== 'answer') return undefined;
  const methods = table.methodsOf(path);
  return methods.length > 0 ? { type: 'options', methods } : undefined;
}

// ---- one call, one or several requests ----

/** What a call asks for by itself. */
interface AskedCall {
  readonly endpoint?: ModelEndpoint;
  /** The action of the call; a second for a call that two endpoints may answer. */
  readonly actions: readonly string[];
  readonly requests: readonly Request[];
}

function checkRequests<Req extends object>(
  call: ServerCall<Req>,
  setup: Setup<Req>,
  caller: Caller,
  asked: AskedCall,
): Ready<CallVerdict> {
  const count = asked.requests.length;
  if (count > setup.maxBatchItems) {
    const detail = `The call names ${count} items, and ${setup.maxBatchItems} are the most.`;
    return refuse('unusable', detail, detail);
  }
  return after(moveOf(call, setup, asked.actions), (checks) => {
    const moved = namedRequests(checks, call, caller, setup);
    if (moved.type === 'unusable') return refuse('unusable', moved.reason, moved.reason);
    const requests = [...asked.requests, ...moved.requests];
    const looked = lookups(setup.builders, setup.model, call.req, setup.inTime);
    return after(decideAll(requests, caller, looked, setup), (results) => {
      const verdict = verdictOn(results, asked, caller, setup);
      const known = setup.remembered.get(call.req);
      const [first] = results;
      if (known && first) known.resource = first.request.resource;
      return verdict.type === 'refused' ? verdict : { ...verdict, url: call.url };
    });
  });
}

type AllowedHere = Omit<CallVerdict & { type: 'allowed' }, 'url'>;

function verdictOn<Req extends object>(
  results: readonly CheckedRequest[],
  { endpoint, actions }: AskedCall,
  caller: Caller,
  setup: Setup<Req>,
): AllowedHere | (CallVerdict & { type: 'refused' }) {
  const name = endpoint && `${endpoint.method} ${endpoint.path}`;
  const checks = { ...(name ? { endpoint: name } : {}), actions, results };
  // What two endpoints ask for is never left out in part.
  const choice = (name && actions.length === 1 && setup.options.batch?.[name]) || 'reject';
  const refusal = choice === 'proceed' ? worstOfItems(results) : worst(results);
  if (refusal) return { type: 'refused', refusal: hidden(refusal, caller, setup), checks };
  return { type: 'allowed', authorized: authorizedBy(actions[0] ?? '', caller.principal, results), checks };
}

/** What a call asks for besides its own question, when it moves something. */
function moveOf<Req extends object>(
  { req }: ServerCall<Req>,
  { options: { moves = {} }, inTime }: Setup<Req>,
  actions: readonly string[],
): Ready<readonly Check[]> {
  const found = all(
    actions.map((action) => {
      const move = Object.hasOwn(moves, action) ? moves[action] : undefined;
      return move && attempt(() => inTime(`the move of \`${action}\``, () => move(req)));
    }),
  );
  return after(found, (known) =>
    known.flatMap((move) => (move ? [...(move.origin ? [move.origin] : []), move.destination] : [])),
  );
}

/** All must be permitted. What could not be decided outweighs a deny, and a deny outweighs what does not exist. */
export function worst(results: readonly CheckedRequest[]): Refusal | undefined {
  if (results.length > 0 && results.every(isAllowed)) return undefined;
  const kinds = new Set(results.map(({ result }) => result.kind));
  if (kinds.has('errored')) return 'failed';
  if (results.some(({ result }) => isDenied(result))) return 'denied';
  return kinds.has('not-found') ? 'missing' : 'failed';
}

/** Items that are not permitted are left out; what else the call asks for must be permitted, and one item at least. */
function worstOfItems(results: readonly CheckedRequest[]): Refusal | undefined {
  const others = results.filter(({ request }) => !isItem(request));
  const refused = others.length > 0 ? worst(others) : undefined;
  if (refused) return refused;
  const items = results.filter(({ request }) => isItem(request));
  if (items.some(({ result }) => result.decision === 'allow')) return undefined;
  return worst(items.length > 0 ? items : results);
}

function isItem({ item, isSecond }: Request): boolean {
  return item !== undefined && isSecond !== true;
}

export function isAllowed({ result: { decision, kind } }: CheckedRequest): boolean {
  return decision === 'allow' && kind === 'allowed';
}

function isDenied({ decision, kind }: ReadResult): boolean {
  return decision === 'deny' && kind !== 'errored' && kind !== 'not-found';
}

/** Somebody without an identity learns nothing but that one is needed: also where nobody can be asked about without one. */
function hidden<Req extends object>(
  refusal: Refusal,
  caller: Caller,
  { options, hasRoomForAnonymous }: Setup<Req>,
): Refusal {
  if (!caller.isKnown && (refusal !== 'failed' || !hasRoomForAnonymous)) return 'unauthenticated';
  if (refusal === 'failed') return refusal;
  return refusal === 'missing' && options.missingResource === 403 ? 'denied' : refusal;
}

export function authorizedBy(
  action: string,
  principal: Entity,
  results: readonly CheckedRequest[],
): Authorized {
  const permitted = results.filter(({ result }) => result.decision === 'allow');
  return {
    principal: 'id' in principal.uid ? principal.uid : principal.uid.__entity,
    action,
    resources: permitted.map(({ request }) => request.resource),
    items: permitted.flatMap(({ request }) => (isItem(request) ? (request.item ?? []) : [])),
    refusedItems: results.flatMap(({ request, result }) =>
      result.decision === 'deny' && isItem(request) ? (request.item ?? []) : [],
    ),
  };
}
