import { setImmediate } from 'node:timers/promises';
import type {
  SaveComparison,
  SaveComparisons,
  SavedChange,
  SaveFindings,
} from '../core/guarantees/comparison/saved-changes.ts';
import { messageOf } from '../core/values/message-of.ts';
import type { DecidedProject } from '../core/watching/replay-again.ts';
import type { Run, Session, WatchedProject } from '../core/watching/session.ts';
import { type GivingUp, inTurns } from './in-turns.ts';
import { untilAtRest } from './watching/at-rest.ts';

/**
 * Compares each state with the one before for all requests, after its results are shown, in turns. A further save ends it: then the next
 * comparison begins at the last state that was compared, so that nothing is left out.
 */
export function saveComparisons(session: Session): SaveComparisons {
  const state: ComparingState = {
    latest: undefined,
    listeners: new Set(),
    compared: new Map(),
    comparedRun: undefined,
    run: undefined,
    isWorking: false,
    isClosed: false,
    until: untilAtRest(session),
  };
  const hear = () => {
    const { run } = session.snapshot();
    if (!run || run === state.run || state.isClosed) return;
    const isNews = !state.run || !isSameState(run, state.run);
    state.run = run;
    if (isNews) {
      // What was said is about another state.
      show(state, undefined);
      void compareAll(state);
    } else {
      if (state.comparedRun && isSameState(run, state.comparedRun)) state.comparedRun = run;
      if (state.latest) show(state, { ...state.latest, run: run.number });
    }
  };
  const forget = session.subscribe(hear);
  hear();
  return {
    snapshot: () => state.latest,
    subscribe: (listener) => {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    close: () => {
      state.isClosed = true;
      state.listeners.clear();
      forget();
    },
  };
}

interface ComparingState {
  latest: SaveComparison | undefined;
  readonly listeners: Set<() => void>;
  /** The states that the next ones are compared with, by the name of the project. */
  readonly compared: Map<string, DecidedProject>;
  /** The run that they are of. */
  comparedRun: Run | undefined;
  /** The last that was heard of. */
  run: Run | undefined;
  isWorking: boolean;
  isClosed: boolean;
  readonly until: ReturnType<typeof untilAtRest>;
}

function show(state: ComparingState, latest: SaveComparison | undefined): void {
  if (state.isClosed || (latest === undefined && state.latest === undefined)) return;
  state.latest = latest;
  for (const listener of state.listeners) listener();
}

/** A run may bring nothing but remarks. */
function isSameState({ projects }: Run, { projects: others }: Run): boolean {
  return (
    projects.length === others.length &&
    projects.every(
      ({ decided, isCurrent }, index) =>
        decided === others[index]?.decided && isCurrent === others[index]?.isCurrent,
    )
  );
}

/** Until nothing is newer than what was compared. */
async function compareAll(state: ComparingState): Promise<void> {
  if (state.isWorking) return;
  state.isWorking = true;
  for (let { run } = state; run && !state.isClosed; run = newerThan(run, state)) await compareRun(run, state);
  state.isWorking = false;
}

function newerThan(compared: Run, { run }: ComparingState): Run | undefined {
  return run && !isSameState(run, compared) ? run : undefined;
}

/** Given up for a newer state, it says nothing. */
async function compareRun(run: Run, state: ComparingState): Promise<void> {
  const usable = run.projects.flatMap(({ name, decided, isCurrent }) =>
    decided && isCurrent ? [{ name, decided }] : [],
  );
  if (usable.length === 0 || usable.length < run.projects.length) return;
  const known = usable.flatMap(({ name, decided }) => {
    const before = state.compared.get(name);
    const ofOne = usable.length > 1 ? { project: name } : {};
    return before ? [{ ...ofOne, before, decided }] : [];
  });
  const isOvertaken = () => state.isClosed || newerThan(run, state) !== undefined;
  const last = state.comparedRun?.number ?? 0;
  const since = last === run.number - 1 ? {} : { since: last };
  const say = (news: Pick<SaveComparison, 'found' | 'failure'>) =>
    show(state, { run: (state.run ?? run).number, ...since, ...news });
  if (known.length > 0) {
    say({});
    const news = await findingsOrFailure(known, { isGivenUp: isOvertaken, until: state.until });
    if (!news || isOvertaken()) return;
    // After a failure the next comparison begins here as well: it may be the earlier state that cannot be compared.
    say(news);
  }
  state.comparedRun = state.run ?? run;
  for (const { name, decided } of usable) state.compared.set(name, decided);
}

interface ComparedPair {
  /** Its name, where there are several. */
  readonly project?: string;
  readonly before: DecidedProject;
  readonly decided: NonNullable<WatchedProject['decided']>;
}

type ComparingTurns = Pick<GivingUp<unknown>, 'isGivenUp' | 'until'>;

/** A failure is said where the findings would be: nothing else that is watched depends on them. */
async function findingsOrFailure(
  pairs: readonly ComparedPair[],
  turns: ComparingTurns,
): Promise<Pick<SaveComparison, 'found' | 'failure'> | undefined> {
  try {
    const found = await compareProjects(pairs, turns);
    return found && { found };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

async function compareProjects(
  pairs: readonly ComparedPair[],
  turns: ComparingTurns,
): Promise<SaveFindings | undefined> {
  // What was asked for is on the screen first; and what compares is loaded by the first save.
  await setImmediate();
  const { compareSaved } = await import('../core/guarantees/comparison/compare-saved.ts');
  const changes: SavedChange[] = [];
  const undecided: string[] = [];
  for (const { before, decided, ...ofOne } of pairs) {
    if (turns.isGivenUp()) return undefined;
    const found = await inTurns(compareSaved(before, decided), turns);
    if (!found) return undefined;
    changes.push(...found.changes.map((change) => ({ ...change, ...ofOne })));
    undecided.push(...found.undecided);
  }
  const [opened, closed] = [changes.filter(isOpening), changes.filter((change) => !isOpening(change))];
  return { changes: [...opened, ...closed], undecided };
}

function isOpening({ kind }: SavedChange): boolean {
  return kind === 'opened';
}
