import type { Policy } from '../../policies/policy.ts';
import type { AnalysisSchema } from '../schema/analysis-schema.ts';
import { and, not, or } from '../terms/logic.ts';
import type { Term } from '../terms/term.ts';
import type { PolicyOutcome } from '../translation/policy.ts';

/** A policy as the analysis reads it: a policy of a file, or one that was made. */
export type AnalysedPolicy = Pick<Policy, 'id' | 'text' | 'json'> &
  Partial<Pick<Policy, 'file' | 'start' | 'end' | 'locate'>> & {
    /** What it is read with, where that is not the schema of the requests: of them, it sees what this schema knows. */
    readonly schema?: AnalysisSchema;
    /** Whether it speaks of all entities that there are: a policy that decides sees those that are sent alone. */
    readonly isStatement?: true;
  };

/** A policy that decides nothing: it says something of requests, whatever is sent with them. */
export type PolicyStatement = AnalysedPolicy & { readonly isStatement: true };

/** By which rule requests are decided. */
interface ByRule {
  /** Cedar's rule: what cannot be evaluated is skipped. By authz's, unless said otherwise, it denies. */
  readonly skipsErrors?: boolean;
}

/** A statement about all requests of an environment, which is true or has a counterexample. */
export type Claim =
  /** No request is allowed; the counterexample is one that is. */
  | ({ readonly kind: 'never-allowed'; readonly policies: readonly AnalysedPolicy[] } & ByRule)
  | { readonly kind: 'always-allowed'; readonly policies: readonly AnalysedPolicy[] }
  /** What is denied before is denied after. */
  | ({
      readonly kind: 'nothing-opened';
      readonly before: readonly AnalysedPolicy[];
      readonly after: readonly AnalysedPolicy[];
    } & ByRule)
  /** What is allowed before is allowed after. */
  | ({
      readonly kind: 'nothing-closed';
      readonly before: readonly AnalysedPolicy[];
      readonly after: readonly AnalysedPolicy[];
    } & ByRule)
  /** What a `forbid` says is never allowed; what a `permit` says is always allowed. Where it cannot be evaluated, it says so too. */
  | {
      readonly kind: 'invariant';
      readonly invariant: PolicyStatement;
      readonly policies: readonly AnalysedPolicy[];
    }
  | { readonly kind: 'never-errs'; readonly policy: AnalysedPolicy }
  | { readonly kind: 'never-applies'; readonly policy: AnalysedPolicy }
  /** Without the policy, which is one of the policies, every request is decided in the same way. */
  | {
      readonly kind: 'changes-nothing';
      readonly policy: AnalysedPolicy;
      readonly policies: readonly AnalysedPolicy[];
    }
  /** No request has all of these outcomes. */
  | { readonly kind: 'never-so'; readonly outcomes: readonly WantedOutcome[] }
  /** Where the first policy applies, the second does. */
  | { readonly kind: 'implies'; readonly policy: AnalysedPolicy; readonly other: AnalysedPolicy };
export type ClaimKind = Claim['kind'];

/** What a policy may come to: it applies, it does not, or it cannot be evaluated. */
export interface WantedOutcome {
  readonly policy: AnalysedPolicy;
  readonly outcome: 'applies' | 'does-not-apply' | 'errs';
}

/** What policies come to in an environment. */
export interface Meanings {
  readonly outcome: (policy: AnalysedPolicy) => PolicyOutcome;
  /** Whether a request is allowed: where a policy cannot be evaluated, it is denied, unless errors are skipped. */
  readonly allowed: (policies: readonly AnalysedPolicy[], skipsErrors?: boolean) => Term;
  /** Those that may apply or err. */
  readonly live: (policies: readonly AnalysedPolicy[]) => readonly AnalysedPolicy[];
}

type Violation<Kind extends ClaimKind> = (
  claim: Extract<Claim, { kind: Kind }>,
  meanings: Meanings,
  logic: Logic,
) => Term;

interface Logic {
  readonly and: (...terms: readonly Term[]) => Term;
  readonly or: (...terms: readonly Term[]) => Term;
  readonly not: (term: Term) => Term;
}

const VIOLATIONS: { readonly [Kind in ClaimKind]: Violation<Kind> } = {
  'never-allowed': ({ policies, skipsErrors }, { allowed }) => allowed(policies, skipsErrors),
  'always-allowed': ({ policies }, { allowed }, { not }) => not(allowed(policies)),
  'nothing-opened': ({ before, after, skipsErrors }, { allowed }, { and, not }) =>
    and(not(allowed(before, skipsErrors)), allowed(after, skipsErrors)),
  'nothing-closed': ({ before, after, skipsErrors }, { allowed }, { and, not }) =>
    and(allowed(before, skipsErrors), not(allowed(after, skipsErrors))),
  invariant: ({ invariant, policies }, { outcome, allowed }, { and, or, not }) => {
    const { effect, ok, applies } = outcome(invariant);
    // It may err just where it is broken: taken for one that does not apply there, it would hold.
    return and(or(applies, not(ok)), effect === 'forbid' ? allowed(policies) : not(allowed(policies)));
  },
  'never-errs': ({ policy }, { outcome }, { not }) => not(outcome(policy).ok),
  'never-applies': ({ policy }, { outcome }) => outcome(policy).applies,
  'changes-nothing': decisionWithout,
  'never-so': ({ outcomes }, { outcome }, { and, not }) =>
    and(
      ...outcomes.map(({ policy, outcome: wanted }) => {
        const { ok, applies } = outcome(policy);
        if (wanted === 'applies') return applies;
        return wanted === 'errs' ? not(ok) : and(ok, not(applies));
      }),
    ),
  implies: ({ policy, other }, { outcome }, { and, not }) =>
    and(outcome(policy).applies, not(outcome(other).applies)),
};

/** All others can be evaluated; and the policy cannot where they allow, or its effect is the only one of its kind that counts. */
function decisionWithout(
  { policy, policies }: Extract<Claim, { kind: 'changes-nothing' }>,
  { outcome, live }: Meanings,
  { and, or, not }: Logic,
): Term {
  const { ok, applies, effect } = outcome(policy);
  // Nearly all policies are about other actions.
  if (isNever(applies) && isAlways(ok)) return applies;
  const others = live(policies).flatMap((other) => (other === policy ? [] : [outcome(other)]));
  const none = (kind: 'permit' | 'forbid') =>
    and(...others.filter((other) => other.effect === kind).map((other) => not(other.applies)));
  const evaluable = and(...others.map((other) => other.ok));
  const decides =
    effect === 'permit'
      ? and(applies, none('permit'), none('forbid'))
      : and(applies, not(none('permit')), none('forbid'));
  const errs = and(not(ok), not(none('permit')), none('forbid'));
  return and(evaluable, or(decides, errs));
}

function isNever({ operator }: Term): boolean {
  return operator === 'false';
}

function isAlways({ operator }: Term): boolean {
  return operator === 'true';
}

/** What a counterexample to a claim would be. */
export function violationOf(claim: Claim, meanings: Meanings, table: Parameters<typeof not>[0]): Term {
  const logic: Logic = {
    and: (...terms) => and(table, ...terms),
    or: (...terms) => or(table, ...terms),
    not: (term) => not(table, term),
  };
  // The row of a kind takes the claims of that kind.
  const violation = VIOLATIONS[claim.kind] as Violation<ClaimKind>;
  return violation(claim, meanings, logic);
}

/** The one policy that a claim is about, where it is one. */
export function subjectOf(claim: Claim): AnalysedPolicy | undefined {
  if ('policy' in claim) return claim.policy;
  return claim.kind === 'invariant' ? claim.invariant : undefined;
}

/** All policies that claims are about, each once: claims about each of many share the list of all. */
export function policiesInAll(claims: readonly Claim[]): readonly AnalysedPolicy[] {
  const lists = new Set(claims.map(policiesIn));
  return [...new Set([...lists].flat())];
}

/** The policies that a claim is about. */
export function policiesIn(claim: Claim): readonly AnalysedPolicy[] {
  switch (claim.kind) {
    case 'never-allowed':
    case 'always-allowed':
      return claim.policies;
    case 'nothing-opened':
    case 'nothing-closed':
      return [...claim.before, ...claim.after];
    case 'invariant':
      return [claim.invariant, ...claim.policies];
    case 'never-errs':
    case 'never-applies':
      return [claim.policy];
    case 'changes-nothing':
      return claim.policies;
    case 'never-so':
      return claim.outcomes.map(({ policy }) => policy);
    case 'implies':
      return [claim.policy, claim.other];
  }
}
