import { type Analysis, createAnalysis } from '../../analysis/analysis.ts';
import type { Claim } from '../../analysis/questions/claim.ts';
import type { Fact } from '../../analysis/questions/fact.ts';
import type { Verdict } from '../../analysis/questions/prove.ts';
import type { RequestEnvironment } from '../../analysis/schema/analysis-schema.ts';
import type { SchemaJson } from '../../cedar/cedar.ts';
import { type EntityUid, entityKey } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import type { Engine } from '../../engine/engine.ts';
import { frameworkFacts } from '../../facts/framework-facts.ts';
import { factNamed } from '../../facts/read-facts.ts';
import type { Model } from '../../model/model.ts';
import { FACT_NAMES, type FactName } from '../../model/written-fact.ts';
import type { Policy } from '../../policies/policy.ts';
import { actionGroups, policiesFor } from '../../policies/relevant-policies.ts';
import type { ModelEndpoint } from '../../requests/map-call.ts';
import { groupBy } from '../../values/group.ts';
import { makeExample } from '../examples/make-example.ts';
import { shrink } from '../examples/shrink.ts';
import type { Invariant, Proofs, ProvedInvariant, Refutation, UndecidedReason } from './invariant.ts';

/** A project that invariants are proven of. */
export interface ProvingProject {
  readonly schema: SchemaJson<string>;
  readonly model: Model;
  readonly policies: readonly Policy[];
  readonly engine: Engine;
  /** What the application makes sure of. */
  readonly facts: readonly Fact[];
}

/** Proves invariants for all requests, or refutes them by a request that the engine has decided. */
export function proveInvariants(project: ProvingProject, invariants: readonly Invariant[]): Proofs {
  const facts = [...frameworkFacts(project.model), ...project.facts];
  const analysis = createAnalysis(project.schema, { facts });
  const proved = proveTogether(invariants, { project, facts, analysis });
  return {
    invariants: proved.map((one) => (one.verdict === 'refuted' ? withRemedy(one, project, facts) : one)),
    assumptions: analysis.assumptions,
    facts,
  };
}

/** What one claim is about. */
interface InvariantQuestion {
  readonly invariant: Invariant;
  readonly environment: RequestEnvironment;
  readonly claim: Claim;
  /** The policy that may err. */
  readonly policy?: string;
}

/** What is known while invariants are proven. */
interface Proving {
  readonly project: ProvingProject;
  readonly facts: readonly Fact[];
  readonly analysis: Analysis;
}

/** Asks all questions about one kind of requests together, as they share the work. */
function proveTogether(invariants: readonly Invariant[], proving: Proving): readonly ProvedInvariant[] {
  const { project, analysis } = proving;
  const questions = questionsOf(invariants, project, analysis);
  // All at once: telling the engine of more policies later means parsing them all again.
  analysis.confirmer.see(questions.map(({ claim }) => claim));
  const answers = [...groupBy(questions, ({ environment }) => environment)].flatMap(
    ([environment, asked]) => {
      const verdicts = analysis.prove(
        environment,
        asked.map(({ claim }) => claim),
      );
      return asked.map((question, index) => ({ question, verdict: verdictAt(verdicts, index) }));
    },
  );
  const ofInvariant = groupBy(answers, ({ question }) => question.invariant);
  return invariants.map((invariant) => proved(invariant, ofInvariant.get(invariant) ?? [], proving));
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
    return invariants.flatMap((invariant): readonly InvariantQuestion[] =>
      invariant.statement.type === 'no-policy-errs'
        ? policies.map((policy) => ({
            invariant,
            environment,
            claim: { kind: 'never-errs', policy },
            policy: policy.id,
          }))
        : invariant.statement.policies.map((statement) => ({
            invariant,
            environment,
            claim: { kind: 'invariant', invariant: statement, policies },
          })),
    );
  });
}

interface AnsweredQuestion {
  readonly question: InvariantQuestion;
  readonly verdict: Verdict;
}

function proved(
  invariant: Invariant,
  answers: readonly AnsweredQuestion[],
  proving: Proving,
): ProvedInvariant {
  const refutations = answers.flatMap((one) => refutationsOf(one, proving));
  const reasons = answers.flatMap(({ question, verdict }): UndecidedReason[] =>
    verdict.kind === 'not-decided' ? [{ ...verdict.reason, action: question.environment.action.id }] : [],
  );
  const verdict = refutations.length > 0 ? 'refuted' : reasons.length > 0 ? 'not-decided' : 'proven';
  return { invariant, verdict, refutations: onePerEndpoint(refutations), reasons };
}

/** One for each endpoint of the action: the same request, by the call of each. */
function refutationsOf(
  { question, verdict }: AnsweredQuestion,
  { project, facts, analysis: { confirmer } }: Proving,
): Refutation[] {
  if (verdict.kind !== 'refuted') return [];
  const { claim, policy, environment } = question;
  const smallest = shrink(verdict.counterexample, { confirmer, claim, facts });
  const policies = [...project.policies, ...(claim.kind === 'invariant' ? [claim.invariant] : [])];
  return endpointsOf(environment.action, project.model).map((endpoint) => {
    const example = makeExample(smallest, { endpoint, model: project.model, policies });
    return {
      ...(endpoint ? { endpoint: { method: endpoint.method, path: endpoint.path } } : {}),
      action: environment.action.id,
      example,
      decision: project.engine.decide(example.request, example.entities),
      ...(policy === undefined ? {} : { policy }),
    };
  });
}

function endpointsOf(uid: EntityUid, { namespace, actions }: Model): readonly (ModelEndpoint | undefined)[] {
  const type = qualified(namespace, 'Action');
  const action = actions.find(({ name }) => entityKey({ type, id: name }) === entityKey(uid));
  const endpoints = (action?.endpoints ?? []).map((endpoint) => ({
    ...endpoint,
    action: action as NonNullable<typeof action>,
  }));
  return endpoints.length > 0 ? endpoints : [undefined];
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
  const names = Object.keys(FACT_NAMES) as FactName[];
  for (const name of names) {
    const fact = factNamed(name, project.model);
    if (!fact || facts.some((known) => JSON.stringify(known) === JSON.stringify(fact))) continue;
    const more = [...facts, fact];
    const analysis = createAnalysis(project.schema, { facts: more });
    const [again] = proveTogether([refuted.invariant], { project, facts: more, analysis });
    if (again?.verdict === 'proven') return { ...refuted, remedy: name };
  }
  return refuted;
}
