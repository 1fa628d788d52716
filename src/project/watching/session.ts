import { basename } from 'node:path';
import { CONFIG_FILE } from '../../core/config/config.ts';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import type { Session } from '../../core/watching/session.ts';
import { watchTrouble } from './failure.ts';
import type { FileChanges } from './gatherer.ts';
import { failRun, inspectOnly, PROJECT_FILE, pathsOf, runOnce } from './session-run.ts';
import {
  newState,
  plan,
  type RunReach,
  type SessionOptions,
  type SessionState,
  update,
} from './session-state.ts';
import { watchFiles } from './watch.ts';

/** Starts to watch, then runs for the first time. */
export async function startSession(options: SessionOptions): Promise<Session> {
  const state = newState();
  state.watch = await watchFiles(options.paths, {
    concerns: (path, isStructural) => isRelevant(path, isStructural, state),
    coming: () => noteComing(state),
    changed: (changes) => noteChanges(changes, state, options),
    failed: (error, then) => noteTrouble(watchTrouble(error, then), state, options),
  });
  state.mode = 'resting';
  const go = () => void runAll(state, options);
  // All is read and checked in one go: what shows the session, and hears keys, is to be there before that.
  setTimeout(go);
  return {
    snapshot: () => state.snapshot,
    subscribe: (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    rerun: () => {
      state.waiting = { ...state.waiting, scope: 'everything' };
      go();
    },
    pause: (isPaused) => {
      update(state, { isPaused, waiting: isPaused ? state.waiting.paths.size : 0 });
      go();
    },
    close: async () => {
      state.mode = 'closed';
      state.listeners.clear();
      await state.watch?.close();
    },
  };
}

/** Does what is to be done until nothing has changed since: a change during a run ends it, and the next run sees both. */
async function runAll(state: SessionState, options: SessionOptions): Promise<void> {
  if (state.mode !== 'resting') return;
  setMode(state, 'running');
  for (let next = plan(state); next !== 'nothing'; next = plan(state)) {
    try {
      await (next === 'run' ? runOnce(state, options) : inspectOnly(state, options));
    } catch (error) {
      failRun(error, state);
      // Nothing is tried again before something has changed.
      if (state.waiting.paths.size === 0) break;
    }
  }
  setMode(state, 'resting');
  settle(state);
}

function settle(state: SessionState): void {
  if (state.mode === 'resting' && state.snapshot.activity.type !== 'idle')
    update(state, { activity: { type: 'idle' } });
}

/** A session that was closed meanwhile stays closed. */
function setMode(state: SessionState, mode: 'running' | 'resting'): void {
  if (state.mode !== 'closed') state.mode = mode;
}

// ---- changes ----

/** What can wait makes way at once; it is not told, as showing it would only keep the results waiting. */
function noteComing(state: SessionState): void {
  const { isPaused, activity } = state.snapshot;
  if (!isPaused && state.mode === 'resting' && activity.type === 'idle')
    state.snapshot = { ...state.snapshot, activity: { type: 'reading' } };
}

function noteChanges(changes: FileChanges, state: SessionState, options: SessionOptions): void {
  const paths = [...changes.paths];
  const { waiting } = state;
  state.waiting = {
    paths: new Set([...waiting.paths, ...paths]),
    since: waiting.since ?? performance.now(),
    scope: scopeOf(paths, changes, waiting.scope),
    inspection: paths.some((path) => isInspected(path, state)) ? 'due' : waiting.inspection,
  };
  state.reader.changed(paths);
  if (state.snapshot.isPaused)
    update(state, { activity: { type: 'idle' }, waiting: state.waiting.paths.size });
  else void runAll(state, options);
}

function scopeOf(paths: readonly string[], { structural }: FileChanges, before: RunReach): RunReach {
  if (before === 'everything') return before;
  return structural || paths.some((path) => basename(path) === CONFIG_FILE) ? 'projects' : before;
}

/** Everything is read again: what has changed in the meantime may not have been heard of. */
function noteTrouble(trouble: Diagnostic, state: SessionState, options: SessionOptions): void {
  // One sentence says it, however many folders it is about.
  if (state.troubles.some(({ code, help }) => code === trouble.code && help === trouble.help)) return;
  state.troubles = [...state.troubles, trouble];
  state.waiting = { ...state.waiting, scope: 'everything' };
  void runAll(state, options);
}

/** A project may lie among files that have nothing to do with it, such as a log that is written all the time. */
function isRelevant(path: string, isStructural: boolean, state: SessionState): boolean {
  if (PROJECT_FILE.test(path)) return true;
  const named = state.projects?.ok ? state.projects.value.flatMap(pathsOf) : [];
  return named.includes(path) || (isStructural && !/\.[^.\\/]+$/.test(path));
}

function isInspected(path: string, state: SessionState): boolean {
  const schemas = state.projects?.ok ? state.projects.value.flatMap(({ schema }) => schema ?? []) : [];
  return (
    schemas.includes(path) ||
    basename(path) === CONFIG_FILE ||
    (!/\.cedar$|\.fixtures\./.test(path) && !state.reader.knows(path))
  );
}
