import type { EntityJson, EntityUidJson, TypeAndId } from './cedar.ts';

/** An entity identifier with its namespaced type: `{ type: 'EmailApp::Tenant', id: 'acme' }`. */
export type EntityUid = TypeAndId;

/** An entity as it is sent to the engine: `uid`, `attrs`, `parents`. */
export type Entity = EntityJson;

/** A text that is the same for the same entity and for no other, whatever characters the id has. */
export function entityKey(uid: EntityUid): string {
  return `${uid.type}::${JSON.stringify(uid.id)}`;
}

/** Cedar accepts two spellings of a uid; this is the plain one. */
export function plainUid(uid: EntityUidJson): EntityUid {
  return '__entity' in uid ? uid.__entity : uid;
}

/** A known place for every entity; the first of two equal keys stays. Ancestors are looked up once. */
export interface EntityStore {
  readonly get: (uid: EntityUid) => Entity | undefined;
  /** The entity and everything above it that is known, each once; empty when the entity itself is unknown. */
  readonly withAncestors: (uid: EntityUid) => readonly Entity[];
}

export function entityStore(entities: readonly Entity[]): EntityStore {
  const byKey = new Map<string, Entity>();
  for (const entity of entities) {
    const key = entityKey(plainUid(entity.uid));
    if (!byKey.has(key)) byKey.set(key, entity);
  }
  const get = (uid: EntityUid) => byKey.get(entityKey(uid));
  const closures = new Map<string, readonly Entity[]>();
  const withAncestors = (uid: EntityUid) => {
    const key = entityKey(uid);
    const known = closures.get(key);
    if (known) return known;
    const found = closure(uid, get);
    // What is not known may be asked for without end.
    if (found.length > 0) closures.set(key, found);
    return found;
  };
  return { get, withAncestors };
}

function closure(uid: EntityUid, get: EntityStore['get']): Entity[] {
  const found = new Map<string, Entity>();
  const waiting = [uid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entity = get(next);
    if (!entity || found.has(entityKey(next))) continue;
    found.set(entityKey(next), entity);
    waiting.push(...entity.parents.map(plainUid));
  }
  return [...found.values()];
}
