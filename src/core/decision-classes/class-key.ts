import type { AuthorizationQuery } from '../cedar/cedar.ts';
import {
  type Entity,
  EntityMap,
  type EntityUid,
  entityKey,
  isSameUid,
  plainUid,
  quoted,
} from '../cedar/entity.ts';
import { isActionType } from '../policies/action-scope.ts';
import type { Path, Read } from './policy-reads.ts';

/**
 * How the reads come out for a query, as a text: the same text means the same in all of them. `undefined` where that cannot be told
 * without the schema, or where the engine would refuse the entities. Most reads come out as one of two letters: a short text is made and
 * looked up in a fraction of the time that a long one takes. Whatever else follows a comma, so that no two lists of outcomes are one text.
 */
export function classKey(
  reads: readonly Read[],
  query: AuthorizationQuery,
  beginning = beginningOfKey(query, entityKey(query.action)),
): string | undefined {
  const world = readWorld(query);
  if (!world) return undefined;
  let seen = beginning;
  for (const read of reads) {
    const found = outcome(read, world);
    if (found === undefined) return undefined;
    if (typeof found === 'boolean') seen += found ? 't' : 'f';
    else seen += `,${JSON.stringify(found)}`;
  }
  return seen;
}

/** The action, and the types of principal and resource. Each part is JSON, so that no two lists of them are one text. */
export function beginningOfKey({ principal, resource }: AuthorizationQuery, actionKey: string): string {
  return `${quoted(actionKey)},${quoted(principal.type)},${quoted(resource.type)}`;
}

interface EntityWorld {
  readonly query: AuthorizationQuery;
  /** Missing where there are so few that they are gone through one by one. */
  readonly entities?: EntityMap<Entity>;
  /** By entity, all that it is in; where there are many. */
  readonly above: EntityMap<EntityMap<EntityUid>>;
}

/** Each is a bit of a number. Nearly every request has fewer: for them, no map is made. */
const FEW = 8;
const NONE_ABOVE = new EntityMap<EntityMap<EntityUid>>();

/** Two entities with one uid are an error to the engine. */
function readWorld(query: AuthorizationQuery): EntityWorld | undefined {
  const { entities: given } = query;
  if (given.length <= FEW) return areDistinct(given) ? { query, above: NONE_ABOVE } : undefined;
  const entities = new EntityMap<Entity>();
  for (const entity of given) if (!entities.add(plainUid(entity.uid), entity)) return undefined;
  return { query, entities, above: new EntityMap() };
}

function areDistinct(few: readonly Entity[]): boolean {
  for (let index = 1; index < few.length; index += 1) {
    const entity = few[index];
    if (entity && placeAmong(few, plainUid(entity.uid), index) >= 0) return false;
  }
  return true;
}

/** Where an entity stands among the first few; -1 where it does not. */
function placeAmong(few: readonly Entity[], { type, id }: EntityUid, end = few.length): number {
  for (let index = 0; index < end; index += 1) {
    const entity = few[index];
    const uid = entity && plainUid(entity.uid);
    if (uid?.id === id && uid.type === type) return index;
  }
  return -1;
}

function entityIn({ query, entities }: EntityWorld, uid: EntityUid): Entity | undefined {
  return entities ? entities.get(uid) : query.entities[placeAmong(query.entities, uid)];
}

/** Something that can be written as JSON, and tells apart whatever the read tells apart. */
function outcome(read: Read, world: EntityWorld): unknown {
  switch (read.type) {
    case 'value':
      return written(resolve(read.path, world));
    case 'presence': {
      const found = resolve(read.path, world);
      return found && (found.type === 'missing' ? found.after : 'present');
    }
    case 'entity-type': {
      const found = resolve(read.path, world);
      return found?.type === 'entity' ? [found.uid.type] : written(found);
    }
    case 'is-entity': {
      const found = resolve(read.path, world);
      return found?.type === 'entity' ? isSameUid(found.uid, read.entity) : written(found);
    }
    case 'same':
      return sameness(resolve(read.left, world), resolve(read.right, world));
    case 'in-entity': {
      const found = resolve(read.path, world);
      if (found?.type === 'entity') return isIn(found.uid, read.entity, world);
      return found?.type === 'missing' ? written(found) : undefined;
    }
    case 'in':
      return membership(resolve(read.left, world), resolve(read.right, world), world);
  }
}

function sameness(left: Resolution | undefined, right: Resolution | undefined): unknown {
  if (left?.type === 'entity' && right?.type === 'entity') return isSameUid(left.uid, right.uid);
  return left && right && [written(left), written(right)];
}

function membership(
  left: Resolution | undefined,
  right: Resolution | undefined,
  world: EntityWorld,
): unknown {
  if (!left || !right || left.type === 'json') return undefined;
  if (left.type === 'missing') return [written(left), written(right)];
  if (right.type === 'entity') return isIn(left.uid, right.uid, world);
  if (right.type === 'missing') return [written(right)];
  if (!Array.isArray(right.json) || isActionType(left.uid.type)) return undefined;
  let isInOne = false;
  for (const member of right.json) {
    const uid = explicitEntity(member);
    if (!uid) return undefined;
    isInOne ||= isIn(left.uid, uid, world) === true;
  }
  return isInOne;
}

// ---- values ----

type Resolution =
  | { readonly type: 'entity'; readonly uid: EntityUid }
  | { readonly type: 'json'; readonly json: unknown }
  /** There is none; `after` is the number of attributes that were followed, -1 when there is no such entity. */
  | { readonly type: 'missing'; readonly after: number };

function written(found: Resolution | undefined): unknown {
  switch (found?.type) {
    case 'entity':
      return { entity: entityKey(found.uid) };
    case 'json':
      return { json: found.json };
    case 'missing':
      return found.after;
    default:
      return undefined;
  }
}

function resolve({ root, attributes }: Path, world: EntityWorld): Resolution | undefined {
  let found: Resolution =
    root === 'context'
      ? { type: 'json', json: world.query.context }
      : { type: 'entity', uid: world.query[root] };
  for (let index = 0; index < attributes.length; index += 1) {
    const attribute = attributes[index] ?? '';
    const holder = attributesOf(found, world);
    if (holder === 'unclear') return undefined;
    if (!holder || !Object.prototype.propertyIsEnumerable.call(holder, attribute))
      return { type: 'missing', after: holder ? index : -1 - index };
    const value: unknown = holder[attribute];
    const uid = explicitEntity(value);
    found = uid ? { type: 'entity', uid } : { type: 'json', json: value };
  }
  return found;
}

type EntityAttributes = Readonly<Record<string, unknown>>;

/**
 * `undefined` for an entity that was not sent. Only the schema knows actions, and whether an object with `type` and `id` is a record or an entity, or
 * whether one with other keys that begin with `__` is a value of an extension type.
 */
function attributesOf(found: Resolution, world: EntityWorld): EntityAttributes | undefined | 'unclear' {
  if (found.type === 'entity')
    return isActionType(found.uid.type) ? 'unclear' : entityIn(world, found.uid)?.attrs;
  if (found.type === 'missing' || typeof found.json !== 'object' || found.json === null) return 'unclear';
  const names = Object.keys(found.json);
  const isUnclear =
    Array.isArray(found.json) ||
    names.some((name) => name.startsWith('__')) ||
    (names.length === 2 && names.includes('type') && names.includes('id'));
  return isUnclear ? 'unclear' : (found.json as EntityAttributes);
}

function explicitEntity(value: unknown): EntityUid | undefined {
  if (typeof value !== 'object' || value === null || !('__entity' in value)) return undefined;
  const { type, id } = value.__entity as Readonly<Record<string, unknown>>;
  return typeof type === 'string' && typeof id === 'string' && id.isWellFormed() ? { type, id } : undefined;
}

// ---- hierarchy ----

/** `undefined` for an action: which groups it is in only the schema knows. */
function isIn(uid: EntityUid, container: EntityUid, world: EntityWorld): boolean | undefined {
  if (isActionType(uid.type)) return undefined;
  if (isSameUid(uid, container)) return true;
  return world.entities
    ? ancestors(uid, world.entities, world.above).has(container)
    : isAbove(container, uid, world.query.entities);
}

function isAbove(container: EntityUid, uid: EntityUid, few: readonly Entity[]): boolean {
  let found = bitOf(uid, few);
  let passed = 0;
  while (found !== passed) {
    const next = 31 - Math.clz32(found & ~passed);
    passed |= 1 << next;
    for (const parent of few[next]?.parents ?? []) {
      const above = plainUid(parent);
      if (isSameUid(above, container)) return true;
      found |= bitOf(above, few);
    }
  }
  return false;
}

function bitOf(uid: EntityUid, few: readonly Entity[]): number {
  const place = placeAmong(few, uid);
  return place < 0 ? 0 : 1 << place;
}

function ancestors(
  uid: EntityUid,
  entities: EntityMap<Entity>,
  above: EntityWorld['above'],
): EntityMap<EntityUid> {
  const known = above.get(uid);
  if (known) return known;
  const found = new EntityMap<EntityUid>();
  const waiting = [uid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const parent of entities.get(next)?.parents ?? []) {
      const parentUid = plainUid(parent);
      if (found.add(parentUid, parentUid)) waiting.push(parentUid);
    }
  }
  above.add(uid, found);
  return found;
}
