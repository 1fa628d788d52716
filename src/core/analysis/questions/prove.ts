import { instantiate } from '../instantiation/instantiate.ts';
import type { Formulas } from '../instantiation/replace-sets.ts';
import { type Counterexample, counterexampleOf } from '../models/counterexample.ts';
import { MOST_CONFLICTS, modelFinder } from '../models/model-finder.ts';
import { NotDecided } from '../not-decided.ts';
import type { AnalysisSchema, RequestEnvironment } from '../schema/analysis-schema.ts';
import { and, not, or } from '../terms/logic.ts';
import { type Term, TermTable } from '../terms/term.ts';
import { type PolicyOutcome, translatePolicy } from '../translation/policy.ts';
import { type Scope, scopeOf } from '../translation/scope.ts';
import { type AnalysedPolicy, type Claim, type Meanings, violationOf } from './claim.ts';
import type { Confirmer } from './confirm.ts';
import { type Fact, factHolds } from './fact.ts';

/** The answer about one claim in one environment. */
export type Verdict =
  | { readonly kind: 'proven' }
  | { readonly kind: 'refuted'; readonly counterexample: Counterexample }
  | { readonly kind: 'not-decided'; readonly reason: Reason };

/** Why a claim is not decided. */
export interface Reason {
  /** An operator as policies write it, or the budget. */
  readonly what: string;
  readonly message: string;
  /** The id of the policy that has it. */
  readonly policy?: string;
}

export interface ProofOptions {
  readonly facts?: readonly Fact[];
  /** Whether all entities that are referred to exist; true unless said otherwise. */
  readonly entitiesExist?: boolean;
  /** Whether numbers are within 2^53 - 1, as authz refuses others; true unless said otherwise. */
  readonly exactNumbers?: boolean;
  /** How many conflicts the search for one counterexample may take. */
  readonly mostConflicts?: number;
}

/** Decides claims about all requests of an environment. They share one search, so many at once take little more than one. */
export function prove(
  schema: AnalysisSchema,
  environment: RequestEnvironment,
  claims: readonly Claim[],
  options: ProofOptions & { readonly confirmer: Confirmer },
): readonly Verdict[] {
  options.confirmer.see(claims);
  const table = new TermTable();
  const scope = scopeOf(table, schema, environment, options.entitiesExist ?? true);
  const meanings = meaningsIn(scope);
  const violations = claims.map((claim) => attempt(() => violationOf(claim, meanings, table)));
  const facts = attempt(() => (options.facts ?? []).map((fact) => factHolds(scope, fact, meanings)));
  if ('reason' in facts) return claims.map(() => notDecided(facts.reason));
  const find = finderOf(
    schema,
    scope,
    { questions: violations.flatMap((one) => ('value' in one ? [one.value] : [])), axioms: facts.value },
    options,
  );
  const known = new Map<Term, Verdict>();
  return claims.map((claim, index) => {
    const violation = violations[index];
    if (!violation || 'reason' in violation) return notDecided(violation?.reason ?? UNKNOWN);
    const verdict = known.get(violation.value) ?? find(violation.value);
    known.set(violation.value, verdict);
    return confirmed(options.confirmer, claim, verdict);
  });
}

const UNKNOWN: Reason = { what: 'the claim', message: 'it was not read' };

/** Each policy is translated once; what cannot be translated is remembered as well. */
function meaningsIn(scope: Scope): Meanings {
  const { table } = scope;
  const outcomes = new Map<string, Attempt<PolicyOutcome>>();
  const decisions = new Map<readonly AnalysedPolicy[], Term>();
  const outcome = (policy: AnalysedPolicy): PolicyOutcome => {
    const attempted =
      outcomes.get(policy.text) ?? attempt(() => translatePolicy(scope, policy.json), policy.id);
    outcomes.set(policy.text, attempted);
    if ('reason' in attempted) throw new Undecided(attempted.reason);
    return attempted.value;
  };
  const allowed = (policies: readonly AnalysedPolicy[]): Term => {
    const before = decisions.get(policies);
    if (before) return before;
    const all = policies.map(outcome);
    const applying = (effect: 'permit' | 'forbid') =>
      or(table, ...all.filter((one) => one.effect === effect).map(({ applies }) => applies));
    const evaluable = and(table, ...all.map(({ ok }) => ok));
    const decision = and(table, evaluable, applying('permit'), not(table, applying('forbid')));
    decisions.set(policies, decision);
    return decision;
  };
  return { outcome, allowed };
}

/** Nothing is searched for before the first question that is not answered by looking at it. */
function finderOf(
  schema: AnalysisSchema,
  scope: Scope,
  { questions, axioms }: Formulas,
  { mostConflicts = MOST_CONFLICTS, exactNumbers }: ProofOptions,
): (question: Term) => Verdict {
  const { table } = scope;
  const asked = [...new Set(questions)].filter((question) => question !== table.no);
  let prepared: Attempt<(question: Term) => Verdict> | undefined;
  const prepare = () => {
    // The principal and the resource are there, also where no question is about them.
    const request = [scope.principal, scope.resource];
    const formulas = instantiate(table, schema, { questions: asked, axioms }, exactNumbers);
    const finder = modelFinder(schema, formulas, mostConflicts, request);
    const places = new Map(asked.map((question, index) => [question, formulas.questions[index] ?? table.no]));
    return (question: Term): Verdict => {
      const model = finder.find(places.get(question) ?? question);
      if (model === 'none') return { kind: 'proven' };
      if (model === 'budget')
        return notDecided({ what: 'the budget', message: `more than ${mostConflicts} conflicts` });
      return { kind: 'refuted', counterexample: counterexampleOf(scope, model) };
    };
  };
  return (question) => {
    if (question === table.no) return { kind: 'proven' };
    prepared ??= attempt(prepare);
    const { ...ready } = prepared;
    if ('reason' in ready) return notDecided(ready.reason);
    const answer = attempt(() => ready.value(question));
    return 'reason' in answer ? notDecided(answer.reason) : answer.value;
  };
}

/** A counterexample that the engine does not see as one refutes nothing. */
function confirmed(confirmer: Confirmer, claim: Claim, verdict: Verdict): Verdict {
  if (verdict.kind !== 'refuted') return verdict;
  const refusal = confirmer.refusalOf(claim, verdict.counterexample);
  if (refusal === undefined) return verdict;
  return notDecided({ what: 'the counterexample', message: refusal });
}

// ---- what cannot be decided ----

type Attempt<T> = { readonly value: T } | { readonly reason: Reason };

class Undecided extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.message);
    this.reason = reason;
  }
}

function attempt<T>(work: () => T, policy?: string): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof Undecided) return { reason: error.reason };
    if (error instanceof NotDecided)
      return {
        reason: { what: error.what, message: error.message, ...(policy === undefined ? {} : { policy }) },
      };
    if (error instanceof RangeError) return { reason: { what: 'a value', message: error.message } };
    throw error;
  }
}

function notDecided(reason: Reason): Verdict {
  return { kind: 'not-decided', reason };
}
