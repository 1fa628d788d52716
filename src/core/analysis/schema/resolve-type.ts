import type { SchemaJson, TypeJson } from '../../cedar/cedar.ts';
import { qualified } from '../../cedar/namespace.ts';
import { NotDecided } from '../not-decided.ts';
import {
  BOOL,
  EXTENSION_TYPES,
  entityType,
  extensionType,
  LONG,
  type RecordAttribute,
  recordType,
  STRING,
  setType,
  type Type,
} from '../terms/type.ts';

/** The names that a schema declares, with their namespaces. */
export interface DeclaredNames {
  readonly schema: SchemaJson<string>;
  /** Those of actions are among them. */
  readonly entityTypes: ReadonlySet<string>;
  /** Each with the namespace in which its own names are resolved. */
  readonly commonTypes: ReadonlyMap<string, { readonly namespace: string; readonly type: TypeJson }>;
}

export function namesOf(schema: SchemaJson<string>): DeclaredNames {
  const definitions = Object.entries(schema);
  const entityTypes = definitions.flatMap(([namespace, { entityTypes, actions }]) => {
    const hasActions = Object.keys(actions).length > 0;
    return [...Object.keys(entityTypes), ...(hasActions ? ['Action'] : [])].map((name) =>
      qualified(namespace, name),
    );
  });
  const commonTypes = definitions.flatMap(([namespace, { commonTypes = {} }]) =>
    Object.entries(commonTypes).map(
      ([name, type]) => [qualified(namespace, name), { namespace, type }] as const,
    ),
  );
  return { schema, entityTypes: new Set(entityTypes), commonTypes: new Map(commonTypes) };
}

/** The entity type that a name means in a namespace: that of the namespace, else that of none. */
export function resolveEntityType(names: DeclaredNames, namespace: string, name: string): string {
  return candidates(namespace, name).find((candidate) => names.entityTypes.has(candidate)) ?? name;
}

/** The type that a type expression of the schema means in a namespace. */
export function resolveType(names: DeclaredNames, namespace: string, json: TypeJson): Type {
  if (isSetType(json)) return setType(resolveType(names, namespace, json.element));
  if (isRecordType(json)) return resolveRecord(names, namespace, json.attributes);
  if (json.type === 'Entity' && 'name' in json)
    return entityType(resolveEntityType(names, namespace, json.name));
  if (json.type === 'Extension' && 'name' in json) return extensionNamed(json.name);
  if (json.type === 'EntityOrCommon' && 'name' in json) return resolveName(names, namespace, json.name);
  return builtIn(json.type) ?? resolveName(names, namespace, json.type);
}

export function isSetType(json: TypeJson): json is Extract<TypeJson, { element: TypeJson }> {
  return json.type === 'Set' && 'element' in json;
}

export function isRecordType(json: TypeJson): json is Extract<TypeJson, { attributes: unknown }> {
  return json.type === 'Record' && 'attributes' in json;
}

type AttributesJson = Extract<TypeJson, { attributes: unknown }>['attributes'];

function resolveRecord(names: DeclaredNames, namespace: string, attributes: AttributesJson): Type {
  const resolved = Object.entries(attributes).map(([name, attribute]): [string, RecordAttribute] => [
    name,
    { type: resolveType(names, namespace, attribute), required: attribute.required !== false },
  ]);
  return recordType(new Map(resolved));
}

/** The common type that a name means in a namespace; `undefined` where it means something else. */
export function commonTypeNamed(
  names: DeclaredNames,
  namespace: string,
  name: string,
): { readonly namespace: string; readonly type: TypeJson } | undefined {
  const found = candidates(namespace, name).find(
    (candidate) => names.commonTypes.has(candidate) || names.entityTypes.has(candidate),
  );
  return found === undefined ? undefined : names.commonTypes.get(found);
}

function candidates(namespace: string, name: string): string[] {
  return name.includes('::') || namespace === '' ? [name] : [qualified(namespace, name), name];
}

function resolveName(names: DeclaredNames, namespace: string, name: string): Type {
  const common = commonTypeNamed(names, namespace, name);
  if (common) return resolveType(names, common.namespace, common.type);
  const entity = resolveEntityType(names, namespace, name);
  if (names.entityTypes.has(entity)) return entityType(entity);
  const plain = withoutCedar(name);
  return builtIn(plain) ?? extensionNamed(plain);
}

/** `String` of `__cedar::String`, which means the engine's own type also where a schema has another of the name. */
function withoutCedar(name: string): string {
  return name.startsWith(CEDAR) ? name.slice(CEDAR.length) : name;
}

const CEDAR = '__cedar::';

/** The engine's own type of a name, in words that mean it in every namespace; `undefined` where it is none. */
export function builtInJson(name: string): TypeJson | undefined {
  const plain = withoutCedar(name);
  const type = builtIn(plain);
  if (type) return { type: type === BOOL ? 'Boolean' : type === LONG ? 'Long' : 'String' };
  return EXTENSION_TYPES.some((known) => known === plain) ? { type: 'Extension', name: plain } : undefined;
}

function builtIn(name: string): Type | undefined {
  if (name === 'String') return STRING;
  if (name === 'Long') return LONG;
  return name === 'Boolean' || name === 'Bool' ? BOOL : undefined;
}

function extensionNamed(name: string): Type {
  const known = EXTENSION_TYPES.find((type) => type === name);
  if (!known) throw new NotDecided(`the type \`${name}\``, `the type \`${name}\` is not known`);
  return extensionType(known);
}
