import { errorsAmong } from '../diagnostics/diagnostic.ts';
import { describeFixture } from '../fixtures/fixture.ts';
import type { PolicySet } from '../policies/policy.ts';
import type { Baseline, BaselineProject } from './baseline.ts';
import { type Cause, causesOf } from './cause.ts';
import {
  compareResults,
  DECISION_CHANGE_KINDS,
  type DecisionChange,
  type DecisionChangeKind,
} from './decision-changes.ts';
import type { UntestedCalls } from './live-calls.ts';
import type { Run } from './session.ts';

/** What a session has seen so far, as it is told afterwards. */
export interface History {
  /** The first good state of each project. */
  readonly start: Baseline;
  /** What the present is compared with. */
  readonly baseline: Baseline;
  /** The oldest first; at most {@link MOST_RUNS}. */
  readonly runs: readonly PastRun[];
  /** By the name of the project: the calls that no fixture makes, as the runs have told of them. */
  readonly untested: ReadonlyMap<string, UntestedCalls>;
}

/** One run, in as much as is kept of it. */
export interface PastRun {
  readonly number: number;
  /** When it ended, in milliseconds since 1970. */
  readonly endedAt: number;
  readonly files: readonly string[];
  readonly errors: number;
  /** How many calls have decisions that became others than in the run before. */
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
  /** No fixture makes the call. */
  readonly isUntested?: true;
}

const NOTHING: Baseline = { kind: 'start', label: 'the start', projects: new Map() };

export const NO_HISTORY: History = { start: NOTHING, baseline: NOTHING, runs: [], untested: new Map() };

/** The history after a run; the same one after a run that it has seen. */
export function withRun(history: History, run: Run): History {
  if (history.runs.at(-1)?.number === run.number) return history;
  const runs = [...history.runs, pastRun(run)].slice(-MOST_RUNS);
  const start = withFirstStates(history.start, run);
  const baseline = history.baseline.kind === 'start' ? start : history.baseline;
  return { ...history, start, baseline, runs };
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
  const changes = projects.flatMap(({ name, changes: { decisions }, before, decided }): TurnedCall[] =>
    decisions.map((change) => ({
      change,
      whose: projects.length > 1 ? `${name}: ` : '',
      policySets: before && decided && [before.project.policySet, decided.project.policySet],
    })),
  );
  return {
    number,
    endedAt,
    files,
    errors: errorsAmong(errors).length,
    ...toldOf(changes),
  };
}

// ---- calls that no fixture makes ----

/**
 * The history with what became of calls that no fixture makes, which is known some time after the run. Where another run came first, that
 * one has the changes of both; known answers change nothing.
 */
export function withUntestedTurned(
  history: History,
  run: Run | undefined,
  untested: ReadonlyMap<string, UntestedCalls>,
): History {
  const last = history.runs.at(-1);
  if (!run || last?.number !== run.number) return history;
  const known = run.projects.flatMap(({ name, decided }): [string, UntestedCalls][] => {
    const calls = untested.get(name);
    return calls && calls.of === decided && calls !== history.untested.get(name) ? [[name, calls]] : [];
  });
  if (known.length === 0) return history;
  const turned = known.flatMap(([name, calls]) =>
    untestedTurned(history.untested.get(name), calls, run.projects.length > 1 ? `${name}: ` : ''),
  );
  const runs =
    turned.length === 0 ? history.runs : [...history.runs.slice(0, -1), joined(last, toldOf(turned))];
  return { ...history, runs, untested: new Map([...history.untested, ...known]) };
}

function untestedTurned(
  before: UntestedCalls | undefined,
  calls: UntestedCalls,
  whose: string,
): TurnedCall[] {
  if (!before) return [];
  const policySets = [before.of.project.policySet, calls.of.project.policySet] as const;
  return compareResults(before.results, calls.results).decisions.map((change) => ({
    change,
    whose,
    policySets,
    isUntested: true,
  }));
}

function joined(run: PastRun, { counts, turned }: Told): PastRun {
  const sums = DECISION_CHANGE_KINDS.map((kind) => [kind, run.counts[kind] + counts[kind]] as const);
  const all = [...run.turned, ...turned];
  return {
    ...run,
    counts: Object.fromEntries(sums) as PastRun['counts'],
    turned: TOLD_KINDS.flatMap((wanted) => all.filter(({ kind }) => kind === wanted)).slice(0, MOST_TURNED),
  };
}

// ---- what is told of changes ----

type Told = Pick<PastRun, 'counts' | 'turned'>;

interface TurnedCall {
  readonly change: DecisionChange;
  /** `backend: `, of several projects. */
  readonly whose: string;
  readonly policySets: readonly [before: PolicySet, after: PolicySet] | undefined;
  readonly isUntested?: true;
}

const TOLD_KINDS = ['now-allowed', 'now-denied'] as const satisfies readonly DecisionChangeKind[];

/** A call is counted once, however many of its items turned: so does every other view. */
function toldOf(changes: readonly TurnedCall[]): Told {
  const ofKind = (kind: DecisionChangeKind) => {
    const calls = changes.filter(({ change }) => change.kind === kind);
    return [...new Map(calls.toReversed().map((call) => [call.change.ready, call])).values()].toReversed();
  };
  const counts = DECISION_CHANGE_KINDS.map((kind) => [kind, ofKind(kind).length] as const);
  return {
    counts: Object.fromEntries(counts) as PastRun['counts'],
    turned: TOLD_KINDS.flatMap(ofKind).slice(0, MOST_TURNED).map(pastChange),
  };
}

function pastChange({ change, whose, policySets, isUntested }: TurnedCall): PastChange {
  const [cause] = policySets ? causesOf(change, ...policySets) : [];
  return {
    kind: change.kind,
    text: `${whose}${describeFixture(change.ready.fixture)}`,
    ...(cause ? { cause } : {}),
    ...(isUntested ? { isUntested } : {}),
  };
}
