import type { SchemaJson } from '../../cedar/cedar.ts';
import type { EntityUid } from '../../cedar/entity.ts';
import { type Analysis, createAnalysis } from '../analysis.ts';
import type { Counterexample } from '../models/counterexample.ts';
import type { AnalysedPolicy, Claim } from '../questions/claim.ts';
import type { ProofOptions } from '../questions/translated-environment.ts';
import type { RequestEnvironment } from '../schema/analysis-schema.ts';
import { provenEverywhere } from './proven-everywhere.ts';
import { findRuledOutActions } from './ruled-out-actions.ts';

/** What is odd about a policy for all requests. */
export type PolicyFinding<P extends AnalysedPolicy = AnalysedPolicy> =
  | {
      readonly kind: 'never-applies';
      readonly policy: P;
      /** Some requests may be decided otherwise without it: where it cannot be evaluated, they are denied. */
      readonly isNeeded?: true;
    }
  /** Of some of the actions that its scope names, it applies to no request. */
  | { readonly kind: 'rules-out-actions'; readonly policy: P; readonly actions: readonly EntityUid[] }
  /** Every request is decided in the same way without it, because of another policy, or of several together. */
  | { readonly kind: 'changes-nothing'; readonly policy: P; readonly because: P | undefined }
  | { readonly kind: 'may-err'; readonly policy: P; readonly counterexample: Counterexample };

/**
 * Policies that never apply, that rule out actions which they name, that change nothing, and that cannot be evaluated for some request, in
 * the order of the policies. What is not decided in some environment is not claimed. Of two policies that make each other needless, both are
 * found. What is said to do nothing does nothing where entities are missing, too: else it could not be removed. An error counts only where all
 * are there.
 */
export function findPolicyFindings<P extends AnalysedPolicy>(
  schema: SchemaJson<string>,
  policies: readonly P[],
  options: ProofOptions = {},
): readonly PolicyFinding<P>[] {
  const analysis = createAnalysis(schema, options);
  const anyway = createAnalysis(schema, { ...options, entitiesExist: false }, analysis.confirmer);
  const errsNever = (policy: P): Claim => ({ kind: 'never-errs', policy });
  const changesNothing = (policy: P): Claim => ({ kind: 'changes-nothing', policy, policies });
  // Most policies are neither: the engine is asked about those alone of which something is to be said.
  const [steady = new Set<P>(), suspected = new Set<P>()] = provenEverywhere(
    analysis,
    policies,
    [errsNever, changesNothing],
    analysis.mayBeProven,
  );
  const [needless = new Set<P>()] = provenEverywhere(anyway, [...suspected], [changesNothing]);
  // What decides something by more than its errors applies somewhere.
  const candidates = policies.filter((policy) => suspected.has(policy) || !steady.has(policy));
  const [idle = new Set<P>()] = provenEverywhere(anyway, candidates, [
    (policy) => ({ kind: 'never-applies', policy }),
  ]);
  const shadowed = policies.filter((policy) => needless.has(policy) && !idle.has(policy));
  const shadows = shadowsOf(anyway, shadowed, shadowed.length > 0 ? policies : []);
  const ruledOut = findRuledOutActions(
    anyway,
    policies.filter((policy) => !idle.has(policy)),
  );
  return policies.flatMap((policy): PolicyFinding<P>[] => {
    const counterexample = steady.has(policy) ? undefined : errorOf(analysis, policy);
    const actions = ruledOut.get(policy) ?? [];
    const others: PolicyFinding<P>[] = [
      ...(counterexample ? [{ kind: 'may-err' as const, policy, counterexample }] : []),
      ...(actions.length > 0 ? [{ kind: 'rules-out-actions' as const, policy, actions }] : []),
    ];
    if (idle.has(policy)) {
      const needed = needless.has(policy) ? {} : { isNeeded: true as const };
      return [...others, { kind: 'never-applies', policy, ...needed }];
    }
    if (!needless.has(policy)) return others;
    return [...others, { kind: 'changes-nothing', policy, because: shadows.get(policy) }];
  });
}

function errorOf(analysis: Analysis, policy: AnalysedPolicy): Counterexample | undefined {
  for (const environment of analysis.environments) {
    const [verdict] = analysis.prove(environment, [{ kind: 'never-errs', policy }]);
    if (verdict?.kind === 'refuted') return verdict.counterexample;
  }
  return undefined;
}

/** For each policy, the first other that alone makes it needless: it has the same effect or forbids, wherever the policy applies. */
function shadowsOf<P extends AnalysedPolicy>(
  analysis: Analysis,
  needless: readonly P[],
  policies: readonly P[],
): ReadonlyMap<P, P> {
  const places = placesOf(analysis, policies);
  const placesOfOne = (policy: P) => places.get(policy) ?? new Set<RequestEnvironment>();
  let pairs = needless.flatMap((policy) =>
    policies
      .filter(
        (other) =>
          other !== policy &&
          (other.json.effect === policy.json.effect || other.json.effect === 'forbid') &&
          [...placesOfOne(policy)].every((place) => placesOfOne(other).has(place)),
      )
      .map((other) => ({ kind: 'implies' as const, policy, other })),
  );
  for (const environment of analysis.environments) {
    const asked = pairs.filter(({ policy }) => placesOfOne(policy).has(environment));
    const proven = analysis.areProven(environment, asked);
    const refuted = new Set(asked.filter((_, index) => !proven[index]));
    pairs = pairs.filter((pair) => !refuted.has(pair));
  }
  // The first of several is to stay.
  return new Map(pairs.toReversed().map(({ policy, other }) => [policy, other]));
}

/** The environments in which each policy may apply. */
function placesOf<P extends AnalysedPolicy>(
  analysis: Analysis,
  policies: readonly P[],
): ReadonlyMap<P, ReadonlySet<RequestEnvironment>> {
  const places = new Map(policies.map((policy) => [policy, new Set<RequestEnvironment>()]));
  for (const environment of analysis.environments) {
    const proven = analysis.areProven(
      environment,
      policies.map((policy) => ({ kind: 'never-applies', policy })),
    );
    for (const [index, policy] of policies.entries())
      if (!proven[index]) places.get(policy)?.add(environment);
  }
  return places;
}
