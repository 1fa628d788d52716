import { type Analysis, createAnalysis } from '../analysis/analysis.ts';
import type { Reason } from '../analysis/questions/attempt.ts';
import type { Claim } from '../analysis/questions/claim.ts';
import { createConfirmer } from '../analysis/questions/confirm.ts';
import type { Fact } from '../analysis/questions/fact.ts';
import type { Verdict } from '../analysis/questions/prove.ts';
import { withEffort } from '../analysis/questions/translated-environment.ts';
import { entityKey } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import { createEngine } from '../engine/engine.ts';
import { factsOfFixtures } from '../facts/framework-facts.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { makeExample } from '../guarantees/examples/make-example.ts';
import { replayFixture } from '../replay/replay.ts';
import type { CheckedProject } from '../verification/check-project.ts';
import { type Mutation, type MutationResult, replaced, type Survivor } from './mutation.ts';
import { type PolicyOutcomes, policyOutcomes } from './policy-outcomes.ts';
import { skippedActions } from './skipped-actions.ts';

/** A project whose fixtures all pass, and the mutations to be tried on it. */
export interface MutationRun {
  readonly project: CheckedProject;
  readonly mutations: readonly Mutation[];
  readonly facts: readonly Fact[];
  /** As of proofs. */
  readonly mostEffort?: number | undefined;
}

/**
 * Tries mutations: first on the fixtures, then, for those that no fixture notices, by proof. Yields each result as soon as it is there, and
 * `undefined` where it has worked for a while, so that the caller can stop.
 */
export function* mutate({
  project,
  mutations,
  facts,
  mostEffort,
}: MutationRun): Generator<MutationResult | undefined> {
  const { schema, policySet, fixtures } = project;
  const replayed = fixtures.filter(({ fixture }) => fixture.skip === undefined && fixture.todo === undefined);
  const outcomes = policyOutcomes(schema, [...policySet.policies, ...mutations.map(({ mutant }) => mutant)]);
  const unnoticed: Mutation[] = [];
  for (const mutation of mutations) {
    const by = killer(project, mutation, replayed, outcomes);
    if (by === undefined) unnoticed.push(mutation);
    yield by === undefined ? undefined : { kind: 'killed', mutation, by };
  }
  yield* proofs(project, unnoticed, { facts, mostEffort });
}

/** The name of the first fixture that fails with the mutation. */
function killer(
  { schema, policySet }: CheckedProject,
  { policy, mutant }: Mutation,
  fixtures: readonly ReadyFixture[],
  outcomes: PolicyOutcomes,
): string | undefined {
  const affected = fixtures.filter((fixture) => outcomes.mayNotice(fixture, policy, mutant));
  if (affected.length === 0) return undefined;
  const policies = replaced(policySet.policies, policy, mutant);
  const engine = createEngine('mutation', schema, { ...policySet, policies });
  // What the engine refuses, a server would not start with.
  if (!engine.ok) return engine.diagnostics[0]?.message ?? 'the engine';
  const replayer = { engine: engine.value, clock: () => 0 };
  return affected.find((fixture) => replayFixture(fixture, replayer).status !== 'passed')?.fixture.name;
}

// ---- what no fixture notices ----

/** What is known of a mutation so far: nothing that speaks against its being equivalent, or a result. */
interface MutationCandidate {
  readonly mutation: Mutation;
  readonly claims: readonly Claim[];
  readonly reason: Reason | undefined;
}

/**
 * First where all entities are there, for examples that people meet; then, of what is equivalent so far, where some may be missing, as they
 * may in fixtures; at last by the rule of Cedar, where fixtures expect what it decides. After all of these comes what only turns requests that
 * no call asks, since all calls of their endpoints are skipped.
 */
function* proofs(
  project: CheckedProject,
  mutations: readonly Mutation[],
  { facts, mostEffort }: Pick<MutationRun, 'facts' | 'mostEffort'>,
): Generator<MutationResult | undefined> {
  const confirmer = createConfirmer(project.schema);
  const known = factsOfFixtures(facts, project.fixtures);
  const skipped = skippedActions(project);
  let left = mutations;
  for (const round of roundsFor(project, skipped)) {
    const { entitiesExist, isSkipped } = round;
    const whole = createAnalysis(
      project.schema,
      withEffort({ facts: known, entitiesExist }, mostEffort),
      confirmer,
    );
    const environments = whole.environments.filter(({ action }) => skipped.has(action.id) === isSkipped);
    const analysis = { ...whole, environments };
    const open = yield* unrefuted(project, left, { ...round, analysis });
    for (const { mutation, reason } of open) if (reason) yield { kind: 'not-decided', mutation, reason };
    left = open.flatMap(({ mutation, reason }) => (reason ? [] : [mutation]));
  }
  for (const mutation of left) yield { kind: 'equivalent', mutation };
}

/** What is taken for granted while all are asked about. */
interface ProofRound {
  readonly entitiesExist: boolean;
  readonly skipsErrors: boolean;
  /** Whether it is about what only skipped calls would ask. */
  readonly isSkipped: boolean;
}

function roundsFor({ fixtures }: CheckedProject, skipped: ReadonlySet<string>): readonly ProofRound[] {
  const expectsCedar = fixtures.some(({ checks }) => checks.some(({ expected }) => expected.asCedar));
  const rounds = [
    { entitiesExist: true, skipsErrors: false },
    { entitiesExist: false, skipsErrors: false },
    ...(expectsCedar ? [{ entitiesExist: false, skipsErrors: true }] : []),
  ];
  const kinds = skipped.size > 0 ? [false, true] : [false];
  return kinds.flatMap((isSkipped) => rounds.map((round) => ({ ...round, isSkipped })));
}

function candidateOf(
  { policySet }: CheckedProject,
  mutation: Mutation,
  skipsErrors: boolean,
): MutationCandidate {
  const before = policySet.policies;
  const after = replaced(before, mutation.policy, mutation.mutant);
  return {
    mutation,
    claims: [
      { kind: 'nothing-opened', before, after, skipsErrors },
      { kind: 'nothing-closed', before, after, skipsErrors },
    ],
    reason: undefined,
  };
}

/** Kind of request by kind of request, all mutations together: they share most of the work. */
function* unrefuted(
  project: CheckedProject,
  mutations: readonly Mutation[],
  { analysis, ...round }: ProofRound & { readonly analysis: Analysis },
): Generator<MutationResult | undefined, readonly MutationCandidate[]> {
  let left = mutations.map((mutation) => candidateOf(project, mutation, round.skipsErrors));
  for (const environment of analysis.environments) {
    const verdicts = yield* analysis.proveInSteps(
      environment,
      left.flatMap(({ claims }) => claims),
    );
    const open: MutationCandidate[] = [];
    for (const [index, candidate] of left.entries()) {
      const found = verdicts.slice(2 * index, 2 * index + 2);
      const survived = survivor(project, candidate.mutation, found);
      if (survived && round.isSkipped)
        yield { kind: 'skipped', mutation: candidate.mutation, action: environment.action.id };
      else if (survived) yield { ...survived, ...seenIn(round) };
      else open.push({ ...candidate, reason: candidate.reason ?? reasonIn(found) });
    }
    left = open;
    yield undefined;
  }
  return left;
}

/** What the rounds before have proven equivalent differs by what is new in this one. */
function seenIn({ entitiesExist, skipsErrors }: ProofRound): Pick<Survivor, 'lacksEntities' | 'skipsErrors'> {
  if (skipsErrors) return { skipsErrors };
  return entitiesExist ? {} : { lacksEntities: true };
}

function reasonIn(verdicts: readonly Verdict[]): Reason | undefined {
  return verdicts.flatMap((verdict) => (verdict.kind === 'not-decided' ? [verdict.reason] : []))[0];
}

function survivor(
  project: CheckedProject,
  mutation: Mutation,
  [opened, closed]: readonly Verdict[],
): Survivor | undefined {
  const refuted = opened?.kind === 'refuted' ? opened : closed?.kind === 'refuted' ? closed : undefined;
  if (!refuted) return undefined;
  const { counterexample } = refuted;
  const { model, endpoints, policySet } = project;
  const key = entityKey(counterexample.action);
  const endpoint = endpoints.find(
    ({ action }) => entityKey({ type: qualified(model.namespace, 'Action'), id: action.name }) === key,
  );
  const example = makeExample(counterexample, {
    endpoint,
    model,
    policies: [...policySet.policies, mutation.mutant],
  });
  return { kind: 'survived', mutation, example, expect: refuted === opened ? 'deny' : 'allow' };
}
