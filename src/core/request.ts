import { APPLICATION_TYPE } from './application.ts';
import type { CedarValueJson } from './cedar.ts';
import { type ContextSource, type GivenContext, requestContext } from './context.ts';
import type { Outcome } from './diagnostic.ts';
import { type Entity, type EntityUid, plainUid } from './entity.ts';
import { identifiersOf } from './identifiers.ts';
import type { Action, ActionEndpoint, Model } from './model.ts';
import { buildRouter, type Match } from './route.ts';
import { isSameDecision } from './shared-route.ts';
import { readTarget } from './target.ts';

/** One HTTP request, real or in a fixture. */
export interface Call {
  readonly method: string;
  /** Path and query: `/messages?messagelist=m1,m2`. */
  readonly url: string;
  /** The parsed body, when there is one. */
  readonly body?: unknown;
  /** By name, in any letter case; as far as they matter. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** An authorization request without its entities: principal, action, resource, context. */
export interface Request {
  readonly principal: EntityUid;
  readonly action: EntityUid;
  readonly resource: EntityUid;
  readonly context: Readonly<Record<string, CedarValueJson>>;
  /** In a batch: the identifier of the item, as the call wrote it. */
  readonly item?: string;
}

/** What a call asks for: one request, several in a batch; or why it asks for nothing that can be decided. */
export type MappedCall =
  | { readonly type: 'requests'; readonly endpoint: ModelEndpoint; readonly requests: readonly Request[] }
  | { readonly type: 'no-endpoint'; readonly reason: string }
  | { readonly type: 'unusable'; readonly reason: string };

export interface ModelEndpoint extends ActionEndpoint {
  readonly action: Action;
}

/** Maps calls to authorization requests. The middleware and replay use the same one: a green fixture speaks about both. */
export interface CallMapper {
  /** Those that a call can be for. */
  readonly endpoints: readonly ModelEndpoint[];
  /** `given` holds attributes of the context that do not follow from the call. */
  readonly map: (call: Call, principal: Entity, given?: GivenContext) => MappedCall;
}

export function callMapper(model: Model): Outcome<CallMapper> {
  const endpoints = model.actions.flatMap((action) =>
    action.endpoints.map((endpoint) => ({ ...endpoint, action })),
  );
  const router = buildRouter(endpoints, asksTheSame);
  if (!router.ok) return router;
  const map = (call: Call, principal: Entity, given?: GivenContext): MappedCall => {
    const target = readTarget(call.url);
    if (target.type === 'unusable') return target;
    const overridden = methodOverride(call);
    if (overridden) return overridden;
    const routed = router.value.route(call.method, target.path);
    if (routed.type !== 'match') return routed;
    return mapMatched(routed.match, target.query, call.body, principal, model, given);
  };
  return { ok: true, value: { endpoints: router.value.endpoints, map }, diagnostics: router.diagnostics };
}

function asksTheSame(a: ModelEndpoint, b: ModelEndpoint): boolean {
  return isSameDecision({ ...a, about: a.action.name }, { ...b, about: b.action.name });
}

/** The request of an action about a resource that the application itself names; without an id, about the application. */
export function requestAbout(
  action: Action,
  id: string | undefined,
  principal: Entity,
  model: Model,
  given?: GivenContext,
): Request {
  const resource =
    id === undefined ? applicationUid(model) : { type: `${model.namespace}::${action.resourceType}`, id };
  const nothing = {
    principal,
    pathParameters: new Map(),
    query: new URLSearchParams(),
    ...(given ? { given } : {}),
  };
  return { ...sharedParts(action, nothing, model), resource };
}

/** Headers by which some servers take a call for one with another method. */
const METHOD_OVERRIDES: ReadonlySet<string> = new Set([
  'x-http-method-override',
  'x-http-method',
  'x-method-override',
]);

/**
 * A call that names another method in a header is answered by nobody: whether it reads or deletes would depend on the server behind.
 * Where an override is wanted, the server applies it before authorization, and the method says the same as the header.
 */
function methodOverride({ method, headers = {} }: Call): MappedCall | undefined {
  const header = Object.entries(headers).find(
    ([name, value]) =>
      METHOD_OVERRIDES.has(name.toLowerCase()) &&
      value !== undefined &&
      String(value).toUpperCase() !== method,
  );
  if (!header) return undefined;
  const [name, value] = header;
  return {
    type: 'unusable',
    reason: `header \`${name}\` makes it a \`${value}\`, the call is a \`${method}\``,
  };
}

/** The fixed entity that stands for the application as a whole. */
function applicationUid(model: Model): EntityUid {
  return { type: `${model.namespace}::${APPLICATION_TYPE}`, id: model.namespace };
}

function mapMatched(
  match: Match<ModelEndpoint>,
  query: URLSearchParams,
  body: unknown,
  principal: Entity,
  model: Model,
  given: GivenContext | undefined,
): MappedCall {
  const { endpoint } = match;
  const source = { principal, pathParameters: match.parameters, query, body, ...(given ? { given } : {}) };
  const shared = sharedParts(endpoint.action, source, model);
  const onApplication = endpoint.action.resourceType === APPLICATION_TYPE || endpoint.from === 'application';
  if (onApplication)
    return { type: 'requests', endpoint, requests: [{ ...shared, resource: applicationUid(model) }] };
  const values = identifiersOf(match.endpoint, match.parameters, query, body);
  if (values.type === 'unusable') return values;
  const type = `${model.namespace}::${endpoint.action.resourceType}`;
  const requests = values.ids.map((id) => ({
    ...shared,
    resource: { type, id },
    ...(endpoint.pattern === 'batch' ? { item: id } : {}),
  }));
  return { type: 'requests', endpoint, requests };
}

function sharedParts(action: Action, source: ContextSource, model: Model): Omit<Request, 'resource'> {
  return {
    principal: plainUid(source.principal.uid),
    action: { type: `${model.namespace}::Action`, id: action.name },
    context: requestContext(action, source, model),
  };
}
