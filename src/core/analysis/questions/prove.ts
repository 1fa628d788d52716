import { type InSteps, lastOf } from '../../values/last-of.ts';
import { type Counterexample, counterexampleOf } from '../models/counterexample.ts';
import { withIndirectAncestors } from '../models/indirect-ancestors.ts';
import type { ModelFinder } from '../models/model-finder.ts';
import type { Term } from '../terms/term.ts';
import { type Attempt, about, attempt, BUDGET, type Reason, reasonOf, Undecided } from './attempt.ts';
import { type AnalysedPolicy, type Claim, subjectOf, violationOf } from './claim.ts';
import type { Confirmer } from './confirm.ts';
import { prepareFinder } from './prepare-finder.ts';
import { type Opinion, secondOpinions } from './second-opinion.ts';
import {
  type ProofSubject,
  type TranslatedEnvironment,
  translateEnvironment,
} from './translated-environment.ts';

/** The answer about one claim in one environment. */
export type Verdict =
  /** `isSeconded` where the engine has decided a request of each kind that the policies can tell apart, and agrees. */
  | { readonly kind: 'proven'; readonly isSeconded: boolean }
  | { readonly kind: 'refuted'; readonly counterexample: Counterexample }
  | { readonly kind: 'not-decided'; readonly reason: Reason };

/**
 * Decides claims about all requests of an environment. They share one search, so many at once take little more than one. It stops now and
 * then, so that the caller may do something else in between, or give up.
 */
export function* proveInSteps(
  subject: ProofSubject,
  claims: readonly Claim[],
  confirmer: Confirmer,
): InSteps<readonly Verdict[]> {
  confirmer.see(claims);
  const known = new Map<Term, Verdict>();
  const environment = translateEnvironment(subject);
  yield;
  const verdicts: Verdict[] = [];
  for (const [index, question] of questionsOf(environment, claims).entries()) {
    if ('reason' in question) verdicts.push(notDecided(question.reason));
    else {
      const { violation, search } = question.value;
      const verdict = known.get(violation) ?? (yield* verdictOf(search, environment));
      yield;
      known.set(violation, verdict);
      verdicts.push(confirmed(confirmer, claims[index], verdict));
      yield;
    }
  }
  const proven = claims.filter((_, index) => verdicts[index]?.kind === 'proven');
  const opinions = yield* secondOpinions(environment, proven, confirmer);
  return verdicts.map((verdict, index) => {
    const claim = claims[index];
    return naming(claim && subjectOf(claim), seconded(verdict, opinions.get(claim)));
  });
}

/** Whether each claim is proven. Where it is not, no time is spent on a counterexample that people can read. */
export function areProven(
  subject: ProofSubject,
  claims: readonly Claim[],
  confirmer: Confirmer,
): readonly boolean[] {
  const environment = translateEnvironment(subject);
  const proven = areProvenBySearch(environment, claims);
  const refutable = claims.filter((_, index) => proven[index]);
  if (refutable.length > 0) confirmer.see(refutable);
  const opinions = lastOf(secondOpinions(environment, refutable, confirmer));
  return claims.map((claim, index) => proven[index] === true && opinions.get(claim)?.kind !== 'contradicts');
}

/** The same without the engine's opinion: what is not among them is not proven. */
export function mayBeProven(subject: ProofSubject, claims: readonly Claim[]): readonly boolean[] {
  return areProvenBySearch(translateEnvironment(subject), claims);
}

/** Whether the search alone proves each claim. */
function areProvenBySearch(environment: TranslatedEnvironment, claims: readonly Claim[]): readonly boolean[] {
  const known = new Map<Term, boolean>();
  return questionsOf(environment, claims).map((question) => {
    if ('reason' in question) return false;
    const { violation, search } = question.value;
    const before = known.get(violation);
    if (before !== undefined) return before;
    const found = attempt(() => {
      const searched = search();
      return searched ? searched.finder.isPossible(searched.formula) : false;
    });
    const isProven = 'value' in found && found.value === false;
    known.set(violation, isProven);
    return isProven;
  });
}

/** A reason that names no policy is about the one that was asked about. */
function naming(subject: AnalysedPolicy | undefined, verdict: Verdict): Verdict {
  if (verdict.kind !== 'not-decided' || !subject || verdict.reason.policy !== undefined) return verdict;
  return notDecided({ ...verdict.reason, ...about(subject) });
}

const PROVEN: Verdict = { kind: 'proven', isSeconded: false };

/** What was proven must not be called so where the engine does not agree. */
function seconded(verdict: Verdict, opinion: Opinion | undefined): Verdict {
  if (verdict.kind !== 'proven' || !opinion) return verdict;
  if (opinion.kind === 'contradicts') return notDecided(defect(opinion.message));
  return { kind: 'proven', isSeconded: opinion.kind === 'agrees' };
}

function defect(message: string): Reason {
  return { what: DEFECT, message: `${DEFECT}, please report it: ${message}` };
}

/** What is not decided because the proof and the engine differ. */
export const DEFECT = 'a defect of authz';

/** One claim, translated. */
interface TranslatedClaim {
  /** What a counterexample would be. */
  readonly violation: Term;
  /** Where to look for it; `false` where it is impossible at a glance. */
  readonly search: () => { readonly finder: ModelFinder; readonly formula: Term } | false;
}

function questionsOf(
  environment: TranslatedEnvironment,
  claims: readonly Claim[],
): readonly Attempt<TranslatedClaim>[] {
  const { scope, meanings, facts } = environment;
  const { table } = scope;
  const violations = claims.map((claim) => attempt(() => violationOf(claim, meanings, table)));
  if ('reason' in facts) return claims.map(() => facts);
  const questions = violations.flatMap((one) =>
    'value' in one && one.value !== table.no ? [one.value] : [],
  );
  const finder = prepared(() => prepareFinder(environment, questions, facts.value));
  return violations.map((violation): Attempt<TranslatedClaim> => {
    if ('reason' in violation) return violation;
    const { value } = violation;
    if (value === table.no) return { value: { violation: value, search: () => false } };
    return {
      value: {
        violation: value,
        search: () => ({ finder: finder().finder, formula: finder().formulaOf(value) }),
      },
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

function* verdictOf(search: TranslatedClaim['search'], environment: TranslatedEnvironment): InSteps<Verdict> {
  try {
    const searched = search();
    if (!searched) return PROVEN;
    yield;
    const model = yield* searched.finder.find(searched.formula);
    if (model === 'none') return PROVEN;
    if (model === 'budget') return notDecided(BUDGET);
    return {
      kind: 'refuted',
      counterexample: asAsked(counterexampleOf(environment.scope, model), environment),
    };
  } catch (error) {
    return notDecided(reasonOf(error));
  }
}

/** What authz itself derives is as it would be. */
function asAsked(counterexample: Counterexample, { scope, options }: TranslatedEnvironment): Counterexample {
  return (options.facts ?? []).reduce(
    (sum, fact) =>
      fact.kind === 'context-holds-ancestors' ? withIndirectAncestors(sum, scope.schema, fact) : sum,
    counterexample,
  );
}

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
