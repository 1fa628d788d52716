import { createMemoStore, type MemoStore, memoizeIn } from '../caching/memo-store.ts';
import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import { createEngine, type Decision, type Engine } from '../engine/engine.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { Policy } from '../policies/policy.ts';
import { type Result, replayFixture } from '../replay/replay.ts';
import type { ProjectReport } from '../replay/report.ts';
import { type CheckedProject, checkProject } from '../verification/check-project.ts';
import { untestedEndpoints, unusableProject } from '../verification/verify.ts';
import type { VerifyInput } from '../verification/verify-input.ts';
import { decideAfterEdits } from './decide-after-edits.ts';
import { type Reach, reachOf } from './reach.ts';

/**
 * Verifies one project again and again, doing only what the changes since the last time call for. The report is the one that `verify`
 * gives for the same input, whatever came before, without explanations.
 */
export interface Verifier {
  readonly begin: (input: VerifyInput) => Verification;
}

/** One verification: everything has been read and checked, and what has to be decided anew is known. */
export interface Verification {
  /** How many fixtures have to be replayed; the results of the others are still right. */
  readonly affected: number;
  /**
   * Replays them, one with each step, so that whoever asks may do something else in between or give up, and returns the outcome.
   * Nothing is taken over from a verification that was given up. Durations are 0: most results are older than this replay.
   */
  readonly replay: () => Generator<Result, Verified, undefined>;
}

export interface Verified {
  readonly report: ProjectReport;
  /** What the report is about; `undefined` when something did not fit, so that nothing could be decided. */
  readonly decided: DecidedProject | undefined;
}

/** A project with a result for each of its fixtures. */
export interface DecidedProject {
  readonly project: CheckedProject;
  readonly engine: Engine;
  /** By fixture, in the order of the project. */
  readonly results: ReadonlyMap<ReadyFixture, Result>;
}

/** `slot` names the engine's memory of the policies, see `createEngine`: one for each project that is verified side by side. */
export function createVerifier(slot: string): Verifier {
  const memos = createMemoStore();
  let last: DecidedProject | undefined;
  return {
    begin: (input) => {
      const checked = checkProject(input, memos);
      if (!checked.ok) return nothingToReplay(unusableReport(input, checked.diagnostics));
      const project = checked.value;
      if (hasErrors(checked.diagnostics))
        return nothingToReplay(unusableReport(input, checked.diagnostics, project));
      const plan =
        last?.project.schema === project.schema && !input.mayBeInvalid
          ? laterRun(slot, last, project, memos)
          : firstRun(slot, project, input.mayBeInvalid);
      if (!plan.ok)
        return nothingToReplay(unusableReport(input, [...checked.diagnostics, ...plan.diagnostics], project));
      const { engine, kept, engineFor } = plan.value;
      const finish = (results: ReadonlyMap<ReadyFixture, Result>): Verified => {
        last = { project, engine, results };
        memos.forgetUnused();
        const report = projectReport(input, project, [...results.values()], checked.diagnostics);
        return { report, decided: last };
      };
      return {
        affected: project.fixtures.length - kept.size,
        replay: () => replayOthers(project.fixtures, kept, engineFor, finish),
      };
    },
  };
}

/** What a run decides with, and the results that it need not decide anew. */
interface RunPlan {
  readonly engine: Engine;
  readonly kept: ReadonlyMap<ReadyFixture, Result>;
  readonly engineFor: EngineFor;
}

/** Everything is decided: there is no earlier run, it was about another schema, or too little is known about the policies. */
function firstRun(slot: string, project: CheckedProject, mayBeInvalid = false): Outcome<RunPlan> {
  const engine = mayBeInvalid
    ? createEngine(slot, project.schema, project.policySet)
    : engineOf(slot, project);
  if (!engine.ok) return engine;
  return { ...engine, value: { engine: engine.value, kept: new Map(), engineFor: () => engine.value } };
}

/** Only what the edited policies can have a say about is decided, by those policies. */
function laterRun(
  slot: string,
  last: DecidedProject,
  project: CheckedProject,
  memos: MemoStore,
): Outcome<RunPlan> {
  const changes = policyChanges(last.project, project);
  const isSame = changes.edited.length + changes.moved.size === 0;
  const engine = isSame
    ? { ok: true as const, value: last.engine, diagnostics: [] }
    : engineOf(slot, project);
  if (!engine.ok) return engine;
  const { schema } = project;
  const reach = memoizeIn(memos, 'reach', { schema }, (given) => reachOf(given.schema));
  const now = { project, engine: engine.value, reach };
  const kept = reusableResults(last.results, changes, now);
  const engineFor = enginesAfter(slot, last, changes, now);
  return { ...engine, value: { engine: engine.value, kept, engineFor } };
}

function engineOf(slot: string, { schema, policySet }: CheckedProject): Outcome<Engine> {
  return createEngine(slot, schema, policySet, { areChecked: true });
}

function nothingToReplay(report: ProjectReport): Verification {
  return {
    affected: 0,
    // biome-ignore lint/correctness/useYield: nothing is replayed, and the outcome is known
    replay: function* () {
      return { report, decided: undefined };
    },
  };
}

function* replayOthers(
  fixtures: readonly ReadyFixture[],
  kept: ReadonlyMap<ReadyFixture, Result>,
  engineFor: EngineFor,
  finish: (results: ReadonlyMap<ReadyFixture, Result>) => Verified,
): Generator<Result, Verified, undefined> {
  const results = new Map<ReadyFixture, Result>();
  for (const ready of fixtures) {
    const known = kept.get(ready);
    const result = known ?? replayFixture(ready, { engine: engineFor(ready), clock: () => 0 });
    results.set(ready, result);
    if (!known) yield result;
  }
  return finish(results);
}

function projectReport(
  { name }: VerifyInput,
  { policySet, endpoints }: CheckedProject,
  results: readonly Result[],
  diagnostics: readonly Diagnostic[],
): ProjectReport {
  const untested = untestedEndpoints(endpoints, results);
  return {
    name,
    policies: policySet.policies.length,
    endpoints: endpoints.length,
    untested,
    results,
    diagnostics,
  };
}

/** `project` is missing when even its parts could not be read. */
function unusableReport(
  { name }: VerifyInput,
  diagnostics: readonly Diagnostic[],
  project?: CheckedProject,
): ProjectReport {
  const counts = project && {
    policies: project.policySet.policies.length,
    endpoints: project.endpoints.length,
  };
  return unusableProject(name, diagnostics, counts).report([]);
}

// ---- what changed ----

interface PolicyChanges {
  /** Policies that are new, gone, or written differently: both the earlier and the present ones. */
  readonly edited: readonly Policy[];
  /** The ids of policies that say the same at another place. */
  readonly moved: ReadonlySet<string>;
}

function policyChanges(before: CheckedProject, now: CheckedProject): PolicyChanges {
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

/** The project as it is now. */
interface Present {
  readonly project: CheckedProject;
  readonly engine: Engine;
  readonly reach: Reach;
}

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
  before: ReadonlyMap<ReadyFixture, Result>,
  { edited, moved }: PolicyChanges,
  { project, engine, reach }: Present,
): ReadonlyMap<ReadyFixture, Result> {
  const kept = new Map<ReadyFixture, Result>();
  for (const ready of project.fixtures) {
    const result = before.get(ready);
    if (!result || edited.some((policy) => reach(policy, ready))) continue;
    const inPlace = withPlaces(result, moved, engine);
    if (inPlace) kept.set(ready, inPlace);
  }
  return kept;
}

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
