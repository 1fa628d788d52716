import { entityKey } from '../../cedar/entity.ts';
import { NotDecided } from '../not-decided.ts';
import { elementType, equal, intersects, member } from '../terms/comparison.ts';
import { or } from '../terms/logic.ts';
import { type Term, textOf } from '../terms/term.ts';
import { type EntityReferenceType, entityType, setType } from '../terms/type.ts';
import { apply } from './leaves.ts';
import type { Scope } from './scope.ts';

/** Cedar's `in`: the same entity, or an ancestor; of a set, any of its elements. */
export function isIn(scope: Scope, entity: Term, target: Term): Term {
  if (target.type.kind === 'entity') return isInEntity(scope, entity, target);
  if (target.operator === 'set')
    return or(scope.table, ...target.args.map((element) => isInEntity(scope, entity, element)));
  return isInSet(scope, entity, target);
}

function isInEntity(scope: Scope, entity: Term, target: Term): Term {
  const { table, schema } = scope;
  const [from, to] = [typeOf(entity), typeOf(target)];
  if (schema.actionTypes.has(from.name)) return isInAction(scope, entity, target);
  const same = equal(table, entity, target);
  if (!schema.entityTypes.get(from.name)?.ancestors.has(to.name)) return same;
  return or(table, same, isAncestor(scope, entity, target));
}

/** Which groups an action is in is written in the schema. */
function isInAction({ schema, table }: Scope, action: Term, group: Term): Term {
  const key = (term: Term): string => {
    if (term.operator !== 'literal') throw new NotDecided('in', 'an action that is not a literal');
    return entityKey({ type: typeOf(term).name, id: textOf(term) });
  };
  if (action === group) return table.yes;
  return table.bool(schema.actions.get(key(action))?.within.has(key(group)) ?? false);
}

function isInSet(scope: Scope, entity: Term, set: Term): Term {
  const { table, schema } = scope;
  if (set.type.kind !== 'set') throw new NotDecided('in', `it is about a ${set.type.kind}`);
  const element = elementType(set);
  if (element.kind !== 'entity') throw new NotDecided('in', `a set of ${element.kind}`);
  const from = typeOf(entity);
  if (schema.actionTypes.has(from.name))
    throw new NotDecided('in', 'an action in a set that is not a literal');
  const same = member(table, entity, set);
  if (!schema.entityTypes.get(from.name)?.ancestors.has(element.name)) return same;
  return or(table, same, intersects(table, ancestors(scope, entity, element.name), set));
}

/** Whether the second entity is above the first. */
function isAncestor(scope: Scope, entity: Term, ancestor: Term): Term {
  return member(scope.table, ancestor, ancestors(scope, entity, typeOf(ancestor).name));
}

/** The set of all entities of a type that are above an entity. */
export function ancestors({ table }: Scope, entity: Term, type: string): Term {
  const set = setType(entityType(type));
  return apply(table, set, [entity], { kind: 'ancestor', of: typeOf(entity).name, type });
}

function typeOf(term: Term): EntityReferenceType {
  if (term.type.kind !== 'entity') throw new NotDecided('in', `it is about a ${term.type.kind}`);
  return term.type;
}
