import { compareText } from '../values/compare-text.ts';
import { isObject, isRecord } from '../values/record.ts';
import type { EntityJson, EntityUidJson, TypeAndId } from './wasm/json.ts';

/** An entity identifier with its namespaced type: `{ type: 'EmailApp::Tenant', id: 'acme' }`. */
export type EntityUid = TypeAndId;

/** An entity as it is sent to the engine: `uid`, `attrs`, `parents`, and `tags` where its type has them. */
export type Entity = EntityJson;

/** A text that is the same for the same entity and for no other, whatever characters the id has. */
export function entityKey({ type, id }: EntityUid): string {
  return `${type}::${quoted(id)}`;
}

/** What `JSON.stringify` would write, a good deal quicker: replay asks for it all the time. */
export function quoted(text: string): string {
  return typeof text === 'string' && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** A text that JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;

/** Cedar accepts two spellings of a uid; this is the plain one. */
export function plainUid(uid: EntityUidJson): EntityUid {
  return '__entity' in uid ? uid.__entity : uid;
}

/** Whether a value is an entity reference in its plain spelling. */
export function isUid(value: unknown): value is EntityUid {
  return isRecord(value) && typeof value.type === 'string' && typeof value.id === 'string';
}

/** Both in their plain spelling, with namespaces: `User` is not `App::User`. */
export function isSameUid(a: EntityUid, b: EntityUid): boolean {
  return a.id === b.id && a.type === b.type;
}

/** The entity of a list that has this uid. A list that is asked about often is worth an {@link EntityMap}. */
export function entityAmong(entities: readonly Entity[], uid: EntityUid): Entity | undefined {
  return entities.find((entity) => isSameUid(plainUid(entity.uid), uid));
}

/** All entities of a type that a value names, such as policies in JSON or a list of entities; sorted by their ids. */
export function entitiesNamed(value: unknown, type: string): readonly EntityUid[] {
  const ids = new Set<string>();
  // Not by recursion: what people write may be deeper than the stack.
  const parts: unknown[] = [value];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (isRecord(part) && part.type === type && typeof part.id === 'string') ids.add(part.id);
    if (isObject(part)) for (const member of Object.values(part)) if (isObject(member)) parts.push(member);
  }
  return [...ids].sort(compareText).map((id) => ({ type, id }));
}

/** So many are compared one by one, as in the slice of nearly every request: that is cheaper than an index. */
const FEW = 8;

/** Something for each of some entities. The first that is added for an entity stays. */
export class EntityMap<Value> {
  /** With room behind the last; empty once there is an index. */
  #uids: (EntityUid | undefined)[] = NOTHING;
  #values: (Value | undefined)[] = NOTHING;
  #size = 0;
  /** Where the value of an entity stands, by type and id. */
  #index: Map<string, Map<string, number>> | undefined;

  get(uid: EntityUid): Value | undefined {
    return this.#values[this.#indexOf(uid)];
  }

  has(uid: EntityUid): boolean {
    return this.#indexOf(uid) >= 0;
  }

  /** False when there is something for this entity already. */
  add(uid: EntityUid, value: Value): boolean {
    if (this.has(uid)) return false;
    const place = this.#size++;
    // Nearly all have few: an array that grows from nothing takes room for 17 at once, and every request makes several of these.
    if (place === 0) {
      this.#uids = [uid, undefined, undefined, undefined];
      this.#values = [value, undefined, undefined, undefined];
      return true;
    }
    this.#values[place] = value;
    if (this.#index) enter(this.#index, uid, place);
    else this.#uids[place] = uid;
    if (place === FEW) this.#makeIndex();
    return true;
  }

  /** The last that is set for an entity stays. */
  set(uid: EntityUid, value: Value): void {
    const index = this.#indexOf(uid);
    if (index < 0) this.add(uid, value);
    else this.#values[index] = value;
  }

  get size(): number {
    return this.#size;
  }

  /** In the order in which they were added. */
  values(): readonly Value[] {
    return this.#values.slice(0, this.#size) as Value[];
  }

  /** Whether these are its values, each the very same, in the order in which they were added. */
  hasJust(values: readonly Value[]): boolean {
    if (values.length !== this.#size) return false;
    for (let index = 0; index < values.length; index += 1)
      if (values[index] !== this.#values[index]) return false;
    return true;
  }

  #indexOf({ type, id }: EntityUid): number {
    if (this.#index) return this.#index.get(type)?.get(id) ?? -1;
    for (let index = 0; index < this.#size; index += 1) {
      const uid = this.#uids[index];
      if (uid?.id === id && uid.type === type) return index;
    }
    return -1;
  }

  #makeIndex(): void {
    const index = new Map<string, Map<string, number>>();
    for (const [place, uid] of this.#uids.entries()) if (uid) enter(index, uid, place);
    this.#index = index;
    this.#uids = NOTHING;
  }
}

/** What every map begins with; the first that is added takes its place. */
const NOTHING: never[] = [];

function enter(index: Map<string, Map<string, number>>, { type, id }: EntityUid, place: number): void {
  const ofType = index.get(type);
  if (ofType) ofType.set(id, place);
  else index.set(type, new Map([[id, place]]));
}

/** A known place for every entity; the first of two equal keys stays. Ancestors are looked up once. */
export interface EntityStore {
  readonly get: (uid: EntityUid) => Entity | undefined;
  /** The entity and everything above it that is known, each once; empty when the entity itself is unknown. */
  readonly withAncestors: (uid: EntityUid) => readonly Entity[];
}

/** The store looks at the entities once: what is done to the list later is not seen. */
export function entityStore(entities: readonly Entity[]): EntityStore {
  const known = new EntityMap<Entity>();
  for (const entity of entities) known.add(plainUid(entity.uid), entity);
  const get = (uid: EntityUid) => known.get(uid);
  const closures = new EntityMap<readonly Entity[]>();
  const withAncestors = (uid: EntityUid) => {
    const before = closures.get(uid);
    if (before) return before;
    const found = closure(uid, get);
    // What is not known may be asked for without end.
    if (found.length > 0) closures.add(uid, found);
    return found;
  };
  return { get, withAncestors };
}

/** Those of the entities that are one of these, or above one; in their order. */
export function atOrAbove(uids: readonly EntityUid[], entities: readonly Entity[]): readonly Entity[] {
  const { withAncestors } = entityStore(entities);
  const found = new Set(uids.flatMap(withAncestors));
  return entities.filter((entity) => found.has(entity));
}

function closure(uid: EntityUid, get: EntityStore['get']): readonly Entity[] {
  const found = new EntityMap<Entity>();
  const waiting = [uid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entity = get(next);
    if (!entity || !found.add(next, entity)) continue;
    for (const parent of entity.parents) waiting.push(plainUid(parent));
  }
  return found.values();
}
