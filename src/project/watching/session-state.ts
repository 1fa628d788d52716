import type { Diagnostic, Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { VerifyInput } from '../../core/verification/verify-input.ts';
import type { Verifier } from '../../core/watching/incremental-verifier.ts';
import type { Snapshot } from '../../core/watching/session.ts';
import { type CachingReader, cachingReader } from '../files/reader.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { FileWatch } from './watch.ts';

/** What a session is made of; only the functions beside this file see it. */
export interface SessionState {
  mode: SessionMode;
  waiting: PendingWork;
  snapshot: Snapshot;
  readonly listeners: Set<() => void>;
  reader: CachingReader;
  projects: Outcome<readonly ProjectFiles[]> | undefined;
  /** By the name of the project. */
  readonly verifiers: Map<string, Verifier>;
  /** What the last run verified, by the name of the project; `undefined` when it did not find its projects. */
  inputs: ReadonlyMap<string, VerifyInput> | undefined;
  /** What `inspect` said last. */
  remarks: readonly Diagnostic[];
  /** What cannot be watched as it should be. */
  troubles: readonly Diagnostic[];
  /** `undefined` while the session is starting. */
  watch: FileWatch | undefined;
}

/** Nothing runs while a session is starting, or once it is closed; one run at a time else. */
export type SessionMode = 'starting' | 'resting' | 'running' | 'closed';

/** What the next run has to look at. */
export interface PendingWork {
  /** Changed paths that no run has looked at yet. */
  readonly paths: ReadonlySet<string>;
  /** When the first of them changed, by `performance.now`. */
  readonly since: number | undefined;
  readonly scope: RunReach;
  /** Whether `inspect` is to be asked again. */
  readonly inspection: 'due' | 'done';
}

/** How far back the next run goes: to the changed files, to the search for projects, or to the very start. */
export type RunReach = 'files' | 'projects' | 'everything';

const NOTHING: PendingWork = { paths: new Set(), since: undefined, scope: 'files', inspection: 'done' };

export function newState(): SessionState {
  return {
    mode: 'starting',
    waiting: { ...NOTHING, scope: 'everything', inspection: 'due' },
    snapshot: { activity: { type: 'reading' }, isPaused: false, waiting: 0, run: undefined },
    listeners: new Set(),
    reader: cachingReader(),
    projects: undefined,
    verifiers: new Map(),
    inputs: undefined,
    remarks: [],
    troubles: [],
    watch: undefined,
  };
}

/** What is to be done next. Results come first: the remarks of `inspect` do not delay the first run. */
export function plan({ mode, waiting, snapshot }: SessionState): 'run' | 'inspect' | 'nothing' {
  if (mode === 'closed' || snapshot.isPaused) return 'nothing';
  if (waiting.paths.size > 0 || waiting.scope === 'everything') return 'run';
  return waiting.inspection === 'due' && snapshot.run ? 'inspect' : 'nothing';
}

/** Everything that waits; from now on new changes wait. An inspection that is due stays due until it is made. */
export function takeWaiting(state: SessionState): PendingWork {
  const taken = state.waiting;
  state.waiting = { ...NOTHING, inspection: taken.inspection };
  return taken;
}

/** What a run did not get to is left to the next run. */
export function giveBack(taken: PendingWork, state: SessionState): void {
  const { waiting } = state;
  state.waiting = {
    ...waiting,
    paths: new Set([...taken.paths, ...waiting.paths]),
    since: taken.since ?? waiting.since,
    scope: taken.scope === 'everything' ? 'everything' : waiting.scope,
  };
}

export function update(state: SessionState, change: Partial<Snapshot>): void {
  state.snapshot = { ...state.snapshot, ...change };
  tell(state);
}

export function tell({ listeners }: SessionState): void {
  for (const listener of listeners) listener();
}

export interface SessionOptions {
  readonly cwd: string;
  /** Finds the projects; asked again when files come or go, or a configuration changes. */
  readonly choose: () => Promise<Outcome<readonly ProjectFiles[]>>;
  /** Folders and files to watch beside those of the projects. */
  readonly paths: readonly string[];
  /** What else there is to say about the projects: asked again when a file changes that no verification reads, such as the OpenAPI file. */
  readonly inspect?: (projects: readonly ProjectFiles[]) => Promise<readonly Diagnostic[]>;
}
