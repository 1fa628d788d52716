import { groupBy } from '../../../core/values/group.ts';
import { type Baseline, changesSince } from '../../../core/watching/baseline.ts';
import { type Cause, causesOf } from '../../../core/watching/cause.ts';
import type { LiveSnapshot } from '../../../core/watching/live-calls.ts';
import type { Run, WatchedProject } from '../../../core/watching/session.ts';
import type { FindCauses } from '../actions.ts';
import { type Row, rowsOf } from './rows.ts';

/** All calls of a run, compared with the baseline. */
export interface AllRows {
  /** One for each fixture, in the order of the projects. */
  readonly fixtures: readonly Row[];
  /** Calls that no fixture makes whose decision is another one. */
  readonly untested: readonly Row[];
  /** How many fixtures are new since the baseline, and how many are gone. */
  readonly added: number;
  readonly removed: number;
}

export const NO_ROWS: AllRows = { fixtures: [], untested: [], added: 0, removed: 0 };

export function allRows(
  run: Run | undefined,
  baseline: Baseline,
  untested: LiveSnapshot['untested'],
): AllRows {
  const parts = (run?.projects ?? []).map((project) => projectRows(project, baseline, untested));
  return {
    fixtures: parts.flatMap(({ fixtures }) => fixtures),
    untested: parts.flatMap((part) => part.untested),
    added: parts.reduce((sum, { added }) => sum + added, 0),
    removed: parts.reduce((sum, { removed }) => sum + removed, 0),
  };
}

function projectRows(
  project: WatchedProject,
  baseline: Baseline,
  untested: LiveSnapshot['untested'],
): AllRows {
  const { name, decided } = project;
  if (!decided) return NO_ROWS;
  const before = baseline.projects.get(name);
  const changes = changesSince(before?.results, decided.results);
  const ofFixtures = groupBy(changes.decisions, ({ ready }) => ready);
  const calls = untested.get(name);
  const others = changesSince(before?.untested, calls?.results).decisions.filter(
    ({ kind }) => kind !== 'reason-changed',
  );
  const ofOthers = groupBy(others, ({ ready }) => ready);
  const turned = [...new Map(others.map(({ ready, result }) => [ready, result]))];
  return {
    fixtures: rowsOf(decided.results, { project, origin: 'fixture', changes: ofFixtures }),
    untested: rowsOf(turned, { project, origin: 'untested', changes: ofOthers }),
    added: before ? changes.added : 0,
    removed: changes.removed,
  };
}

/** The policies that turned a decision since the baseline. */
export function causeFinder(baseline: Baseline): FindCauses {
  return ({ project }, change): readonly Cause[] => {
    const before = baseline.projects.get(project.name);
    const { decided } = project;
    return before && decided ? causesOf(change, before.policySet, decided.project.policySet) : [];
  };
}
