import { setImmediate } from 'node:timers/promises';
import type { ReadyFixture } from '../../core/fixtures/ready-fixture.ts';
import { callersOf, type NamedCaller } from '../../core/watching/callers.ts';
import { decideTyped, pinnedAgain, type TryingPlace } from '../../core/watching/decide-pinned.ts';
import {
  type LiveCalls,
  type LiveSnapshot,
  NO_LIVE_CALLS,
  type Tried,
  type UntestedCalls,
} from '../../core/watching/live-calls.ts';
import { type DecidedProject, replayAgain } from '../../core/watching/replay-again.ts';
import type { Run, Session } from '../../core/watching/session.ts';
import { untestedCalls } from '../../core/watching/untested-calls.ts';
import { inTurns } from '../in-turns.ts';
import { untilAtRest } from './at-rest.ts';
import { failureOf } from './failure.ts';

/** Decides calls that no fixture makes: pinned ones at once after each run, the others in turns, which a further run ends. */
export function liveCalls(session: Session): LiveCalls {
  const state: LiveState = {
    snapshot: NO_LIVE_CALLS,
    listeners: new Set(),
    memories: new Map(),
    run: undefined,
    decidedFor: undefined,
    isWorking: false,
    isClosed: false,
    until: untilAtRest(session),
  };
  const hear = () => {
    const { run } = session.snapshot();
    if (!run || run === state.run) return;
    state.run = run;
    if (state.snapshot.problems.length > 0) update(state, { problems: [] });
    decidePinned(run, state);
    void decideAll(state);
  };
  const forget = session.subscribe(hear);
  hear();
  return {
    snapshot: () => state.snapshot,
    subscribe: (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    pin: (text, near) => pin(text, near, state),
    unpin: (call) => update(state, { pinned: othersThan(call, state) }),
    close: () => {
      state.isClosed = true;
      state.listeners.clear();
      forget();
    },
  };
}

interface LiveState {
  snapshot: LiveSnapshot;
  readonly listeners: Set<() => void>;
  /** By the name of the project. */
  readonly memories: Map<string, ProjectMemory>;
  /** The last that was heard of. */
  run: Run | undefined;
  /** The run whose untested calls have been decided last. */
  decidedFor: Run | undefined;
  isWorking: boolean;
  isClosed: boolean;
  readonly until: ReturnType<typeof untilAtRest>;
}

/** What is made once for a state of files that calls are made of. */
interface ProjectMemory {
  readonly madeFrom: readonly unknown[];
  readonly callers: readonly NamedCaller[];
  /** The calls that no fixture makes, made step by step; once they are there, at once. */
  readonly untested: () => Generator<undefined, readonly ReadyFixture[]>;
}

function update(state: LiveState, change: Partial<LiveSnapshot>): void {
  state.snapshot = { ...state.snapshot, ...change };
  for (const listener of state.listeners) listener();
}

function decidePinned(run: Run, state: LiveState): void {
  const { pinned } = state.snapshot;
  if (pinned.length === 0) return;
  try {
    const places = placesOf(run, state);
    update(state, { pinned: pinned.map((one) => pinnedAgain(one, places, run.number)) });
  } catch (error) {
    const diagnostics = failureOf(error, 'the call was not decided');
    const outcome = { ok: false, diagnostics } as const;
    update(state, { pinned: pinned.map(({ text, project }) => ({ text, project, outcome })) });
  }
}

function pin(text: string, near: string | undefined, state: LiveState) {
  const outcome = decideTyped(text, state.run ? placesOf(state.run, state) : [], near);
  if (!outcome.ok) return outcome.diagnostics;
  const { project } = outcome.value;
  update(state, { pinned: [...othersThan({ text, project }, state), { text, project, outcome }] });
  return [];
}

function othersThan({ text, project }: Tried, { snapshot }: LiveState) {
  return snapshot.pinned.filter((one) => one.text !== text || one.project !== project);
}

function placesOf({ projects }: Run, state: LiveState): TryingPlace[] {
  return projects.flatMap(({ name, decided }) =>
    decided ? [{ name, decided, callers: memoryOf(name, decided, state).callers }] : [],
  );
}

function memoryOf(name: string, { project }: DecidedProject, { memories }: LiveState): ProjectMemory {
  const { mapper, entities, files, claims } = project;
  const madeFrom = [mapper, entities, JSON.stringify(claims), ...files];
  const known = memories.get(name);
  if (known && isSameList(known.madeFrom, madeFrom)) return known;
  const callers = callersOf(project);
  const making = untestedCalls(project, callers);
  let calls: readonly ReadyFixture[] | undefined;
  function* untested() {
    while (!calls) {
      const step = making.next();
      if (step.done) calls = step.value;
      else yield;
    }
    return calls;
  }
  const made = { madeFrom, callers, untested };
  memories.set(name, made);
  return made;
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

// ---- calls that nobody makes ----

/** Until nothing is newer than what was decided. */
async function decideAll(state: LiveState): Promise<void> {
  if (state.isWorking) return;
  state.isWorking = true;
  while (state.run && state.decidedFor !== state.run && !state.isClosed) {
    const { run } = state;
    try {
      if (await decideUntested(run, state)) state.decidedFor = run;
    } catch (error) {
      // What was decided earlier would pass for what is decided now.
      const problems = failureOf(error, 'calls that no fixture makes were not decided', 'warning');
      update(state, { problems, untested: new Map() });
      state.decidedFor = run;
    }
  }
  state.isWorking = false;
}

/** False when it was given up for newer results. */
async function decideUntested(run: Run, state: LiveState): Promise<boolean> {
  const untested = new Map<string, UntestedCalls>();
  for (const { name, decided } of run.projects) {
    if (!decided) continue;
    // What was asked for is on the screen first.
    await setImmediate();
    const calls = await decideProject(name, decided, run, state);
    if (!calls) return false;
    untested.set(name, calls);
  }
  const before = state.snapshot.untested;
  const isSame =
    untested.size === before.size && [...untested].every(([name, calls]) => before.get(name) === calls);
  if (!isSame && !state.isClosed) update(state, { untested });
  return true;
}

/** `undefined` when there are newer results to work on; the first state is never given up, as it is what later ones are compared with. */
async function decideProject(
  name: string,
  decided: DecidedProject,
  run: Run,
  state: LiveState,
): Promise<UntestedCalls | undefined> {
  const before = state.snapshot.untested.get(name);
  if (before?.of === decided) return before;
  const { callers, untested } = memoryOf(name, decided, state);
  const last = before && { ...before.of, results: before.results };
  function* decisionSteps() {
    const calls = yield* untested();
    return yield* replayAgain(calls, decided, last, `untested ${name}`).run();
  }
  const isGivenUp = () => state.isClosed || (before !== undefined && state.run !== run);
  const results = await inTurns(decisionSteps(), { isGivenUp, until: state.until });
  return results && { of: decided, callers, results };
}
