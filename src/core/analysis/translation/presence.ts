import { equal } from '../terms/comparison.ts';
import { and, or } from '../terms/logic.ts';
import type { Term } from '../terms/term.ts';
import { BOOL } from '../terms/type.ts';
import { isAbove } from './ancestors.ts';
import { apply } from './leaves.ts';
import { infoOf, type Scope } from './scope.ts';

/** Whether there is an entity with this uid, as the policies see it. Members of listed types and actions need not be sent. */
export function exists(scope: Scope, entity: Term): Term {
  const { table, principal, resource, presence } = scope;
  const info = infoOf(scope, entity);
  if (!info || info.members) return table.yes;
  const itself = or(table, equal(table, entity, principal), equal(table, entity, resource));
  const isKnown = presence.entitiesExist
    ? table.yes
    : or(table, itself, apply(table, BOOL, [entity], { kind: 'exists', of: info.name }));
  if (!presence.isSlice) return isKnown;
  const isSent = or(table, itself, isAbove(scope, entity, principal), isAbove(scope, entity, resource));
  return and(table, isKnown, isSent);
}
