import { basename, relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CONFIG_FILE } from '../core/config/config.ts';
import type { Diagnostic, Outcome } from '../core/diagnostics/diagnostic.ts';
import type { ProjectReport } from '../core/replay/report.ts';
import { unusableProject } from '../core/verification/verify.ts';
import type { VerifyInput } from '../core/verification/verify-input.ts';
import { compareResults, NO_CHANGES } from '../core/watching/decision-changes.ts';
import {
  createVerifier,
  type Verification,
  type Verified,
  type Verifier,
} from '../core/watching/incremental-verifier.ts';
import type { Run, Session, Snapshot, WatchedProject } from '../core/watching/session.ts';
import { loadProject, type ProjectFiles } from './load.ts';
import { showPath } from './read-text.ts';
import { type CachingReader, cachingReader } from './reader.ts';
import { type FileChanges, type FileWatch, watchFiles } from './watch.ts';

export interface SessionOptions {
  readonly cwd: string;
  /** Finds the projects; asked again when files come or go, or a configuration changes. */
  readonly choose: () => Promise<Outcome<readonly ProjectFiles[]>>;
  /** Folders and files to watch beside those of the projects. */
  readonly paths: readonly string[];
  readonly onWatchError: (error: Error) => void;
  /** What else there is to say about the projects: asked again when a file changes that no verification reads, such as the OpenAPI file. */
  readonly inspect?: (projects: readonly ProjectFiles[]) => Promise<readonly Diagnostic[]>;
}

/** Starts to watch, then runs for the first time. */
export async function startSession(options: SessionOptions): Promise<Session> {
  const state = newState();
  state.watch = await watchFiles(
    options.paths,
    (changes) => noteChanges(changes, state, options),
    options.onWatchError,
  );
  const go = () => void runAll(state, options);
  go();
  return {
    snapshot: () => state.snapshot,
    subscribe: (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    rerun: () => {
      startOver(state);
      go();
    },
    pause: (isPaused) => {
      update(state, { isPaused, waiting: isPaused ? state.pending.size : 0 });
      if (!isPaused && isStale(state)) go();
    },
    close: async () => {
      state.isClosed = true;
      state.listeners.clear();
      await state.watch?.close();
    },
  };
}

/** What a session lives on; only the functions of this file see it. */
interface SessionState {
  snapshot: Snapshot;
  readonly listeners: Set<() => void>;
  /** Changed paths that no run has looked at yet. */
  pending: Set<string>;
  /** When the first of them changed. */
  pendingSince: number | undefined;
  /** Everything is to be read and replayed again. */
  isFresh: boolean;
  /** The projects are to be looked for again. */
  isMoved: boolean;
  isRunning: boolean;
  isClosed: boolean;
  /** Whether the last run found its projects. */
  isFound: boolean;
  isInspected: boolean;
  remarks: readonly Diagnostic[];
  reader: CachingReader;
  projects: Outcome<readonly ProjectFiles[]> | undefined;
  /** By the name of the project. */
  readonly verifiers: Map<string, Verifier>;
  readonly inputs: Map<string, VerifyInput>;
  /** Missing as long as it is not known what there is: nothing runs before. */
  watch: FileWatch | undefined;
}

function newState(): SessionState {
  return {
    snapshot: { activity: { type: 'reading' }, isPaused: false, waiting: 0, run: undefined },
    listeners: new Set(),
    pending: new Set(),
    pendingSince: undefined,
    isFresh: true,
    isMoved: true,
    isRunning: false,
    isClosed: false,
    isFound: false,
    isInspected: false,
    remarks: [],
    reader: cachingReader(),
    projects: undefined,
    verifiers: new Map(),
    inputs: new Map(),
    watch: undefined,
  };
}

function update(state: SessionState, change: Partial<Snapshot>): void {
  state.snapshot = { ...state.snapshot, ...change };
  tell(state);
}

function tell({ listeners }: SessionState): void {
  for (const listener of listeners) listener();
}

function startOver(state: SessionState): void {
  state.isFresh = true;
  state.isMoved = true;
}

// ---- changes ----

function noteChanges(changes: FileChanges, state: SessionState, options: SessionOptions): void {
  const paths = [...changes.paths].filter((path) => isRelevant(path, changes, state));
  if (paths.length === 0) return;
  for (const path of paths) state.pending.add(path);
  state.pendingSince ??= performance.now();
  if (changes.structural || paths.some((path) => basename(path) === CONFIG_FILE)) state.isMoved = true;
  if (paths.some((path) => isInspected(path, state))) state.isInspected = false;
  state.reader.changed(paths);
  if (state.snapshot.isPaused) update(state, { waiting: state.pending.size });
  else void runAll(state, options);
}

const PROJECT_FILE = /\.(?:cedar|cedarschema|ya?ml|json)$/i;

/** A project may lie among files that have nothing to do with it, such as a log that is written all the time. */
function isRelevant(path: string, { structural }: FileChanges, state: SessionState): boolean {
  if (PROJECT_FILE.test(path)) return true;
  const named = state.projects?.ok ? state.projects.value.flatMap(pathsOf) : [];
  return named.includes(path) || (structural && !/\.[^.\\/]+$/.test(path));
}

function isInspected(path: string, state: SessionState): boolean {
  const schemas = state.projects?.ok ? state.projects.value.flatMap(({ schema }) => schema ?? []) : [];
  return (
    schemas.includes(path) ||
    basename(path) === CONFIG_FILE ||
    (!/\.cedar$|\.fixtures\./.test(path) && !state.reader.knows(path))
  );
}

function pathsOf({ schema, policies, entities, fixtures }: ProjectFiles): string[] {
  return [...(schema ? [schema] : []), ...policies, ...(entities ? [entities] : []), ...fixtures];
}

function isStale(state: SessionState): boolean {
  const isUninspected = !state.isInspected && state.snapshot.run !== undefined;
  return !state.isClosed && (state.pending.size > 0 || state.isFresh || isUninspected);
}

// ---- runs ----

/**
 * How long, in milliseconds since the first change, further changes may put off the results. They would be about what is no more; but
 * where files change all the time, old results are better than none.
 */
const MOST_PATIENCE = 2000;

/** Runs until nothing has changed since the last run began: a change during a run ends it, and the next one sees both. */
async function runAll(state: SessionState, options: SessionOptions): Promise<void> {
  if (state.isRunning || !state.watch) return;
  state.isRunning = true;
  while (isStale(state) && !state.snapshot.isPaused)
    await (state.pending.size > 0 || state.isFresh ? runOnce(state, options) : inspectOnly(state, options));
  state.isRunning = false;
  if (state.snapshot.activity.type !== 'idle') update(state, { activity: { type: 'idle' } });
}

/** After the first results, which do not wait for it. */
async function inspectOnly(state: SessionState, options: SessionOptions): Promise<void> {
  const { run } = state.snapshot;
  const remarks = state.projects ? await remarksOn(state.projects, state, options) : state.remarks;
  if (!run || remarks === state.remarks) return;
  const diagnostics = [...run.diagnostics.filter((one) => !state.remarks.includes(one)), ...remarks];
  state.remarks = remarks;
  const projects = run.projects.map((project) => ({ ...project, changes: NO_CHANGES }));
  update(state, {
    run: {
      ...run,
      number: run.number + 1,
      projects,
      diagnostics,
      replayed: 0,
      milliseconds: 0,
      endedAt: Date.now(),
    },
  });
}

async function runOnce(state: SessionState, options: SessionOptions): Promise<void> {
  const { isFresh, pendingSince } = state;
  const files = isFresh ? [] : [...state.pending].sort();
  const started = pendingSince ?? performance.now();
  startReading(state);
  takePending(state);
  const projects = await findProjects(state, options);
  const loaded = await loadAll(projects, state, options);
  const remarks = isFresh ? state.remarks : await remarksOn(projects, state, options);
  const isOvertaken = () => state.pending.size > 0 && performance.now() - started < MOST_PATIENCE;
  const isNew = isFresh || !projects.ok || remarks !== state.remarks || !isNothingNew(loaded, state);
  const verified = isOvertaken() ? undefined : isNew ? await verifyAll(loaded, state, isOvertaken) : [];
  if (!verified) {
    // What it did not get to is left to the next run.
    for (const file of files) state.pending.add(file);
    state.isInspected &&= remarks === state.remarks;
    state.pendingSince = started;
    state.isFresh ||= isFresh;
    return;
  }
  if (!isNew) return;
  state.remarks = remarks;
  state.isFound = projects.ok;
  for (const { name, input } of loaded) if (input.ok) state.inputs.set(name, input.value);
  const { run } = state.snapshot;
  update(state, {
    activity: { type: isStale(state) ? 'reading' : 'idle' },
    run: {
      number: (run?.number ?? 0) + 1,
      files: shownFiles(files, options.cwd),
      projects: projects.ok
        ? verified.map((project) => watched(project, run))
        : (run?.projects ?? []).map((project) => leftAsItWas(project, project.report)),
      diagnostics: [...(projects.ok ? [] : projects.diagnostics), ...remarks],
      replayed: verified.reduce((sum, { affected }) => sum + affected, 0),
      milliseconds: performance.now() - started,
      endedAt: Date.now(),
    },
  });
}

/** Folders, and the files that editors save by way of, only where there is nothing else to name. */
function shownFiles(files: readonly string[], cwd: string): string[] {
  const named = files.filter((file) => PROJECT_FILE.test(file));
  return (named.length > 0 ? named : files).map((file) => showPath(file, cwd));
}

function isNothingNew(loaded: readonly Loaded[], { snapshot: { run }, isFound }: SessionState): boolean {
  return isFound && loaded.every(({ isSame }) => isSame) && loaded.length === run?.projects.length;
}

/** The same list as before when it says the same. Results come first: they do not wait for this after the start. */
async function remarksOn(
  projects: Outcome<readonly ProjectFiles[]>,
  state: SessionState,
  { inspect }: SessionOptions,
): Promise<readonly Diagnostic[]> {
  if (state.isInspected) return state.remarks;
  state.isInspected = true;
  if (!projects.ok) return state.remarks;
  const remarks = (await inspect?.(projects.value)) ?? [];
  return JSON.stringify(remarks) === JSON.stringify(state.remarks) ? state.remarks : remarks;
}

/** Nobody is told where it is a file or two: showing it would take longer than reading them, and the results would wait for it. */
function startReading(state: SessionState): void {
  state.snapshot = { ...state.snapshot, activity: { type: 'reading' } };
  if (state.isFresh || state.isMoved || !state.isInspected) tell(state);
}

function takePending(state: SessionState): void {
  if (state.isFresh) {
    state.reader = cachingReader();
    state.verifiers.clear();
  }
  state.pending = new Set();
  state.pendingSince = undefined;
  state.isFresh = false;
}

async function findProjects(
  state: SessionState,
  options: SessionOptions,
): Promise<Outcome<readonly ProjectFiles[]>> {
  if (!state.isMoved && state.projects) return state.projects;
  state.isMoved = false;
  state.projects = await options.choose();
  if (state.projects.ok) {
    const outside = state.projects.value
      .flatMap(pathsOf)
      .filter((path) => !options.paths.some((root) => isBelow(path, root)));
    state.watch?.add(outside);
  }
  return state.projects;
}

function isBelow(path: string, root: string): boolean {
  const short = relative(root, path);
  return short === '' || !(short === '..' || short.startsWith(`..${sep}`));
}

interface Loaded {
  readonly name: string;
  readonly input: Outcome<VerifyInput>;
  /** Whether nothing that counts has changed since the last run. */
  readonly isSame: boolean;
}

async function loadAll(
  projects: Outcome<readonly ProjectFiles[]>,
  state: SessionState,
  { cwd }: SessionOptions,
): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const files of projects.ok ? projects.value : []) {
    const { name } = files;
    const input = await loadProject(files, cwd, state.reader);
    const before = state.inputs.get(name);
    const isSame = input.ok && before !== undefined && isSameInput(before, input.value);
    loaded.push({ name, input, isSame });
  }
  return loaded;
}

function isSameInput(before: VerifyInput, now: VerifyInput): boolean {
  const parts = (input: VerifyInput): unknown[] => [
    input.schema?.text,
    JSON.stringify(input.claims),
    input.entities,
    ...input.policies.flatMap(({ file, text }) => [file, text]),
    ...input.fixtures.flatMap(({ source, shared, near }) => [
      source,
      ...[...shared].flat(),
      ...(near ? [near] : []),
    ]),
  ];
  const [old, present] = [parts(before), parts(now)];
  return old.length === present.length && old.every((part, index) => part === present[index]);
}

interface VerifiedProject {
  readonly name: string;
  readonly verified: Verified;
  readonly affected: number;
}

/** `undefined` when files have changed meanwhile, so that the results would be about what is no more. */
async function verifyAll(
  loaded: readonly Loaded[],
  state: SessionState,
  isOvertaken: () => boolean,
): Promise<VerifiedProject[] | undefined> {
  const results: VerifiedProject[] = [];
  for (const { name, input } of loaded) {
    if (!input.ok) {
      results.push({ name, verified: unreadable(name, input.diagnostics), affected: 0 });
      continue;
    }
    const verifier = state.verifiers.get(name) ?? createVerifier(`watch ${name}`);
    state.verifiers.set(name, verifier);
    const verification = verifier.begin(input.value);
    const verified = await replayInTurns(verification, state, isOvertaken);
    if (!verified) return undefined;
    results.push({ name, verified, affected: verification.affected });
  }
  return results;
}

function unreadable(name: string, diagnostics: readonly Diagnostic[]): Verified {
  return { report: unusableProject(name, diagnostics).report([]), decided: undefined };
}

/** How long, in milliseconds, keys and signals may have to wait. */
const LONGEST_TURN = 12;

/** How often, in milliseconds, it is told how far a replay is: to show it takes time, too. */
const PROGRESS = 150;

async function replayInTurns(
  verification: Verification,
  state: SessionState,
  isOvertaken: () => boolean,
): Promise<Verified | undefined> {
  const clock = () => performance.now();
  const replay = verification.replay();
  let done = 0;
  let told = clock();
  for (let turn = clock(); ; ) {
    const step = replay.next();
    if (step.done) return step.value;
    done += 1;
    if (clock() - turn < LONGEST_TURN) continue;
    if (clock() - told >= PROGRESS) {
      told = clock();
      update(state, { activity: { type: 'replaying', done, total: verification.affected } });
    }
    await setImmediate();
    if (isOvertaken() || state.isClosed) return undefined;
    turn = clock();
  }
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

function leftAsItWas(project: WatchedProject, report: ProjectReport): WatchedProject {
  return { ...project, report, isCurrent: false, changes: NO_CHANGES };
}
