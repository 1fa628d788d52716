import type { CedarValueJson } from '../../core/cedar/cedar.ts';
import { type Entity, EntityMap, type EntityUid, entityKey, plainUid } from '../../core/cedar/entity.ts';
import { qualified } from '../../core/cedar/namespace.ts';
import type { Model } from '../../core/model/model.ts';
import { type Slice, sliceOf } from '../../core/requests/slice.ts';
import type { InTime } from '../waiting/in-time.ts';
import { after, all, attempt, both, type Ready } from '../waiting/ready.ts';

/** What a slice builder knows about one entity. Its uid is the type and id that were asked for. */
export interface EntityParts<Attributes = Readonly<Record<string, CedarValueJson>>> {
  /** The attributes that the schema models. */
  readonly attrs?: Attributes;
  /** The tags of the entity, where the schema gives its type tags. */
  readonly tags?: Readonly<Record<string, CedarValueJson>>;
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
) => Ready<EntityParts<Attributes> | undefined | null>;

/** Slice builders by entity type, without namespace. */
export type SliceBuilders<Req> = Readonly<Record<string, SliceBuilder<Req>>>;

/** The principal and what is above it: the part of a slice that is the same for all calls of one caller. */
export interface PrincipalSlice {
  readonly principal: Entity;
  readonly ancestors: readonly Entity[];
}

/** The entities that one call may need, each looked up at most once. Nothing is thrown: what fails is a rejection. */
export interface Lookups {
  readonly principalSlice: (principal: Entity) => Ready<PrincipalSlice>;
  /** Fails when a builder does, or when an ancestor of the resource does not exist: there is no telling what would apply to it. */
  readonly slice: (principal: Ready<PrincipalSlice>, resource: EntityUid) => Ready<Slice>;
  /** Looks all of these and what is above them up, level by level: their slices have nothing to wait for then. */
  readonly prepare: (resources: readonly EntityUid[]) => Ready<unknown>;
}

/** More than any sound hierarchy has, and fewer than the engine could not take. */
const MOST_ANCESTORS = 500;

/** Slice builders by entity type with its namespace, as entities have it. */
export type BuildersByType<Req> = ReadonlyMap<string, NamedBuilder<Req>>;

interface NamedBuilder<Req> {
  readonly build: SliceBuilder<Req>;
  /** What it is called when it fails. */
  readonly name: string;
}

/** Made once: every call looks several entities up. */
export function buildersByType<Req>(builders: SliceBuilders<Req>, model: Model): BuildersByType<Req> {
  return new Map(
    Object.entries(builders).map(([type, build]) => [
      qualified(model.namespace, type),
      { build, name: `the slice builder of \`${type}\`` },
    ]),
  );
}

export function lookups<Req>(builders: BuildersByType<Req>, model: Model, req: Req, inTime: InTime): Lookups {
  const known = new EntityMap<Ready<FoundSlice>>();
  const lookUp = rememberingLookUp(builders, req, inTime, known);
  return {
    principalSlice: (principal) =>
      after(withAncestors(principal.parents.map(plainUid), lookUp), ({ entities }) => ({
        principal,
        ancestors: entities,
      })),
    slice: (principalSlice, resource) => {
      const found = withAncestors([resource], lookUp);
      return after(both(principalSlice, found), ([principal, above]) =>
        attempt(() => composed(principal, resource, above, model)),
      );
    },
    prepare: (resources) =>
      after(withAncestors(resources, lookUp, Number.POSITIVE_INFINITY), ({ entities, missing }) => {
        // What has come need not be waited for again.
        for (const entity of entities) known.set(plainUid(entity.uid), entity);
        for (const uid of missing) known.set(uid, 'missing');
      }),
  };
}

function composed(
  { principal, ancestors }: PrincipalSlice,
  resource: EntityUid,
  { entities, missing }: Ancestors,
  model: Model,
): Slice {
  const absent = missing.find((uid) => !isSameUid(uid, resource));
  if (absent) throw new Error(`${entityKey(absent)}, above ${entityKey(resource)}, does not exist`);
  // What was looked up for this call counts more than what a cache remembers.
  return sliceOf(principal, resource, [...entities, ...ancestors], model);
}

/** `no-builder` for types of which the identifier says all there is. */
type FoundSlice = Entity | 'missing' | 'no-builder';
type LookUp = (uid: EntityUid) => Ready<FoundSlice>;

function rememberingLookUp<Req>(
  builders: BuildersByType<Req>,
  req: Req,
  inTime: InTime,
  known: EntityMap<Ready<FoundSlice>>,
): LookUp {
  return (uid) => {
    const builder = builders.get(uid.type);
    if (!builder) return 'no-builder';
    const before = known.get(uid);
    if (before) return before;
    const entity = attempt(() => lookedUp(builder, uid, req, inTime));
    known.add(uid, entity);
    return entity;
  };
}

function lookedUp<Req>(
  { build, name }: NamedBuilder<Req>,
  uid: EntityUid,
  req: Req,
  inTime: InTime,
): Ready<Entity | 'missing'> {
  return after(
    inTime(name, () => build(uid.id, req)),
    (parts) => entityOf(parts, uid, name),
  );
}

function entityOf(parts: EntityParts | undefined | null, uid: EntityUid, what: string): Entity | 'missing' {
  if (parts === undefined || parts === null) return 'missing';
  const { attrs = {}, parents = [], tags } = parts;
  if (tags !== undefined && !isObject(tags))
    throw new Error(`${what} returned \`tags\` that are not an object`);
  if (!isObject(attrs) || !Array.isArray(parents) || !parents.every(isUid))
    throw new Error(`${what} did not return \`attrs\` and \`parents\``);
  if ('uid' in parts && !(isUid(parts.uid) && isSameUid(parts.uid, uid)))
    throw new Error(`${what} returned another entity`);
  return { uid, attrs, parents: [...parents], ...(tags === undefined ? {} : { tags }) };
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

function isSameUid(a: EntityUid, b: EntityUid): boolean {
  return a.id === b.id && a.type === b.type;
}

/** What was found at and above some entities, and which of all these do not exist. */
interface Ancestors {
  readonly entities: readonly Entity[];
  readonly missing: readonly EntityUid[];
}

/** Level by level, so that what can be looked up at the same time is. */
function withAncestors(start: readonly EntityUid[], lookUp: LookUp, most = MOST_ANCESTORS): Ready<Ancestors> {
  const seen = new EntityMap<true>();
  const entities: Entity[] = [];
  const missing: EntityUid[] = [];
  const climb = (level: readonly EntityUid[]): Ready<Ancestors> => {
    if (seen.size > most) throw new Error(`more than ${most} entities are above one`);
    if (level.length === 0) return { entities, missing };
    return after(all(level.map(lookUp)), (found) => {
      const above: EntityUid[] = [];
      for (const [index, uid] of level.entries()) {
        const entity = found[index];
        if (entity === 'missing') missing.push(uid);
        if (typeof entity !== 'object') continue;
        entities.push(entity);
        addUnseen(entity.parents.map(plainUid), seen, above);
      }
      return climb(above);
    });
  };
  return attempt(() => climb(addUnseen(start, seen, [])));
}

function addUnseen(uids: readonly EntityUid[], seen: EntityMap<true>, to: EntityUid[]): readonly EntityUid[] {
  for (const uid of uids) if (seen.add(uid, true)) to.push(uid);
  return to;
}
