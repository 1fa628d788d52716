import type { PolicyJson } from '../../cedar/cedar.ts';
import { entityKey, plainUid } from '../../cedar/entity.ts';
import { actionsNamedIn } from '../../policies/relevant-policies.ts';
import { NotDecided } from '../not-decided.ts';
import { equal } from '../terms/comparison.ts';
import { and, implies, not } from '../terms/logic.ts';
import type { Term } from '../terms/term.ts';
import { entityLiteral } from './leaves.ts';
import { isIn } from './membership.ts';
import { truth } from './operators.ts';
import type { Scope } from './scope.ts';
import { translate } from './translate.ts';

/** When a policy applies, and when it can be evaluated. It applies only where it can be evaluated. */
export interface PolicyOutcome {
  readonly effect: 'permit' | 'forbid';
  readonly ok: Term;
  readonly applies: Term;
}

/** Scope first, then clause by clause: what comes after one that is not met is not evaluated. */
export function translatePolicy(
  environment: Scope,
  { text, json: policy }: { readonly text: string; readonly json: PolicyJson },
): PolicyOutcome {
  const scope = { ...environment, policyText: text };
  const { table } = scope;
  let applies = scopeHolds(scope, policy);
  let ok = table.yes;
  for (const { kind, body } of policy.conditions) {
    if (applies === table.no) break;
    const clause = translate(scope, body);
    ok = and(table, ok, implies(table, applies, clause.ok));
    if (clause.ok === table.no) return { effect: policy.effect, ok, applies: table.no };
    const value = truth(clause.value, kind);
    applies = and(table, applies, kind === 'when' ? value : not(table, value));
  }
  return { effect: policy.effect, ok, applies: and(table, ok, applies) };
}

type Constraint = PolicyJson['principal'] | PolicyJson['resource'];

function scopeHolds(scope: Scope, { principal, action, resource }: PolicyJson): Term {
  const { table } = scope;
  if (!admitsAction(scope, action)) return table.no;
  return and(
    table,
    constraintHolds(scope, scope.principal, principal),
    constraintHolds(scope, scope.resource, resource),
  );
}

/**
 * An environment has one action, and the schema says what that is in: whether the action is admitted is known without a term. Policies
 * may name hundreds of actions, and each is translated for each environment.
 */
function admitsAction({ environment, actionInfo }: Scope, constraint: PolicyJson['action']): boolean {
  if (constraint.op === 'All') return true;
  if ('slot' in constraint) throw notLinked(constraint);
  const named = actionsNamedIn(constraint);
  if (named.has(entityKey(environment.action))) return true;
  if (constraint.op === '==') return false;
  for (const group of actionInfo.within) if (named.has(group)) return true;
  return false;
}

function constraintHolds(scope: Scope, entity: Term, constraint: Constraint): Term {
  const { table } = scope;
  switch (constraint.op) {
    case 'All':
      return table.yes;
    case '==':
      return equal(table, entity, entityOf(scope, constraint));
    case 'in':
      return isIn(scope, entity, entityOf(scope, constraint));
    case 'is':
      if (entity.type.kind !== 'entity' || entity.type.name !== constraint.entity_type) return table.no;
      return constraint.in ? isIn(scope, entity, entityOf(scope, constraint.in)) : table.yes;
  }
}

type EntityJson = Parameters<typeof plainUid>[0];

function entityOf({ table }: Scope, constraint: { entity: EntityJson } | { slot: string }): Term {
  if ('slot' in constraint) throw notLinked(constraint);
  const { type, id } = plainUid(constraint.entity);
  return entityLiteral(table, type, id);
}

function notLinked({ slot }: { readonly slot: string }): NotDecided {
  return new NotDecided(slot, 'a template that is not linked');
}
