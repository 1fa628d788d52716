import { CONVENTIONS as C, keysBesideTyping } from '../../conventions.ts';
import { type KeyEntry, type KeyMap, keyMap } from '../../keys.ts';

/** The views that a number shows, in that order. */
const NUMBERED_VIEWS = ['matrix', 'list', 'runs', 'coverage', 'problems', 'tried'] as const;
/** Views that belong to something: a fixture, what would be written, the view before. */
export const VIEWS = [...NUMBERED_VIEWS, 'why', 'diff', 'help'] as const;
export type View = (typeof VIEWS)[number];

/** Where one is. */
export const VIEW_WORDS: Readonly<Record<View, string>> = {
  matrix: 'the matrix',
  list: 'the list',
  runs: 'the history of runs',
  coverage: 'the coverage',
  problems: 'the problems',
  tried: 'the tried calls',
  why: 'an explanation',
  diff: 'what would be written',
  help: 'this help',
};

/** What can be typed at the bottom of the screen. */
const TYPED = ['filter', 'try', 'palette'] as const;
export type Typed = (typeof TYPED)[number];

/** Where keys go: to a view, into a line that is being typed, or to a question. */
export const MODES = [...VIEWS, ...TYPED, 'question'] as const;
export type WatchMode = (typeof MODES)[number];

const MOVES = ['up', 'down', 'page-up', 'page-down', 'half-up', 'half-down', 'first', 'last'] as const;
export type CursorMove = (typeof MOVES)[number];

export type WatchCommand =
  | CursorMove
  | `show-${(typeof NUMBERED_VIEWS)[number]}`
  | 'left'
  | 'right'
  | 'next-change'
  | 'previous-change'
  | 'next-run'
  | 'previous-run'
  | 'why'
  | 'back'
  | 'other-view'
  | 'help'
  | 'group'
  | 'transpose'
  | 'failed-only'
  | 'changed-only'
  | 'filter'
  | 'mark'
  | 'next-baseline'
  | 'open-fixture'
  | 'open-policy'
  | 'open-problem'
  | 'accept'
  | 'accept-all'
  | 'undo'
  | 'write-case'
  | 'try'
  | 'unpin'
  | 'complete'
  | 'copy'
  | 'rerun'
  | 'pause'
  | 'bell'
  | 'palette'
  | 'done'
  | 'cancel'
  | 'yes'
  | 'no'
  | 'stop'
  | 'quit';

/** What each view is, and the letter that shows it beside its number. */
const SHOWN: Readonly<Record<(typeof NUMBERED_VIEWS)[number], readonly [help: string, letter?: string]>> = {
  matrix: ['the matrix: every endpoint by every caller', 'm'],
  list: ['the list of all fixtures'],
  runs: ['what each run opened and closed'],
  coverage: ['what the fixtures try, and what they do not', 'v'],
  problems: ['problems, with the lines they are on', 'd'],
  tried: ['the calls that were tried', 'T'],
};

const ROWS: readonly WatchMode[] = ['matrix', 'list'];
/** Views with a chosen decision. */
const DECISIONS: readonly WatchMode[] = [...ROWS, 'tried', 'why'];
const JUDGED: readonly WatchMode[] = [...ROWS, 'why'];
const VIEWED: readonly WatchMode[] = VIEWS.filter((view) => view !== 'diff');

const ENTRIES: readonly KeyEntry<WatchMode, WatchCommand>[] = [
  ['y', ['question'], 'yes', 'yes', 'yes'],
  ['n esc q', ['question'], 'no', 'no', 'no'],
  ['y', ['diff'], 'yes', 'write it', 'write it'],
  ['n esc q', ['diff'], 'no', 'write nothing', 'write nothing'],
  ['enter', TYPED, 'done', 'take what is typed', 'take'],
  ['esc', TYPED, 'cancel', 'leave it as it was', 'cancel'],
  ['tab', ['try'], 'complete', 'complete what is typed', 'complete'],

  ['enter', ['matrix', 'list', 'tried'], 'why', 'why this decision is what it is', 'why'],
  ['n', ROWS, 'next-change', 'to the next change or failure', 'next change'],
  ['N', ROWS, 'previous-change', 'to the change or failure before'],
  ['tab', VIEWED, 'other-view', 'from the matrix to the list, and back', 'matrix/list'],
  ['t', VIEWED, 'try', 'try a call: METHOD /path as principal', 'try'],
  ['a', JUDGED, 'accept', 'accept the decision as what is expected', 'accept'],
  ['b', VIEWED, 'mark', 'compare with here: what changed so far is seen', 'seen'],
  ['/', ROWS, 'filter', C.search.help, C.search.footer],
  ['e', DECISIONS, 'open-fixture', 'open the fixture in your editor', 'edit'],
  ['p', DECISIONS, 'open-policy', 'open the policy that decides, at its clause', 'policy'],
  ['e enter', ['problems'], 'open-problem', 'open the chosen problem in your editor', 'edit'],
  ['x delete backspace', ['tried'], 'unpin', 'forget this call', 'forget'],
  ['w', DECISIONS, 'write-case', 'write it as a new case of a fixtures file', 'write a case'],
  ['f', ROWS, 'failed-only', 'only what is not as expected', 'failed'],
  ['c', ROWS, 'changed-only', 'only what changed', 'changed'],
  ['[', VIEWED, 'previous-run', 'what the run before did', 'runs'],
  [']', VIEWED, 'next-run', 'what the next run did'],
  ['A', ROWS, 'accept-all', 'accept all that are shown, after a look at what is written'],
  ['u', VIEWED, 'undo', 'take back what was accepted or written last'],
  ['B', VIEWED, 'next-baseline', 'compare with the start, the mark or the last commit'],
  ['s', ['list'], 'group', 'sort by file, pattern, endpoint or principal', 'sort'],
  ['x', ['matrix'], 'transpose', 'exchange rows and columns', 'transpose'],
  ['y', DECISIONS, 'copy', 'copy the `authz explain` command for it'],
  ...NUMBERED_VIEWS.map((view, index): KeyEntry<WatchMode, WatchCommand> => {
    const [help, letter] = SHOWN[view];
    return [`${index + 1}${letter ? ` ${letter}` : ''}`, VIEWED, `show-${view}`, help];
  }),
  ['r', VIEWED, 'rerun', 'read and replay everything'],
  ['space', VIEWED, 'pause', 'pause, and go on'],
  ['!', VIEWED, 'bell', 'the bell when somebody is let in: on or off'],
  ...MOVES.map(
    (move): KeyEntry<WatchMode, WatchCommand> => [C[move].keys.join(' '), VIEWS, move, C[move].help],
  ),
  [C.left.keys.join(' '), ['matrix'], 'left', C.left.help],
  [C.right.keys.join(' '), ['matrix'], 'right', C.right.help],
  [[...keysBesideTyping(C.up), 'ctrl+p'].join(' '), TYPED, 'up', 'the one before'],
  [[...keysBesideTyping(C.down), 'ctrl+n'].join(' '), TYPED, 'down', 'the next one'],
  [C.palette.keys.join(' '), VIEWED, 'palette', C.palette.help],
  [C.help.keys.join(' '), VIEWED, 'help', C.help.help, C.help.footer],
  ['esc', VIEWED, 'back', 'back; in the matrix and the list, show everything', C.back.footer],
  ['q', VIEWED, 'quit', C.leave.help, C.leave.footer],
  ['ctrl+z', MODES, 'stop', 'stop for a while; `fg` comes back'],
  ['ctrl+c', MODES, 'quit', C.leave.help],
];

/** Every key of the app: it dispatches, and is what footer, help and palette show. The first ones of the footer matter most. */
export const KEYS: KeyMap<WatchMode, WatchCommand> = keyMap(ENTRIES);
