import type { CedarValueJson } from '../cedar/cedar.ts';
import type { Entity } from '../cedar/entity.ts';
import type { Action, Attribute, Model } from '../model/model.ts';
import { frozenCopy } from '../values/frozen-data.ts';
import {
  ABSENT,
  absent,
  bodyValue,
  type FoundValue,
  foundValue,
  pathValue,
  queryValue,
  recordOf,
  withUnread,
} from './call-value.ts';
import { tenantsOf } from './principal.ts';

/** Attributes of a context that no call shows, such as the time of day or an address: the application knows them, a fixture states them. */
export type GivenContext = Readonly<Record<string, CedarValueJson>>;

/** The values of one call that a context may speak of. */
export interface ContextSource {
  readonly principal: Entity;
  readonly given?: GivenContext;
  /** Decoded, by name. */
  readonly pathParameters: ReadonlyMap<string, string>;
  readonly query: URLSearchParams;
  /** The parsed body, when there is one. */
  readonly body?: unknown;
}

/** The context of a request; or why the values of the call are none that a policy could speak of. */
export type ContextAnswer =
  | { readonly type: 'context'; readonly context: Readonly<Record<string, CedarValueJson>> }
  | { readonly type: 'unusable'; readonly reason: string };

/**
 * The context of a request: what the schema says an action's context holds, as far as it is known here.
 * - `tenants`: the tenants of the principal. It depends on nothing that the caller can choose freely.
 * - `pathParameters`, `queryStringParameters`: records of the call's own values, in schemas of the Cedar project's Express packages.
 * - `body`: a record of members of the parsed body.
 * - anything else: what is given beside the call. Without that it is left out; the engine refuses a request whose context lacks
 *   something required, and that is a deny. So it is where the path of an endpoint has no such parameter.
 *
 * What the schema asks for, and what is there and is not one value of its type, makes the call unusable: a policy that forbids some value
 * would otherwise take it for absent, and the application might not. So does a call that leaves out what the schema requires of it.
 */
export function requestContext(action: Action, source: ContextSource, model: Model): ContextAnswer {
  if (holdsTenantsOnly(action))
    return { type: 'context', context: { tenants: principalTenants(source.principal, model) } };
  const context: [name: string, value: CedarValueJson][] = [];
  for (const attribute of withUnread(action.context, action.unreadContext)) {
    const found = contextValue(attribute, source, model);
    if (found.type === 'unusable') return found;
    if (found.type === 'value') context.push([attribute.name, found.value]);
  }
  // Not by assignment, which would take `__proto__` for something else than a name.
  return { type: 'context', context: Object.fromEntries(context) };
}

/**
 * The same, with one context for all requests of a principal that is known to stay as it is: most contexts hold the tenants and nothing else.
 * `staysAsItIs` says of which principals that is known; of all when left out.
 */
export function memoizedContexts(
  staysAsItIs: (principal: Entity) => boolean = () => true,
): typeof requestContext {
  const known = new WeakMap<Entity, ContextAnswer>();
  return (action, source, model) => {
    const isOfPrincipal = holdsTenantsOnly(action) && staysAsItIs(source.principal);
    const before = isOfPrincipal ? known.get(source.principal) : undefined;
    if (before) return before;
    const answer = requestContext(action, source, model);
    if (!isOfPrincipal || answer.type !== 'context') return answer;
    const context = frozenCopy(answer.context);
    const kept = context ? { ...answer, context } : answer;
    known.set(source.principal, kept);
    return kept;
  };
}

/** As most contexts do. */
function holdsTenantsOnly({ context, unreadContext }: Action): boolean {
  return unreadContext === undefined && context.length === 1 && context[0]?.name === 'tenants';
}

/** The same context for a principal that has other parents: only the tenants follow from them. */
export function contextForPrincipal(
  context: Readonly<Record<string, CedarValueJson>>,
  principal: Entity,
  model: Model,
): Record<string, CedarValueJson> {
  if (!Object.hasOwn(context, 'tenants')) return { ...context };
  return { ...context, tenants: principalTenants(principal, model) };
}

function principalTenants(principal: Entity, model: Model): CedarValueJson {
  return tenantsOf(principal, model).map((tenant) => ({ __entity: tenant }));
}

function contextValue(attribute: Attribute, source: ContextSource, model: Model): FoundValue {
  const { name } = attribute;
  const derive = DERIVED.get(name);
  if (derive) return derive(attribute, source, model);
  const given = givenValue(name, source);
  return given === undefined ? ABSENT : foundValue(given);
}

function givenValue(name: string, { given }: ContextSource): CedarValueJson | undefined {
  return given && Object.hasOwn(given, name) ? given[name] : undefined;
}

const DERIVED: ReadonlyMap<
  string,
  (attribute: Attribute, source: ContextSource, model: Model) => FoundValue
> = new Map([
  ['tenants', (_, { principal }, model) => foundValue(principalTenants(principal, model))],
  [
    'pathParameters',
    ({ type }, { pathParameters }) => recordOf(type, (parameter) => pathValue(parameter, pathParameters)),
  ],
  [
    'queryStringParameters',
    ({ type }, { query }) => recordOf(type, (parameter) => queryValue(parameter, query)),
  ],
  [
    'body',
    ({ type, required }, { body }) =>
      body === undefined ? absent({ required }, 'body') : bodyValue(type, body, 'the body'),
  ],
]);

/** The attributes that follow from the call and its principal: nobody can give them another value. */
export const DERIVED_CONTEXT: readonly string[] = [...DERIVED.keys()];
