import { memoizeLast } from '../caching/memoize.ts';
import {
  atOrAbove,
  type Entity,
  EntityMap,
  type EntityStore,
  type EntityUid,
  entityKey,
  plainUid,
} from '../cedar/entity.ts';
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
  const abovePrincipals = new Map<Entity, readonly Entity[]>();
  const above = (principal: Entity) => {
    const known = abovePrincipals.get(principal);
    if (known) return known;
    const parents = principal.parents.map(plainUid);
    const found = distinct(parents.flatMap((parent) => parentEntities(parent, store, types)));
    abovePrincipals.set(principal, found);
    return found;
  };
  return {
    compose: (principal, resource) => {
      const why = undeclaredEntity(resource, model);
      if (why) return { type: 'not-found', why };
      const resourceSlice = resourceEntities(resource, store, types);
      if (!resourceSlice) return { type: 'not-found' };
      const together = withPrincipal(principal, resource, distinct([...above(principal), ...resourceSlice]));
      const tooMany = isLarge(principal, together) && tooManyAbove(principal, resource, store, model);
      return tooMany ? { type: 'not-found', why: tooMany } : { type: 'entities', entities: together };
    },
  };
}

/** Whether so many entities are named that there may be too many above one. */
function isLarge(principal: Entity, together: readonly Entity[]): boolean {
  return (
    together.reduce((sum, { parents }) => sum + parents.length, principal.parents.length) >= MOST_ANCESTORS
  );
}

/** Why a server decides nothing, if so: too many entities are above one. */
function tooManyAbove(
  principal: Entity,
  resource: EntityUid,
  store: EntityStore,
  model: Model,
): string | undefined {
  const slice = sliceOf(principal, resource, store, model);
  return slice.type === 'unusable' ? slice.reason : undefined;
}

/** What was looked up for a request; `undefined` for what nobody was asked about. */
export interface LookedUp {
  readonly get: (uid: EntityUid) => Entity | 'missing' | undefined;
}

/** A slice that nothing can be decided by: there is no telling what would apply. */
export interface UnusableSlice {
  readonly type: 'unusable';
  readonly reason: string;
}

/** More than any sound hierarchy has above one entity, and fewer than the engine could not take. */
export const MOST_ANCESTORS = 500;

/**
 * The slice of one request out of what was looked up for it. It is the one that a {@link sliceMaker} over the same entities would make,
 * without all that a maker remembers for further ones: a server has none. What is above the resource must all be there.
 */
export function sliceOf(
  principal: Entity,
  resource: EntityUid,
  known: LookedUp,
  model: Model,
): Slice | UnusableSlice {
  const found = new EntityMap<Entity>();
  // First, since what is found already is not gone through again, and only here it counts what is missing.
  const ofResource = climb([resource], known, found);
  if (ofResource.absent)
    return unusable(`${entityKey(ofResource.absent)}, above ${entityKey(resource)}, does not exist`);
  const why = undeclaredEntity(resource, model);
  if (why) return { type: 'not-found', why };
  const types = typesByName(model);
  if (!found.has(resource)) {
    const type = types.get(resource.type);
    if (!type || !needsNoRecord(type)) return { type: 'not-found' };
    found.add(resource, bareEntity(resource));
  }
  const ofPrincipal = climb(principal.parents, known, found);
  if (Math.max(ofResource.visited, ofPrincipal.visited) > MOST_ANCESTORS)
    return unusable(`more than ${MOST_ANCESTORS} entities are above one`);
  for (const parent of principal.parents) {
    const uid = plainUid(parent);
    if (!found.has(uid) && isBare(types.get(uid.type))) found.add(uid, bareEntity(uid));
  }
  return { type: 'entities', entities: withPrincipal(principal, resource, found.values()) };
}

function unusable(reason: string): UnusableSlice {
  return { type: 'unusable', reason };
}

/** Whether the identifier alone says all there is about an entity of the type: it needs no record, and no slice builder. */
export function needsNoRecord(type: EntityType): boolean {
  return type.name === APPLICATION_TYPE || (isBare(type) && type.parents.length === 0);
}

type TypesByName = ReadonlyMap<string, EntityType>;

/** A server makes a slice for every request, of one model. */
const typesByName = memoizeLast(
  (model: Model): TypesByName =>
    new Map(model.entityTypes.map((type) => [qualified(model.namespace, type.name), type])),
);

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

/** Adds what is known at and above some entities; tells the first that is known to be missing above them. */
function climb(start: Entity['parents'], known: LookedUp, found: EntityMap<Entity>): Readonly<Climbed> {
  const climbed: Climbed = { visited: 0, absent: undefined };
  visit(start, false, climbed, { known, found });
  return climbed;
}

interface Climbed {
  visited: number;
  absent: EntityUid | undefined;
}

function visit(
  parents: Entity['parents'],
  isAbove: boolean,
  climbed: Climbed,
  places: { readonly known: LookedUp; readonly found: EntityMap<Entity> },
): void {
  for (const parent of parents) {
    const uid = plainUid(parent);
    if (places.found.has(uid)) continue;
    climbed.visited += 1;
    if (climbed.visited > MOST_ANCESTORS) return;
    const entity = places.known.get(uid);
    if (entity === 'missing' && isAbove) climbed.absent ??= uid;
    if (typeof entity !== 'object') continue;
    places.found.add(uid, entity);
    visit(entity.parents, true, climbed, places);
  }
}

/**
 * What is known about the principal from elsewhere, such as when it is the resource too, does not count; nor does what is found above it
 * by that alone, which proofs take not to be sent.
 */
function withPrincipal(principal: Entity, resource: EntityUid, others: readonly Entity[]): readonly Entity[] {
  const own = plainUid(principal.uid);
  const isOther = ({ uid }: Entity) => plainUid(uid).id !== own.id || plainUid(uid).type !== own.type;
  if (others.every(isOther)) return [principal].concat(others);
  return atOrAbove([own, resource], [principal].concat(others.filter(isOther)));
}

function isBare(type: EntityType | undefined): boolean {
  return (
    type !== undefined &&
    type.attributes.length === 0 &&
    type.hasTags !== true &&
    type.unreadAttributes === undefined
  );
}

function bareEntity(uid: EntityUid): Entity {
  return { uid, attrs: {}, parents: [] };
}

function distinct(entities: readonly Entity[]): readonly Entity[] {
  const byUid = new EntityMap<Entity>();
  for (const entity of entities) byUid.add(plainUid(entity.uid), entity);
  return byUid.values();
}
