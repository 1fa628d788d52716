import type { CedarValueJson } from '../cedar/cedar.ts';
import type { Entity } from '../cedar/entity.ts';
import type { Action, Attribute, AttributeType, Model } from '../model/model.ts';
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

/**
 * The context of a request: what the schema says an action's context holds, as far as it is known here.
 * - `tenants`: the tenants of the principal. It depends on nothing that the caller can choose freely.
 * - `pathParameters`, `queryStringParameters`: records of the call's own values, in schemas of the Cedar project's Express packages.
 * - `body`: a record of members of the parsed body.
 * - anything else: what is given beside the call. Without that it is left out; the engine refuses a request whose context lacks
 *   something required, and that is a deny.
 */
export function requestContext(
  action: Action,
  source: ContextSource,
  model: Model,
): Record<string, CedarValueJson> {
  const context: Record<string, CedarValueJson> = {};
  for (const attribute of action.context) {
    const value = contextValue(attribute, source, model);
    if (value !== undefined) context[attribute.name] = value;
  }
  return context;
}

/**
 * The same, where principals surely stay as they are: most contexts hold the tenants and nothing else, and one for each principal
 * will do for all of its requests.
 */
export function rememberedContexts(): typeof requestContext {
  const known = new WeakMap<Entity, Record<string, CedarValueJson>>();
  return (action, source, model) => {
    const isOfPrincipal = action.context.length === 1 && action.context[0]?.name === 'tenants';
    const before = isOfPrincipal ? known.get(source.principal) : undefined;
    if (before) return before;
    const context = requestContext(action, source, model);
    if (isOfPrincipal) known.set(source.principal, context);
    return context;
  };
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

function contextValue(attribute: Attribute, source: ContextSource, model: Model): CedarValueJson | undefined {
  switch (attribute.name) {
    case 'tenants':
      return principalTenants(source.principal, model);
    case 'pathParameters':
      return typedRecord(attribute.type, (name) => source.pathParameters.get(name));
    case 'queryStringParameters':
      return typedRecord(attribute.type, (name) => onlyValue(source.query.getAll(name)));
    case 'body':
      return bodyValue(attribute.type, source.body);
    default:
      return source.given && Object.hasOwn(source.given, attribute.name)
        ? source.given[attribute.name]
        : undefined;
  }
}

/** The attributes that follow from the call and its principal: nobody can give them another value. */
export const DERIVED_CONTEXT: readonly string[] = [
  'tenants',
  'pathParameters',
  'queryStringParameters',
  'body',
];

/** A parameter that is given twice has no one value. */
function onlyValue(values: readonly string[]): string | undefined {
  return values.length === 1 ? values[0] : undefined;
}

function typedRecord(type: AttributeType, given: (name: string) => string | undefined): CedarValueJson {
  const record: Record<string, CedarValueJson> = {};
  if (type.kind !== 'Record') return record;
  for (const attribute of type.attributes) {
    const text = given(attribute.name);
    const value = text === undefined ? undefined : typedValue(attribute.type, text);
    if (value !== undefined) record[attribute.name] = value;
  }
  return record;
}

/** Text that does not spell a value of the type is no value: the engine is never given a guess. */
function typedValue(type: AttributeType, text: string): CedarValueJson | undefined {
  switch (type.kind) {
    case 'String':
      return text;
    case 'Long':
      return /^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : undefined;
    case 'Bool':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    case 'Set':
      return text.split(',').flatMap((part) => typedValue(type.element, part) ?? []);
    default:
      return undefined;
  }
}

/** A value of a body that is of the type already: text is not taken for a number here, nor a number for text. */
function bodyValue(type: AttributeType, value: unknown): CedarValueJson | undefined {
  switch (type.kind) {
    case 'String':
      return typeof value === 'string' ? value : undefined;
    case 'Long':
      return Number.isSafeInteger(value) ? (value as number) : undefined;
    case 'Bool':
      return typeof value === 'boolean' ? value : undefined;
    case 'Set':
      return Array.isArray(value) ? allOf(value.map((member) => bodyValue(type.element, member))) : undefined;
    case 'Record':
      return bodyRecord(type.attributes, value);
    default:
      return undefined;
  }
}

/** A list with a member that does not fit has no value: a policy would speak about another list than the application sees. */
function allOf(values: readonly (CedarValueJson | undefined)[]): CedarValueJson[] | undefined {
  const known = values.filter((value) => value !== undefined);
  return known.length === values.length ? known : undefined;
}

function bodyRecord(attributes: readonly Attribute[], value: unknown): CedarValueJson | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const record: Record<string, CedarValueJson> = {};
  for (const { name, type } of attributes) {
    const member = Object.hasOwn(value, name)
      ? bodyValue(type, (value as Readonly<Record<string, unknown>>)[name])
      : undefined;
    if (member !== undefined) record[name] = member;
  }
  return record;
}
