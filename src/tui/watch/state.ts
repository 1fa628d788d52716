import type { KeyPress } from '../keys.ts';
import type { Line } from '../line.ts';
import { type TextField, textField, typeInto } from '../text-field.ts';
import { clampIndex } from '../window.ts';
import type { Mode, View } from './keys.ts';

export const GROUPINGS = ['file', 'pattern', 'endpoint', 'principal'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What is being typed at the bottom of the screen. */
export interface Typing {
  readonly what: 'filter' | 'call';
  readonly field: TextField;
  /** What the filter was before. */
  readonly before: string;
}

/** Everything about the screen that is not in the results. */
export interface State {
  readonly view: View;
  readonly typing: Typing | undefined;
  readonly grouping: Grouping;
  readonly filter: string;
  readonly failedOnly: boolean;
  readonly changedOnly: boolean;
  /** Index among the rows of the list, and the key of that row: a run may move it. */
  readonly chosen: { readonly index: number; readonly key: string };
  readonly cell: { readonly row: number; readonly column: number };
  /** First line that is shown in views that are texts. */
  readonly scroll: number;
  /** The answer to a call that was tried. */
  readonly answer: readonly Line[];
  /** What the last act came to; gone with the next key. */
  readonly message: string;
}

export const START: State = {
  view: 'list',
  typing: undefined,
  grouping: 'file',
  filter: '',
  failedOnly: false,
  changedOnly: false,
  chosen: { index: 0, key: '' },
  cell: { row: 0, column: 0 },
  scroll: 0,
  answer: [],
  message: '',
};

export type Action =
  | { readonly type: 'show'; readonly view: View }
  | { readonly type: 'choose'; readonly index: number; readonly key: string }
  | { readonly type: 'choose-cell'; readonly row: number; readonly column: number }
  | { readonly type: 'scroll'; readonly to: number }
  | { readonly type: 'start-typing'; readonly what: Typing['what'] }
  | { readonly type: 'type'; readonly press: KeyPress }
  | { readonly type: 'answer'; readonly lines: readonly Line[] }
  | { readonly type: 'say'; readonly message: string }
  | { readonly type: 'back' | 'group' | 'failed-only' | 'changed-only' }
  | TypingEnd;

interface TypingEnd {
  readonly type: 'end-typing' | 'cancel-typing';
}

const TOP = { chosen: START.chosen, cell: START.cell, scroll: 0 } as const;

/** The next state. What it needs to know of the results comes with the action. */
export function reduce(state: State, action: Action): State {
  switch (action.type) {
    case 'show':
      return { ...state, view: action.view, scroll: 0, message: '' };
    case 'choose':
      return { ...state, chosen: { index: action.index, key: action.key }, message: '' };
    case 'choose-cell':
      return { ...state, cell: { row: action.row, column: action.column }, message: '' };
    case 'scroll':
      return { ...state, scroll: action.to, message: '' };
    case 'back':
      return back(state);
    case 'group':
      return { ...state, ...TOP, grouping: nextGrouping(state.grouping) };
    case 'failed-only':
      return { ...state, ...TOP, failedOnly: !state.failedOnly, changedOnly: false };
    case 'changed-only':
      return { ...state, ...TOP, changedOnly: !state.changedOnly, failedOnly: false };
    case 'answer':
      return { ...state, view: 'answer', answer: action.lines, scroll: 0, message: '' };
    case 'say':
      return { ...state, message: action.message };
    case 'start-typing':
    case 'type':
    case 'end-typing':
    case 'cancel-typing':
      return reduceTyping(state, action);
    default:
      return assertNever(action);
  }
}

/** A state that changes at once, so that keys which come together each find what the one before made of it. */
export interface Store {
  readonly state: () => State;
  readonly dispatch: (action: Action) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore(): Store {
  let state = START;
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

/** Where keys go now. */
export function modeOf({ typing, view }: State): Mode {
  return typing ? 'typing' : view;
}

function back(state: State): State {
  if (state.view !== 'list') return { ...state, view: 'list', scroll: 0, message: '' };
  return { ...state, ...TOP, filter: '', failedOnly: false, changedOnly: false, message: '' };
}

function nextGrouping(grouping: Grouping): Grouping {
  return GROUPINGS[(GROUPINGS.indexOf(grouping) + 1) % GROUPINGS.length] ?? 'file';
}

type TypingAction = Extract<Action, { readonly type: 'start-typing' | 'type' }> | TypingEnd;

function reduceTyping(state: State, action: TypingAction): State {
  const { typing } = state;
  if (action.type === 'start-typing') {
    const text = action.what === 'filter' ? state.filter : '';
    return {
      ...state,
      typing: { what: action.what, field: textField(text), before: state.filter },
      message: '',
    };
  }
  if (!typing) return state;
  if (action.type !== 'type') {
    const filter = action.type === 'cancel-typing' ? typing.before : state.filter;
    return { ...state, typing: undefined, filter };
  }
  const field = typeInto(typing.field, action.press);
  const typed = { ...state, typing: { ...typing, field } };
  return typing.what === 'filter' ? { ...typed, ...TOP, filter: field.text } : typed;
}

/** The row that is chosen among these: the same one as before a run, wherever it is now; the top stays the top, where changes come. */
export function chosenIndex({ chosen }: State, keys: ReadonlyMap<string, number>, count: number): number {
  if (chosen.index === 0) return 0;
  return keys.get(chosen.key) ?? clampIndex(chosen.index, count);
}

function assertNever(action: never): never {
  throw new Error(`no such action: ${JSON.stringify(action)}`);
}
