import { memoizeByIdentity } from '../caching/memoize.ts';
import { reachable } from '../values/reachable.ts';
import { type Entity, entityKey, plainUid } from './entity.ts';
import { qualified } from './namespace.ts';
import type { SchemaJson } from './wasm/json.ts';

/** Where no type can be above itself, no entity can. */
export const mayHaveCycles = memoizeByIdentity((schema: SchemaJson<string>): boolean => {
  const above = Object.entries(schema).flatMap(([namespace, { entityTypes }]) =>
    Object.entries(entityTypes).map(([name, type]): [string, string[]] => {
      const parents = ('memberOfTypes' in type ? type.memberOfTypes : undefined) ?? [];
      // A short name means a type of the same namespace or of none: with both, no cycle goes unseen.
      return [
        qualified(namespace, name),
        parents.flatMap((parent) => [qualified(namespace, parent), parent]),
      ];
    }),
  );
  const parentsOf = new Map(above);
  return [...parentsOf.keys()].some((name) => isAboveItself(name, parentsOf));
});

/** Whether an entity is above itself, among these alone: parents that are not among them lead nowhere. */
export function hasCycle(entities: readonly Entity[]): boolean {
  const parentsOf = new Map(
    entities.map(({ uid, parents }) => [
      entityKey(plainUid(uid)),
      parents.map((parent) => entityKey(plainUid(parent))),
    ]),
  );
  return [...parentsOf.keys()].some((key) => isAboveItself(key, parentsOf));
}

function isAboveItself(key: string, parentsOf: ReadonlyMap<string, readonly string[]>): boolean {
  return reachable(parentsOf.get(key) ?? [], (one) => parentsOf.get(one) ?? []).has(key);
}
