import { type EntityUid, entityKey } from '../../cedar/entity.ts';
import { actionsNamedIn } from '../../policies/relevant-policies.ts';
import { groupBy } from '../../values/group.ts';
import type { Analysis } from '../analysis.ts';
import type { AnalysedPolicy, Claim } from '../questions/claim.ts';
import { provenEverywhere } from './proven-everywhere.ts';

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
  for (const [key, environments] of groupBy(analysis.environments, ({ action }) => entityKey(action))) {
    const about = { ...analysis, environments };
    const naming = listing.filter(({ json }) => actionsNamedIn(json.action).has(key));
    const [suspected = new Set<P>()] = provenEverywhere(about, naming, [neverApplies], analysis.mayBeProven);
    const [ruledOut = new Set<P>()] = provenEverywhere(about, [...suspected], [neverApplies]);
    const actions = environments.slice(0, 1).map(({ action }) => action);
    for (const policy of ruledOut) found.set(policy, [...(found.get(policy) ?? []), ...actions]);
  }
  return found;
}

function neverApplies(policy: AnalysedPolicy): Claim {
  return { kind: 'never-applies', policy };
}
