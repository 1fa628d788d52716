import { memoizeByIdentity } from '../caching/memoize.ts';
import { isPlainObject } from '../values/record.ts';
import { type Entity, type EntityUid, entityKey, plainUid } from './entity.ts';
import { mayHaveCycles } from './entity-cycles.ts';
import { uidOf } from './fits/plain-uid.ts';
import { ESCAPES, entityTypesOf, type Fit, fitOf, hasNothing } from './fits/type-fits.ts';
import { qualified } from './namespace.ts';
import type { SchemaJson } from './wasm/json.ts';

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
  const { entities, enumerations } = entityFitsOf(schema);
  const { contexts, applicable } = actionFitsOf(schema);
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

function entityFitsOf(schema: SchemaJson<string>) {
  const entities = new Map<string, EntityFit>();
  const enumerations = new Map<string, ReadonlySet<string>>();
  for (const [namespace, { entityTypes }] of Object.entries(schema)) {
    const scope = { schema, namespace };
    for (const [name, type] of Object.entries(entityTypes)) {
      if ('enum' in type) {
        enumerations.set(qualified(namespace, name), new Set(type.enum));
        continue;
      }
      const written = type.memberOfTypes ?? [];
      const parents = entityTypesOf(written, scope);
      const attributes = type.shape ? fitOf(type.shape, scope) : hasNothing;
      const hasOtherParents = parents.length < written.length;
      entities.set(qualified(namespace, name), { attributes, parents: new Set(parents), hasOtherParents });
    }
  }
  return { entities, enumerations };
}

/** Actions that are in groups or have attributes have a context, and are left to the engine apart from it. */
function actionFitsOf(schema: SchemaJson<string>) {
  const contexts = new Map<string, Fit>();
  const applicable = new Map<string, Applicable>();
  for (const [namespace, { actions }] of Object.entries(schema)) {
    const scope = { schema, namespace };
    for (const [name, { appliesTo, memberOf, attributes }] of Object.entries(actions)) {
      const key = entityKey({ type: qualified(namespace, 'Action'), id: name });
      contexts.set(key, appliesTo?.context ? fitOf(appliesTo.context, scope) : hasNothing);
      if (memberOf?.length || attributes) continue;
      applicable.set(key, {
        principals: new Set(entityTypesOf(appliesTo?.principalTypes ?? [], scope)),
        resources: new Set(entityTypesOf(appliesTo?.resourceTypes ?? [], scope)),
      });
    }
  }
  return { contexts, applicable };
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
