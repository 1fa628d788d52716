import type { NamespaceDefinition, SchemaJson } from '../cedar/cedar.ts';
import { localName } from '../cedar/namespace.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { METHODS } from '../endpoints/method.ts';
import { compareText } from '../values/compare-text.ts';
import { isAboutEndpoint, readEndpoints, readGroups, readRemarks } from './endpoint-annotation.ts';
import {
  type Action,
  GROUP_TYPE,
  MAPPING_TYPES,
  type MappingType,
  type Model,
  PRINCIPAL_TYPE,
} from './model.ts';
import { type NameScope, readEntityType, readRecord, readUnread } from './read-entity-type.ts';
import { unknownSecondChecks } from './unknown-second-checks.ts';

/**
 * What a schema says about endpoints. Calls are mapped within one namespace: that whose actions have endpoints. Where none has, there is
 * nothing to map, and the model is of the namespace that the project names, or of the first with actions.
 */
export function readModel(json: SchemaJson<string>, file: string, named?: string): Outcome<Model> {
  const namespaces = Object.entries(json);
  if (namespaces.length === 0)
    return {
      ok: false,
      diagnostics: [
        { ...unusable(file, 'the schema is empty'), help: 'write one with `authz generate-schema`' },
      ],
    };
  const [called, ...others] = namespaces.filter(([, { actions }]) =>
    Object.values(actions).some(({ annotations = {} }) => isAboutEndpoint(annotations)),
  );
  const second = others[0]?.[0];
  if (called && second !== undefined)
    return { ok: false, diagnostics: [severalNamespaces(file, called[0], second)] };
  const [namespace, definition] = called ?? firstWithActions(namespaces, named) ?? ['', undefined];
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

function firstWithActions(namespaces: readonly Namespace[], named?: string): Namespace | undefined {
  const sorted = [...namespaces].sort(([a], [b]) => compareText(a, b));
  const withActions = sorted.filter(([, { actions }]) => Object.keys(actions).length > 0);
  return withActions.find(([name]) => name === named) ?? withActions[0] ?? sorted[0];
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
  const scope = { home: namespace, namespace, schema: json };
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

function readActions(json: SchemaJson<string>, namespace: string, file: string): Outcome<Action[]> {
  const scope = { home: namespace, namespace, schema: json };
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
    types.length === 1 && Object.hasOwn(scope.schema[scope.home]?.entityTypes ?? {}, resourceType ?? '');
  if (endpoints.length > 0 && types.length > 0 && !isOne)
    return { ok: false, diagnostics: [severalTypes(file, name, types)] };
  if (resourceType === undefined || !isOne) return { ok: true, value: undefined, diagnostics: [] };
  const { doc, lists } = annotations;
  const context = readRecord(appliesTo?.context, scope);
  const unreadContext = readUnread(appliesTo?.context, scope);
  const groups = readGroups(annotations.groups ?? '');
  const remarks = readRemarks(annotations);
  const value = {
    name,
    resourceType,
    endpoints,
    groups,
    context,
    ...(unreadContext.length > 0 ? { unreadContext } : {}),
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
