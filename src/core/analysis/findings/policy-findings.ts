import type { SchemaJson } from '../../cedar/cedar.ts';
import { type Analysis, createAnalysis } from '../analysis.ts';
import type { Counterexample } from '../models/counterexample.ts';
import type { AnalysedPolicy, Claim } from '../questions/claim.ts';
import type { ProofOptions } from '../questions/prove.ts';

/** What is odd about a policy for all requests. */
export type PolicyFinding<P extends AnalysedPolicy = AnalysedPolicy> =
  | { readonly kind: 'never-applies'; readonly policy: P }
  /** Every request is decided in the same way without it, because of another policy, or of several together. */
  | { readonly kind: 'changes-nothing'; readonly policy: P; readonly because: P | undefined }
  | { readonly kind: 'may-err'; readonly policy: P; readonly counterexample: Counterexample };

/**
 * Policies that never apply, that change nothing, and that cannot be evaluated for some request, in the order of the policies. What is not
 * decided in some environment is not claimed. Of two policies that make each other needless, both are found.
 */
export function findPolicyFindings<P extends AnalysedPolicy>(
  schema: SchemaJson<string>,
  policies: readonly P[],
  options: ProofOptions = {},
): readonly PolicyFinding<P>[] {
  const analysis = createAnalysis(schema, options);
  const idle = provenEverywhere(analysis, policies, (policy) => ({ kind: 'never-applies', policy }));
  const steady = provenEverywhere(analysis, policies, (policy) => ({ kind: 'never-errs', policy }));
  const needless = provenEverywhere(analysis, policies, (policy) => ({
    kind: 'changes-nothing',
    policy,
    policies,
  }));
  return policies.flatMap((policy): PolicyFinding<P>[] => {
    const counterexample = steady.has(policy) ? undefined : errorOf(analysis, policy);
    const errs: PolicyFinding<P>[] = counterexample ? [{ kind: 'may-err', policy, counterexample }] : [];
    if (idle.has(policy)) return [...errs, { kind: 'never-applies', policy }];
    if (!needless.has(policy)) return errs;
    return [...errs, { kind: 'changes-nothing', policy, because: reasonOf(analysis, policy, policies) }];
  });
}

/** The policies of which a claim is proven in all environments. */
function provenEverywhere<P extends AnalysedPolicy>(
  analysis: Analysis,
  policies: readonly P[],
  claimOf: (policy: P) => Claim,
): ReadonlySet<P> {
  let left = policies;
  for (const environment of analysis.environments) {
    const proven = analysis.areProven(environment, left.map(claimOf));
    left = left.filter((_, index) => proven[index]);
  }
  return new Set(left);
}

function errorOf(analysis: Analysis, policy: AnalysedPolicy): Counterexample | undefined {
  for (const environment of analysis.environments) {
    const [verdict] = analysis.prove(environment, [{ kind: 'never-errs', policy }]);
    if (verdict?.kind === 'refuted') return verdict.counterexample;
  }
  return undefined;
}

/** The first other policy that alone makes this one needless: it has the same effect or forbids, wherever this one applies. */
function reasonOf<P extends AnalysedPolicy>(
  analysis: Analysis,
  policy: P,
  policies: readonly P[],
): P | undefined {
  const able = policies.filter(
    (other) =>
      other !== policy && (other.json.effect === policy.json.effect || other.json.effect === 'forbid'),
  );
  return [...provenEverywhere(analysis, able, (other) => ({ kind: 'implies', policy, other }))][0];
}
