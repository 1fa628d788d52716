import { type Entity, EntityMap, type EntityUid, plainUid } from '../../core/cedar/entity.ts';
import type { Model } from '../../core/model/model.ts';
import { type LookedUp, MOST_ANCESTORS, type Slice, sliceOf } from '../../core/requests/slice.ts';
import { isRecord } from '../../core/values/record.ts';
import { type InTime, isPromise } from '../waiting/in-time.ts';
import { after, type Ready } from '../waiting/ready.ts';
import type { EntityParts } from './entity-parts.ts';
import { type BuildersByType, entityOf, type NamedBuilder } from './slice-builder.ts';

/** The principal and what is above it: the part of a slice that is the same for all calls of one caller. */
export interface PrincipalSlice {
  readonly principal: Entity;
  readonly ancestors: readonly Entity[];
  /** Stands for the schema that it was made for: with another one, nobody uses it. A cache that keeps copies keeps it with them. */
  readonly schema: string;
}

/** What was looked up for a call, as far as it repeats what was looked up before. */
export interface LookedUpEntities {
  /** All of it, in the order in which it was looked up; `undefined` unless every entity is one that `knownEntities` keeps. */
  readonly kept: () => readonly (Entity | 'missing')[] | undefined;
  /** Whether it is the very same, in the same order. */
  readonly areJust: (entities: readonly (Entity | 'missing')[]) => boolean;
}

/** The entities that one call may need, each looked up at most once. */
export interface Lookups extends LookedUpEntities {
  /** Looks these and everything above them up: slices have nothing to wait for then. Fails when a builder does. */
  readonly gather: (uids: readonly EntityUid[]) => Ready<unknown>;
  /**
   * The slice of one question out of what was gathered, and of what a cache remembers of the principal.
   * @throws {Error} when what is above the resource is not all there, or is too much.
   */
  readonly slice: (principal: Entity, resource: EntityUid, remembered?: PrincipalSlice) => Slice;
  /** The principal with all that is above it. */
  readonly principalSlice: (principal: Entity) => Ready<Omit<PrincipalSlice, 'schema'>>;
}

/** For one call: `inTime` keeps the time that a builder may take. */
export function lookups<Req>(builders: BuildersByType<Req>, model: Model, req: Req, inTime: InTime): Lookups {
  return new Gathering(builders, model, req, inTime);
}

/** What was looked up for this call counts more than what a cache remembers. */
function withRemembered<Req>(gathering: Gathering<Req>, { ancestors }: PrincipalSlice): LookedUp {
  const remembered = new EntityMap<Entity>();
  for (const entity of ancestors) remembered.add(plainUid(entity.uid), entity);
  return { get: (uid) => gathering.get(uid) ?? remembered.get(uid) };
}

function tooMany(): Error {
  return new Error(`more than ${MOST_ANCESTORS} entities are above one`);
}

/**
 * Looks entities up, and what is above each as soon as it is there. A promise for each builder that answers with one, and one for all of
 * them together, are all the promises there are: on the way to most decisions they cost more than everything else.
 */
class Gathering<Req> implements Lookups, LookedUp {
  readonly #builders: BuildersByType<Req>;
  readonly #model: Model;
  readonly #req: Req;
  readonly #inTime: InTime;
  /** `awaited` until the answer is there. */
  readonly #known = new EntityMap<Entity | 'missing' | 'awaited'>();
  /** In the order in which they are looked up; so many of them were begun. */
  #waiting: EntityUid[] = NOTHING;
  #begun = 0;
  #most = 0;
  #awaited = 0;
  #done: (() => void) | undefined;
  #fail: ((error: unknown) => void) | undefined;
  #failure: { readonly error: unknown } | undefined;
  #areKept = true;

  constructor(builders: BuildersByType<Req>, model: Model, req: Req, inTime: InTime) {
    this.#builders = builders;
    this.#model = model;
    this.#req = req;
    this.#inTime = inTime;
  }

  get(uid: EntityUid): Entity | 'missing' | undefined {
    const found = this.#known.get(uid);
    return found === 'awaited' ? undefined : found;
  }

  slice(principal: Entity, resource: EntityUid, remembered?: PrincipalSlice): Slice {
    const known = remembered ? withRemembered(this, remembered) : this;
    const slice = sliceOf(principal, resource, known, this.#model);
    if (slice.type === 'unusable') throw new Error(slice.reason);
    return slice;
  }

  kept(): readonly (Entity | 'missing')[] | undefined {
    const all = this.#known.values();
    return this.#areKept && all.every(isThere) ? all : undefined;
  }

  areJust(entities: readonly (Entity | 'missing')[]): boolean {
    return this.#known.hasJust(entities);
  }

  principalSlice(principal: Entity): Ready<Omit<PrincipalSlice, 'schema'>> {
    return after(this.gather(principal.parents.map(plainUid)), () => {
      const ancestors = this.#known.values().filter((one) => typeof one === 'object');
      if (ancestors.length > MOST_ANCESTORS) throw tooMany();
      return { principal, ancestors };
    });
  }

  gather(uids: readonly EntityUid[]): Ready<void> {
    this.#most += MOST_ANCESTORS * uids.length;
    this.#waiting = this.#waiting.concat(uids);
    try {
      this.#lookUp();
    } catch (error) {
      this.#failure = { error };
      throw error;
    }
    if (this.#awaited === 0) return undefined;
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#fail = reject;
    });
  }

  #lookUp(): void {
    // What is found on the way is appended.
    for (let uid = this.#waiting[this.#begun]; uid !== undefined; uid = this.#waiting[this.#begun]) {
      this.#begun += 1;
      const builder = this.#builders.get(uid.type);
      if (!builder || !this.#known.add(uid, 'awaited')) continue;
      if (this.#known.size > this.#most) throw tooMany();
      const parts = builder.build(uid.id, this.#req);
      if (isPromise(parts)) this.#await(parts, uid, builder);
      else this.#take(parts, uid, builder);
    }
  }

  #await(parts: Promise<EntityParts | undefined | null>, uid: EntityUid, builder: NamedBuilder<Req>): void {
    this.#awaited += 1;
    const there = (answer: EntityParts | undefined | null) => {
      if (this.#failure) return;
      try {
        this.#take(answer, uid, builder);
        this.#lookUp();
      } catch (error) {
        return failed(error);
      }
      this.#awaited -= 1;
      if (this.#awaited === 0) this.#done?.();
    };
    const failed = (error: unknown) => {
      this.#failure ??= { error };
      this.#fail?.(error);
    };
    this.#inTime.whenThere(builder.name, parts, there, failed);
  }

  #take(parts: EntityParts | undefined | null, uid: EntityUid, builder: NamedBuilder<Req>): void {
    const entity = this.#entityOf(parts, uid, builder);
    this.#known.set(uid, entity);
    if (entity === 'missing') return;
    for (const parent of entity.parents) {
      const above = plainUid(parent);
      // Most is known already, or looked up by nobody.
      if (this.#builders.has(above.type) && !this.#known.has(above)) this.#waiting.push(above);
    }
  }

  #entityOf(
    parts: EntityParts | undefined | null,
    uid: EntityUid,
    { name, known }: NamedBuilder<Req>,
  ): Entity | 'missing' {
    if (known && parts && isRecord(parts)) {
      const same = known.same(uid.id, parts);
      if (same) return same;
    }
    const entity = entityOf(parts, uid, name);
    if (entity === 'missing') return entity;
    const kept = known?.keep(uid.id, entity);
    if (!kept) this.#areKept = false;
    return kept ?? entity;
  }
}

function isThere(one: Entity | 'missing' | 'awaited'): one is Entity | 'missing' {
  return one !== 'awaited';
}

/** What every gathering begins with: what is added makes another list. */
const NOTHING: EntityUid[] = [];
