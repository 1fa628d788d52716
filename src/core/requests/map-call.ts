import { keptInARow } from '../caching/asked-again.ts';
import type { CedarValueJson } from '../cedar/cedar.ts';
import { type Entity, type EntityUid, plainUid } from '../cedar/entity.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import { methodOverride } from '../endpoints/method-override.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { asksTheSame } from '../endpoints/same-decision.ts';
import type { Action, ActionEndpoint, Model } from '../model/model.ts';
import { frozenCopy, isFrozenCopy } from '../values/frozen-data.ts';
import { type ContextSource, type GivenContext, memoizedContexts, requestContext } from './context.ts';
import { actionUid, applicationUid, identifiersOf, resourceTypeOf, secondOf } from './identifiers.ts';
import type { ReadOtherwise } from './query.ts';
import { buildRouter, type Match, type RouteAnswer } from './router.ts';
import { callPlaces } from './target.ts';

/** One HTTP request, real or in a fixture. */
export interface Call {
  /** In capital letters. */
  readonly method: string;
  /** Path and query: `/messages?messagelist=m1,m2`. */
  readonly url: string;
  /** The parsed body, when there is one. */
  readonly body?: unknown;
  /** By name, in any letter case; as far as they matter. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** In a server: the parameters of the query of which its handlers see something else. */
  readonly otherwise?: ReadOtherwise | undefined;
}

/** An authorization request without its entities: principal, action, resource, context. */
export interface Request {
  readonly principal: EntityUid;
  readonly action: EntityUid;
  readonly resource: EntityUid;
  readonly context: Readonly<Record<string, CedarValueJson>>;
  /** In a batch, and where a call asks about two things: the identifier, as the call wrote it. */
  readonly item?: string;
  /** Asked besides the call's own question: never an item that may be left out. */
  readonly isSecond?: true;
  /** Set in a test for Cedar's tools that says so: principal and resource may be of types that the schema does not have there. */
  readonly mayMisfit?: true;
}

/** What a call asks for: one request, several in a batch; or why it asks for nothing that can be decided. */
export type MappedCall =
  | {
      readonly type: 'requests';
      readonly endpoint: ModelEndpoint;
      readonly requests: readonly Request[];
      /** The endpoint that a server may run instead, for which the call asks as well: that for `GET`, of a call with `HEAD`. */
      readonly also?: ModelEndpoint;
    }
  | RefusedCall
  | PassedCall;

/** A call that is refused before anything is decided. */
export interface RefusedCall {
  readonly type: 'no-endpoint' | 'unusable' | 'too-long';
  readonly reason: string;
}

/** A call about which nothing is decided: a server lets it through, or answers it with the methods of the path. */
export type PassedCall =
  | { readonly type: 'skipped'; readonly reason: string }
  | { readonly type: 'options'; readonly reason: string; readonly methods: readonly string[] };

export interface ModelEndpoint extends ActionEndpoint {
  readonly action: Action;
}

/** Maps calls to authorization requests. The middleware and replay use the same one: a green fixture speaks about both. */
export interface CallMapper {
  /** Those that a call can be for. */
  readonly endpoints: readonly ModelEndpoint[];
  /** `given` holds attributes of the context that do not follow from the call. */
  readonly map: (call: Call, principal: Entity, given?: GivenContext) => MappedCall;
  /** The same in two steps: a call that many principals make is read once. `contextOf` may remember contexts. */
  readonly read: (call: Call, contextOf?: typeof requestContext) => ReadCall;
  /** What a call says apart from its endpoint; path parameters are known where it is a call to an endpoint. */
  readonly values: (call: Call) => ReadValues;
}

export type ReadValues =
  | { readonly type: 'values'; readonly values: CallValues; readonly isEndpoint: boolean }
  | { readonly type: 'unusable'; readonly reason: string };

/** What a call asks for when this principal makes it. */
export interface ReadCall {
  (principal: Entity, given?: GivenContext): MappedCall;
  /** What becomes of the call, whoever makes it, when it asks for nothing. */
  readonly settled?: RefusedCall | PassedCall;
}

/** A call that asks for nothing, whoever makes it. */
export function settledFor(settled: RefusedCall | PassedCall): ReadCall {
  return Object.assign(() => settled, { settled });
}

/**
 * Reads calls by the endpoints of a schema (`Schema.model`). Calls of endpoints that no call can tell apart, and that need different decisions,
 * are refused. Nothing is thrown.
 */
export function callMapper(model: Model): Outcome<CallMapper> {
  const endpoints = model.actions.flatMap((action) =>
    action.endpoints.map((endpoint) => ({ ...endpoint, action })),
  );
  const router = buildRouter(endpoints, asksTheSame, 'deny');
  if (!router.ok) return router;
  const placeOf = callPlaces((method, path): RoutedPlace => ({ found: router.value.route(method, path) }));
  const ofCalls = memoizedContexts(isFrozenCopy);
  const read: CallMapper['read'] = (call, contextOf = ofCalls) => {
    const place = placeOf(call.method, call.url, call.otherwise);
    if (place.type === 'unusable') return settledFor(place);
    const overridden = methodOverride(call);
    if (overridden !== undefined) return settledFor({ type: 'unusable', reason: overridden });
    const { query, routed } = place;
    if (call.body !== undefined || contextOf !== ofCalls)
      return readFound(routed.found, { query, body: call.body, model, contextOf });
    routed.withoutBody ??= keptFor(readFound(routed.found, { query, body: undefined, model, contextOf }));
    return routed.withoutBody;
  };
  const values: CallMapper['values'] = ({ method, url, body, otherwise }) => {
    const place = placeOf(method, url, otherwise);
    if (place.type === 'unusable') return place;
    const { query, routed } = place;
    const { found } = routed;
    if (found.type === 'unusable') return found;
    const pathParameters = found.type === 'match' ? found.match.parameters : NO_PARAMETERS;
    return {
      type: 'values',
      values: { pathParameters, query, body },
      isEndpoint: found.type === 'match',
    };
  };
  const map: CallMapper['map'] = (call, principal, given) => read(call)(principal, given);
  return {
    ok: true,
    value: { endpoints: router.value.endpoints, map, read, values },
    diagnostics: router.diagnostics,
  };
}

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

/** What a call says apart from its endpoint: its parameters and its body may be part of the context. */
export type CallValues = Pick<ContextSource, 'pathParameters' | 'query' | 'body'>;

/**
 * The request of an action about a resource that the application itself names, or about the application where the action is about
 * that anyway. The context is made of the same call.
 */
export function requestAbout(
  action: Action,
  id: string,
  { principal, given, values }: { principal: Entity; given?: GivenContext | undefined; values: CallValues },
  model: Model,
):
  | { readonly type: 'request'; readonly request: Request }
  | { readonly type: 'unusable'; readonly reason: string } {
  if (!isIdentifier(id))
    return {
      type: 'unusable',
      reason: `\`${action.name}\` is asked about a resource that is not an identifier`,
    };
  const answer = requestContext(action, { ...values, principal, ...(given ? { given } : {}) }, model);
  if (answer.type === 'unusable') return answer;
  const isOfApplication = action.resourceType === APPLICATION_TYPE;
  const resource = isOfApplication ? applicationUid(model) : { type: resourceTypeOf(action, model), id };
  const { context } = answer;
  const uid = plainUid(principal.uid);
  return {
    type: 'request',
    request: { principal: uid, action: actionUid(action, model), resource, context },
  };
}

/** Whether a value can name a resource: any well-formed text that is not empty. */
export function isIdentifier(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.isWellFormed();
}

/** A call that two endpoints may answer asks for what both ask for. */
function bothOf(first: ReadCall, second: ReadCall): ReadCall {
  const settled = first.settled ?? second.settled;
  if (settled) return settledFor(settled);
  return (principal, given) => {
    const own = first(principal, given);
    const other = second(principal, given);
    if (own.type !== 'requests') return own;
    if (other.type !== 'requests') return other;
    return { ...own, requests: [...own.requests, ...other.requests], also: other.endpoint };
  };
}

/** What the router found at a place. */
interface RoutedPlace {
  readonly found: RouteAnswer<ModelEndpoint>;
  /** What a call without a body asks there: but for who makes it, nothing else of it counts. */
  withoutBody?: ReadCall;
}

function readFound(found: RouteAnswer<ModelEndpoint>, asked: CallReading): ReadCall {
  if (found.type !== 'match') return settledFor(found);
  const own = readMatched(found.match, asked);
  if (!found.also || asksTheSame(found.match.endpoint, found.also.endpoint)) return own;
  return bothOf(own, readMatched(found.also, asked));
}

/**
 * The same call, which keeps what a principal asks twice in a row, if nobody can change that principal: nothing else counts where the
 * application adds nothing to the context. Only what asks about one resource is kept.
 */
function keptFor(read: ReadCall): ReadCall {
  if (read.settled) return read;
  const asked = keptInARow(read, (mapped, principal) => isFrozenCopy(principal) && frozenCall(mapped));
  return (principal, given) => (given === undefined ? asked(principal) : read(principal, given));
}

function frozenCall(mapped: MappedCall): MappedCall | undefined {
  if (mapped.type !== 'requests') return undefined;
  const [request, ...others] = mapped.requests;
  const copy = request && others.length === 0 ? frozenCopy(request) : undefined;
  return copy && { ...mapped, requests: [copy] };
}

interface CallReading extends Pick<ContextSource, 'query' | 'body'> {
  readonly model: Model;
  readonly contextOf: typeof requestContext;
}

function readMatched(match: Match<ModelEndpoint>, { query, body, model, contextOf }: CallReading): ReadCall {
  const { endpoint, parameters: pathParameters } = match;
  const asked = resourcesOf(match, query, body, model);
  if (asked.type === 'unusable') return settledFor(asked);
  const besides = secondOf(match.endpoint.second, { pathParameters, query, body }, model);
  if (besides?.type === 'unusable') return settledFor(besides);
  return (principal, given) => {
    const source: ContextSource = given
      ? { principal, given, pathParameters, query, body }
      : { principal, pathParameters, query, body };
    const answer = contextOf(endpoint.action, source, model);
    if (answer.type === 'unusable') return answer;
    const { context } = answer;
    const uid = plainUid(principal.uid);
    const action = actionUid(endpoint.action, model);
    const requests = asked.resources.map(({ uid: { type, id }, item }): Request => {
      // Of its own for each call: the application gets to see it, and may change it.
      const resource = { type, id };
      const named = item ?? (besides && resource.id);
      return named === undefined
        ? { principal: uid, action, resource, context }
        : { principal: uid, action, resource, context, item: named };
    });
    if (besides === undefined) return { type: 'requests', endpoint, requests };
    const values = { pathParameters, query, body };
    const second = requestAbout(besides.action, besides.id, { principal, given, values }, model);
    if (second.type === 'unusable') return second;
    const own: Request = { ...second.request, item: besides.id, isSecond: true };
    return { type: 'requests', endpoint, requests: [...requests, own] };
  };
}

/** What a call is about, with the item that each stands for in a batch. */
type AskedResources =
  | { readonly type: 'resources'; readonly resources: readonly AskedResource[] }
  | { readonly type: 'unusable'; readonly reason: string };

interface AskedResource {
  readonly uid: EntityUid;
  readonly item?: string;
}

/**
 * What a call is about: the application as a whole, or what its identifiers name. The items of a batch are asked about one by one also
 * where every action applies to the application: a call that names none asks for nothing.
 */
function resourcesOf(
  { endpoint, parameters }: Match<ModelEndpoint>,
  query: URLSearchParams,
  body: unknown,
  model: Model,
): AskedResources {
  const { resourceType } = endpoint.action;
  const isAboutAll = resourceType === APPLICATION_TYPE;
  const isBatch = PATTERN_TRAITS[endpoint.pattern].hasItems;
  if (endpoint.from === 'application' || (isAboutAll && !isBatch))
    return { type: 'resources', resources: [{ uid: applicationUid(model) }] };
  const values = identifiersOf(endpoint, parameters, query, body);
  if (values.type === 'unusable') return values;
  const type = resourceTypeOf(endpoint.action, model);
  const uidOf = (id: string) => (isAboutAll ? applicationUid(model) : { type, id });
  return {
    type: 'resources',
    resources: values.ids.map((id) => (isBatch ? { uid: uidOf(id), item: id } : { uid: uidOf(id) })),
  };
}
