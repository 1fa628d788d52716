import { memoizeLast } from '../caching/memoize.ts';
import { type Entity, type EntityUid, plainUid } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import type { Model } from '../model/model.ts';

/** Why a principal cannot be there, or something that it is in; see {@link undeclaredEntity}. */
export function undeclaredPrincipal({ uid, parents }: Entity, model: Model): string | undefined {
  // Every call asks, and nearly no schema enumerates.
  if (enumerationsOf(model).size === 0) return undefined;
  for (const one of [uid, ...parents]) {
    const why = undeclaredEntity(plainUid(one), model);
    if (why) return why;
  }
  return undefined;
}

/**
 * Why there can be no such entity, or `undefined` where nothing speaks against it: of an enumerated type the schema says which there are, and
 * the engine refuses every question with another one. The text names no id, as that may come from a call.
 */
export function undeclaredEntity({ type, id }: EntityUid, model: Model): string | undefined {
  const enumerations = enumerationsOf(model);
  if (enumerations.size === 0) return undefined;
  const ids = enumerations.get(type);
  if (!ids || ids.has(id)) return undefined;
  return `the schema enumerates the entities of the type ${type}, and this is none of them`;
}

/** The declared ids by the name of the type, with namespace. */
const enumerationsOf = memoizeLast(
  ({ namespace, entityTypes }: Model): ReadonlyMap<string, ReadonlySet<string>> =>
    new Map(
      entityTypes.flatMap(({ name, ids }) =>
        ids ? [[qualified(namespace, name), new Set(ids)] as const] : [],
      ),
    ),
);
