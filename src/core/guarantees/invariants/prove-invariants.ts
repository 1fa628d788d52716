import { type Analysis, createAnalysis } from '../../analysis/analysis.ts';
import type { Counterexample } from '../../analysis/models/counterexample.ts';
import { sentEntities } from '../../analysis/models/sent-entities.ts';
import type { AnalysedPolicy, Claim, PolicyStatement } from '../../analysis/questions/claim.ts';
import type { Fact } from '../../analysis/questions/fact.ts';
import { ANYTHING } from '../../analysis/questions/made-policy.ts';
import type { Verdict } from '../../analysis/questions/prove.ts';
import { withEffort } from '../../analysis/questions/translated-environment.ts';
import type { RequestEnvironment } from '../../analysis/schema/analysis-schema.ts';
import { type EntityUid, entityKey } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import type { Engine } from '../../engine/engine.ts';
import { frameworkFacts } from '../../facts/framework-facts.ts';
import { factNamed } from '../../facts/read-facts.ts';
import type { Model } from '../../model/model.ts';
import { FACT_SENTENCES } from '../../model/written-fact.ts';
import { actionGroups, policiesFor } from '../../policies/relevant-policies.ts';
import type { ModelEndpoint } from '../../requests/map-call.ts';
import { alwaysAsked, askedByMoves, questionsBesides } from '../../requests/server/asked-besides.ts';
import { distinct } from '../../values/distinct.ts';
import { groupBy } from '../../values/group.ts';
import { keysIn } from '../../values/keys-in.ts';
import { makeExample } from '../examples/make-example.ts';
import { shrink } from '../examples/shrink.ts';
import type { ProofProject } from '../proof-project.ts';
import { skippedPartReason } from '../skipped-part-reason.ts';
import type { Invariant, Proofs, ProvedInvariant, Refutation, UndecidedReason } from './invariant.ts';

/** A project that invariants are proven of. */
export interface ProvingProject extends ProofProject {
  readonly engine: Engine;
}

/** Proves invariants for all requests, or refutes them by a request that the engine has decided. */
export function proveInvariants(project: ProvingProject, invariants: readonly Invariant[]): Proofs {
  const facts = [...frameworkFacts(project.model), ...project.facts];
  const analysis = createAnalysis(project.schema, withEffort({ facts }, project.mostEffort));
  const proved = proveTogether(invariants, { project, facts, analysis });
  return {
    invariants: proved.map((one) => (one.verdict === 'refuted' ? withRemedy(one, project, facts) : one)),
    assumptions: [...analysis.assumptions, ...firstQuestions(project)],
    facts,
  };
}

/** Of calls that ask more than one question, invariants speak of each by itself. */
function firstQuestions(project: ProvingProject): readonly string[] {
  const { model, moves } = project;
  return model.actions.flatMap(({ name, endpoints }) => [
    ...endpoints.flatMap((endpoint) =>
      alwaysAsked(questionsBesides(endpoint, project)).map(
        ({ action, optional }) =>
          `of ${endpoint.method} ${endpoint.path}, what is said of ${name} is not all: it ${optional ? 'may also ask' : 'also asks'} ${action}`,
      ),
    ),
    ...askedByMoves(name, moves, model).map(
      ({ action }) =>
        `of calls that move something, what is said of ${name} is not all: they also ask ${action}`,
    ),
  ]);
}

/** What one claim is about. */
interface InvariantQuestion {
  readonly invariant: Invariant;
  readonly environment: RequestEnvironment;
  readonly claim: Claim;
  /** The policy that may err. */
  readonly policy?: string;
  /** Whether it is about the endpoints that are skipped, for which everything is allowed, or about such calls of others, or the rest. */
  readonly isAboutSkipped?: 'endpoints' | 'parts';
}

/** What is known while invariants are proven. */
interface Proving {
  readonly project: ProvingProject;
  readonly facts: readonly Fact[];
  readonly analysis: Analysis;
}

function proveTogether(invariants: readonly Invariant[], proving: Proving): readonly ProvedInvariant[] {
  const told = Array.from(
    answersAbout(invariants, proving),
    (one): ToldAnswer => ({
      invariant: one.question.invariant,
      refutations: refutationsOf(one, proving),
      reasons: reasonsOf(one, proving),
    }),
  );
  const ofInvariant = groupBy(told, ({ invariant }) => invariant);
  return invariants.map((invariant) => proved(invariant, ofInvariant.get(invariant) ?? []));
}

/** Asks all questions about one kind of requests together, as they share the work; what is asked of their answers had best be asked at once. */
function* answersAbout(
  invariants: readonly Invariant[],
  { project, analysis }: Proving,
): Generator<AnsweredQuestion> {
  const questions = questionsOf(invariants, project, analysis);
  // All at once: telling the engine of more policies later means parsing them all again.
  analysis.confirmer.see(questions.map(({ claim }) => claim));
  for (const [environment, asked] of groupBy(questions, (one) => one.environment)) {
    const verdicts = analysis.prove(
      environment,
      asked.map(({ claim }) => claim),
    );
    for (const [index, question] of asked.entries()) yield { question, verdict: verdictAt(verdicts, index) };
  }
}

function verdictAt(verdicts: readonly Verdict[], index: number): Verdict {
  const verdict = verdicts[index];
  if (!verdict) throw new TypeError('a claim without a verdict');
  return verdict;
}

function questionsOf(
  invariants: readonly Invariant[],
  project: ProvingProject,
  { environments }: Analysis,
): readonly InvariantQuestion[] {
  const groups = actionGroups(project.schema);
  return environments.flatMap((environment) => {
    const policies = policiesFor(project.policies, environment.action, groups);
    const skipped: readonly ('endpoints' | 'parts')[] = [
      ...(skippedOf(environment.action, project).length > 0 ? ['endpoints' as const] : []),
      ...(skippedPartsOf(environment.action, project).length > 0 ? ['parts' as const] : []),
    ];
    return invariants.flatMap((invariant): readonly InvariantQuestion[] =>
      invariant.statement.type === 'no-policy-errs'
        ? policies.map((policy) => ({
            invariant,
            environment,
            claim: { kind: 'never-errs', policy },
            policy: policy.id,
          }))
        : invariant.statement.policies.flatMap((statement): readonly InvariantQuestion[] => [
            { invariant, environment, claim: { kind: 'invariant', invariant: statement, policies } },
            ...skipped.map((isAboutSkipped) => ({
              ...aboutSkipped(invariant, environment, statement),
              isAboutSkipped,
            })),
          ]),
    );
  });
}

/** What is skipped is reached by everybody, as if one policy permitted it all. */
function aboutSkipped(
  invariant: Invariant,
  environment: RequestEnvironment,
  statement: PolicyStatement,
): InvariantQuestion {
  const claim: Claim = { kind: 'invariant', invariant: statement, policies: [ANYTHING] };
  return { invariant, environment, claim };
}

interface AnsweredQuestion {
  readonly question: InvariantQuestion;
  readonly verdict: Verdict;
}

type ToldAnswer = Pick<ProvedInvariant, 'invariant' | 'refutations' | 'reasons'>;

function proved(invariant: Invariant, answers: readonly ToldAnswer[]): ProvedInvariant {
  const refutations = answers.flatMap((one) => one.refutations);
  // An action for several types is asked about for each, and the reason is often the same.
  const reasons = distinct(answers.flatMap((one) => one.reasons));
  const verdict = refutations.length > 0 ? 'refuted' : reasons.length > 0 ? 'not-decided' : 'proven';
  return { invariant, verdict, refutations: onePerEndpoint(refutations), reasons };
}

/** Of calls that are skipped it is not known what they are about: an invariant that says something of their action may be broken by them. */
function reasonsOf({ question, verdict }: AnsweredQuestion, { project }: Proving): UndecidedReason[] {
  const { action } = question.environment;
  if (verdict.kind === 'not-decided') return [{ ...verdict.reason, action: action.id }];
  if (verdict.kind === 'proven' || question.isAboutSkipped !== 'parts') return [];
  return skippedPartsOf(action, project).map((part) => ({ ...skippedPartReason(part), action: action.id }));
}

/** Those whose calls refute an invariant, where one does. */
function refutingEndpoints(
  { question: { environment, isAboutSkipped, invariant }, verdict }: AnsweredQuestion,
  project: ProvingProject,
): readonly (ModelEndpoint | undefined)[] {
  if (verdict.kind !== 'refuted' || isAboutSkipped === 'parts') return [];
  const endpoints = isAboutSkipped
    ? skippedOf(environment.action, project)
    : decidedOf(environment.action, project);
  return endpoints.filter(isConcerned(invariant));
}

/** One for each endpoint of the action: the same request, by the call of each. */
function refutationsOf(answered: AnsweredQuestion, proving: Proving): readonly Refutation[] {
  const { project, facts, analysis } = proving;
  const { verdict, question } = answered;
  const endpoints = refutingEndpoints(answered, project);
  if (verdict.kind !== 'refuted' || endpoints.length === 0) return [];
  const { claim, policy, environment, isAboutSkipped } = question;
  const { confirmer } = analysis;
  const smallest = shrink(verdict.counterexample, { confirmer, claim, facts });
  const policies = [...project.policies, ...(claim.kind === 'invariant' ? [claim.invariant] : [])];
  const errs = claim.kind === 'invariant' && isUnevaluable(claim.invariant, smallest, confirmer);
  const decision = isAboutSkipped ? undefined : project.engine.decide(smallest, sentEntities(smallest));
  return endpoints.map((endpoint) => {
    const example = makeExample(smallest, { endpoint, model: project.model, policies });
    return {
      ...(endpoint ? { endpoint: { method: endpoint.method, path: endpoint.path } } : {}),
      action: environment.action.id,
      example,
      ...(decision ? { decision } : {}),
      ...(endpoint && !isAboutSkipped ? questionsBesides(endpoint, project) : {}),
      ...(policy === undefined ? {} : { policy }),
      ...(errs ? { invariantErrs: true as const } : {}),
    };
  });
}

function isConcerned({
  statement,
}: Invariant): (endpoint: Pick<ModelEndpoint, 'pattern'> | undefined) => boolean {
  const isAbout = statement.type === 'requests' ? statement.isAbout : undefined;
  return (endpoint) => !endpoint || !isAbout || isAbout(endpoint);
}

function isUnevaluable(
  policy: AnalysedPolicy,
  request: Counterexample,
  { engineOn }: Analysis['confirmer'],
): boolean {
  const answer = engineOn(request);
  return answer.ok && answer.value.errs(policy);
}

/** One without method and path where none is decided about: the action may be asked about all the same. */
function decidedOf(uid: EntityUid, project: ProvingProject): readonly (ModelEndpoint | undefined)[] {
  const endpoints = endpointsOf(uid, project.model).filter((one) => !project.isSkipped(one));
  return endpoints.length > 0 ? endpoints : [undefined];
}

function skippedOf(uid: EntityUid, { model, isSkipped }: ProvingProject): readonly ModelEndpoint[] {
  return endpointsOf(uid, model).filter(isSkipped);
}

function skippedPartsOf(uid: EntityUid, { model, skippedParts }: ProvingProject): readonly string[] {
  return [...new Set(endpointsOf(uid, model).flatMap(skippedParts))];
}

function endpointsOf(uid: EntityUid, { namespace, actions }: Model): readonly ModelEndpoint[] {
  const type = qualified(namespace, 'Action');
  const action = actions.find(({ name }) => entityKey({ type, id: name }) === entityKey(uid));
  return action ? action.endpoints.map((endpoint) => ({ ...endpoint, action })) : [];
}

function onePerEndpoint(refutations: readonly Refutation[]): readonly Refutation[] {
  const keyOf = ({ endpoint, action, policy }: Refutation) =>
    JSON.stringify([endpoint?.method, endpoint?.path, action, policy]);
  return [...new Map([...refutations].reverse().map((one) => [keyOf(one), one])).values()].reverse();
}

/** Names the fact that is missing, where one of those with a name is enough. */
function withRemedy(
  refuted: ProvedInvariant,
  project: ProvingProject,
  facts: readonly Fact[],
): ProvedInvariant {
  for (const name of keysIn(FACT_SENTENCES)) {
    const fact = factNamed(name, project.model);
    if (!fact || facts.some((known) => JSON.stringify(known) === JSON.stringify(fact))) continue;
    const more = [...facts, fact];
    const analysis = createAnalysis(project.schema, withEffort({ facts: more }, project.mostEffort));
    const proving: Proving = { project, facts: more, analysis };
    if (isProven(refuted.invariant, proving)) return { ...refuted, remedy: name };
  }
  return refuted;
}

function isProven(invariant: Invariant, proving: Proving): boolean {
  for (const one of answersAbout([invariant], proving))
    if (refutingEndpoints(one, proving.project).length > 0 || reasonsOf(one, proving).length > 0)
      return false;
  return true;
}
