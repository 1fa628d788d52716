import type { Run } from '../../core/watching/session.ts';
import type { KeyPress } from '../keys.ts';
import { isTooSmall, layOutFrame, type Room } from '../layout.ts';
import type { Line } from '../line.ts';
import { type Content, contentMaker, nearestRow } from './content.ts';
import { hear } from './keys/act.ts';
import { createGuard } from './keys/guard.ts';
import type { Opened } from './opened.ts';
import { createStore, type Store } from './reduce.ts';
import { endpointName, type Row } from './rows/rows.ts';
import { START, type WatchState } from './state.ts';
import { headerLine } from './views/header.ts';
import { bottomLine, scrollSpans, statusLine } from './views/status.ts';
import { stripLines } from './views/strip.ts';
import { bodyOf } from './views/views.ts';
import type { WatchWorld } from './world.ts';

/** Everything of the watch screen but the terminal itself: what keys and runs do, and what is to be drawn. */
export interface Controller extends Pick<Store, 'subscribe' | 'state' | 'dispatch'> {
  readonly content: () => Content;
  /** Hears the session from now on; gives a function that ends this. */
  readonly connect: () => () => void;
  readonly resize: (screen: Room) => void;
  readonly press: (press: KeyPress, terminal: Pick<WatchWorld, 'open' | 'leave' | 'stop'>) => void;
  readonly draw: (screen: Room) => Drawing;
  /** The row that is explained beside the view, where there is room for that. */
  readonly besideRow: () => Row | undefined;
}

/** The parts of the screen as lines. */
export interface Drawing {
  readonly header: Line;
  readonly strip: readonly Line[];
  readonly body: readonly Line[];
  readonly status: Line;
  readonly footer: Line;
  /** Whether the status is worth more than the keys. */
  readonly isUrgent: boolean;
}

/** A pane beside an editor. */
export const LEAST_ROOM: Room = { width: 20, height: 3 };

/** They do the same whatever the screen shows. */
const KEYS_UNSEEN: ReadonlySet<string> = new Set(['ctrl+c', 'ctrl+z']);

/** A screen with less room than this shows what is wrong and little else. */
const ROOMY: Room = { width: 60, height: 14 };

export function createController(opened: Opened, clock: () => number): Controller {
  const store = createStore({ ...START, ...opened.start });
  const makeContent = contentMaker();
  const guard = createGuard(clock);
  const { actions } = opened;
  let screen: Room = ROOMY;
  const content = () => makeContent(store.state());
  const see = (byKey: boolean) => {
    pinCursor(store, content());
    if (!hidesAll(store.state())) guard.see(content(), byKey);
  };
  return {
    subscribe: store.subscribe,
    state: store.state,
    dispatch: store.dispatch,
    content,
    connect: () => connect(opened, store, content, () => see(false)),
    resize: (size) => {
      screen = size;
      store.dispatch({ type: 'resize', isSmall: size.width < ROOMY.width || size.height < ROOMY.height });
    },
    press: (press, terminal) => {
      if (isTooSmall(screen, LEAST_ROOM) && !KEYS_UNSEEN.has(press.name)) return;
      const state = store.state();
      const shown = content();
      const { body: room } = layOutFrame(screen, stripLines(state, shown, screen).length);
      hear(press, { ...opened, ...terminal, state, content: shown, room, guard, dispatch: store.dispatch });
      // Whoever leaves the list of commands sees only now what was behind it; a command that it ran was for that.
      see(!(hidesAll(state) && press.name === 'esc'));
    },
    draw: (size) => drawing({ state: store.state(), content: content(), actions }, size),
    besideRow: () => nearestRow(store.state(), content()),
  };
}

/** The list of commands stands in the place of what is chosen. */
function hidesAll({ typing }: WatchState): boolean {
  return typing?.what === 'palette';
}

function drawing(scene: Parameters<typeof bodyOf>[0], screen: Room): Drawing {
  const { state, content } = scene;
  const { width } = screen;
  const strip = stripLines(state, content, screen);
  const { body: room } = layOutFrame(screen, strip.length);
  const body = bodyOf(scene, room);
  return {
    header: headerLine(state, content, width),
    strip,
    body: body.lines,
    status: [...statusLine(state, content, width), ...scrollSpans(state, body, room)],
    footer: bottomLine(state, content, width),
    isUrgent:
      state.typing !== undefined ||
      state.question !== undefined ||
      state.message !== '' ||
      state.view === 'help',
  };
}

/** What is under the cursor is remembered by what it is, also where nobody has moved: else the next run would put another in its place. */
function pinCursor(
  { state, dispatch }: Store,
  { list, listIndex, matrix, cell, pinned, pinnedIndex, problem, problemIndex }: Content,
): void {
  const { view, ...now } = state();
  const row = list.rows[listIndex];
  if (view === 'list' && row && row.key !== now.list.key)
    dispatch({ type: 'pin', cursors: { list: { key: row.key, index: listIndex } } });
  const [line, column] = [matrix.lines[cell.line], matrix.columns[cell.column]];
  if (view === 'matrix' && line && column && (line.key !== now.cell.line || column.key !== now.cell.column))
    dispatch({ type: 'pin', cursors: { cell: { line: line.key, column: column.key } } });
  const call = pinned[pinnedIndex];
  if (view === 'tried' && call && call.key !== now.pinned.key)
    dispatch({ type: 'pin', cursors: { pinned: { key: call.key, index: pinnedIndex } } });
  if (problem !== undefined && problem !== now.problem.key)
    dispatch({ type: 'pin', cursors: { problem: { key: problem, index: problemIndex } } });
}

// ---- what is heard ----

function connect(opened: Opened, store: Store, content: () => Content, seen: () => void): () => void {
  const { session, live, saved } = opened;
  const tell = announcer(opened, store, content);
  const hearSession = () => {
    const before = store.state().snapshot.run;
    store.dispatch({ type: 'session', snapshot: session.snapshot() });
    const { run } = session.snapshot();
    if (run && run !== before) {
      hearRun(run, opened, store, content);
      tell();
      chooseAwaited(store, content());
    }
    seen();
  };
  const hearLive = () => {
    store.dispatch({ type: 'live', live: live.snapshot() });
    compareAgain(store);
    tell();
    seen();
  };
  const hearSaved = () => store.dispatch({ type: 'saved', saved: saved.snapshot() });
  const forgets = [session.subscribe(hearSession), live.subscribe(hearLive), saved.subscribe(hearSaved)];
  hearSession();
  hearLive();
  hearSaved();
  return () => {
    for (const forget of forgets) forget();
  };
}

function hearRun(run: Run, opened: Opened, store: Store, content: () => Content): void {
  if (run.number === 1) compareSince(opened, store);
  else compareAgain(store);
  const { isSettled, isSmall } = store.state();
  const { tally } = content();
  if (!isSettled) store.dispatch({ type: 'begin', view: tally.failed > 0 || isSmall ? 'list' : 'matrix' });
}

/** A case that was written is chosen as soon as it has been replayed; with an error in its file it is still to come. */
function chooseAwaited({ state, dispatch }: Store, { all, tally, list, matrix }: Content): void {
  const { awaited } = state();
  if (!awaited) return;
  const row = all.fixtures.find(({ ready: { fixture } }) => {
    const [part, index] = fixture.at;
    return fixture.source.file === awaited.file && part === 'cases' && index === awaited.index;
  });
  if (!row) {
    if (tally.errors === 0) dispatch({ type: 'await-case', written: undefined });
    return;
  }
  const line = matrix.lines.length > 0 ? `${row.project.name}\n${endpointName(row)}` : '';
  const column = row.ready.fixture.as;
  const cell = state().isTransposed ? { line: column, column: line } : { line, column };
  dispatch({
    type: 'pin',
    cursors: {
      list: { key: row.key, index: list.indexOf.get(row.key) ?? 0 },
      ...(line === '' ? {} : { cell }),
    },
  });
  dispatch({ type: 'await-case', written: undefined });
}

/** Tells how it stands; it rings once for each run that lets somebody in, also where no fixture asks, which is known a moment later. */
function announcer({ actions }: Opened, { state }: Store, content: () => Content): () => void {
  let rungFor = 0;
  return () => {
    const { run, tally } = content();
    if (!run) return;
    const { passed, failed, opened, errors } = tally;
    const title = `authz ${errors > 0 ? 'INVALID' : `✓${passed} ✗${failed}`}${opened > 0 ? ` ▲${opened}` : ''}`;
    const { history, isBellOn } = state();
    const last = history.runs.at(-1);
    const opens = last !== undefined && last.number !== rungFor && last.counts['now-allowed'] > 0;
    if (opens) rungFor = last.number;
    actions.announce({ title, rings: opens && isBellOn });
  };
}

function compareSince({ since }: Opened, { dispatch }: Store): void {
  const baseline = since?.();
  if (baseline?.ok) dispatch({ type: 'compare', baseline: baseline.value });
  else if (baseline) dispatch({ type: 'say', message: baseline.diagnostics[0]?.message ?? '' });
}

/** A git revision decides about the calls of now: also about those that have come, or have another entity or caller, since it was asked last. */
function compareAgain({ state, dispatch }: Store): void {
  const { baseline } = state().history;
  const now = baseline.revision?.again();
  if (now?.ok && now.value !== baseline) dispatch({ type: 'compare-again', baseline: now.value });
}
