import type * as cedar from '../cedar/cedar.ts';
import type { NamespaceDefinition, SchemaJson } from '../cedar/cedar.ts';
import { localName, qualified } from '../cedar/namespace.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { METHODS } from '../endpoints/method.ts';
import { compareText } from '../values/compare-text.ts';
import { isRecord } from '../values/record.ts';
import { isAboutEndpoint, readEndpoints, readGroups, readRemarks } from './endpoint-annotation.ts';
import {
  type Action,
  type Attribute,
  type AttributeType,
  type EntityType,
  GROUP_TYPE,
  MAPPING_TYPES,
  type MappingType,
  type Model,
  PRINCIPAL_TYPE,
} from './model.ts';
import { unknownSecondChecks } from './unknown-second-checks.ts';

/**
 * What a schema says about endpoints. Calls are mapped within one namespace: that whose actions have endpoints. Where none has, there is
 * nothing to map, and the model is of the first namespace with actions.
 */
export function readModel(json: SchemaJson<string>, file: string): Outcome<Model> {
  const namespaces = Object.entries(json);
  if (namespaces.length === 0) return { ok: false, diagnostics: [unusable(file, 'the schema is empty')] };
  const [called, ...others] = namespaces.filter(([, { actions }]) =>
    Object.values(actions).some(({ annotations = {} }) => isAboutEndpoint(annotations)),
  );
  const second = others[0]?.[0];
  if (called && second !== undefined)
    return { ok: false, diagnostics: [severalNamespaces(file, called[0], second)] };
  const [namespace, definition] = called ?? firstWithActions(namespaces) ?? ['', undefined];
  if (!definition) return { ok: true, value: modelWithout(namespace), diagnostics: [] };
  const mappingType = readMappingType(definition, file);
  if (!mappingType.ok) return mappingType;
  const actions = readActions(json, namespace, file);
  if (!actions.ok) return actions;
  const value = modelOf(namespace, json, mappingType.value, actions.value);
  return { ok: true, value, diagnostics: [] };
}

/** A model that knows of no type and of no action. */
export function modelWithout(namespace: string): Model {
  return modelOf(namespace, {}, 'ResourceRest', []);
}

type Namespace = readonly [name: string, definition: NamespaceDefinition<string>];

function firstWithActions(namespaces: readonly Namespace[]): Namespace | undefined {
  const sorted = [...namespaces].sort(([a], [b]) => compareText(a, b));
  return sorted.find(([, { actions }]) => Object.keys(actions).length > 0) ?? sorted[0];
}

function severalNamespaces(file: string, one: string, other: string): Diagnostic {
  return {
    ...unusable(file, `actions of \`${one}\` and of \`${other}\` have endpoints`),
    help: 'calls are mapped to the actions of one namespace: keep the annotations `endpoint` of one',
  };
}

type ActionJson = NamespaceDefinition<string>['actions'][string];

function modelOf(
  namespace: string,
  json: SchemaJson<string>,
  mappingType: MappingType,
  actions: readonly Action[],
): Model {
  const types = Object.entries(json[namespace]?.entityTypes ?? {});
  const scope = scopeOf(namespace, json);
  const marked = (mark: string) => types.find(([, type]) => type.annotations?.[mark] !== undefined)?.[0];
  const tenantType = marked('tenant');
  return {
    namespace,
    mappingType,
    entityTypes: types
      .map(([name, type]) => readEntityType(name, type, scope))
      .sort((a, b) => compareText(a.name, b.name)),
    actions,
    principalType: marked('principal') ?? PRINCIPAL_TYPE,
    groupType: marked('group') ?? GROUP_TYPE,
    ...(tenantType ? { tenantType } : {}),
  };
}

function readMappingType(definition: NamespaceDefinition<string>, file: string): Outcome<MappingType> {
  const written = definition.annotations?.mappingType ?? 'ResourceRest';
  const known = MAPPING_TYPES.find((type) => type === written);
  if (known) return { ok: true, value: known, diagnostics: [] };
  return {
    ok: false,
    diagnostics: [
      unusable(file, `unknown mapping type \`${written}\`: expected ${MAPPING_TYPES.join(' or ')}`),
    ],
  };
}

/** Where a name stands, and what it may refer to. */
interface NameScope {
  /** The namespace of the model: types of other namespaces keep theirs in their names. */
  readonly home: string;
  readonly namespace: string;
  readonly json: SchemaJson<string>;
}

function scopeOf(namespace: string, json: SchemaJson<string>): NameScope {
  return { home: namespace, namespace, json };
}

function readEntityType(name: string, type: cedar.EntityTypeJson, scope: NameScope): EntityType {
  const parents = 'memberOfTypes' in type ? (type.memberOfTypes ?? []) : [];
  const shape = 'shape' in type ? type.shape : undefined;
  const doc = type.annotations?.doc;
  return {
    name,
    parents: parents.map((parent) => localName(scope.home, parent)).sort(compareText),
    attributes: readRecord(shape, scope),
    ...('tags' in type && type.tags ? { hasTags: true } : {}),
    ...('enum' in type ? { ids: type.enum } : {}),
    ...(doc ? { doc } : {}),
  };
}

function readRecord(written: unknown, outer: NameScope): Attribute[] {
  const { type: shape, scope } = resolveCommon(written, outer);
  if (!isRecord(shape) || !isRecord(shape.attributes)) return [];
  return Object.entries(shape.attributes)
    .flatMap(([name, type]) => {
      const read = readType(type, scope);
      if (read === undefined) return [];
      const required = isRecord(type) && type.required !== false;
      return [{ name, required, type: read, ...readAttributeAnnotations(type) }];
    })
    .sort((a, b) => compareText(a.name, b.name));
}

function readAttributeAnnotations(type: unknown): Pick<Attribute, 'claim' | 'owner'> {
  const annotations = isRecord(type) && isRecord(type.annotations) ? type.annotations : {};
  return {
    ...(typeof annotations.claim === 'string' ? { claim: annotations.claim } : {}),
    ...(annotations.owner === undefined ? {} : { owner: true }),
  };
}

interface Resolved {
  readonly type: unknown;
  /** Where the names in it stand. */
  readonly scope: NameScope;
}

/** Common types refer to each other without cycles, which Cedar has checked. */
function resolveCommon(type: unknown, scope: NameScope): Resolved {
  if (!isRecord(type)) return { type, scope };
  const name = typeof type.name === 'string' ? type.name : String(type.type);
  for (const { namespace, local } of placesOf(name, scope)) {
    const common = scope.json[namespace]?.commonTypes ?? {};
    if (Object.hasOwn(common, local)) return resolveCommon(common[local], { ...scope, namespace });
  }
  return { type, scope };
}

/** Where a name may be defined: in its own namespace, and then in none; a name with a namespace only there. */
function placesOf(
  name: string,
  { namespace }: NameScope,
): readonly { readonly namespace: string; readonly local: string }[] {
  const end = name.lastIndexOf('::');
  if (end >= 0) return [{ namespace: name.slice(0, end), local: name.slice(end + 2) }];
  return [namespace, ''].map((one) => ({ namespace: one, local: name }));
}

/** `undefined` for what only Cedar itself needs to understand. */
function readType(written: unknown, outer: NameScope): AttributeType | undefined {
  const { type, scope } = resolveCommon(written, outer);
  if (!isRecord(type)) return undefined;
  if (type.type === 'Set') {
    const element = readType(type.element, scope);
    return element && { kind: 'Set', element };
  }
  if (type.type === 'Record') return { kind: 'Record', attributes: readRecord(type, scope) };
  const name = typeof type.name === 'string' ? type.name : String(type.type);
  // An entity type may be called `String` or `constructor`: names are looked up among the entity types first.
  const entity = entityNamed(name, scope);
  if (entity !== undefined && (type.type === 'EntityOrCommon' || type.type === 'Entity'))
    return { kind: 'Entity', type: entity };
  return BUILT_IN.get(unprefixed(name));
}

/** The entity type that a name stands for, as the model calls it. */
function entityNamed(name: string, scope: NameScope): string | undefined {
  const found = placesOf(name, scope).find(({ namespace, local }) =>
    Object.hasOwn(scope.json[namespace]?.entityTypes ?? {}, local),
  );
  return found && localName(scope.home, qualified(found.namespace, found.local));
}

const BUILT_IN: ReadonlyMap<string, AttributeType> = new Map([
  ...(['String', 'Long', 'Bool', 'datetime', 'decimal', 'duration', 'ipaddr'] as const).map(
    (kind): [string, AttributeType] => [kind, { kind }],
  ),
  ['Boolean', { kind: 'Bool' }],
]);

function unprefixed(name: string): string {
  return name.replace(/^__cedar::/, '');
}

function readActions(json: SchemaJson<string>, namespace: string, file: string): Outcome<Action[]> {
  const scope = scopeOf(namespace, json);
  const read = Object.entries(json[namespace]?.actions ?? {}).map(([name, action]) =>
    readAction(name, action, scope, file),
  );
  const diagnostics = read.flatMap((outcome) => outcome.diagnostics);
  if (diagnostics.length > 0) return { ok: false, diagnostics };
  const actions = read.flatMap((outcome) => (outcome.ok && outcome.value ? [outcome.value] : []));
  const unknown = unknownSecondChecks(actions);
  if (unknown.length > 0)
    return { ok: false, diagnostics: unknown.map((one) => ({ ...unusable(file, one.message), ...one })) };
  return { ok: true, value: inEndpointOrder(actions), diagnostics };
}

/** `undefined` for an action that no call can be about: a group, or one of several resource types that has no endpoint. */
function readAction(
  name: string,
  { annotations = {}, appliesTo }: ActionJson,
  scope: NameScope,
  file: string,
): Outcome<Action | undefined> {
  const endpoints = readEndpoints(annotations);
  if (endpoints === undefined) return { ok: false, diagnostics: [noEndpoint(file, name)] };
  const types = (appliesTo?.resourceTypes ?? []).map((type) => localName(scope.home, type));
  const [resourceType] = types;
  const isOne =
    types.length === 1 && Object.hasOwn(scope.json[scope.home]?.entityTypes ?? {}, resourceType ?? '');
  if (endpoints.length > 0 && types.length > 0 && !isOne)
    return { ok: false, diagnostics: [severalTypes(file, name, types)] };
  if (resourceType === undefined || !isOne) return { ok: true, value: undefined, diagnostics: [] };
  const { doc, lists } = annotations;
  const context = readRecord(appliesTo?.context, scope);
  const groups = readGroups(annotations.groups ?? '');
  const remarks = readRemarks(annotations);
  const value = {
    name,
    resourceType,
    endpoints,
    groups,
    context,
    ...(Object.keys(remarks).length > 0 ? { remarks } : {}),
    ...(lists === undefined ? {} : { memberType: lists }),
    ...(doc ? { doc } : {}),
  };
  return { ok: true, value, diagnostics: [] };
}

/** The order that {@link printSchema} was given: Cedar itself sorts actions by name when it converts a schema. */
function inEndpointOrder(actions: readonly Action[]): Action[] {
  return [...actions].sort(
    (a, b) =>
      compareText(firstPath(a), firstPath(b)) ||
      firstMethod(a) - firstMethod(b) ||
      compareText(a.name, b.name),
  );
}

function firstPath(action: Action): string {
  return action.endpoints[0]?.path ?? '\uFFFF';
}

function firstMethod(action: Action): number {
  const [first] = action.endpoints;
  return first ? METHODS.indexOf(first.method) : METHODS.length;
}

function noEndpoint(file: string, name: string): Diagnostic {
  return {
    ...unusable(file, `an annotation of action \`${name}\` should name its endpoint, and does not`),
    help: 'write it like `@endpoint("GET /campaigns/{id} single-resource path:id")`, or leave it out: an action needs no endpoint',
  };
}

function severalTypes(file: string, name: string, types: readonly string[]): Diagnostic {
  const found = types.map((type) => `\`${type}\``).join(', ');
  return {
    ...unusable(file, `action \`${name}\` has an endpoint and the resource types ${found}`),
    help: 'the action of an endpoint is about one type of the same namespace: leave out the annotation `endpoint`, or the other types',
  };
}

/** What keeps a schema from being used. */
export function unusable(file: string, message: string): Diagnostic {
  return { severity: 'error', code: 'schema-unusable', message, file };
}
