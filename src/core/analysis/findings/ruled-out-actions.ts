import { type EntityUid, entityKey } from '../../cedar/entity.ts';
import { actionsNamedIn } from '../../policies/relevant-policies.ts';
import { groupBy } from '../../values/group.ts';
import type { Analysis } from '../analysis.ts';
import type { AnalysedPolicy } from '../questions/claim.ts';
import type { RequestEnvironment } from '../schema/analysis-schema.ts';

/**
 * For each policy, the actions that its scope names beside others, and of which it applies to no request. Groups of actions are not looked
 * at: that a policy is about some actions of a group says nothing about the others.
 */
export function findRuledOutActions<P extends AnalysedPolicy>(
  analysis: Analysis,
  policies: readonly P[],
): ReadonlyMap<P, readonly EntityUid[]> {
  const listing = policies.filter(({ json }) => actionsNamedIn(json.action).size > 1);
  const found = new Map<P, EntityUid[]>();
  for (const [action, environments] of groupBy(analysis.environments, actionKey)) {
    let left = listing.filter(({ json }) => actionsNamedIn(json.action).has(action));
    for (const environment of environments) {
      if (left.length === 0) break;
      const neverApplying = (among: readonly P[], areProven: Analysis['areProven']) => {
        const claims = among.map((policy) => ({ kind: 'never-applies' as const, policy }));
        const proven = claims.length > 0 ? areProven(environment, claims) : [];
        return among.filter((_, index) => proven[index]);
      };
      left = neverApplying(neverApplying(left, analysis.mayBeProven), analysis.areProven);
    }
    const [uid] = environments.map((environment) => environment.action);
    for (const policy of left) if (uid) found.set(policy, [...(found.get(policy) ?? []), uid]);
  }
  return found;
}

function actionKey({ action }: RequestEnvironment): string {
  return entityKey(action);
}
