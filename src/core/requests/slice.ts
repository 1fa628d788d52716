import { type Entity, EntityMap, type EntityStore, type EntityUid, plainUid } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import type { EntityType, Model } from '../model/model.ts';
import { undeclaredEntity } from './declared.ts';

/** The entities sent with one request; or that the resource does not exist, so that there is nothing to decide about. */
export type Slice =
  | { readonly type: 'entities'; readonly entities: readonly Entity[] }
  | {
      readonly type: 'not-found';
      /** Where more than the entities says so. */
      readonly why?: string;
    };

/** Makes the slices of a project: principal slice and resource slice, each the entity with everything above it. */
export interface SliceMaker {
  readonly compose: (principal: Entity, resource: EntityUid) => Slice;
}

/**
 * Slices out of a store of entities, as the slice builders of a running application would make them: never the whole store,
 * so that a policy which reaches past the slice fails here as it would there.
 */
export function sliceMaker(store: EntityStore, model: Model): SliceMaker {
  const types = typesByName(model);
  const ofPrincipals = new Map<Entity, readonly Entity[]>();
  const principalSlice = (principal: Entity) => {
    const known = ofPrincipals.get(principal);
    if (known) return known;
    const found = distinct(principalEntities(principal, store, types));
    ofPrincipals.set(principal, found);
    return found;
  };
  return {
    compose: (principal, resource) => {
      const why = undeclaredEntity(resource, model);
      if (why) return { type: 'not-found', why };
      const resourceSlice = resourceEntities(resource, store, types);
      if (!resourceSlice) return { type: 'not-found' };
      return { type: 'entities', entities: distinct([...principalSlice(principal), ...resourceSlice]) };
    },
  };
}

/**
 * The slice of one request out of what was looked up for it; of two entities with one uid the first counts. It is the one that a
 * {@link sliceMaker} over the same entities would make, without all that a maker remembers for further ones: a server has none.
 */
export function sliceOf(
  principal: Entity,
  resource: EntityUid,
  lookedUp: readonly Entity[],
  model: Model,
): Slice {
  const why = undeclaredEntity(resource, model);
  if (why) return { type: 'not-found', why };
  const types = typesByName(model);
  const known = new EntityMap<Entity>();
  for (const entity of lookedUp) known.add(plainUid(entity.uid), entity);
  const found = new EntityMap<Entity>();
  for (const parent of principal.parents) {
    const uid = plainUid(parent);
    if (!addWithAncestors(uid, known, found) && isBare(types.get(uid.type))) found.add(uid, bareEntity(uid));
  }
  if (!addWithAncestors(resource, known, found)) {
    const type = types.get(resource.type);
    if (!type || !needsNoRecord(type)) return { type: 'not-found' };
    found.add(resource, bareEntity(resource));
  }
  return { type: 'entities', entities: withPrincipal(principal, found.values()) };
}

/** Whether the identifier alone says all there is about an entity of the type: it needs no record, and no slice builder. */
export function needsNoRecord(type: EntityType): boolean {
  return type.name === APPLICATION_TYPE || (isBare(type) && type.parents.length === 0);
}

type TypesByName = ReadonlyMap<string, EntityType>;

/** A server makes a slice for every request, of one model. */
const typesOfModels = new WeakMap<Model, TypesByName>();

function typesByName(model: Model): TypesByName {
  const known = typesOfModels.get(model);
  if (known) return known;
  const types = new Map(model.entityTypes.map((type) => [qualified(model.namespace, type.name), type]));
  typesOfModels.set(model, types);
  return types;
}

function principalEntities(principal: Entity, store: EntityStore, types: TypesByName): Entity[] {
  const parents = principal.parents.map(plainUid);
  return [principal, ...parents.flatMap((parent) => parentEntities(parent, store, types))];
}

/** A group without attributes needs no record: the identifier says it all. */
function parentEntities(parent: EntityUid, store: EntityStore, types: TypesByName): readonly Entity[] {
  const known = store.withAncestors(parent);
  if (known.length > 0) return known;
  return isBare(types.get(parent.type)) ? [bareEntity(parent)] : [];
}

function resourceEntities(
  resource: EntityUid,
  store: EntityStore,
  types: TypesByName,
): readonly Entity[] | undefined {
  const known = store.withAncestors(resource);
  if (known.length > 0) return known;
  const type = types.get(resource.type);
  return type && needsNoRecord(type) ? [bareEntity(resource)] : undefined;
}

/** False when the entity itself is unknown. */
function addWithAncestors(uid: EntityUid, known: EntityMap<Entity>, found: EntityMap<Entity>): boolean {
  const entity = known.get(uid);
  if (!entity) return false;
  if (!found.add(uid, entity)) return true;
  for (const parent of entity.parents) addWithAncestors(plainUid(parent), known, found);
  return true;
}

/** What is known about the principal from elsewhere, such as when it is the resource too, does not count. */
function withPrincipal(principal: Entity, others: readonly Entity[]): readonly Entity[] {
  const { type, id } = plainUid(principal.uid);
  const isOther = ({ uid }: Entity) => plainUid(uid).id !== id || plainUid(uid).type !== type;
  return [principal, ...(others.every(isOther) ? others : others.filter(isOther))];
}

function isBare(type: EntityType | undefined): boolean {
  return type !== undefined && type.attributes.length === 0 && type.hasTags !== true;
}

function bareEntity(uid: EntityUid): Entity {
  return { uid, attrs: {}, parents: [] };
}

function distinct(entities: readonly Entity[]): readonly Entity[] {
  const byUid = new EntityMap<Entity>();
  for (const entity of entities) byUid.add(plainUid(entity.uid), entity);
  return byUid.values();
}
