import type { Reason } from '../analysis/questions/attempt.ts';
import type { Example } from '../guarantees/examples/example.ts';
import type { Policy } from '../policies/policy.ts';

/** A policy with one thing changed, which is valid like the policy itself. */
export interface Mutation {
  readonly policy: Policy;
  /** What was changed, as a sentence: `write < for <=`. */
  readonly change: string;
  readonly mutant: Policy;
}

/** The policies with a mutation of one of them. */
export function replaced(policies: readonly Policy[], policy: Policy, mutant: Policy): readonly Policy[] {
  return policies.map((one) => (one === policy ? mutant : one));
}

/** What became of a mutation. */
export type MutationResult =
  /** A fixture notices it. */
  | { readonly kind: 'killed'; readonly mutation: Mutation; readonly by: string }
  /** No fixture notices it; the example is a call that is decided otherwise. */
  | {
      readonly kind: 'survived';
      readonly mutation: Mutation;
      readonly example: Example;
      readonly expect: 'allow' | 'deny';
      /** Something that the request, an entity or a policy refers to is not sent along: with it, both would decide the same. */
      readonly lacksEntities?: true;
      /** They differ by Cedar's rule, which skips what cannot be evaluated, and not by authz's. */
      readonly skipsErrors?: true;
    }
  /** Every request that fits the schema is decided in the same way, also where entities are missing; which policies are the reason may differ. */
  | { readonly kind: 'equivalent'; readonly mutation: Mutation }
  /** It turns only what calls would ask about this action, if they were not all let through without a decision. */
  | { readonly kind: 'skipped'; readonly mutation: Mutation; readonly action: string }
  /** No fixture notices it, and whether one could is not known. */
  | { readonly kind: 'not-decided'; readonly mutation: Mutation; readonly reason: Reason };
export type MutationKind = MutationResult['kind'];
export type Survivor = Extract<MutationResult, { readonly kind: 'survived' }>;

/** How many mutations each became, and the share of killed ones among those that calls could show. */
export interface MutationScore {
  readonly counts: Readonly<Record<MutationKind, number>>;
  /** From 0 to 100, rounded down to one decimal; 100 when there is nothing to notice. */
  readonly percent: number;
}

export function scoreOf(results: readonly MutationResult[]): MutationScore {
  const count = (kind: MutationKind) => results.filter((result) => result.kind === kind).length;
  const counts = {
    killed: count('killed'),
    survived: count('survived'),
    equivalent: count('equivalent'),
    skipped: count('skipped'),
    'not-decided': count('not-decided'),
  };
  const noticeable = results.length - counts.equivalent - counts.skipped;
  const percent = noticeable === 0 ? 100 : Math.floor((1000 * counts.killed) / noticeable) / 10;
  return { counts, percent };
}
