import type { SaveComparison } from '../../core/guarantees/comparison/saved-changes.ts';
import type { Baseline } from '../../core/watching/baseline.ts';
import { withRun, withUntested, withUntestedTurned } from '../../core/watching/history.ts';
import type { LiveSnapshot } from '../../core/watching/live-calls.ts';
import type { Snapshot } from '../../core/watching/session.ts';
import type { KeyPress } from '../keys.ts';
import { type TextField, textField, typeInto } from '../text-field.ts';
import type { Typed, View } from './keys/keys.ts';
import { NO_FILTER } from './rows/filter.ts';
import { GROUPINGS, type Grouping } from './rows/list.ts';
import {
  type CellCursor,
  type ListCursor,
  START,
  type Typing,
  type WatchState,
  type YesNoQuestion,
} from './state.ts';

export type WatchAction =
  | { readonly type: 'session'; readonly snapshot: Snapshot }
  | { readonly type: 'live'; readonly live: LiveSnapshot }
  | { readonly type: 'saved'; readonly saved: SaveComparison | undefined }
  | { readonly type: 'begin'; readonly view: View }
  | { readonly type: 'resize'; readonly isSmall: boolean }
  | { readonly type: 'show'; readonly view: View }
  | { readonly type: 'about'; readonly key: string }
  | { readonly type: 'show-cell'; readonly cell: CellCursor }
  | { readonly type: 'choose'; readonly list: ListCursor; readonly top: number }
  | { readonly type: 'choose-cell'; readonly cell: CellCursor; readonly top: number; readonly left: number }
  | { readonly type: 'choose-pinned'; readonly pinned: ListCursor }
  | { readonly type: 'choose-problem'; readonly problem: ListCursor }
  | { readonly type: 'scroll'; readonly top: number }
  | { readonly type: 'await-case'; readonly written: WatchState['awaited'] }
  | {
      readonly type: 'pin';
      readonly cursors: Partial<Pick<WatchState, 'list' | 'cell' | 'pinned' | 'problem'>>;
    }
  | { readonly type: 'past-run'; readonly number: number }
  | { readonly type: 'compare'; readonly baseline: Baseline }
  | { readonly type: 'compare-again'; readonly baseline: Baseline }
  | { readonly type: 'revision-read'; readonly baseline?: Baseline | undefined; readonly message: string }
  | { readonly type: 'ask'; readonly question: YesNoQuestion; readonly isDiff: boolean }
  | { readonly type: 'start-typing'; readonly what: Typed; readonly text?: string }
  | { readonly type: 'typed'; readonly field: TextField }
  | { readonly type: 'type'; readonly press: KeyPress }
  | { readonly type: 'choose-typed'; readonly chosen: number; readonly text?: string }
  | { readonly type: 'not-taken'; readonly problem: string }
  | { readonly type: 'taken'; readonly text: string }
  | { readonly type: 'say'; readonly message: string }
  | { readonly type: 'answered' | 'back' | 'group' | 'transpose' | 'failed-only' | 'changed-only' | 'bell' }
  | { readonly type: 'end-typing' | 'cancel-typing' };

type Reducers = {
  readonly [Type in WatchAction['type']]: (
    state: WatchState,
    action: Extract<WatchAction, { type: Type }>,
  ) => WatchState;
};

/** The next state. What it needs to know of the results comes with the action. */
function reduce(state: WatchState, action: WatchAction): WatchState {
  return REDUCERS[action.type](state, action as never);
}

const REDUCERS: Reducers = {
  session: hearSession,
  live: hearLive,
  saved: (state, { saved }) => ({ ...state, saved }),
  begin: (state, { view }) => ({ ...state, view, isSettled: true }),
  resize: (state, { isSmall }) => (state.isSmall === isSmall ? state : { ...state, isSmall }),
  show: (state, { view }) => goTo(state, view),
  about: (state, { key }) => ({ ...goTo(state, 'why'), about: key }),
  'show-cell': (state, { cell }) => ({
    ...goTo(state, 'list'),
    trail: [state.view],
    filter: { ...state.filter, cell },
    list: START.list,
  }),
  choose: (state, { list, top }) => ({ ...state, list, top, message: '' }),
  'choose-cell': (state, { cell, top, left }) => ({ ...state, cell, top, left, message: '' }),
  'choose-pinned': (state, { pinned }) => ({ ...state, pinned, message: '' }),
  'choose-problem': (state, { problem }) => ({ ...state, problem, message: '' }),
  'await-case': (state, { written }) => ({ ...state, awaited: written }),
  pin: (state, { cursors }) => ({ ...state, ...cursors }),
  scroll: (state, { top }) => ({ ...state, top, message: '' }),
  'past-run': (state, { number }) => ({ ...state, pastRun: number, message: '' }),
  compare: (state, { baseline }) => ({ ...compareWith(state, baseline), pastRun: 0 }),
  'compare-again': (state, { baseline }) => compareWith(state, baseline),
  // Who has chosen something else while it was read wants that.
  'revision-read': (state, { baseline, message }) =>
    state.history.baseline.kind === 'start'
      ? { ...(baseline ? { ...compareWith(state, baseline), pastRun: 0 } : state), message }
      : state,
  ask: (state, { question, isDiff }) => ({
    ...(isDiff ? goTo(state, 'diff') : state),
    question,
    message: '',
  }),
  answered: (state) => ({ ...(state.view === 'diff' ? goBack(state) : state), question: undefined }),
  'start-typing': startTyping,
  typed: (state, { field }) => withField(state, field),
  type: (state, { press }) => (state.typing ? withField(state, typeInto(state.typing.field, press)) : state),
  'choose-typed': (state, { chosen, text }) =>
    withTyping(state, { chosen, ...(text === undefined ? {} : { field: textField(text), problem: '' }) }),
  'not-taken': (state, { problem }) => withTyping(state, { problem }),
  taken: (state, { text }) => ({
    ...state,
    typing: undefined,
    typedBefore: [text, ...state.typedBefore.filter((one) => one !== text)].slice(0, MOST_TYPED),
  }),
  'end-typing': (state) => ({ ...state, typing: undefined }),
  'cancel-typing': (state) => ({
    ...state,
    typing: undefined,
    ...(state.typing?.what === 'filter' ? { filter: { ...state.filter, text: state.typing.before } } : {}),
  }),
  say: (state, { message }) => ({ ...state, message }),
  back: (state) =>
    state.trail.length > 0 ? goBack(state) : { ...state, filter: NO_FILTER, pastRun: 0, message: '' },
  group: (state) => ({ ...state, grouping: nextGrouping(state.grouping), message: '' }),
  transpose: (state) => ({
    ...state,
    isTransposed: !state.isTransposed,
    cell: { line: state.cell.column, column: state.cell.line },
    top: 0,
    left: 0,
    message: '',
  }),
  'failed-only': (state) => filtered(state, { failedOnly: !state.filter.failedOnly, changedOnly: false }),
  'changed-only': (state) => filtered(state, { changedOnly: !state.filter.changedOnly, failedOnly: false }),
  bell: (state) => ({ ...state, isBellOn: !state.isBellOn }),
};

const MOST_TYPED = 50;

// ---- what is heard ----

function hearSession(state: WatchState, { snapshot }: { readonly snapshot: Snapshot }): WatchState {
  const { run } = snapshot;
  if (!run || run === state.snapshot.run) return { ...state, snapshot };
  const history = withUntestedTurned(withRun(state.history, run), run, state.live.untested);
  return { ...state, snapshot, history };
}

/** The first answers about calls that no fixture makes belong to the baselines that had none. */
function hearLive(state: WatchState, { live }: { readonly live: LiveSnapshot }): WatchState {
  const { history, mark, revision } = state;
  const start = withUntested(history.start, live.untested);
  const baseline = history.baseline === history.start ? start : withUntested(history.baseline, live.untested);
  const others = {
    mark: mark === history.baseline ? baseline : mark,
    revision: revision === history.baseline ? baseline : revision,
  };
  const turned = withUntestedTurned(history, state.snapshot.run, live.untested);
  return { ...state, live, history: { ...turned, start, baseline }, ...others };
}

function compareWith(state: WatchState, baseline: Baseline): WatchState {
  const { kind } = baseline;
  return {
    ...state,
    history: { ...state.history, baseline },
    ...(kind === 'mark' ? { mark: baseline } : {}),
    ...(kind === 'revision' ? { revision: baseline } : {}),
  };
}

// ---- views ----

/** A view that is shown twice is shown once, so that `Esc` leads out. */
function goTo(state: WatchState, view: View): WatchState {
  const shown = { ...state, view, isSettled: true, top: 0, left: 0, message: '' };
  const isHome = view === 'matrix' || view === 'list';
  const { cell, ...filter } = state.filter;
  // The list of a cell is another one than the list.
  if (view === state.view) return { ...state, ...(isHome && cell ? { filter, trail: [] } : {}), message: '' };
  return {
    ...shown,
    ...(isHome ? { filter } : {}),
    trail: isHome ? [] : [state.view, ...state.trail.filter((one) => one !== view && one !== state.view)],
  };
}

function goBack(state: WatchState): WatchState {
  const [view = state.view, ...trail] = state.trail;
  const { cell, ...filter } = state.filter;
  // Behind the list of a cell, everything is shown again.
  const isOfCell = cell !== undefined && state.view === 'list';
  return { ...state, view, trail, filter: isOfCell ? filter : state.filter, top: 0, left: 0, message: '' };
}

function nextGrouping(grouping: Grouping): Grouping {
  return GROUPINGS[(GROUPINGS.indexOf(grouping) + 1) % GROUPINGS.length] ?? 'file';
}

function filtered(state: WatchState, change: Partial<WatchState['filter']>): WatchState {
  return { ...state, filter: { ...state.filter, ...change }, top: 0, message: '' };
}

// ---- typing ----

function startTyping(
  state: WatchState,
  { what, text }: Extract<WatchAction, { readonly type: 'start-typing' }>,
): WatchState {
  const field = textField(text ?? (what === 'filter' ? state.filter.text : ''));
  const typing: Typing = {
    what,
    field,
    before: state.filter.text,
    chosen: what === 'try' ? -1 : 0,
    problem: '',
  };
  return { ...state, typing, message: '' };
}

function withTyping(state: WatchState, change: Partial<Typing>): WatchState {
  return state.typing ? { ...state, typing: { ...state.typing, ...change } } : state;
}

function withField(state: WatchState, field: TextField): WatchState {
  const typed = withTyping(state, { field, problem: '', chosen: state.typing?.what === 'try' ? -1 : 0 });
  return state.typing?.what === 'filter' ? filtered(typed, { text: field.text }) : typed;
}

/** A state that changes at once, so that keys which come together each find what the one before made of it. */
export interface Store {
  readonly state: () => WatchState;
  readonly dispatch: (action: WatchAction) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore(first: WatchState = START): Store {
  let state = first;
  const listeners = new Set<() => void>();
  return {
    state: () => state,
    dispatch: (action) => {
      state = reduce(state, action);
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
