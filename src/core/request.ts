import type { CedarValueJson } from './cedar.ts';
import { requestContext } from './context.ts';
import type { Outcome } from './diagnostic.ts';
import { type Entity, type EntityUid, plainUid } from './entity.ts';
import type { Action, ActionEndpoint, Model } from './model.ts';
import { APPLICATION_TYPE } from './model.ts';
import { buildRouter, type Match } from './route.ts';

/** One HTTP request, real or in a fixture. */
export interface Call {
  readonly method: string;
  /** Path and query: `/messages?messagelist=m1,m2`. */
  readonly url: string;
  /** The parsed body, when there is one. */
  readonly body?: unknown;
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
  readonly endpoints: readonly ModelEndpoint[];
  readonly map: (call: Call, principal: Entity) => MappedCall;
}

export function callMapper(model: Model): Outcome<CallMapper> {
  const endpoints = model.actions.flatMap((action) =>
    action.endpoints.map((endpoint) => ({ ...endpoint, action })),
  );
  const router = buildRouter(endpoints);
  if (!router.ok) return router;
  const map = (call: Call, principal: Entity): MappedCall => {
    const { path, query } = splitTarget(call.url);
    const routed = router.value.route(call.method, path);
    if (routed.type !== 'match') return routed;
    return mapMatched(routed.match, query, call.body, principal, model);
  };
  return { ok: true, value: { endpoints, map }, diagnostics: router.diagnostics };
}

/** The fixed entity that stands for the application as a whole. */
export function applicationUid(model: Model): EntityUid {
  return { type: `${model.namespace}::${APPLICATION_TYPE}`, id: model.namespace };
}

function splitTarget(url: string): { path: string; query: URLSearchParams } {
  const target = url.replace(/#.*$/s, '');
  const mark = target.indexOf('?');
  if (mark < 0) return { path: target, query: new URLSearchParams() };
  return { path: target.slice(0, mark), query: new URLSearchParams(target.slice(mark + 1)) };
}

function mapMatched(
  match: Match<ModelEndpoint>,
  query: URLSearchParams,
  body: unknown,
  principal: Entity,
  model: Model,
): MappedCall {
  const { endpoint } = match;
  const shared = {
    principal: plainUid(principal.uid),
    action: { type: `${model.namespace}::Action`, id: endpoint.action.name },
    context: requestContext(endpoint.action, { principal, pathParameters: match.parameters, query }, model),
  };
  const onApplication = endpoint.action.resourceType === APPLICATION_TYPE || endpoint.from === 'application';
  if (onApplication)
    return { type: 'requests', endpoint, requests: [{ ...shared, resource: applicationUid(model) }] };
  const values = identifiers(match, query, body);
  if (values.type === 'unusable') return values;
  const type = `${model.namespace}::${endpoint.action.resourceType}`;
  const requests = values.ids.map((id) => ({
    ...shared,
    resource: { type, id },
    ...(endpoint.pattern === 'batch' ? { item: id } : {}),
  }));
  return { type: 'requests', endpoint, requests };
}

// ---- identifiers ----

type Identifiers =
  | { readonly type: 'ids'; readonly ids: readonly string[] }
  | { readonly type: 'unusable'; readonly reason: string };

/** The identifiers of the resource (one, or one for each item of a batch), as plain text and nothing else. */
function identifiers(match: Match<ModelEndpoint>, query: URLSearchParams, body: unknown): Identifiers {
  const { from, pattern } = match.endpoint;
  const [place, name] = splitFrom(from);
  const unclear = place === 'query' ? unclearQuery(name, query) : undefined;
  if (unclear) return unusable(unclear);
  const texts = rawValues(place, name, match, query, body, pattern === 'batch').map(identifierText);
  const ids = texts.filter((text) => text !== undefined);
  if (ids.length < texts.length) return unusable(`${place} \`${name}\` is not an identifier`);
  if (ids.length === 0 || ids.includes('')) return unusable(`${place} \`${name}\` names no resource`);
  if (pattern !== 'batch' && ids.length > 1)
    return unusable(`${place} \`${name}\` is given ${ids.length} times`);
  return { type: 'ids', ids: [...new Set(ids)] };
}

function unusable(reason: string): Identifiers {
  return { type: 'unusable', reason };
}

/**
 * What an application's own parser may read differently: keys such as `ids[0]`, which some merge into `ids`, and bytes that are
 * no UTF-8. Deciding about other identifiers than the application then acts upon would be worse than not deciding.
 */
function unclearQuery(name: string, query: URLSearchParams): string | undefined {
  const [single, list] = queryKeys(name);
  const other = [...query.keys()].find((key) => key.startsWith(`${single}[`) && key !== list);
  if (other !== undefined) return `query \`${other}\` is not a form in which \`${name}\` can be given`;
  const values = [...query.getAll(single), ...query.getAll(list)];
  const isText = !values.some((value) => value.includes('\uFFFD'));
  return isText ? undefined : `query \`${name}\` is not valid percent-encoding`;
}

/** A list may be given as `ids=` or as `ids[]=`, whichever of the two the API description writes. */
function queryKeys(name: string): [single: string, list: string] {
  const single = name.endsWith('[]') ? name.slice(0, -'[]'.length) : name;
  return [single, `${single}[]`];
}

function splitFrom(from: string): [string, string] {
  const colon = from.indexOf(':');
  return [from.slice(0, colon), from.slice(colon + 1)];
}

function rawValues(
  place: string,
  name: string,
  match: Match<ModelEndpoint>,
  query: URLSearchParams,
  body: unknown,
  isList: boolean,
): unknown[] {
  const split = (value: unknown) => (isList && typeof value === 'string' ? value.split(',') : [value]);
  if (place === 'path') return match.parameters.has(name) ? split(match.parameters.get(name)) : [];
  if (place === 'query') return queryKeys(name).flatMap((key) => query.getAll(key).flatMap(split));
  const value = bodyValue(body, name);
  if (value === undefined || value === null) return [];
  // The members of an array are taken as they are: there a comma is part of an identifier.
  return Array.isArray(value) ? value : split(value);
}

function bodyValue(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  return (body as Readonly<Record<string, unknown>>)[name];
}

/** Texts and whole numbers identify; so does an object of a batch by its `id`. Nothing else is ever turned into text. */
function identifierText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, 'id'))
    return undefined;
  const { id } = value as { readonly id: unknown };
  return typeof id === 'object' ? undefined : identifierText(id);
}
