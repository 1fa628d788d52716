import { and, not, or } from '../terms/logic.ts';
import type { Term } from '../terms/term.ts';
import { type PolicyOutcome, translatePolicy } from '../translation/policy.ts';
import { type Scope, scopeOf } from '../translation/scope.ts';
import { type Attempt, attempt, Undecided } from './attempt.ts';
import { ByReading, type PolicyReading, ReadingMap } from './by-reading.ts';
import type { AnalysedPolicy, Meanings } from './claim.ts';

/** What policies come to, each as it is read. Each text is translated once; what cannot be translated is remembered as well. */
export function meaningsIn(scope: Scope): Meanings {
  const { table } = scope;
  const outcomes = new ByReading<Attempt<PolicyOutcome>>();
  const scopes = new ReadingMap<Scope>();
  const scopeOfPolicy = (reading: PolicyReading): Scope => {
    const { schema = scope.schema, isStatement = false } = reading;
    const { environment, presence, asked } = scope;
    const isSlice = presence.isSlice && !isStatement;
    const own =
      scopes.get(reading) ??
      scopeOf(table, schema, environment, { presence: { ...presence, isSlice }, asked });
    scopes.set(reading, own);
    return own;
  };
  const attempted = (policy: AnalysedPolicy): Attempt<PolicyOutcome> => {
    const known = outcomes.get(policy);
    if (known) return known;
    const made = attempt(() => translatePolicy(scopeOfPolicy(policy), policy), policy);
    outcomes.set(policy, made);
    return made;
  };
  const outcome = (policy: AnalysedPolicy): PolicyOutcome => {
    const made = attempted(policy);
    if ('reason' in made) throw new Undecided(made.reason);
    return made.value;
  };
  const live = remembered((policies: readonly AnalysedPolicy[]) =>
    policies.filter((policy) => {
      const made = attempted(policy);
      return 'reason' in made || made.value.applies !== table.no || made.value.ok !== table.yes;
    }),
  );
  // What cannot be evaluated does not apply: that is all that Cedar's rule asks.
  const permitted = remembered((policies: readonly AnalysedPolicy[]): Term => {
    const all = live(policies).map(outcome);
    const applying = (effect: 'permit' | 'forbid') =>
      or(table, ...all.filter((one) => one.effect === effect).map(({ applies }) => applies));
    return and(table, applying('permit'), not(table, applying('forbid')));
  });
  const evaluable = remembered(
    (policies: readonly AnalysedPolicy[]): Term =>
      and(table, ...live(policies).map((policy) => outcome(policy).ok)),
  );
  const allowed: Meanings['allowed'] = (policies, skipsErrors = false) =>
    skipsErrors ? permitted(policies) : and(table, evaluable(policies), permitted(policies));
  return { outcome, allowed, live };
}

/** The same result for the same list. */
function remembered<Result>(
  compute: (policies: readonly AnalysedPolicy[]) => Result,
): (policies: readonly AnalysedPolicy[]) => Result {
  const known = new Map<readonly AnalysedPolicy[], Result>();
  return (policies) => {
    const before = known.get(policies);
    if (before !== undefined) return before;
    const result = compute(policies);
    known.set(policies, result);
    return result;
  };
}
