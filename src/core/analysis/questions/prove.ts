import { instantiate } from '../instantiation/instantiate.ts';
import type { Formulas } from '../instantiation/replace-sets.ts';
import { type Counterexample, counterexampleOf } from '../models/counterexample.ts';
import { MOST_EFFORT, type ModelFinder, modelFinder } from '../models/model-finder.ts';
import type { AnalysisSchema, RequestEnvironment } from '../schema/analysis-schema.ts';
import { type Term, TermTable } from '../terms/term.ts';
import { type Scope, scopeOf } from '../translation/scope.ts';
import { type Attempt, attempt, type Reason, Undecided } from './attempt.ts';
import { type Claim, violationOf } from './claim.ts';
import type { Confirmer } from './confirm.ts';
import { type Fact, factHolds } from './fact.ts';
import { meaningsIn } from './meanings.ts';

/** The answer about one claim in one environment. */
export type Verdict =
  | { readonly kind: 'proven' }
  | { readonly kind: 'refuted'; readonly counterexample: Counterexample }
  | { readonly kind: 'not-decided'; readonly reason: Reason };

export interface ProofOptions {
  readonly facts?: readonly Fact[];
  /** Whether all entities that are referred to exist; true unless said otherwise. */
  readonly entitiesExist?: boolean;
  /** Whether numbers in requests and entities are within 2^53 - 1; false unless said otherwise. */
  readonly exactNumbers?: boolean;
  /** How many clauses the search for one counterexample may look at; some ten million take a second. */
  readonly mostEffort?: number;
}

/** One kind of requests, and what is taken for granted about them. */
export interface ProofSubject {
  readonly schema: AnalysisSchema;
  readonly environment: RequestEnvironment;
  readonly options: ProofOptions;
}

/** Decides claims about all requests of an environment. They share one search, so many at once take little more than one. */
export function prove(
  subject: ProofSubject,
  claims: readonly Claim[],
  confirmer: Confirmer,
): readonly Verdict[] {
  confirmer.see(claims);
  const known = new Map<Term, Verdict>();
  return questionsOf(subject, claims).map((question, index): Verdict => {
    if ('reason' in question) return notDecided(question.reason);
    const { violation, ask } = question.value;
    const verdict = known.get(violation) ?? verdictOf(ask);
    known.set(violation, verdict);
    return confirmed(confirmer, claims[index], verdict);
  });
}

/** Whether each claim is proven. Where it is not, no time is spent on a counterexample that people can read. */
export function areProven(subject: ProofSubject, claims: readonly Claim[]): readonly boolean[] {
  const known = new Map<Term, boolean>();
  return questionsOf(subject, claims).map((question) => {
    if ('reason' in question) return false;
    const { violation, ask } = question.value;
    const before = known.get(violation);
    if (before !== undefined) return before;
    const found = attempt(() => ask((finder, formula) => finder.isPossible(formula)));
    const isProven = 'value' in found && found.value === false;
    known.set(violation, isProven);
    return isProven;
  });
}

/** One claim, translated. */
interface TranslatedClaim {
  /** What a counterexample would be. */
  readonly violation: Term;
  /** `false` where the violation is impossible at a glance. */
  readonly ask: <Answer>(
    look: (finder: ModelFinder, violation: Term, scope: Scope) => Answer,
  ) => Answer | false;
}

function questionsOf(
  { schema, environment, options }: ProofSubject,
  claims: readonly Claim[],
): readonly Attempt<TranslatedClaim>[] {
  const table = new TermTable();
  const scope = scopeOf(table, schema, environment, options.entitiesExist ?? true);
  const meanings = meaningsIn(scope);
  const violations = claims.map((claim) => attempt(() => violationOf(claim, meanings, table)));
  const facts = attempt(() => (options.facts ?? []).map((fact) => factHolds(scope, fact, meanings)));
  if ('reason' in facts) return claims.map(() => facts);
  const questions = violations.flatMap((one) =>
    'value' in one && one.value !== table.no ? [one.value] : [],
  );
  const finder = prepared(() =>
    preparedFinder(scope, { questions: [...new Set(questions)], axioms: facts.value }, options),
  );
  return violations.map((violation): Attempt<TranslatedClaim> => {
    if ('reason' in violation) return violation;
    const { value } = violation;
    if (value === table.no) return { value: { violation: value, ask: () => false } };
    return {
      value: { violation: value, ask: (look) => look(finder().finder, finder().formulaOf(value), scope) },
    };
  });
}

/** Nothing is prepared before the first question that is not answered by looking at it, and nothing twice. */
function prepared<Value>(make: () => Value): () => Value {
  let made: Attempt<Value> | undefined;
  return () => {
    made ??= attempt(make);
    if ('reason' in made) throw new Undecided(made.reason);
    return made.value;
  };
}

function preparedFinder(
  scope: Scope,
  asked: Formulas,
  { mostEffort = MOST_EFFORT, exactNumbers = false }: ProofOptions,
) {
  const formulas = instantiate(scope.table, scope.schema, asked, exactNumbers);
  // The principal and the resource are there, also where no question is about them.
  const finder = modelFinder(formulas, {
    schema: scope.schema,
    exactNumbers,
    mostEffort,
    others: [scope.principal, scope.resource],
  });
  const places = new Map(asked.questions.map((question, index) => [question, formulas.questions[index]]));
  return { finder, formulaOf: (question: Term) => places.get(question) ?? question };
}

function verdictOf(ask: TranslatedClaim['ask']): Verdict {
  const answer = attempt(() =>
    ask((finder, violation, scope): Verdict => {
      const model = finder.find(violation);
      if (model === 'none') return { kind: 'proven' };
      if (model === 'budget') return notDecided(BUDGET);
      return { kind: 'refuted', counterexample: counterexampleOf(scope, model) };
    }),
  );
  if ('reason' in answer) return notDecided(answer.reason);
  return answer.value === false ? { kind: 'proven' } : answer.value;
}

const BUDGET: Reason = { what: 'the budget', message: 'the search took too long' };

/** A counterexample that the engine does not see as one refutes nothing. */
function confirmed(confirmer: Confirmer, claim: Claim | undefined, verdict: Verdict): Verdict {
  if (verdict.kind !== 'refuted' || !claim) return verdict;
  const refusal = confirmer.refusalOf(claim, verdict.counterexample);
  if (refusal === undefined) return verdict;
  return notDecided({ what: 'the counterexample', message: refusal });
}

function notDecided(reason: Reason): Verdict {
  return { kind: 'not-decided', reason };
}
