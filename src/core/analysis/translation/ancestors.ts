import { NotDecided } from '../not-decided.ts';
import { member } from '../terms/comparison.ts';
import type { Term } from '../terms/term.ts';
import { type EntityReferenceType, entityType, setType } from '../terms/type.ts';
import { apply } from './leaves.ts';
import type { Scope } from './scope.ts';

/** Whether an entity is above another, of whatever is there. */
export function isAbove(scope: Scope, entity: Term, other: Term): Term {
  const [from, to] = [typeOf(other), typeOf(entity)];
  if (!scope.schema.entityTypes.get(from.name)?.ancestors.has(to.name)) return scope.table.no;
  return member(scope.table, entity, ancestors(scope, other, to.name));
}

/** The set of all entities of a type that are above an entity. */
export function ancestors({ table }: Scope, entity: Term, type: string): Term {
  const set = setType(entityType(type));
  return apply(table, set, [entity], { kind: 'ancestor', of: typeOf(entity).name, type });
}

/** The type of an entity. Throws where a term is not an entity, of which `in` says nothing. */
export function typeOf(term: Term): EntityReferenceType {
  if (term.type.kind !== 'entity') throw new NotDecided('in', `it is about a ${term.type.kind}`);
  return term.type;
}
