import { createRecentMap } from '../../core/caching/recent-map.ts';
import { searchForRepeats } from '../../core/caching/search-for-repeats.ts';
import type { Entity } from '../../core/cedar/entity.ts';
import { frozenCopy, isSameData } from '../../core/values/frozen-data.ts';
import type { EntityParts } from './entity-parts.ts';

/**
 * The entities that the slice builder of one type answered before, each as a copy that nobody can change. The builder is asked for every
 * call; where its answer says what it said before, the copy stands for it, so that the same entity is the same object from call to call.
 */
export interface KnownEntities {
  /** The entity of before, if the answer of now says just the same. */
  readonly same: (id: string, parts: EntityParts) => Entity | undefined;
  /** The copy of an entity that was read from an answer; `undefined` where it is none that can be copied, or nothing repeats. */
  readonly keep: (id: string, entity: Entity) => Entity | undefined;
}

/** `most`: of so many at most. */
export function knownEntities(most: number): KnownEntities {
  const known = createRecentMap<Entity>(most);
  const search = searchForRepeats();
  return {
    same: (id, parts) => {
      const before = known.get(id);
      if (!before || !saysTheSame(parts, before)) return undefined;
      search.note(true);
      return before;
    },
    keep: (id, entity) => {
      if (search.isResting()) return undefined;
      search.note(false);
      const copy = frozenCopy(entity);
      if (copy) known.set(id, copy);
      return copy;
    },
  };
}

/** Compares all that `entityOf` makes an entity of. */
function saysTheSame(given: EntityParts, { uid, attrs, parents, tags }: Entity): boolean {
  const { attrs: ownAttrs = {}, parents: ownParents = [], tags: ownTags } = given;
  return (
    isSameData(ownAttrs, attrs) &&
    isSameData(ownParents, parents) &&
    isSameData(ownTags, tags) &&
    (!('uid' in given) || isSameData(given.uid, uid))
  );
}
