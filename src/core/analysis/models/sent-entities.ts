import { atOrAbove, type Entity } from '../../cedar/entity.ts';
import type { Counterexample } from './counterexample.ts';

/** The entities of a request that policies see. */
export function sentEntities({
  principal,
  resource,
  entities,
  isSlice,
}: Pick<Counterexample, 'principal' | 'resource' | 'entities' | 'isSlice'>): readonly Entity[] {
  return isSlice ? atOrAbove([principal, resource], entities) : entities;
}
