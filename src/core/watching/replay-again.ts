import { memoizeByIdentity } from '../caching/memoize.ts';
import { createEngine, type Decision, type Engine } from '../engine/engine.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { Policy } from '../policies/policy.ts';
import { type Result, replayFixture } from '../replay/replay.ts';
import type { CheckedProject } from '../verification/check-project.ts';
import { decideAfterEdits } from './decide-after-edits.ts';
import { reachOf } from './reach.ts';

/** A project with a result for each of its fixtures. */
export interface DecidedProject {
  readonly project: CheckedProject;
  readonly engine: Engine;
  /** By fixture, in the order of the project. */
  readonly results: ReadonlyMap<ReadyFixture, Result>;
}

/** The project as it is now. */
type Present = Omit<DecidedProject, 'results'>;

/** What is known already of some fixtures, and how to find out the rest. */
export interface Replay {
  /** How many have to be replayed; the results of the others are still right. */
  readonly affected: number;
  /** Replays them, one with each step, and returns the results of all. Durations are 0: most results are older than this replay. */
  readonly run: () => Generator<Result, ReadonlyMap<ReadyFixture, Result>, undefined>;
}

/**
 * Replays fixtures as far as the changes since the last time call for it. `slot` names the engine's memory of edited policies: one for
 * each list of fixtures that is replayed again and again.
 */
export function replayAgain(
  fixtures: readonly ReadyFixture[],
  now: Present,
  last: DecidedProject | undefined,
  slot: string,
): Replay {
  if (!last || !mayBeReused(last.project, now.project))
    return { affected: fixtures.length, run: () => replayOthers(fixtures, new Map(), () => now.engine) };
  const changes = policyChanges(last.project, now.project);
  const kept = reusableResults(fixtures, last.results, changes, now);
  return {
    affected: fixtures.length - kept.size,
    run: () => replayOthers(fixtures, kept, enginesAfter(slot, last, changes, now)),
  };
}

/** Of decisions about another schema, or by policies that do not fit it, too little is known. */
export function mayBeReused(before: CheckedProject, now: CheckedProject): boolean {
  return before.schema === now.schema && !before.hasInvalidPolicies && !now.hasInvalidPolicies;
}

function* replayOthers(
  fixtures: readonly ReadyFixture[],
  kept: ReadonlyMap<ReadyFixture, Result>,
  engineFor: EngineFor,
): Generator<Result, ReadonlyMap<ReadyFixture, Result>, undefined> {
  const results = new Map<ReadyFixture, Result>();
  for (const ready of fixtures) {
    const known = kept.get(ready);
    const result = known ?? replayFixture(ready, { engine: engineFor(ready), clock: () => 0 });
    results.set(ready, result);
    if (!known) yield result;
  }
  return results;
}

// ---- what changed ----

export interface PolicyChanges {
  /** Policies that are new, gone, or written differently: both the earlier and the present ones. */
  readonly edited: readonly Policy[];
  /** The ids of policies that say the same at another place. */
  readonly moved: ReadonlySet<string>;
}

/** Of two projects with the same schema. */
export function policyChanges(before: CheckedProject, now: CheckedProject): PolicyChanges {
  const earlier = byId(before);
  const present = byId(now);
  const isEdited = (policy: Policy, others: ReadonlyMap<string, Policy>) =>
    others.get(policy.id)?.text !== policy.text;
  const isMoved = (policy: Policy) => {
    const old = earlier.get(policy.id);
    return (
      old?.file.text !== policy.file.text || old.file.file !== policy.file.file || old.start !== policy.start
    );
  };
  return {
    edited: [
      ...[...earlier.values()].filter((policy) => isEdited(policy, present)),
      ...[...present.values()].filter((policy) => isEdited(policy, earlier)),
    ],
    moved: new Set([...present.values()].filter(isMoved).map(({ id }) => id)),
  };
}

function byId({ policySet }: CheckedProject): ReadonlyMap<string, Policy> {
  return new Map(policySet.policies.map((policy) => [policy.id, policy]));
}

// ---- what decides ----

type EngineFor = (ready: ReadyFixture) => Engine;

function enginesAfter(
  slot: string,
  { results }: DecidedProject,
  { edited }: PolicyChanges,
  { project, engine: whole }: Present,
): EngineFor {
  const { schema, policySet } = project;
  if (edited.length === 0) return () => whole;
  const changed = new Set(edited);
  const policies = policySet.policies.filter((policy) => changed.has(policy));
  const engine = createEngine(`edits of ${slot}`, schema, { policies, templates: [] }, { areChecked: true });
  if (!engine.ok) return () => whole;
  const edits = { whole, edited: engine.value, ids: new Set(edited.map(({ id }) => id)) };
  return (ready) => decideAfterEdits(results.get(ready)?.decisions ?? [], edits);
}

// ---- results that need no replay ----

/** The results of fixtures that are the same as before, and that no edited policy can have a say about. */
function reusableResults(
  fixtures: readonly ReadyFixture[],
  before: ReadonlyMap<ReadyFixture, Result>,
  { edited, moved }: PolicyChanges,
  { project, engine }: Present,
): ReadonlyMap<ReadyFixture, Result> {
  const kept = new Map<ReadyFixture, Result>();
  const reach = reachIn(project.schema);
  for (const ready of fixtures) {
    const result = before.get(ready);
    if (!result || edited.some((policy) => reach(policy, ready))) continue;
    const inPlace = withPlaces(result, moved, engine);
    if (inPlace) kept.set(ready, inPlace);
  }
  return kept;
}

const reachIn = memoizeByIdentity(reachOf);

/** The result with the places where its policies stand now; `undefined` when only a replay tells them. */
function withPlaces(result: Result, moved: ReadonlySet<string>, engine: Engine): Result | undefined {
  const actual = result.decisions.map((decision) => decision.actual);
  if (actual.some(({ errors }) => errors.some(({ policy }) => !policy || moved.has(policy.id))))
    return undefined;
  if (!actual.some(({ determining }) => determining.some(({ id }) => moved.has(id)))) return result;
  const decisions = result.decisions.map((decision) => ({
    ...decision,
    actual: located(decision.actual, engine),
  }));
  return { ...result, decisions };
}

function located(decision: Decision, engine: Engine): Decision {
  return { ...decision, determining: decision.determining.map(({ id }) => engine.referTo(id)) };
}
