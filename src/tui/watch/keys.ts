import type { KeyMap } from '../keys.ts';

/** The views, each with its own key. */
export const VIEWS = ['list', 'matrix', 'detail', 'coverage', 'diagnostics', 'answer', 'help'] as const;
export type View = (typeof VIEWS)[number];

/** Where keys go: to a view, or into a line that is being typed. */
export type Mode = View | 'typing';

export type Command =
  | { readonly type: 'show'; readonly view: View }
  | { readonly type: 'move'; readonly by: number | 'page-up' | 'page-down' | 'first' | 'last' }
  | { readonly type: 'sideways'; readonly by: number }
  | {
      readonly type:
        | 'back'
        | 'group'
        | 'failed-only'
        | 'changed-only'
        | 'filter'
        | 'open-fixture'
        | 'open-policy'
        | 'open-diagnostic'
        | 'accept'
        | 'new-case'
        | 'call'
        | 'copy'
        | 'rerun'
        | 'pause'
        | 'stop'
        | 'quit'
        | 'done'
        | 'cancel';
    };

const ROWS: readonly View[] = ['list', 'matrix'];
const ON_A_ROW: readonly View[] = ['list', 'matrix', 'detail'];
const VIEWED: readonly View[] = VIEWS;
const SCROLLED: readonly View[] = VIEWS.filter((view) => view !== 'matrix');

/** Every key of the app. The first ones of the footer matter most. */
export const KEYS: KeyMap<Mode, Command> = [
  { keys: ['ctrl+c'], command: { type: 'quit' }, help: 'leave' },
  { keys: ['ctrl+z'], command: { type: 'stop' }, help: 'stop for a while; `fg` comes back' },
  { keys: ['q'], modes: VIEWED, command: { type: 'quit' }, help: 'leave', footer: 'quit' },
  {
    keys: ['?', 'h'],
    modes: VIEWED,
    command: { type: 'show', view: 'help' },
    help: 'show this help',
    footer: 'help',
  },
  {
    keys: ['esc'],
    modes: ['typing'],
    command: { type: 'cancel' },
    help: 'leave it as it was',
    footer: 'cancel',
  },
  {
    keys: ['enter'],
    modes: ['typing'],
    command: { type: 'done' },
    help: 'take what is typed',
    footer: 'take',
  },
  {
    keys: ['enter'],
    modes: ROWS,
    command: { type: 'show', view: 'detail' },
    help: 'show why this decision is what it is',
    footer: 'why',
  },
  {
    keys: ['esc'],
    modes: VIEWED,
    command: { type: 'back' },
    help: 'back to the list; clear the filter',
    footer: 'back',
  },
  { keys: ['/'], modes: ROWS, command: { type: 'filter' }, help: 'filter as you type', footer: 'filter' },
  { keys: ['f'], modes: ROWS, command: { type: 'failed-only' }, help: 'only what failed', footer: 'failed' },
  {
    keys: ['c'],
    modes: ROWS,
    command: { type: 'changed-only' },
    help: 'only what changed',
    footer: 'changed',
  },
  {
    keys: ['g'],
    modes: ['list'],
    command: { type: 'group' },
    help: 'group by file, pattern, endpoint or principal',
    footer: 'group',
  },
  { keys: ['l'], modes: VIEWED, command: { type: 'show', view: 'list' }, help: 'the list of all fixtures' },
  {
    keys: ['m'],
    modes: VIEWED,
    command: { type: 'show', view: 'matrix' },
    help: 'the matrix of principals and endpoints',
    footer: 'matrix',
  },
  {
    keys: ['v'],
    modes: VIEWED,
    command: { type: 'show', view: 'coverage' },
    help: 'what the fixtures try, and what they do not',
  },
  {
    keys: ['d'],
    modes: VIEWED,
    command: { type: 'show', view: 'diagnostics' },
    help: 'problems, with the lines they are on',
    footer: 'problems',
  },
  {
    keys: ['e'],
    modes: ON_A_ROW,
    command: { type: 'open-fixture' },
    help: 'open the fixture in your editor',
    footer: 'edit',
  },
  {
    keys: ['e'],
    modes: ['diagnostics'],
    command: { type: 'open-diagnostic' },
    help: 'open the first problem in your editor',
    footer: 'edit',
  },
  {
    keys: ['p'],
    modes: ON_A_ROW,
    command: { type: 'open-policy' },
    help: 'open the policy that decides, at its clause',
    footer: 'policy',
  },
  {
    keys: ['a'],
    modes: ON_A_ROW,
    command: { type: 'accept' },
    help: 'accept the decision as the expectation',
    footer: 'accept',
  },
  {
    keys: ['n'],
    modes: ON_A_ROW,
    command: { type: 'new-case' },
    help: 'write a new case like this one, to be changed',
  },
  {
    keys: ['t'],
    modes: VIEWED,
    command: { type: 'call' },
    help: 'try a call: METHOD url as principal',
    footer: 'try',
  },
  {
    keys: ['y'],
    modes: ON_A_ROW,
    command: { type: 'copy' },
    help: 'copy the `authz explain` command for it',
  },
  { keys: ['r'], modes: VIEWED, command: { type: 'rerun' }, help: 'read and replay everything' },
  { keys: ['space'], modes: VIEWED, command: { type: 'pause' }, help: 'pause, and go on' },
  { keys: ['up', 'k'], modes: VIEWED, command: { type: 'move', by: -1 }, help: 'up' },
  { keys: ['down', 'j'], modes: VIEWED, command: { type: 'move', by: 1 }, help: 'down' },
  {
    keys: ['pageup', 'ctrl+b'],
    modes: VIEWED,
    command: { type: 'move', by: 'page-up' },
    help: 'one page up',
  },
  {
    keys: ['pagedown', 'ctrl+f'],
    modes: VIEWED,
    command: { type: 'move', by: 'page-down' },
    help: 'one page down',
  },
  { keys: ['home'], modes: VIEWED, command: { type: 'move', by: 'first' }, help: 'to the first' },
  { keys: ['end'], modes: VIEWED, command: { type: 'move', by: 'last' }, help: 'to the last' },
  { keys: ['left'], modes: ['matrix'], command: { type: 'sideways', by: -1 }, help: 'to the left' },
  { keys: ['right'], modes: ['matrix'], command: { type: 'sideways', by: 1 }, help: 'to the right' },
  {
    keys: ['left'],
    modes: SCROLLED.filter((view) => view !== 'list'),
    command: { type: 'back' },
    help: 'back',
  },
];
