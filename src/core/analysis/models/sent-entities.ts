import { type Entity, EntityMap, plainUid } from '../../cedar/entity.ts';
import type { Counterexample } from './counterexample.ts';

/** The entities of a request that policies see. */
export function sentEntities({
  principal,
  resource,
  entities,
  isSlice,
}: Pick<Counterexample, 'principal' | 'resource' | 'entities' | 'isSlice'>): readonly Entity[] {
  if (!isSlice) return entities;
  const known = new EntityMap<Entity>();
  for (const entity of entities) known.add(plainUid(entity.uid), entity);
  const sent = new Set<Entity>();
  const waiting = [principal, resource];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entity = known.get(next);
    if (!entity || sent.has(entity)) continue;
    sent.add(entity);
    waiting.push(...entity.parents.map(plainUid));
  }
  return entities.filter((entity) => sent.has(entity));
}
