import { createMemoStore } from '../caching/memo-store.ts';
import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import { createEngine, type Engine } from '../engine/engine.ts';
import type { Result } from '../replay/replay.ts';
import type { ProjectReport } from '../replay/report.ts';
import { type CheckedProject, checkProject } from '../verification/check-project.ts';
import { untestedEndpoints, unusableProject } from '../verification/prepare-project.ts';
import type { VerifyInput } from '../verification/verify-input.ts';
import { type DecidedProject, mayBeReused, policyChanges, replayAgain } from './replay-again.ts';

/**
 * Verifies one project again and again, doing only what the changes since the last time call for. The report is the one that `verify`
 * gives for the same input, whatever came before, without explanations.
 */
export interface Verifier {
  readonly begin: (input: VerifyInput) => Verification;
}

/** One verification: everything has been read and checked, and what has to be decided again is known. */
export interface Verification {
  /** How many fixtures have to be replayed; the results of the others are still right. */
  readonly affected: number;
  /**
   * Replays them, one with each step, so that the caller may do something else in between or give up, and returns the outcome.
   * Nothing is taken over from a verification that was given up. Durations are 0: most results are older than this replay.
   */
  readonly replay: () => Generator<Result, Verified, undefined>;
}

export interface Verified {
  readonly report: ProjectReport;
  /** What the report is about; `undefined` when something did not fit, so that nothing could be decided. */
  readonly decided: DecidedProject | undefined;
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
      const engine = engineFor(slot, last, project);
      if (!engine.ok)
        return nothingToReplay(
          unusableReport(input, [...checked.diagnostics, ...engine.diagnostics], project),
        );
      const now = { project, engine: engine.value };
      const finish = (results: DecidedProject['results']): Verified => {
        last = { ...now, results };
        memos.forgetUnused();
        const report = projectReport(input, project, [...results.values()], checked.diagnostics);
        return { report, decided: last };
      };
      const replay = replayAgain(project.fixtures, now, last, slot);
      return {
        affected: replay.affected,
        replay: function* () {
          return finish(yield* replay.run());
        },
      };
    },
  };
}

/** The same engine as before as long as every policy says the same at the same place. */
function engineFor(slot: string, last: DecidedProject | undefined, project: CheckedProject): Outcome<Engine> {
  const { schema, policySet, hasInvalidPolicies } = project;
  if (last && mayBeReused(last.project, project)) {
    const { edited, moved } = policyChanges(last.project, project);
    if (edited.length + moved.size === 0) return { ok: true, value: last.engine, diagnostics: [] };
  }
  return createEngine(slot, schema, policySet, hasInvalidPolicies ? undefined : { areChecked: true });
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
