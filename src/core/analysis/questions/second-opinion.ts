import type { InSteps } from '../../values/last-of.ts';
import { subterms } from '../instantiation/subterms.ts';
import { counterexampleOf } from '../models/counterexample.ts';
import type { TermModel } from '../models/model.ts';
import { atomsOf } from '../terms/atoms.ts';
import { symbolOf, type Term } from '../terms/term.ts';
import type { PolicyOutcome } from '../translation/policy.ts';
import { attempt, reasonOf } from './attempt.ts';
import { type AnalysedPolicy, type Claim, policiesIn, policiesInAll } from './claim.ts';
import { type Confirmer, type ConfirmingEngine, isViolated } from './confirm.ts';
import { type PreparedFinder, prepareFinder } from './prepare-finder.ts';
import type { TranslatedEnvironment } from './translated-environment.ts';

/** What the engine says of a claim that is proven: it was asked about every combination, about some or none, or it contradicts. */
export type Opinion =
  | { readonly kind: 'agrees' }
  | { readonly kind: 'none' }
  | { readonly kind: 'contradicts'; readonly message: string };

/** Policies that ask for more than this are not gone through. */
const MOST_ATOMS = 10;

/**
 * Has the engine decide a request for each combination of all that the policies ask, for claims that are proven. Where it decides one as no
 * proof allows, or makes something else of a policy than the translation did, there is a defect, and nothing may be called proven.
 * Where there may be more combinations than requests are left, the engine is not asked. It stops before each request.
 */
export function* secondOpinions(
  environment: TranslatedEnvironment,
  claims: readonly Claim[],
  confirmer: Confirmer,
): InSteps<ReadonlyMap<Claim | undefined, Opinion>> {
  const ask = (group: readonly Claim[]) => opinionsAbout(environment, group, confirmer);
  let opinions = yield* ask(claims);
  if (!opinions) {
    const each: Opinion[] = [];
    for (const claim of claims) each.push(...((yield* ask([claim])) ?? [{ kind: 'none' }]));
    opinions = each;
  }
  return new Map(claims.map((claim, index) => [claim, opinions[index] ?? { kind: 'none' }]));
}

/** The same policies are gone through once for all claims; `undefined` where they ask for too much at once. */
function* opinionsAbout(
  environment: TranslatedEnvironment,
  claims: readonly Claim[],
  confirmer: Confirmer,
): InSteps<readonly Opinion[] | undefined> {
  if (claims.length === 0) return [];
  const { requests } = environment;
  if (requests.left < 2) return claims.map(() => ({ kind: 'none' }));
  const made = attempt(() => preparedRound(environment, claims));
  if ('reason' in made) return claims.map(() => ({ kind: 'none' }));
  if (!made.value) return undefined;
  const round = made.value;
  const doubts = new Map<Claim, string>();
  confirmer.see(claims);
  let isWhole = true;
  try {
    for (const model of round.prepared.finder.combinations(round.atoms)) {
      yield;
      isWhole = isWhole && model !== 'budget';
      if (model === 'budget') continue;
      requests.left -= 1;
      isWhole = heldAgainst(round, model, { environment, claims, confirmer, doubts }) && isWhole;
    }
  } catch (error) {
    reasonOf(error);
    isWhole = false;
  }
  return claims.map((claim): Opinion => {
    const message = doubts.get(claim);
    if (message !== undefined) return { kind: 'contradicts', message };
    return { kind: isWhole ? 'agrees' : 'none' };
  });
}

/** What is gone through: the combinations of the atoms, and what the translation makes of each policy where that can be compared. */
interface Round {
  readonly prepared: PreparedFinder;
  readonly atoms: readonly Term[];
  readonly outcomes: readonly (PolicyOutcome & { readonly policy: AnalysedPolicy })[];
}

function preparedRound(environment: TranslatedEnvironment, claims: readonly Claim[]): Round | undefined {
  const { facts, meanings, requests } = environment;
  if ('reason' in facts) return undefined;
  const outcomes = policiesInAll(claims).map((policy) => ({ policy, ...meanings.outcome(policy) }));
  const formulas = outcomes.flatMap(({ ok, applies }) => [ok, applies]);
  const atoms = atomsOf(formulas);
  if (atoms.length > MOST_ATOMS || 2 ** atoms.length > requests.left) return undefined;
  const prepared = prepareFinder(environment, [...atoms, ...formulas], facts.value);
  // What a function that is not worked out gives, only the engine knows.
  const isKnown = !subterms(formulas).some(isOpaque);
  return { prepared, atoms: atoms.map(prepared.formulaOf), outcomes: isKnown ? outcomes : [] };
}

interface HeldAgainst {
  readonly environment: TranslatedEnvironment;
  readonly claims: readonly Claim[];
  readonly confirmer: Confirmer;
  readonly doubts: Map<Claim, string>;
}

/** Whether there was a request to ask the engine about: some values cannot be written down. */
function heldAgainst(round: Round, model: TermModel, { environment, ...asked }: HeldAgainst): boolean {
  const { claims, confirmer, doubts } = asked;
  const written = attempt(() => counterexampleOf(environment.scope, model));
  if ('reason' in written) return false;
  const answer = confirmer.engineOn(written.value);
  const say = (claim: Claim, message: string) => {
    if (!doubts.has(claim)) doubts.set(claim, `${message} for ${JSON.stringify(written.value)}`);
  };
  if (!answer.ok) {
    const message = answer.errors.map((error) => error.message).join('; ');
    for (const claim of claims) say(claim, `the engine refuses a request: ${message},`);
    return true;
  }
  const misread = misreadPolicies(round, model, answer.value);
  for (const claim of claims) {
    if (isViolated(claim, answer.value)) say(claim, 'the engine refutes what was proven');
    const other = misread.size > 0 && policiesIn(claim).find((policy) => misread.has(policy));
    if (other) say(claim, `the engine evaluates policy ${other.id} in another way`);
  }
  return true;
}

/** Policies of which the engine makes something else than the translation. */
function misreadPolicies(
  { outcomes, prepared }: Round,
  model: TermModel,
  engine: ConfirmingEngine,
): ReadonlySet<AnalysedPolicy> {
  const isTrue = (formula: Term) => model.truth(prepared.formulaOf(formula));
  const misread = outcomes.filter(
    ({ policy, ok, applies }) =>
      isTrue(applies) !== engine.applies(policy) || isTrue(ok) === engine.errs(policy),
  );
  return new Set(misread.map(({ policy }) => policy));
}

function isOpaque(term: Term): boolean {
  return term.operator === 'apply' && symbolOf(term).kind === 'opaque';
}
