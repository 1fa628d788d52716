import { setImmediate } from 'node:timers/promises';
import { isBadResult } from '../../core/replay/bad-result.ts';
import type { RecordedDecisions } from '../../core/replay/recorded-decisions.ts';
import type { Result } from '../../core/replay/replay.ts';
import type { ProjectReport } from '../../core/replay/report.ts';
import type { Selection } from '../../core/replay/selection.ts';
import type { PreparedProject } from '../../core/verification/prepare-project.ts';

export interface ReplayOptions {
  /** Stop after this number of fixtures that failed or could not be decided. */
  readonly bail?: number;
}

/** Replays what was selected of each project, in order; with what was decided about it elsewhere, if it was. */
export async function replayProjects(
  projects: readonly PreparedProject[],
  selections: readonly Selection[],
  { bail = Number.POSITIVE_INFINITY }: ReplayOptions,
  recorded: readonly (readonly RecordedDecisions[])[] = [],
): Promise<ProjectReport[]> {
  const reports: ProjectReport[] = [];
  let left = bail;
  for (const [index, project] of projects.entries()) {
    const { fixtures = [], leftOut } = selections[index] ?? {};
    const results = await replayUntil(project.replay(fixtures, recorded[index]), left);
    left -= results.filter(isBadResult).length;
    const byBail = fixtures.length - results.length;
    const anything = leftOut && (leftOut.byFilter > 0 || leftOut.byShard > 0 || byBail > 0);
    reports.push(project.report(results, anything ? { ...leftOut, byBail } : undefined));
  }
  return reports;
}

const clock = () => performance.now();

/** How long signals may have to wait, in milliseconds. */
const LONGEST_TURN = 50;

/** Lets the process look up now and then: replay never waits for anything, and an interrupt would not be heard before its end. */
async function replayUntil(replay: Iterable<Result>, mostBad: number): Promise<Result[]> {
  const results: Result[] = [];
  if (mostBad <= 0) return results;
  let bad = 0;
  let turn = clock();
  for (const result of replay) {
    results.push(result);
    if (isBadResult(result)) bad += 1;
    if (bad >= mostBad) break;
    if (clock() - turn < LONGEST_TURN) continue;
    await setImmediate();
    turn = clock();
  }
  return results;
}
