import { qualified, splitName } from '../namespace.ts';
import type { SchemaJson, TypeJson } from '../wasm/json.ts';

/** The extension types, each with the function of the policy language that makes a value of it. */
export const EXTENSION_FUNCTIONS = {
  decimal: 'decimal',
  datetime: 'datetime',
  duration: 'duration',
  ipaddr: 'ip',
} as const;

export type ExtensionType = keyof typeof EXTENSION_FUNCTIONS;

/** Where a type stands: names in it are looked up in its namespace first, and then in none. */
export interface TypeScope {
  readonly schema: SchemaJson<string>;
  readonly namespace: string;
  /** How many types it stands in; 0 where it is left out. */
  readonly depth?: number;
}

export type RecordJson = Extract<TypeJson, { attributes: unknown }>;

/** What a type is once the names of common types are resolved. Names of entity types have their namespaces. */
export type TypeMeaning =
  | { readonly kind: 'plain'; readonly type: 'String' | 'Long' | 'Bool' }
  | { readonly kind: 'extension'; readonly name: ExtensionType }
  | EntityMeaning
  | { readonly kind: 'set'; readonly element: TypeJson; readonly scope: TypeScope }
  | { readonly kind: 'record'; readonly record: RecordJson; readonly scope: TypeScope };

export type EntityMeaning =
  /** `ids` where the schema lists them: an enumeration. */
  | { readonly kind: 'entity'; readonly name: string; readonly ids?: readonly string[] }
  /** The type of the actions of a namespace, such as `App::Action`, which no schema declares. */
  | { readonly kind: 'action'; readonly name: string };

/** What the engine takes a type for; `undefined` where a name in it means nothing, or it is deeper than anybody writes types. */
export function meaningOf(type: TypeJson, scope: TypeScope): TypeMeaning | undefined {
  return meaningsOf(type, scope)[0];
}

/** All that a type could be by its names, what it is first: code that is to be sure without the engine wants one alone. */
export function meaningsOf(type: TypeJson, scope: TypeScope): readonly TypeMeaning[] {
  const { depth = 0 } = scope;
  if (depth > DEEPEST) return [];
  const inner = { ...scope, depth: depth + 1 };
  if ('element' in type) return [{ kind: 'set', element: type.element, scope: inner }];
  if ('attributes' in type) return [{ kind: 'record', record: type, scope: inner }];
  if (!('name' in type)) return PLAIN_MEANINGS.get(type.type) ?? commonOrBuiltIn(type.type, inner);
  if (type.type === 'Extension') return extensionNamed(type.name);
  if (type.type === 'Entity') return entitiesMeant(type.name, scope);
  return declaredOrBuiltIn(type.name, inner);
}

/** Schemas that the engine has read have no circles; in others, a chain of names ends here. */
const DEEPEST = 60;

/** The entity types that a name could mean, the one that it means first. */
export function entitiesMeant(name: string, { schema, namespace }: TypeScope): readonly EntityMeaning[] {
  return candidates(name, namespace).flatMap((full) => entityDeclared(full, schema));
}

function declaredOrBuiltIn(name: string, scope: TypeScope): readonly TypeMeaning[] {
  const declared = candidates(name, scope.namespace).flatMap((full) => [
    ...commonDeclared(full, scope),
    ...entityDeclared(full, scope.schema),
  ]);
  return [...declared, ...builtIn(name)];
}

/** A name in the place of a type is never that of an entity type. */
function commonOrBuiltIn(name: string, scope: TypeScope): readonly TypeMeaning[] {
  return [
    ...candidates(name, scope.namespace).flatMap((full) => commonDeclared(full, scope)),
    ...builtIn(name),
  ];
}

/** The nearest first. A name with a namespace means nothing else. */
function candidates(name: string, namespace: string): readonly string[] {
  return name.includes('::') || namespace === '' ? [name] : [qualified(namespace, name), name];
}

function commonDeclared(full: string, scope: TypeScope): readonly TypeMeaning[] {
  const { namespace, name } = splitName(full);
  const { commonTypes = {} } = definitionOf(namespace, scope.schema) ?? {};
  const common = Object.hasOwn(commonTypes, name) ? commonTypes[name] : undefined;
  return common ? meaningsOf(common, { ...scope, namespace }) : [];
}

function entityDeclared(full: string, schema: SchemaJson<string>): readonly EntityMeaning[] {
  const { namespace, name } = splitName(full);
  const { entityTypes = {}, actions = {} } = definitionOf(namespace, schema) ?? {};
  const type = Object.hasOwn(entityTypes, name) ? entityTypes[name] : undefined;
  if (type) return [{ kind: 'entity', name: full, ...('enum' in type ? { ids: type.enum } : {}) }];
  return name === 'Action' && Object.keys(actions).length > 0 ? [{ kind: 'action', name: full }] : [];
}

function definitionOf(namespace: string, schema: SchemaJson<string>) {
  return Object.hasOwn(schema, namespace) ? schema[namespace] : undefined;
}

/** `__cedar::String` means the engine's own type also where a schema declares another of the name. */
function builtIn(name: string): readonly TypeMeaning[] {
  const plain = name.replace(/^__cedar::/, '');
  return PLAIN_MEANINGS.get(plain) ?? extensionNamed(plain);
}

function extensionNamed(name: string): readonly TypeMeaning[] {
  return isExtension(name) ? [{ kind: 'extension', name }] : [];
}

function isExtension(name: string): name is ExtensionType {
  return Object.hasOwn(EXTENSION_FUNCTIONS, name);
}

type PlainMeaning = Extract<TypeMeaning, { kind: 'plain' }>;

const PLAIN_MEANINGS: ReadonlyMap<string, readonly PlainMeaning[]> = new Map([
  ['String', [{ kind: 'plain', type: 'String' }]],
  ['Long', [{ kind: 'plain', type: 'Long' }]],
  ['Bool', [{ kind: 'plain', type: 'Bool' }]],
  ['Boolean', [{ kind: 'plain', type: 'Bool' }]],
]);
