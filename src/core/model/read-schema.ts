import type { NamespaceDefinition, SchemaJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { engineDiagnostic } from '../cedar/engine-diagnostic.ts';
import { compareText, type Diagnostic, type Outcome } from '../diagnostics/diagnostic.ts';
import { isRecord } from '../diagnostics/record.ts';
import { locationAt, utf16Offset } from '../diagnostics/source.ts';
import { METHODS } from '../endpoints/method.ts';
import { readEndpoints, readWords } from './endpoint-annotation.ts';
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

/** A checked schema with the model that its annotations describe. */
export interface Schema {
  readonly json: SchemaJson<string>;
  readonly model: Model;
}

/** Reads a schema file: JSON when its text starts with `{`, else Cedar syntax. */
export function readSchema(source: { readonly file: string; readonly text: string }): Outcome<Schema> {
  const json = parseSchema(source);
  if (!json.ok) return json;
  const checked = cedar.checkSchema(json.value);
  if (!checked.ok)
    return { ok: false, diagnostics: checked.errors.map((error) => schemaDiagnostic(source, error)) };
  return readModel(json.value, source.file);
}

function parseSchema(source: { readonly file: string; readonly text: string }): Outcome<SchemaJson<string>> {
  const text = source.text.replace(/^\uFEFF/, '');
  if (!text.trimStart().startsWith('{')) {
    const answer = cedar.schemaToJson(text);
    if (answer.ok) return { ok: true, value: answer.value, diagnostics: [] };
    return { ok: false, diagnostics: answer.errors.map((error) => schemaDiagnostic(source, error)) };
  }
  try {
    return { ok: true, value: JSON.parse(text), diagnostics: [] };
  } catch (error) {
    return { ok: false, diagnostics: [unusable(source.file, `not valid JSON: ${(error as Error).message}`)] };
  }
}

/** Only schemas in Cedar syntax have offsets that mean something. */
function schemaDiagnostic(
  source: { readonly file: string; readonly text: string },
  error: cedar.DetailedError,
): Diagnostic {
  const text = source.text.replace(/^\uFEFF/, '');
  const at = text.trimStart().startsWith('{') ? undefined : error.sourceLocations?.[0];
  return {
    ...engineDiagnostic('schema-invalid', error),
    file: source.file,
    ...(at ? { location: locationAt(text, utf16Offset(text, at.start), utf16Offset(text, at.end)) } : {}),
  };
}

function readModel(json: SchemaJson<string>, file: string): Outcome<Schema> {
  const names = Object.keys(json);
  const [namespace] = names;
  if (namespace === undefined || names.length > 1) {
    return { ok: false, diagnostics: [unusable(file, `expected one namespace, found ${names.length}`)] };
  }
  if (namespace === '')
    return { ok: false, diagnostics: [unusable(file, 'the types stand in no namespace, expected one')] };
  const definition = json[namespace];
  if (!definition) return { ok: false, diagnostics: [unusable(file, 'the namespace is empty')] };
  const mappingType = readMappingType(definition, file);
  if (!mappingType.ok) return mappingType;
  const actions = readActions(definition, namespace, file);
  if (!actions.ok) return actions;
  const model = modelOf(namespace, definition, mappingType.value, actions.value);
  return { ok: true, value: { json, model }, diagnostics: [] };
}

function modelOf(
  namespace: string,
  definition: NamespaceDefinition<string>,
  mappingType: MappingType,
  actions: readonly Action[],
): Model {
  const types = Object.entries(definition.entityTypes);
  const scope = scopeOf(namespace, definition);
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

/** What names in a schema may refer to. */
interface Scope {
  readonly namespace: string;
  readonly commonTypes: Readonly<Record<string, unknown>>;
  readonly entityTypes: Readonly<Record<string, unknown>>;
}

function scopeOf(namespace: string, definition: NamespaceDefinition<string>): Scope {
  return { namespace, commonTypes: definition.commonTypes ?? {}, entityTypes: definition.entityTypes };
}

function readEntityType(name: string, type: cedar.EntityTypeJson, scope: Scope): EntityType {
  const parents = 'memberOfTypes' in type ? (type.memberOfTypes ?? []) : [];
  const shape = 'shape' in type ? type.shape : undefined;
  const doc = type.annotations?.doc;
  return {
    name,
    parents: parents.map((parent) => localName(parent, scope.namespace)).sort(compareText),
    attributes: readRecord(shape, scope),
    ...(doc ? { doc } : {}),
  };
}

function localName(name: string, namespace: string): string {
  return name.startsWith(`${namespace}::`) ? name.slice(namespace.length + 2) : name;
}

function readRecord(written: unknown, scope: Scope): Attribute[] {
  const shape = resolveCommon(written, scope);
  if (!isRecord(shape) || !isRecord(shape.attributes)) return [];
  return Object.entries(shape.attributes)
    .flatMap(([name, type]) => {
      const read = readType(type, scope);
      return read ? [{ name, required: isRecord(type) && type.required !== false, type: read }] : [];
    })
    .sort((a, b) => compareText(a.name, b.name));
}

/** Common types refer to each other without cycles, which Cedar has checked. */
function resolveCommon(type: unknown, scope: Scope): unknown {
  if (!isRecord(type)) return type;
  const name = typeof type.name === 'string' ? type.name : String(type.type);
  const local = localName(name, scope.namespace);
  return Object.hasOwn(scope.commonTypes, local) ? resolveCommon(scope.commonTypes[local], scope) : type;
}

/** `undefined` for what only Cedar itself needs to understand. */
function readType(written: unknown, scope: Scope): AttributeType | undefined {
  const type = resolveCommon(written, scope);
  if (!isRecord(type)) return undefined;
  if (type.type === 'Set') {
    const element = readType(type.element, scope);
    return element && { kind: 'Set', element };
  }
  if (type.type === 'Record') return { kind: 'Record', attributes: readRecord(type, scope) };
  const name = typeof type.name === 'string' ? type.name : String(type.type);
  const local = localName(name, scope.namespace);
  // An entity type may be called `String` or `constructor`: names are looked up among the entity types first.
  const isEntity = type.type === 'EntityOrCommon' && Object.hasOwn(scope.entityTypes, local);
  return isEntity || type.type === 'Entity'
    ? { kind: 'Entity', type: local }
    : BUILT_IN.get(unprefixed(name));
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

function readActions(
  definition: NamespaceDefinition<string>,
  namespace: string,
  file: string,
): Outcome<Action[]> {
  const actions: Action[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const [name, action] of Object.entries(definition.actions)) {
    const [resourceType, ...others] = action.appliesTo?.resourceTypes ?? [];
    if (resourceType === undefined) continue;
    const endpoints = readEndpoints(action.annotations ?? {});
    if (endpoints === undefined || others.length > 0) diagnostics.push(unusableAction(file, name));
    else {
      const doc = action.annotations?.doc;
      const context = readRecord(action.appliesTo?.context, scopeOf(namespace, definition));
      const type = localName(resourceType, namespace);
      const groups = readWords(action.annotations?.groups ?? '');
      actions.push({ name, resourceType: type, endpoints, groups, context, ...(doc ? { doc } : {}) });
    }
  }
  return diagnostics.length > 0
    ? { ok: false, diagnostics }
    : { ok: true, value: inEndpointOrder(actions), diagnostics };
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

function unusableAction(file: string, name: string): Diagnostic {
  return {
    ...unusable(file, `action \`${name}\` does not say which endpoint it is for`),
    help: 'run `authz generate-schema` again: each action has one resource type and an annotation `endpoint` such as `GET /campaigns/{id} single-resource path:id`',
  };
}

function unusable(file: string, message: string): Diagnostic {
  return { severity: 'error', code: 'schema-unusable', message, file };
}
