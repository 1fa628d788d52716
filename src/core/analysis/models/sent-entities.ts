import { type Entity, entityStore } from '../../cedar/entity.ts';
import type { Counterexample } from './counterexample.ts';

/** The entities of a request that policies see. */
export function sentEntities({
  principal,
  resource,
  entities,
  isSlice,
}: Pick<Counterexample, 'principal' | 'resource' | 'entities' | 'isSlice'>): readonly Entity[] {
  if (!isSlice) return entities;
  const { withAncestors } = entityStore(entities);
  const sent = new Set([...withAncestors(principal), ...withAncestors(resource)]);
  return entities.filter((entity) => sent.has(entity));
}
