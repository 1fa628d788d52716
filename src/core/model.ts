import { APPLICATION_TYPE } from './application.ts';
import type { Classification, ClassifiedApi, FoundEntityType } from './classification.ts';
import { compareText, type Diagnostic } from './diagnostic.ts';
import type { Method, Property, Shape } from './endpoint.ts';
import { nearest } from './nearest.ts';
import type { PatternName, ResourceFrom } from './patterns/pattern.ts';
import { remembered } from './remembered.ts';

/** How endpoints become actions: on the resource type that their pattern gives them, or all on the application. */
export const MAPPING_TYPES = ['ResourceRest', 'SimpleRest'] as const;
export type MappingType = (typeof MAPPING_TYPES)[number];

/** How much of the body shapes becomes entity attributes. */
export const ATTRIBUTE_CHOICES = ['none', 'scalar', 'all'] as const;
export type AttributeChoice = (typeof ATTRIBUTE_CHOICES)[number];

/** The entity type of everyone who calls. */
export const PRINCIPAL_TYPE = 'User';
/** The entity type of the groups that a token names, unless the API speaks of roles. */
export const GROUP_TYPE = 'UserGroup';

/** What the schema says: entity types, actions, and the endpoints behind them. Everything the runtime needs beside policies. */
export interface Model {
  readonly namespace: string;
  readonly mappingType: MappingType;
  /** Sorted by name. */
  readonly entityTypes: readonly EntityType[];
  /** Sorted by the order of their first endpoint, then by name. */
  readonly actions: readonly Action[];
  readonly principalType: string;
  readonly groupType: string;
  /** The container type that separates one customer from another, when the API has one. */
  readonly tenantType?: string;
}

export interface EntityType {
  readonly name: string;
  /** All types that may contain it, directly or further up; sorted. */
  readonly parents: readonly string[];
  /** Sorted by name. */
  readonly attributes: readonly Attribute[];
  readonly doc?: string;
}

export interface Attribute {
  readonly name: string;
  readonly required: boolean;
  readonly type: AttributeType;
}

export type AttributeType =
  | { readonly kind: 'String' | 'Long' | 'Bool' | 'datetime' | 'decimal' | 'ipaddr' | 'duration' }
  | { readonly kind: 'Set'; readonly element: AttributeType }
  | { readonly kind: 'Record'; readonly attributes: readonly Attribute[] }
  | { readonly kind: 'Entity'; readonly type: string };

export interface Action {
  readonly name: string;
  /** Entity type without namespace. */
  readonly resourceType: string;
  /** Sorted by path and method; several when a batch endpoint shares the action of the single one. */
  readonly endpoints: readonly ActionEndpoint[];
  /** The groups that the API description itself reserves it for; sorted. */
  readonly groups: readonly string[];
  /** What a request carries in its context; `request.ts` fills it in. */
  readonly context: readonly Attribute[];
  readonly doc?: string;
}

export interface ActionEndpoint {
  readonly method: Method;
  /** With the base path. */
  readonly path: string;
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
}

export interface ModelOptions {
  readonly namespace: string;
  readonly mappingType: MappingType;
  readonly attributes: AttributeChoice;
  /** Attributes that are left out all the same, as in `EmailCampaign.status`. */
  readonly withoutAttributes?: readonly string[];
  /** In front of every path; the document's own when left out. */
  readonly basePath?: string;
  /** Overrides the entity type of the groups; else it is read from the API. */
  readonly groupType?: string;
}

/** Builds the model of an API. What could not be modelled is said in `diagnostics`, never an error. */
export function buildModel(
  api: ClassifiedApi,
  options: ModelOptions,
): { readonly model: Model; readonly diagnostics: readonly Diagnostic[] } {
  const context = modelContext(api, options);
  const simple = options.mappingType === 'SimpleRest';
  const model: Model = {
    namespace: options.namespace,
    mappingType: options.mappingType,
    entityTypes: simple ? simpleEntityTypes(context) : entityTypes(context),
    actions: actions(context),
    principalType: PRINCIPAL_TYPE,
    groupType: context.groupType,
    ...(context.tenantType && !simple ? { tenantType: context.tenantType } : {}),
  };
  const left = options.withoutAttributes ?? [];
  return {
    model: leaveOutAttributes(model, left),
    diagnostics: [...context.diagnostics, ...unknownAttributes(model, left)],
  };
}

/** The model without these attributes, each as in `EmailCampaign.status`. */
export function leaveOutAttributes(model: Model, left: readonly string[]): Model {
  if (left.length === 0) return model;
  const names = new Set(left);
  const entityTypes = model.entityTypes.map((type) => ({
    ...type,
    attributes: type.attributes.filter((attribute) => !names.has(attributePath(type, attribute))),
  }));
  return { ...model, entityTypes };
}

/** How an attribute is named outside its type: `EmailCampaign.status`. */
export function attributePath(type: { readonly name: string }, attribute: { readonly name: string }): string {
  return `${type.name}.${attribute.name}`;
}

function unknownAttributes(model: Model, left: readonly string[]): Diagnostic[] {
  const known = model.entityTypes.flatMap((type) =>
    type.attributes.map((attribute) => attributePath(type, attribute)),
  );
  const unknown = left.filter((path) => !known.includes(path));
  return unknown.map((path) => {
    const near = nearest(path, known);
    return {
      severity: 'warning',
      code: 'attribute-unknown',
      message: `\`${path}\` is to be left out, but the model has no such attribute`,
      ...(near ? { help: `did you mean \`${near}\`?` } : {}),
    };
  });
}

/** Whether an endpoint only looks: the line between viewers and members. */
export function isReading(action: Action): boolean {
  return action.endpoints.every(
    (endpoint) => READING_METHODS.has(endpoint.method) || endpoint.pattern === 'listing',
  );
}

const READING_METHODS: ReadonlySet<Method> = new Set(['GET', 'HEAD', 'OPTIONS']);

// ---- what the parts below share ----

interface ModelContext {
  readonly api: ClassifiedApi;
  readonly options: ModelOptions;
  readonly typesByName: ReadonlyMap<string, FoundEntityType>;
  /** Whether a type's name, in lower case, ends like this. */
  readonly isReferred: (referred: string) => boolean;
  readonly groupType: string;
  readonly tenantType: string | undefined;
  readonly diagnostics: Diagnostic[];
}

function modelContext(api: ClassifiedApi, options: ModelOptions): ModelContext {
  const typesByName = new Map(api.entityTypes.map((type) => [type.name, type]));
  const names = api.entityTypes.map((type) => type.name.toLowerCase());
  return {
    api,
    options,
    typesByName,
    isReferred: remembered((referred) => names.some((name) => name.endsWith(referred))),
    groupType: options.groupType ?? groupTypeOf(principalShape(api, typesByName)),
    tenantType: findTenantType(api.entityTypes),
    diagnostics: [],
  };
}

/** The shape of the caller: the API's own user type, else its component `User`. */
function principalShape(api: ClassifiedApi, types: ReadonlyMap<string, FoundEntityType>): Shape | undefined {
  return types.get(PRINCIPAL_TYPE)?.shape ?? api.spec.components.get(PRINCIPAL_TYPE);
}

/** An API whose users have `roles` speaks of roles. */
function groupTypeOf(principal: Shape | undefined): string {
  return principal?.properties.has('roles') ? 'Role' : GROUP_TYPE;
}

/** Words for a customer of a multi-customer system, surest first. */
const TENANT_WORDS = [
  'Tenant',
  'Organization',
  'Organisation',
  'Org',
  'Workspace',
  'Company',
  'Account',
] as const;

/** The tenant is a root of the hierarchy that contains something, and is called like one. */
function findTenantType(types: readonly FoundEntityType[]): string | undefined {
  const containers = new Set(types.flatMap((type) => type.parents));
  const roots = types.filter((type) => type.parents.length === 0 && containers.has(type.name));
  return TENANT_WORDS.find((word) => roots.some((type) => type.name === word));
}

// ---- entity types ----

function entityTypes(context: ModelContext): EntityType[] {
  const found = context.api.entityTypes.filter((type) => type.name !== PRINCIPAL_TYPE);
  const own = found.map((type) => ({
    name: type.name,
    parents: ancestorsOf(type.name, context.typesByName),
    attributes: attributesOf(type.shape, context),
  }));
  const taken = new Set(own.map((type) => type.name));
  const builtIn = [principalEntityType(context), plainType(context.groupType), plainType(APPLICATION_TYPE)];
  return byName([...own, ...builtIn.filter((type) => !taken.has(type.name))]);
}

function simpleEntityTypes(context: ModelContext): EntityType[] {
  const principal = { ...principalEntityType(context), parents: [context.groupType] };
  return byName([principal, plainType(context.groupType), plainType(APPLICATION_TYPE)]);
}

function plainType(name: string): EntityType {
  return { name, parents: [], attributes: [] };
}

/** No attribute of a principal is sure to be there: the anonymous one has none, and a token may leave any claim out. */
function principalEntityType(context: ModelContext): EntityType {
  const shape = principalShape(context.api, context.typesByName);
  const own = context.typesByName.has(PRINCIPAL_TYPE) ? ancestorsOf(PRINCIPAL_TYPE, context.typesByName) : [];
  const parents = [...own, context.groupType, ...(context.tenantType ? [context.tenantType] : [])];
  return {
    name: PRINCIPAL_TYPE,
    parents: [...new Set(parents)].sort(compareText),
    attributes: attributesOf(shape, context).map((attribute) => ({ ...attribute, required: false })),
  };
}

/** Every container above a type: an entity may sit directly in any of them, as a message does in its campaign and its tenant. */
function ancestorsOf(name: string, types: ReadonlyMap<string, FoundEntityType>): string[] {
  const seen = new Set<string>();
  const waiting = [...(types.get(name)?.parents ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next) || next === name) continue;
    seen.add(next);
    waiting.push(...(types.get(next)?.parents ?? []));
  }
  return [...seen].sort(compareText);
}

function byName<T extends { readonly name: string }>(values: readonly T[]): T[] {
  return [...values].sort((a, b) => compareText(a.name, b.name));
}

// ---- attributes ----

function attributesOf(shape: Shape | undefined, context: ModelContext): Attribute[] {
  if (!shape || context.options.attributes === 'none') return [];
  return attributes(shape, context, 0);
}

/** Records nest this deep at most; deeper values say little about authorization, and shapes may be recursive. */
const DEEPEST_RECORD = 3;

function attributes(shape: Shape, context: ModelContext, depth: number): Attribute[] {
  const found: Attribute[] = [];
  for (const property of shape.properties.values()) {
    if (depth === 0 && isIdentity(property, context)) continue;
    const type =
      isOwner(property) && depth === 0 ? OWNER_TYPE : attributeType(property.shape, context, depth);
    if (type)
      found.push({ name: property.name, required: property.required && !property.shape.nullable, type });
  }
  return byName(found);
}

const OWNER_TYPE: AttributeType = { kind: 'Entity', type: PRINCIPAL_TYPE };

/** Properties that refer to the person a thing belongs to. A plain `author` or `creator` may be no more than a name, and is not one. */
const OWNER_NAME =
  /^(?:owner|(?:owner|creator|author)_?(?:id|uuid)|(?:created|owned)_?by(?:_?(?:id|uuid))?)$/i;

function isOwner({ name, shape }: Property): boolean {
  return OWNER_NAME.test(name) && shape.type !== 'array' && shape.type !== 'boolean' && shape.type !== 'map';
}

/** The attribute that names the owner of an entity, if its type has one: the first in the order of their names. */
export function ownerAttribute(type: EntityType, model: Model): Attribute | undefined {
  return type.attributes.find(
    (attribute) => attribute.type.kind === 'Entity' && attribute.type.type === model.principalType,
  );
}

/** An entity's own identifier is its uid, and a reference to a container is a parent: neither is an attribute. */
function isIdentity(property: Property, context: ModelContext): boolean {
  if (/^_?(?:id|uid|uuid|guid)$/i.test(property.name)) return true;
  const referred = /^(.*?)_?(?:id|uuid|guid|key|slug)$/i
    .exec(property.name)?.[1]
    ?.replaceAll(/[^A-Za-z0-9]/g, '')
    .toLowerCase();
  return referred !== undefined && referred !== '' && context.isReferred(referred);
}

function attributeType(shape: Shape, context: ModelContext, depth: number): AttributeType | undefined {
  const scalar = scalarType(shape);
  if (scalar || context.options.attributes !== 'all') return scalar;
  if (shape.type === 'array') {
    const element = shape.items && attributeType(shape.items, context, depth + 1);
    return element && { kind: 'Set', element };
  }
  if (shape.type === 'object' && depth < DEEPEST_RECORD) {
    const inner = attributes(shape, context, depth + 1);
    return inner.length > 0 ? { kind: 'Record', attributes: inner } : undefined;
  }
  return undefined;
}

/**
 * Cedar has whole numbers only, so `number` is left out: a policy that compares rounded prices is worse than none.
 * Dates with a time become `datetime`, which policies can compare.
 */
function scalarType(shape: Shape): AttributeType | undefined {
  switch (shape.type) {
    case 'string':
      return { kind: shape.format === 'date-time' ? 'datetime' : 'String' };
    case 'integer':
      return { kind: 'Long' };
    case 'boolean':
      return { kind: 'Bool' };
    default:
      return undefined;
  }
}

// ---- actions ----

function actions(context: ModelContext): Action[] {
  const byName = new Map<string, Action>();
  for (const classification of context.api.classifications) {
    const action = newAction(classification, context);
    const earlier = byName.get(action.name);
    if (!earlier) byName.set(action.name, action);
    else if (earlier.resourceType === action.resourceType) byName.set(action.name, together(earlier, action));
    else addRenamed(byName, action, earlier, context);
  }
  return [...byName.values()];
}

function newAction(classification: Classification, context: ModelContext): Action {
  const doc = classification.endpoint.summary.trim();
  return {
    name: classification.action,
    resourceType:
      context.options.mappingType === 'SimpleRest' ? APPLICATION_TYPE : classification.resource.type,
    endpoints: [actionEndpoint(classification, context)],
    groups: classification.endpoint.groups,
    context: contextAttributes(context),
    ...(doc ? { doc } : {}),
  };
}

/** Policies that keep tenants apart compare the resource with the tenants of the caller. */
function contextAttributes({ tenantType, options }: ModelContext): Attribute[] {
  if (!tenantType || options.mappingType === 'SimpleRest') return [];
  const tenant = { kind: 'Entity', type: tenantType } as const;
  return [{ name: 'tenants', required: true, type: { kind: 'Set', element: tenant } }];
}

function together(earlier: Action, later: Action): Action {
  const groups = [...new Set([...earlier.groups, ...later.groups])].sort(compareText);
  return { ...earlier, groups, endpoints: [...earlier.endpoints, ...later.endpoints] };
}

/** An action has one resource type: a second endpoint of another type gets an action of its own. */
function addRenamed(
  byName: Map<string, Action>,
  action: Action,
  earlier: Action,
  context: ModelContext,
): void {
  const plain = action.endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`).join(' ');
  let name = plain;
  for (let number = 2; byName.has(name); number += 1) name = `${plain} (${number})`;
  byName.set(name, { ...action, name });
  context.diagnostics.push({
    severity: 'warning',
    code: 'action-split',
    message: `action \`${action.name}\` would apply to both \`${earlier.resourceType}\` and \`${action.resourceType}\`: the second is called \`${name}\``,
    help: 'give the endpoints different `operationId`s, or set `action` in an override',
  });
}

function actionEndpoint(classification: Classification, context: ModelContext): ActionEndpoint {
  return {
    method: classification.endpoint.method,
    path: `${basePath(context)}${classification.endpoint.path}`,
    pattern: classification.pattern,
    from: classification.resource.from,
  };
}

function basePath(context: ModelContext): string {
  const path = (context.options.basePath ?? context.api.spec.basePath).replace(/\/+$/, '');
  return path === '' || path.startsWith('/') ? path : `/${path}`;
}
