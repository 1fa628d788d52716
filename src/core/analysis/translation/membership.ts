import { entityKey } from '../../cedar/entity.ts';
import { NotDecided } from '../not-decided.ts';
import { elementType, equal, intersects, member } from '../terms/comparison.ts';
import { and, or } from '../terms/logic.ts';
import { type Term, textOf } from '../terms/term.ts';
import { ancestors, isAbove, typeOf } from './ancestors.ts';
import { exists } from './presence.ts';
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
  if (schema.actionTypes.has(typeOf(entity).name)) return isInAction(scope, entity, target);
  const above = isAbove(scope, target, entity);
  return or(table, equal(table, entity, target), isIfThere(scope, entity, above));
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
  const above = intersects(table, ancestors(scope, entity, element.name), set);
  return or(table, same, isIfThere(scope, entity, above));
}

/** An entity that is not there is in nothing. */
function isIfThere(scope: Scope, entity: Term, above: Term): Term {
  return above === scope.table.no ? above : and(scope.table, exists(scope, entity), above);
}
