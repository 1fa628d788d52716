import { groupBy } from '../../../core/values/group.ts';
import { type Baseline, changesSince } from '../../../core/watching/baseline.ts';
import { type Cause, causesOf } from '../../../core/watching/cause.ts';
import type { LiveSnapshot } from '../../../core/watching/live-calls.ts';
import type { Run } from '../../../core/watching/session.ts';
import type { FindCauses } from '../actions.ts';
import { type Row, rowsOf, stateOf } from './rows.ts';

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

/** Those of fixtures alone: what is decided about other calls comes later, and leaves them as they are. */
export function fixtureRows(run: Run | undefined, baseline: Baseline): Omit<AllRows, 'untested'> {
  const fixtures: Row[] = [];
  let added = 0;
  let removed = 0;
  for (const project of run?.projects ?? []) {
    const { name, decided } = project;
    if (!decided) continue;
    const before = baseline.projects.get(name);
    const changes = changesSince(before?.results, decided.results);
    const ofFixtures = groupBy(changes.decisions, ({ ready }) => ready);
    for (const row of rowsOf(decided.results, { project, origin: 'fixture', changes: ofFixtures }))
      fixtures.push(row);
    added += before ? changes.added : 0;
    removed += changes.removed;
  }
  return { fixtures, added, removed };
}

export function turnedRows(
  run: Run | undefined,
  baseline: Baseline,
  untested: LiveSnapshot['untested'],
): readonly Row[] {
  return (run?.projects ?? []).flatMap((project) => {
    const { name } = project;
    const calls = untested.get(name);
    if (!calls) return [];
    const changes = changesSince(baseline.projects.get(name)?.untested, calls.results);
    const turned = changes.decisions.filter(({ kind }) => kind !== 'reason-changed');
    const results = new Map(turned.map(({ ready, result }) => [ready, result]));
    const ofOthers = groupBy(turned, ({ ready }) => ready);
    return rowsOf(results, { project: stateOf(project, calls), origin: 'untested', changes: ofOthers });
  });
}

/** The policies that turned a decision since the baseline. */
export function causeFinder(baseline: Baseline): FindCauses {
  return ({ project }, change): readonly Cause[] => {
    const before = baseline.projects.get(project.name);
    const { decided } = project;
    return before && decided ? causesOf(change, before.policySet, decided.project.policySet) : [];
  };
}
