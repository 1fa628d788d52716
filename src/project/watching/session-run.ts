import { relative } from 'node:path';
import type { Diagnostic, Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { ProjectReport } from '../../core/replay/report.ts';
import { compareResults, NO_CHANGES } from '../../core/watching/decision-changes.ts';
import type { Run, WatchedProject } from '../../core/watching/session.ts';
import { leadsOut } from '../files/contained-path.ts';
import { showPath } from '../files/read-text.ts';
import { cachingReader } from '../files/reader.ts';
import type { ProjectFiles } from '../project-files.ts';
import { failureOf } from './failure.ts';
import { type Loaded, loadAll } from './load-watched.ts';
import type { SessionOptions } from './session-state.ts';
import {
  giveBack,
  type PendingWork,
  plan,
  type SessionState,
  takeWaiting,
  tell,
  update,
} from './session-state.ts';
import { type VerifiedProject, verifyAll } from './verify-in-turns.ts';

/**
 * How long, in milliseconds since the first change, further changes may put off the results. Those results would be outdated; but where
 * files change all the time, outdated results are better than none.
 */
const MOST_PATIENCE = 2000;

/** Reads and replays what waits. A run that changes overtake gives back what it took, and shows nothing. */
export async function runOnce(state: SessionState, options: SessionOptions): Promise<void> {
  const taken = takeWaiting(state);
  const started = taken.since ?? performance.now();
  startReading(taken, state);
  const projects = await findProjects(taken, state, options);
  const loaded = await loadAll(projects, state, options);
  const remarks = taken.scope === 'everything' ? state.remarks : await remarksOn(projects, state, options);
  const isOvertaken = () => state.waiting.paths.size > 0 && performance.now() - started < MOST_PATIENCE;
  const isNew =
    taken.scope === 'everything' || remarks !== state.remarks || isChanged(projects, loaded, state);
  const verified = isOvertaken() ? undefined : isNew ? await verifyAll(loaded, state, isOvertaken) : [];
  noteWritten(state);
  if (!verified || isOvertaken()) {
    if (remarks !== state.remarks) state.waiting = { ...state.waiting, inspection: 'due' };
    giveBack({ ...taken, since: started }, state);
  } else if (isNew) {
    state.remarks = remarks;
    finishRun({ taken, started, projects, loaded, verified }, state, options);
  }
}

/** A program that writes a file in several steps may have been read between two of them; that is heard of only some time later. */
function noteWritten(state: SessionState): void {
  const written = state.reader.takeWritten();
  if (written.length === 0) return;
  state.reader.changed(written);
  state.waiting = { ...state.waiting, paths: new Set([...state.waiting.paths, ...written]) };
}

/** After the first results, which do not wait for it. */
export async function inspectOnly(state: SessionState, options: SessionOptions): Promise<void> {
  const { run } = state.snapshot;
  const before = state.remarks;
  const remarks = state.projects ? await remarksOn(state.projects, state, options) : before;
  if (!run || remarks === before) return;
  state.remarks = remarks;
  update(state, {
    run: {
      ...run,
      number: run.number + 1,
      projects: run.projects.map((project) => ({ ...project, changes: NO_CHANGES })),
      diagnostics: [...run.diagnostics.filter((diagnostic) => !before.includes(diagnostic)), ...remarks],
      replayed: 0,
      milliseconds: 0,
      endedAt: Date.now(),
    },
  });
}

// ---- reading ----

/** Reading a file or two is not told: showing it would take longer than reading them, and the results would wait for it. */
function startReading({ scope, inspection }: PendingWork, state: SessionState): void {
  if (scope === 'everything') {
    state.reader = cachingReader();
    state.verifiers.clear();
  }
  state.snapshot = { ...state.snapshot, activity: { type: 'reading' } };
  if (scope !== 'files' || inspection === 'due') tell(state);
}

async function findProjects(
  { scope }: PendingWork,
  state: SessionState,
  options: SessionOptions,
): Promise<Outcome<readonly ProjectFiles[]>> {
  if (scope === 'files' && state.projects) return state.projects;
  state.projects = await options.choose();
  if (state.projects.ok) {
    const outside = state.projects.value
      .flatMap(pathsOf)
      .filter((path) => !options.paths.some((root) => isBelow(path, root)));
    state.watch?.add(outside);
  }
  return state.projects;
}

/** Every file and folder of a project. */
export function pathsOf({ schema, policies, invariants, entities, fixtures }: ProjectFiles): string[] {
  const others = [schema, invariants, entities].filter((path) => path !== undefined);
  return [...others, ...policies, ...fixtures];
}

function isBelow(path: string, root: string): boolean {
  return !leadsOut(relative(root, path));
}

/** The same list as before when it says the same. */
async function remarksOn(
  projects: Outcome<readonly ProjectFiles[]>,
  state: SessionState,
  { inspect }: SessionOptions,
): Promise<readonly Diagnostic[]> {
  if (state.waiting.inspection === 'done') return state.remarks;
  state.waiting = { ...state.waiting, inspection: 'done' };
  if (!projects.ok) return state.remarks;
  const remarks = await inspected(projects.value, inspect);
  return JSON.stringify(remarks) === JSON.stringify(state.remarks) ? state.remarks : remarks;
}

/** The results do not depend on it. */
async function inspected(
  projects: readonly ProjectFiles[],
  inspect: SessionOptions['inspect'],
): Promise<readonly Diagnostic[]> {
  try {
    return (await inspect?.(projects)) ?? [];
  } catch (error) {
    return failureOf(error, 'what else there is to say about the project is not known', 'warning');
  }
}

/** Whether anything says something else than at the last run. */
function isChanged(
  projects: Outcome<readonly ProjectFiles[]>,
  loaded: readonly Loaded[],
  { snapshot: { run } }: SessionState,
): boolean {
  return !projects.ok || loaded.some(({ isSame }) => !isSame) || loaded.length !== run?.projects.length;
}

// ---- results ----

interface FinishedRun {
  readonly taken: PendingWork;
  readonly started: number;
  readonly projects: Outcome<readonly ProjectFiles[]>;
  readonly loaded: readonly Loaded[];
  readonly verified: readonly VerifiedProject[];
}

function finishRun(finished: FinishedRun, state: SessionState, { cwd }: SessionOptions): void {
  const { taken, started, projects, loaded, verified } = finished;
  state.inputs = projects.ok ? readInputs(loaded) : undefined;
  const { run } = state.snapshot;
  const changed = state.reader.takeChanged();
  update(state, {
    activity: { type: plan(state) === 'nothing' ? 'idle' : 'reading' },
    run: {
      number: (run?.number ?? 0) + 1,
      files: taken.scope === 'everything' ? [] : shownFiles([...taken.paths], changed, cwd),
      projects: projects.ok ? verified.map((project) => watched(project, run)) : unreadProjects(run),
      diagnostics: [...projects.diagnostics, ...state.remarks, ...state.troubles],
      replayed: verified.reduce((sum, { affected }) => sum + affected, 0),
      milliseconds: performance.now() - started,
      endedAt: Date.now(),
    },
  });
}

/** What went wrong is told where problems are, and nothing that was found out earlier passes for the state of now. */
export function failRun(error: unknown, state: SessionState): void {
  const { run } = state.snapshot;
  state.inputs = undefined;
  // Whatever was remembered may be half done.
  state.waiting = { ...state.waiting, scope: 'everything' };
  update(state, {
    run: {
      number: (run?.number ?? 0) + 1,
      files: [],
      projects: unreadProjects(run),
      diagnostics: [
        ...failureOf(error, 'the project could not be read and replayed'),
        ...state.remarks,
        ...state.troubles,
      ],
      replayed: 0,
      milliseconds: 0,
      endedAt: Date.now(),
    },
  });
}

/** Of a project that could not be read nothing is kept: it has to be verified again, also where it is then as it was before. */
function readInputs(loaded: readonly Loaded[]): SessionState['inputs'] {
  return new Map(loaded.flatMap(({ name, input }) => (input.ok ? [[name, input.value] as const] : [])));
}

/** The names of files that a project can be made of. */
export const PROJECT_FILE = /\.(?:cedar|schema|ya?ml|json)$|(?:^|[\\/.])cedarschema$/i;

/**
 * Folders, and the files that editors save by way of, only where there is nothing else to name: what takes the place of another file may be
 * read before it is told that this one has changed.
 */
function shownFiles(told: readonly string[], read: readonly string[], cwd: string): string[] {
  const named = told.filter((file) => PROJECT_FILE.test(file));
  const shown = [named, read].find((files) => files.length > 0) ?? told;
  return shown.toSorted().map((file) => showPath(file, cwd));
}

/** Compares with the last good state of the same project. */
function watched({ name, verified }: VerifiedProject, run: Run | undefined): WatchedProject {
  const { report, decided } = verified;
  const earlier = run?.projects.find((project) => project.name === name);
  if (!decided) {
    const nothing = { decided: undefined, isCurrent: false, before: undefined, changes: NO_CHANGES };
    return leftAsItWas(earlier ?? { name, report, ...nothing }, report);
  }
  const before = earlier?.decided;
  const changes = before ? compareResults(before.results, decided.results) : NO_CHANGES;
  return { name, report, decided, isCurrent: true, before, changes };
}

/** Nothing was read of them: problems that were found earlier may be mended. */
function unreadProjects(run: Run | undefined): WatchedProject[] {
  return (run?.projects ?? []).map((project) => leftAsItWas(project, { ...project.report, diagnostics: [] }));
}

function leftAsItWas(project: WatchedProject, report: ProjectReport): WatchedProject {
  return { ...project, report, isCurrent: false, changes: NO_CHANGES };
}
