import { type Analysis, createAnalysis } from '../analysis/analysis.ts';
import type { Fact } from '../analysis/questions/fact.ts';
import { withEffort } from '../analysis/questions/translated-environment.ts';
import type { EntityUid } from '../cedar/entity.ts';
import { actionGroups, policiesFor } from '../policies/relevant-policies.ts';
import { type AskedAction, answerTo } from './comparison/change-of-action.ts';
import type { Side, Sides } from './comparison/comparison.ts';

/** What is taken for granted, and what one question may cost. */
interface ProofOptions {
  readonly facts: readonly Fact[];
  readonly mostEffort?: number | undefined;
}

/** The names of actions that a side is proven to permit to nobody, as far as they were asked about. */
export type NeverPermitted = Readonly<Record<keyof Sides, ReadonlySet<string>>>;

/** Finds out about one action after the other. */
export function findNeverPermitted({ before, after }: Sides, options: ProofOptions) {
  const found = { before: new Set<string>(), after: new Set<string>() };
  const isNever = { before: neverPermitted(before, options), after: neverPermitted(after, options) };
  function* ask(asked: AskedAction): Generator<undefined, void, undefined> {
    for (const name of ['before', 'after'] as const)
      if (asked[name]?.action && (yield* isNever[name](asked.uid))) found[name].add(asked.uid.id);
  }
  const never: NeverPermitted = found;
  return { never, ask };
}

function neverPermitted({ schema: { json }, policySet }: Side, { facts, mostEffort }: ProofOptions) {
  let analysis: Analysis | undefined;
  return function* (uid: EntityUid): Generator<undefined, boolean, undefined> {
    analysis ??= createAnalysis(json, withEffort({ facts }, mostEffort));
    const policies = policiesFor(policySet.policies, uid, actionGroups(json));
    const { found, reasons } = yield* answerTo({ kind: 'never-allowed', policies }, uid, { analysis });
    return found === undefined && reasons.length === 0;
  };
}
