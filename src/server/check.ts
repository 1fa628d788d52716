import { type Entity, type EntityUid, plainUid } from '../core/cedar/entity.ts';
import { endpointKey } from '../core/endpoints/endpoint-key.ts';
import {
  answered,
  type CallRefusal,
  callRefusal,
  isItem,
  refusalOf,
  worstOf,
} from '../core/engine/http-status.ts';
import {
  isIdentifier,
  type ModelEndpoint,
  type PassedCall,
  type RefusedCall,
  type Request,
} from '../core/requests/map-call.ts';
import { batchChoiceOf, tooMany } from '../core/requests/server/server-rules.ts';
import { isBodyUnseen, UNREAD_BODY } from '../core/requests/server/unread-body.ts';
import { isRecord } from '../core/values/record.ts';
import { type Authorized, ownUid, type ServerCall } from './call.ts';
import { type CheckedRequest, decideAll } from './decide.ts';
import { namedRequests } from './named-requests.ts';
import type { Check, Move } from './options.ts';
import type { Caller } from './principals/caller.ts';
import { callerOf } from './principals/identify-caller.ts';
import type { Refusal } from './reporting/problem.ts';
import type { Setup } from './setup.ts';
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
      /** What the caller is told instead, who is not to learn why. */
      readonly toldAs?: Refusal;
      readonly checks?: Checks;
      /** Whether a server may run another route than that of the endpoint that the call names. */
      readonly mayRunAnother?: true;
    };

/** The decisions about one call. */
export interface Checks {
  /** Of the schema: a second for a call that two may answer; none for an action that a route names itself. */
  readonly endpoints: readonly ModelEndpoint[];
  /** The action of the call; a second for a call that two endpoints may answer. */
  readonly actions: readonly string[];
  readonly results: readonly CheckedRequest[];
}

/** Decides about a call by its method and URL: endpoint, principal, requests, slices, engine. */
export function checkCall<Req extends object>(call: ServerCall<Req>, setup: Setup<Req>): Ready<CallVerdict> {
  const read = setup.mapper.read(call);
  if (read.settled) return settledBefore(read.settled, call, setup);
  return after(callerOf(call.req, setup), (caller) => {
    setup.remembered.set(call.req, { caller, model: setup.model });
    const mapped = read(caller.principal, caller.context);
    if (mapped.type !== 'requests') return settledVerdict(mapped, call);
    if (call.misread !== undefined) return refuse('unusable', call.misread, call.misread);
    const { endpoint, also, requests } = mapped;
    const endpoints = also ? [endpoint, also] : [endpoint];
    if (isRunElsewhere(call, endpoints, setup))
      return { ...refuse('failed', ROUTE_OF_ANOTHER), mayRunAnother: true };
    const actions = endpoints.map(({ action }) => action.name);
    return checkRequests(call, setup, caller, { endpoints, actions, requests });
  });
}

/** Whether the route that a server has found for a call is that of another endpoint. */
export function isRunElsewhere<Req extends object>(
  { method, templates }: ServerCall<Req>,
  endpoints: readonly ModelEndpoint[],
  { isOfAnother }: Setup<Req>,
): boolean {
  return templates !== undefined && isOfAnother({ method, templates }, endpoints);
}

export const ROUTE_OF_ANOTHER =
  'the route that would run has the path of another endpoint than the one that the call is decided about: give each endpoint a route that answers all of its calls';

/** What becomes of a call whose caller nobody has asked for. An endpoint that is hidden is answered as one that is denied, to whoever calls. */
function settledBefore<Req extends object>(
  settled: RefusedCall | PassedCall,
  call: ServerCall<Req>,
  setup: Setup<Req>,
): Ready<CallVerdict> {
  if (settled.type !== 'no-endpoint' || setup.rules.unknownEndpoint !== 403)
    return settledVerdict(settled, call);
  return after(callerOf(call.req, setup), ({ isKnown }) => ({
    ...refuse('no-endpoint', settled.reason),
    toldAs: isKnown ? 'denied' : 'unauthenticated',
  }));
}

/** What becomes of a call about which nothing is decided. The caller is told what is wrong with the call itself. */
function settledVerdict<Req extends object>(
  settled: RefusedCall | PassedCall,
  { url }: ServerCall<Req>,
): CallVerdict {
  switch (settled.type) {
    case 'skipped':
      return { type: 'skipped', url };
    case 'options':
      return { type: 'options', methods: settled.methods };
    case 'no-endpoint':
      return refuse('no-endpoint', settled.reason);
    case 'too-long':
      return refuse('too-long');
    case 'unusable':
      return refuse('unusable', settled.reason, settled.reason);
  }
}

/** Decides about an action that a route names itself, with the identifiers that it names. */
export function checkAction<Req extends object>(
  call: ServerCall<Req>,
  setup: Setup<Req>,
  action: string,
  named: unknown,
): Ready<CallVerdict> {
  if (call.url.length > setup.rules.maxUrlLength) return refuse('too-long');
  const ids: readonly unknown[] = Array.isArray(named) ? named : [named];
  if (ids.length === 0 || !ids.every(isIdentifier)) {
    const reason = 'the call names no resource that could be decided about';
    return refuse('unusable', reason, reason);
  }
  return after(callerOf(call.req, setup), (caller) => {
    setup.remembered.set(call.req, { caller, model: setup.model });
    const most = setup.rules.maxBatchItems;
    if (ids.length > most) return settledVerdict(tooMany(ids.length, most), call);
    const checks = ids.map((resource) => ({ action, resource }));
    const asked = namedRequests(checks, call, caller, setup);
    if (asked.type === 'unusable') return settledVerdict(asked, call);
    const moved = setup.mapper.moved([action], call, caller.principal, caller.context);
    if (moved.type === 'unusable') return settledVerdict(moved, call);
    const requests = [...asked.requests, ...moved.requests];
    return checkRequests(call, setup, caller, { endpoints: [], actions: [action], requests });
  });
}

function refuse(refusal: Refusal, reason?: string, detail?: string): CallVerdict & { type: 'refused' } {
  return { type: 'refused', refusal, ...(reason ? { reason } : {}), ...(detail ? { detail } : {}) };
}

// ---- one call, one or several requests ----

/** What a call asks for by itself. */
interface AskedCall {
  readonly endpoints: readonly ModelEndpoint[];
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
  return after(moveOf(call, setup, asked.actions), (checks) => {
    if (checks.length === 0 && mayMoveUnseen(call, setup, asked.actions))
      return refuse('unusable', UNREAD_BODY, UNREAD_BODY);
    const moved = namedRequests(checks, call, caller, setup);
    if (moved.type === 'unusable') return settledVerdict(moved, call);
    const requests = moved.requests.length === 0 ? asked.requests : [...asked.requests, ...moved.requests];
    return decideAll({ requests, caller, req: call.req }, setup, (results) => {
      const known = setup.remembered.get(call.req);
      const [first] = results;
      if (known && first) known.resource = first.request.resource;
      return verdictOn(results, asked, { url: call.url, caller }, setup);
    });
  });
}

function verdictOn<Req extends object>(
  results: readonly CheckedRequest[],
  { endpoints, actions }: AskedCall,
  { url, caller }: { readonly url: string; readonly caller: Caller },
  setup: Setup<Req>,
): CallVerdict {
  const [endpoint] = endpoints;
  const checks = { endpoints, actions, results };
  const refusal =
    results.length === 1
      ? worst(results)
      : callRefusal(
          results.map(({ request, result }) => answered(request, result)),
          batchChoiceOf(setup.rules, endpoint && endpointKey(endpoint), actions.length === 1),
        );
  if (refusal) return { type: 'refused', refusal: hidden(refusal, caller, setup), checks };
  const authorized = authorizedBy(actions[0] ?? '', caller.principal, results);
  return { type: 'allowed', url, authorized, checks };
}

/** What a call asks for besides its own question, when it moves something. */
function moveOf<Req extends object>(
  { req }: ServerCall<Req>,
  { options: { moves = NO_MOVES }, inTime }: Setup<Req>,
  actions: readonly string[],
): Ready<readonly Check[]> {
  if (moves === NO_MOVES) return NO_CHECKS;
  const found = all(
    actions.map((action) => {
      const move = Object.hasOwn(moves, action) ? moves[action] : undefined;
      return move && attempt(() => inTime(`the move of \`${action}\``, () => move(req)));
    }),
  );
  return after(found, (known) => known.flatMap(checksOf));
}

/** Where a function finds no move, a handler that reads the body later may find one in it. */
function mayMoveUnseen<Req extends object>(
  call: ServerCall<Req>,
  { options: { moves = NO_MOVES } }: Setup<Req>,
  actions: readonly string[],
): boolean {
  return !call.isReadable && actions.some((action) => Object.hasOwn(moves, action)) && isBodyUnseen(call);
}

/** A value that is no move may be what the call names, such as an empty text or 0, and its handler may move something there. */
function checksOf(move: Move | undefined | null | false): readonly Check[] {
  if (move === undefined || move === null || move === false) return NO_CHECKS;
  if (!isRecord(move)) throw new Error('a function of `moves` answered with neither a move nor `undefined`');
  return move.origin ? [move.origin, move.destination] : [move.destination];
}

const NO_MOVES = {};
const NO_CHECKS: readonly Check[] = [];

/** Why a call is refused that must be permitted all it asks for. */
export function worst(results: readonly CheckedRequest[]): CallRefusal | undefined {
  return worstOf(results.map(({ result }) => result));
}

export function isAllowed({ result }: CheckedRequest): boolean {
  return refusalOf(result) === undefined;
}

/** Somebody without an identity learns nothing but that one is needed: also where nobody can be asked about without one. */
function hidden<Req extends object>(
  refusal: CallRefusal,
  caller: Caller,
  { rules, hasRoomForAnonymous }: Setup<Req>,
): Refusal {
  if (!caller.isKnown && (refusal !== 'failed' || !hasRoomForAnonymous)) return 'unauthenticated';
  if (refusal === 'failed') return refusal;
  return refusal === 'missing' && rules.missingResource === 403 ? 'denied' : refusal;
}

/** What handlers see of a call: the resources that are permitted; of a batch also the items that are, and those that are left out. */
export function authorizedBy(
  action: string,
  principal: Entity,
  results: readonly CheckedRequest[],
): Authorized {
  const resources: EntityUid[] = [];
  const items: string[] = [];
  const refusedItems: string[] = [];
  for (const { request, result } of results) {
    const isPermitted = isAllowed({ request, result });
    if (isPermitted) resources.push(ownUid(request.resource));
    if (isItem(request)) (isPermitted ? items : refusedItems).push(request.item);
  }
  return { principal: ownUid(plainUid(principal.uid)), action, resources, items, refusedItems };
}
