import { memoize } from '../caching/memoize.ts';
import type { Classification, ClassifiedApi, FoundEntityType } from '../classification/classified-api.ts';
import { compareText, type Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/did-you-mean.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import { groupRequirement } from '../endpoints/group-requirement.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import type { Remarks } from '../endpoints/remark.ts';
import {
  type Action,
  type ActionEndpoint,
  type Attribute,
  type AttributeChoice,
  attributePath,
  type EntityType,
  GROUP_TYPE,
  leaveOutAttributes,
  type MappingType,
  type Model,
  PRINCIPAL_TYPE,
} from '../model/model.ts';
import type { Shape } from '../openapi/endpoint.ts';
import { basePathFor } from './base-path.ts';
import { attributesOf, byName } from './model-attributes.ts';

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

// ---- what the parts below share ----

export interface ModelContext {
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
    isReferred: memoize((referred) => names.some((name) => name.endsWith(referred))),
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

export function entityTypes(context: ModelContext): EntityType[] {
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

// ---- actions ----

export function actions(context: ModelContext): Action[] {
  const byName = new Map<string, Action>();
  for (const classification of context.api.classifications) {
    const action = newAction(classification, context);
    const earlier = byName.get(action.name);
    if (!earlier) byName.set(action.name, action);
    else if (earlier.resourceType === action.resourceType)
      byName.set(action.name, mergeActions(earlier, action));
    else addRenamed(byName, action, earlier, context);
  }
  return [...byName.values()];
}

function newAction(classification: Classification, context: ModelContext): Action {
  const doc = classification.endpoint.summary.trim();
  const simple = context.options.mappingType === 'SimpleRest';
  return {
    // The annotations by which the Cedar project's packages find an endpoint have room for one.
    name: simple ? classification.ownAction : classification.action,
    resourceType: simple ? APPLICATION_TYPE : classification.resource.type,
    endpoints: [actionEndpoint(classification, context)],
    groups: classification.endpoint.groups,
    context: contextAttributes(context),
    ...memberTypeOf(classification, context),
    ...(Object.keys(classification.remarks).length > 0 ? { remarks: classification.remarks } : {}),
    ...(doc ? { doc } : {}),
  };
}

/** Whoever may list all of a type sees them whosever they are: that is to be known where the schema is all there is. */
function memberTypeOf(
  { pattern, memberType, resource }: Classification,
  { options, typesByName }: ModelContext,
): Pick<Action, 'memberType'> {
  const lists = PATTERN_TRAITS[pattern].members === 'listed';
  const isAboutAll = lists && resource.type === APPLICATION_TYPE;
  if (!isAboutAll || memberType === undefined || options.mappingType === 'SimpleRest') return {};
  return typesByName.has(memberType) ? { memberType } : {};
}

/** Policies that keep tenants apart compare the resource with the tenants of the caller. */
function contextAttributes({ tenantType, options }: ModelContext): Attribute[] {
  if (!tenantType || options.mappingType === 'SimpleRest') return [];
  const tenant = { kind: 'Entity', type: tenantType } as const;
  return [{ name: 'tenants', required: true, type: { kind: 'Set', element: tenant } }];
}

function mergeActions(earlier: Action, later: Action): Action {
  const groups = groupRequirement([...earlier.groups, ...later.groups]);
  const endpoints = [...earlier.endpoints, ...later.endpoints];
  const remarks = commonRemarks(earlier.remarks ?? {}, later.remarks ?? {});
  const { remarks: _, ...action } = earlier;
  return { ...action, groups, endpoints, ...(Object.keys(remarks).length > 0 ? { remarks } : {}) };
}

/** What speaks for care holds for the action once it holds for one endpoint; that something is the caller's own must hold for each. */
function commonRemarks(earlier: Remarks, later: Remarks): Remarks {
  const { own, ...care } = { ...later, ...earlier };
  return earlier.own !== undefined && later.own !== undefined && own !== undefined ? { own, ...care } : care;
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
    path: `${basePathFor(context.api.spec, context.options.basePath)}${classification.endpoint.path}`,
    pattern: classification.pattern,
    from: classification.resource.from,
  };
}
