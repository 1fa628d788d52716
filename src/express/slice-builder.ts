import type { CedarValueJson } from '../core/cedar.ts';
import { type Entity, type EntityUid, entityKey, entityStore, plainUid } from '../core/entity.ts';
import type { Model } from '../core/model.ts';
import { type Slice, sliceMaker } from '../core/slice.ts';
import { inTime } from './in-time.ts';

/** What a slice builder knows about one entity. Its uid is the type and id that were asked for. */
export interface EntityParts<Attributes = Readonly<Record<string, CedarValueJson>>> {
  /** The attributes that the schema models. */
  readonly attrs?: Attributes;
  /** The entities directly above it, with namespaced types: their own builders are asked about them. */
  readonly parents?: readonly EntityUid[];
}

/**
 * Looks one entity of one type up. `undefined` says that there is none, and the call is answered with 404.
 * Builders compose through parents: what a campaign says about its tenant is left to the builder of tenants, and within one call each
 * entity is looked up once, however many items of a batch share it. Specification 4.3.
 */
export type SliceBuilder<Req, Attributes = Readonly<Record<string, CedarValueJson>>> = (
  id: string,
  req: Req,
) => EntityParts<Attributes> | undefined | null | Promise<EntityParts<Attributes> | undefined | null>;

/** Slice builders by entity type, without namespace. */
export type SliceBuilders<Req> = Readonly<Record<string, SliceBuilder<Req>>>;

/** The principal and what is above it: the part of a slice that is the same for all calls of one caller. */
export interface PrincipalSlice {
  readonly principal: Entity;
  readonly ancestors: readonly Entity[];
}

/** The entities that one call may need, each looked up at most once. */
export interface Lookups {
  readonly principalSlice: (principal: Entity) => Promise<PrincipalSlice>;
  /** @throws when a builder fails, or an ancestor of the resource does not exist: there is no telling what would apply to it. */
  readonly slice: (principal: Promise<PrincipalSlice>, resource: EntityUid) => Promise<Slice>;
}

/** More than any sound hierarchy has, and fewer than the engine could not take. */
const MOST_ANCESTORS = 500;

export function lookups<Req>(builders: SliceBuilders<Req>, model: Model, req: Req, timeout: number): Lookups {
  const lookUp = rememberingLookUp(builders, model, req, timeout);
  return {
    principalSlice: async (principal) => {
      const { entities } = await withAncestors(principal.parents.map(plainUid), lookUp);
      return { principal, ancestors: entities };
    },
    slice: async (principalSlice, resource) => {
      const [{ principal, ancestors }, { entities, missing }] = await Promise.all([
        principalSlice,
        withAncestors([resource], lookUp),
      ]);
      const absent = missing.find((uid) => entityKey(uid) !== entityKey(resource));
      if (absent) throw new Error(`${entityKey(absent)}, above ${entityKey(resource)}, does not exist`);
      // What was looked up for this call counts more than what a cache remembers.
      return sliceMaker(entityStore([...entities, ...ancestors]), model).compose(principal, resource);
    },
  };
}

/** `no-builder` for types of which the identifier says all there is. */
type LookUp = (uid: EntityUid) => Promise<Entity | 'missing' | 'no-builder'>;

function rememberingLookUp<Req>(
  builders: SliceBuilders<Req>,
  model: Model,
  req: Req,
  timeout: number,
): LookUp {
  const known = new Map<string, Promise<Entity | 'missing'>>();
  return async (uid) => {
    const type = uid.type.slice(model.namespace.length + 2);
    const builder = Object.hasOwn(builders, type) ? builders[type] : undefined;
    if (!builder || uid.type !== `${model.namespace}::${type}`) return 'no-builder';
    const key = entityKey(uid);
    const entity = known.get(key) ?? build(builder, uid, type, req, timeout);
    known.set(key, entity);
    return entity;
  };
}

async function build<Req>(
  builder: SliceBuilder<Req>,
  uid: EntityUid,
  type: string,
  req: Req,
  timeout: number,
): Promise<Entity | 'missing'> {
  const what = `the slice builder of \`${type}\``;
  const parts = await inTime(what, timeout, () => builder(uid.id, req));
  if (parts === undefined || parts === null) return 'missing';
  const { attrs = {}, parents = [] } = parts;
  if (!isObject(attrs) || !Array.isArray(parents) || !parents.every(isUid))
    throw new Error(`${what} did not return \`attrs\` and \`parents\``);
  if ('uid' in parts && !isSameUid(parts.uid, uid)) throw new Error(`${what} returned another entity`);
  return { uid, attrs, parents: [...parents] };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is an entity reference. */
export function isUid(value: unknown): value is EntityUid {
  return (
    isObject(value) &&
    'type' in value &&
    typeof value.type === 'string' &&
    'id' in value &&
    typeof value.id === 'string'
  );
}

function isSameUid(value: unknown, uid: EntityUid): boolean {
  return isUid(value) && entityKey(value) === entityKey(uid);
}

/** Level by level, so that what can be looked up at the same time is. */
async function withAncestors(
  start: readonly EntityUid[],
  lookUp: LookUp,
): Promise<{ entities: Entity[]; missing: EntityUid[] }> {
  const seen = new Set<string>();
  const entities: Entity[] = [];
  const missing: EntityUid[] = [];
  for (let level = unseen(start, seen); level.length > 0; ) {
    const found = await Promise.all(level.map(lookUp));
    const next: EntityUid[] = [];
    for (const [index, entity] of found.entries()) {
      const uid = level[index];
      if (typeof entity === 'object') {
        entities.push(entity);
        next.push(...entity.parents.map(plainUid));
      } else if (entity === 'missing' && uid) missing.push(uid);
    }
    level = unseen(next, seen);
    if (seen.size > MOST_ANCESTORS) throw new Error(`more than ${MOST_ANCESTORS} entities are above one`);
  }
  return { entities, missing };
}

function unseen(uids: readonly EntityUid[], seen: Set<string>): EntityUid[] {
  return uids.filter((uid) => {
    const key = entityKey(uid);
    return !seen.has(key) && seen.add(key);
  });
}
