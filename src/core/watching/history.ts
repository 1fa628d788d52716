import { describeFixture } from '../fixtures/fixture.ts';
import type { Baseline, BaselineProject } from './baseline.ts';
import { type Cause, causesOf } from './cause.ts';
import { DECISION_CHANGE_KINDS, type DecisionChangeKind } from './decision-changes.ts';
import type { UntestedCalls } from './live-calls.ts';
import type { Run, WatchedProject } from './session.ts';

/** What a session has seen so far, as it is told afterwards. */
export interface History {
  /** The first good state of each project. */
  readonly start: Baseline;
  /** What the present is compared with. */
  readonly baseline: Baseline;
  /** The oldest first; at most {@link MOST_RUNS}. */
  readonly runs: readonly PastRun[];
}

/** One run, in as much as is kept of it. */
export interface PastRun {
  readonly number: number;
  /** When it ended, in milliseconds since 1970. */
  readonly endedAt: number;
  readonly files: readonly string[];
  readonly errors: number;
  /** How many decisions became others than in the run before. */
  readonly counts: Readonly<Record<DecisionChangeKind, number>>;
  /** The first of them, opened before closed. */
  readonly turned: readonly PastChange[];
}

export interface PastChange {
  readonly kind: DecisionChangeKind;
  /** `PUT /campaigns/c2 as ana`; of several projects with the one whose call it is: `backend: PUT ...`. */
  readonly text: string;
  /** The first policy that did it. */
  readonly cause?: Cause;
}

const NOTHING: Baseline = { kind: 'start', label: 'the start', projects: new Map() };

export const NO_HISTORY: History = { start: NOTHING, baseline: NOTHING, runs: [] };

/** The history after a run; the same one after a run that it has seen. */
export function withRun(history: History, run: Run): History {
  if (history.runs.at(-1)?.number === run.number) return history;
  const runs = [...history.runs, pastRun(run)].slice(-MOST_RUNS);
  const start = withFirstStates(history.start, run);
  return { start, baseline: history.baseline.kind === 'start' ? start : history.baseline, runs };
}

/** More than anybody goes through, and little to keep. */
const MOST_RUNS = 200;
const MOST_TURNED = 20;

/** A project that has decided for the first time begins then. */
function withFirstStates(start: Baseline, run: Run): Baseline {
  const first = run.projects.flatMap(({ name, decided }): [string, BaselineProject][] =>
    decided && !start.projects.has(name)
      ? [[name, { policySet: decided.project.policySet, results: decided.results }]]
      : [],
  );
  return first.length === 0 ? start : { ...start, projects: new Map([...start.projects, ...first]) };
}

/** The baseline with what its own policies decide about calls that no fixture makes, as soon as that is known. */
export function withUntested(baseline: Baseline, untested: ReadonlyMap<string, UntestedCalls>): Baseline {
  const projects = [...baseline.projects].map(([name, project]): [string, BaselineProject] => {
    const calls = untested.get(name);
    const isItsOwn = calls !== undefined && calls.of.results === project.results;
    return [name, project.untested || !isItsOwn ? project : { ...project, untested: calls.results }];
  });
  return projects.every(([name, project]) => baseline.projects.get(name) === project)
    ? baseline
    : { ...baseline, projects: new Map(projects) };
}

function pastRun({ number, endedAt, files, projects, diagnostics }: Run): PastRun {
  const errors = [...diagnostics, ...projects.flatMap(({ report }) => report.diagnostics)];
  const changes = projects.flatMap((project) =>
    project.changes.decisions.map((change) => ({ change, project })),
  );
  const ofKind = (kind: DecisionChangeKind) => changes.filter(({ change }) => change.kind === kind);
  const counts = Object.fromEntries(DECISION_CHANGE_KINDS.map((kind) => [kind, ofKind(kind).length]));
  const told = [...ofKind('now-allowed'), ...ofKind('now-denied')].slice(0, MOST_TURNED);
  return {
    number,
    endedAt,
    files,
    errors: errors.filter(({ severity }) => severity === 'error').length,
    counts: counts as PastRun['counts'],
    turned: told.map(({ change, project }) => ({
      kind: change.kind,
      text: `${projects.length > 1 ? `${project.name}: ` : ''}${describeFixture(change.ready.fixture)}`,
      ...firstCause(change, project),
    })),
  };
}

function firstCause(
  change: WatchedProject['changes']['decisions'][number],
  { before, decided }: WatchedProject,
): Pick<PastChange, 'cause'> {
  if (!before || !decided) return {};
  const [cause] = causesOf(change, before.project.policySet, decided.project.policySet);
  return cause ? { cause } : {};
}
