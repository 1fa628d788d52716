import type { Baseline, BaselineProject } from '../../../core/watching/baseline.ts';
import { clockTime } from '../../../reporters/words/wording.ts';
import type { Act, WatchWorld } from '../world.ts';

/** From here on, what has changed so far is seen. */
export const mark: Act = ({ state: { snapshot, live }, dispatch }) => {
  const { run } = snapshot;
  if (!run) return 'nothing has been replayed yet';
  const projects = run.projects.flatMap(({ name, decided }): [string, BaselineProject][] => {
    if (!decided) return [];
    const { policySet } = decided.project;
    const calls = live.untested.get(name);
    const untested = calls?.of === decided ? { untested: calls.results } : {};
    return [[name, { policySet, results: decided.results, ...untested }]];
  });
  const baseline: Baseline = { kind: 'mark', label: clockTime(run.endedAt), projects: new Map(projects) };
  dispatch({ type: 'compare', baseline });
  return 'seen: changes are shown from here on; B: since the start or the last commit';
};

/** From the start on to the last commit, the mark, and the start again. */
export const nextBaseline: Act = (world) => {
  const { history, mark: marked, revision } = world.state;
  const { kind } = history.baseline;
  if (kind === 'mark') return compare(history.start, world);
  if (kind === 'revision') return compare(marked ?? history.start, world);
  const name = revision?.revision?.name ?? 'HEAD';
  void compareWithRevision(name, world);
  return name === 'HEAD' ? 'reading the last commit ...' : `reading ${name} ...`;
};

function compare(baseline: Baseline, { dispatch }: WatchWorld): string {
  dispatch({ type: 'compare', baseline });
  return comparedWith(baseline);
}

function comparedWith({ label }: Baseline): string {
  return `compared with ${label}`;
}

/** It is read each time: what it is called may be another commit by now. */
async function compareWithRevision(name: string, world: WatchWorld): Promise<void> {
  const read = await world.actions.readBaseline(name);
  const { mark: marked, revision } = world.state;
  const other = read.ok ? read.value : (revision ?? marked);
  const problem = read.ok ? [] : [read.diagnostics[0]?.message ?? ''];
  const message = [...problem, ...(other ? [comparedWith(other)] : [])].join('; ');
  world.dispatch({ type: 'revision-read', baseline: other, message });
}
