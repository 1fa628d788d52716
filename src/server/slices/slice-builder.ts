import { memoizeByIdentity } from '../../core/caching/memoize.ts';
import type { CedarValueJson } from '../../core/cedar/cedar.ts';
import { type Entity, type EntityUid, isSameUid, isUid } from '../../core/cedar/entity.ts';
import { qualified } from '../../core/cedar/namespace.ts';
import type { Model } from '../../core/model/model.ts';
import { isRecord } from '../../core/values/record.ts';
import type { Ready } from '../waiting/ready.ts';
import type { EntityParts } from './entity-parts.ts';
import { type KnownEntities, knownEntities } from './known-entities.ts';

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

/** Slice builders by entity type with its namespace, as entities have it. */
export type BuildersByType<Req> = ReadonlyMap<string, NamedBuilder<Req>>;

export interface NamedBuilder<Req> {
  readonly build: SliceBuilder<Req>;
  /** What it is called when it fails. */
  readonly name: string;
  /** What it answered before; missing where nothing is remembered. */
  readonly known?: KnownEntities;
}

/** Made once: every call looks several entities up. `remembered`: so many entities of each type at most. */
export function buildersByType<Req>(
  builders: SliceBuilders<Req>,
  model: Model,
  remembered: number,
): BuildersByType<Req> {
  const known = () => (remembered > 0 ? { known: knownEntities(remembered) } : {});
  return new Map(
    Object.entries(builders).map(([type, build]) => [
      qualified(model.namespace, type),
      { build, name: `the slice builder of \`${type}\``, ...known() },
    ]),
  );
}

/** The same builders, whose answers are not compared with what they answered before. */
export function withoutMemory<Req>(builders: BuildersByType<Req>): BuildersByType<Req> {
  return forgetful(builders) as BuildersByType<Req>;
}

/** Made once for the builders of a server: every batch asks for it. */
const forgetful = memoizeByIdentity(
  (builders: BuildersByType<never>): BuildersByType<never> =>
    new Map([...builders].map(([type, { build, name }]) => [type, { build, name }])),
);

/** What a builder answered, as the entity that it was asked about. */
export function entityOf(
  parts: EntityParts | undefined | null,
  uid: EntityUid,
  what: string,
): Entity | 'missing' {
  if (parts === undefined || parts === null) return 'missing';
  if (typeof parts !== 'object' || Array.isArray(parts))
    throw new Error(`${what} did not return \`attrs\` and \`parents\``);
  const { attrs = {}, parents = [], tags } = parts;
  if (tags !== undefined && !isRecord(tags))
    throw new Error(`${what} returned \`tags\` that are not an object`);
  if (!isRecord(attrs) || !Array.isArray(parents) || !parents.every(isUid))
    throw new Error(`${what} did not return \`attrs\` and \`parents\``);
  if ('uid' in parts && !(isUid(parts.uid) && isSameUid(parts.uid, uid)))
    throw new Error(`${what} returned another entity`);
  const own = [...parents];
  return tags === undefined ? { uid, attrs, parents: own } : { uid, attrs, parents: own, tags };
}
