import { memoizeByIdentity } from '../caching/memoize.ts';
import { isPlainObject, OWNS } from '../values/record.ts';
import { type Entity, type EntityUid, entityKey, plainUid } from './entity.ts';
import { mayHaveCycles } from './entity-cycles.ts';
import { qualified } from './namespace.ts';
import type { SchemaJson, TypeAndId, TypeJson } from './wasm/json.ts';

/**
 * A one-sided check: `true` means that a value conforms to the schema, `false` that only the engine can tell: extension types, tags, enumerated
 * entities, and names that could mean two things are left to it.
 */
export interface Conformance {
  /** Whether there can be such an entity: of an enumerated type the schema says which there are. */
  readonly uid: (uid: EntityUid) => boolean;
  readonly entity: (entity: Entity) => boolean;
  /** Whether an entity is certain to be refused: it is in something that nothing of its type can be in. */
  readonly isMisplaced: (entity: Entity) => boolean;
  /** `actionKey` as `entityKey` writes it. */
  readonly context: (actionKey: string, context: unknown) => boolean;
  /**
   * Whether the action is known to apply to a principal and a resource of these types, and is in no group and without attributes, so that
   * there is nothing that the engine would have to take from the schema for it.
   */
  readonly action: (actionKey: string, principalType: string, resourceType: string) => boolean;
}

/**
 * Whether the schema has records with a member that looks, without the schema, as if it made the record something else: an entity, or a value of
 * an extension type. Also that an entity has been checked does not say what such a value is.
 */
export const hasEscapes = memoizeByIdentity((schema: SchemaJson<string>): boolean =>
  Object.values(schema).some(({ entityTypes, commonTypes }) => namesEscape([entityTypes, commonTypes])),
);

function namesEscape(types: unknown): boolean {
  if (typeof types !== 'object' || types === null) return false;
  return Object.entries(types).some(([name, type]) => ESCAPES.includes(name) || namesEscape(type));
}

/** Made once for each schema: every list of entities is asked about with the same one. */
export const conformanceTo = memoizeByIdentity(makeConformance);

function makeConformance(schema: SchemaJson<string>): Conformance {
  const entities = new Map<string, EntityFit>();
  const enumerations = new Map<string, ReadonlySet<string>>();
  const contexts = new Map<string, Fit>();
  const applicable = new Map<string, Applicable>();
  for (const [namespace, { entityTypes, actions }] of Object.entries(schema)) {
    const names = namesIn(schema, namespace);
    for (const [name, type] of Object.entries(entityTypes)) {
      if ('enum' in type) {
        enumerations.set(qualified(namespace, name), new Set(type.enum));
        continue;
      }
      const written = type.memberOfTypes ?? [];
      const parents = entityTypesOf(written, names);
      const attributes = type.shape ? fitOf(type.shape, names, 0) : hasNothing;
      const hasOtherParents = parents.length < written.length;
      entities.set(qualified(namespace, name), { attributes, parents: new Set(parents), hasOtherParents });
    }
    for (const [name, { appliesTo, memberOf, attributes }] of Object.entries(actions)) {
      const key = entityKey({ type: qualified(namespace, 'Action'), id: name });
      contexts.set(key, appliesTo?.context ? fitOf(appliesTo.context, names, 0) : hasNothing);
      if (memberOf?.length || attributes) continue;
      applicable.set(key, {
        principals: new Set(entityTypesOf(appliesTo?.principalTypes ?? [], names)),
        resources: new Set(entityTypesOf(appliesTo?.resourceTypes ?? [], names)),
      });
    }
  }
  return {
    uid: ({ type, id }) => entities.has(type) || enumerations.get(type)?.has(id) === true,
    entity: (entity) => entityFits(entity, entities),
    isMisplaced: (entity) => isMisplaced(entity, entities),
    context: (actionKey, context) => contexts.get(actionKey)?.(context) ?? false,
    action: (actionKey, principalType, resourceType) => {
      const types = applicable.get(actionKey);
      return types?.principals.has(principalType) === true && types.resources.has(resourceType);
    },
  };
}

/**
 * Whether the engine is known to accept these entities together; `false` only means that it has to be asked. Asking it reads the whole schema
 * again, and compiles code that nothing else may need.
 */
export function knownToConform(entities: readonly Entity[], schema: SchemaJson<string>): boolean {
  const { entity } = conformanceTo(schema);
  return (
    !mayHaveCycles(schema) &&
    entities.every(entity) &&
    new Set(entities.map(({ uid }) => entityKey(plainUid(uid)))).size === entities.length
  );
}

type Fit = (value: unknown) => boolean;

interface EntityFit {
  readonly attributes: Fit;
  readonly parents: ReadonlySet<string>;
  /** Whether there are parents of types that are not told apart here. */
  readonly hasOtherParents: boolean;
}

interface Applicable {
  readonly principals: ReadonlySet<string>;
  readonly resources: ReadonlySet<string>;
}

const never: Fit = () => false;
const hasNothing: Fit = (value) => {
  if (!isPlainObject(value)) return false;
  for (const _ in value) return false;
  return true;
};

function entityFits(entity: Entity, entities: ReadonlyMap<string, EntityFit>): boolean {
  if (!isPlainObject(entity)) return false;
  let hidden = 3;
  for (const key in entity)
    if (key === 'uid' || key === 'attrs' || key === 'parents') hidden -= 1;
    else if (key !== 'tags') return false;
  if (hidden > 0 || (entity.tags !== undefined && !hasNothing(entity.tags))) return false;
  const uid = uidOf(entity.uid);
  const fit = uid && entities.get(uid.type);
  if (!fit?.attributes(entity.attrs) || !Array.isArray(entity.parents)) return false;
  for (const parent of entity.parents) if (!fit.parents.has(uidOf(parent)?.type ?? '')) return false;
  return true;
}

function isMisplaced(entity: Entity, entities: ReadonlyMap<string, EntityFit>): boolean {
  const type = uidOf(entity.uid)?.type ?? '';
  if (!entities.has(type)) return false;
  const parents = entity.parents.flatMap((parent) => uidOf(parent)?.type ?? []);
  return parents.some((parent) => entities.has(parent) && !mayBeBelow(type, parent, entities));
}

/** The engine allows the parents of parents, too. */
function mayBeBelow(type: string, ancestor: string, entities: ReadonlyMap<string, EntityFit>): boolean {
  const above = new Set([type]);
  for (const one of above) {
    const fit = entities.get(one);
    if (!fit || fit.hasOtherParents || fit.parents.has(ancestor)) return true;
    for (const parent of fit.parents) above.add(parent);
  }
  return false;
}

// ---- types ----

/** What a name in a schema stands for; `undefined` when nothing, or more than one thing. */
type TypeLookup = (name: string) => TypeRef | undefined;

type TypeRef =
  | { readonly kind: 'entity'; readonly name: string }
  | { readonly kind: 'common'; readonly type: TypeJson; readonly names: TypeLookup }
  | { readonly kind: 'primitive'; readonly type: string };

const PRIMITIVES: Readonly<Record<string, string>> = {
  String: 'String',
  Long: 'Long',
  Bool: 'Boolean',
  Boolean: 'Boolean',
};

function namesIn(schema: SchemaJson<string>, namespace: string): TypeLookup {
  return (name) => {
    const found = [...new Set([qualified(namespace, name), name])].flatMap((full) => typeRefs(full, schema));
    const primitive = PRIMITIVES[name.replace(/^__cedar::/, '')];
    if (primitive) found.push({ kind: 'primitive', type: primitive });
    return found.length === 1 ? found[0] : undefined;
  };
}

function typeRefs(full: string, schema: SchemaJson<string>): TypeRef[] {
  const cut = full.lastIndexOf('::');
  const namespace = cut < 0 ? '' : full.slice(0, cut);
  const name = cut < 0 ? full : full.slice(cut + 2);
  const definition = Object.hasOwn(schema, namespace) ? schema[namespace] : undefined;
  const { entityTypes = {}, commonTypes = {} } = definition ?? {};
  const common = Object.hasOwn(commonTypes, name) ? commonTypes[name] : undefined;
  const entity = Object.hasOwn(entityTypes, name) ? entityTypes[name] : undefined;
  return [
    ...(entity && !('enum' in entity) ? [{ kind: 'entity', name: full } as const] : []),
    ...(common ? [{ kind: 'common', type: common, names: namesIn(schema, namespace) } as const] : []),
  ];
}

/** The names that can only mean an entity type without an enumeration. */
function entityTypesOf(written: readonly string[], names: TypeLookup): string[] {
  return written.flatMap((name) => {
    const meaning = names(name);
    return meaning?.kind === 'entity' ? [meaning.name] : [];
  });
}

/** Common types cannot contain themselves; deeper than this nobody writes one. */
const DEEPEST = 30;

function fitOf(type: TypeJson, names: TypeLookup, depth: number): Fit {
  if (depth > DEEPEST) return never;
  switch (type.type) {
    case 'String':
      return (value) => typeof value === 'string' && value.isWellFormed();
    case 'Long':
      return (value) => Number.isSafeInteger(value) && !Object.is(value, -0);
    case 'Boolean':
      return (value) => typeof value === 'boolean';
    case 'Set': {
      const element = 'element' in type ? fitOf(type.element, names, depth + 1) : never;
      return (value) => Array.isArray(value) && value.every(element);
    }
    case 'Record':
      return 'attributes' in type ? recordFit(type, names, depth) : never;
    case 'Extension':
      return never;
    default:
      return namedFit('name' in type ? type.name : type.type, names, depth);
  }
}

function namedFit(name: string, names: TypeLookup, depth: number): Fit {
  const meaning = names(name);
  switch (meaning?.kind) {
    case 'primitive':
      return fitOf({ type: meaning.type }, names, depth + 1);
    case 'common':
      return fitOf(meaning.type, meaning.names, depth + 1);
    case 'entity':
      return (value) => isPlainObject(value) && referenceOf(value)?.type === meaning.name;
    default:
      return never;
  }
}

/** What the engine reads in a record without a schema as something else than a record. */
const ESCAPES = ['__entity', '__extn', '__expr'];

function recordFit(type: Extract<TypeJson, { attributes: unknown }>, names: TypeLookup, depth: number): Fit {
  if (type.additionalAttributes || ESCAPES.some((name) => Object.hasOwn(type.attributes, name))) return never;
  const fits = new Map(
    Object.entries(type.attributes).map(([name, attribute]) => [
      name,
      { required: attribute.required ?? true, fit: fitOf(attribute, names, depth + 1) },
    ]),
  );
  const required = [...fits.values()].filter((attribute) => attribute.required).length;
  return (value) => {
    if (!isPlainObject(value)) return false;
    let found = 0;
    for (const name in value) {
      const attribute = fits.get(name);
      if (!attribute?.fit(value[name]) || !OWNS.call(value, name)) return false;
      if (attribute.required) found += 1;
    }
    return found === required;
  };
}

// ---- values ----

/** What JSON leaves out, the engine does not see either: of what a loop over an object shows, only what it has itself. */
function hasOnly(value: object, key: string): boolean {
  let found = false;
  for (const name in value) {
    if (name !== key || !OWNS.call(value, name)) return false;
    found = true;
  }
  return found;
}

/** Of a plain uid of well-formed text, in either spelling. */
function uidOf(value: unknown): TypeAndId | undefined {
  if (!isPlainObject(value)) return undefined;
  return value.__entity === undefined ? onlyTypeAndId(value) : referenceOf(value);
}

function referenceOf(value: Readonly<Record<string, unknown>>): TypeAndId | undefined {
  return hasOnly(value, '__entity') ? plainUidOf(value.__entity) : undefined;
}

/** Whether a value is a uid in its plain spelling, of text that has an encoding. */
export function isPlainUid(value: unknown): boolean {
  return plainUidOf(value) !== undefined;
}

function plainUidOf(value: unknown): TypeAndId | undefined {
  return isPlainObject(value) ? onlyTypeAndId(value) : undefined;
}

function onlyTypeAndId(value: Readonly<Record<string, unknown>>): TypeAndId | undefined {
  let found = 0;
  for (const name in value) {
    if ((name !== 'type' && name !== 'id') || !OWNS.call(value, name)) return undefined;
    found += 1;
  }
  if (found !== 2) return undefined;
  const { type, id } = value;
  return typeof type === 'string' && typeof id === 'string' && id.isWellFormed() ? { type, id } : undefined;
}
