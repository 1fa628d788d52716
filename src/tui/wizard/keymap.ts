import { PATTERN_NAMES } from '../../core/endpoints/pattern.ts';
import type { Binding, KeyMap } from '../keys.ts';

export type WizardMode =
  | 'api'
  | 'path'
  | 'namespace'
  | 'patterns'
  | 'search'
  | 'type'
  | 'model'
  | 'principal'
  | 'templates'
  | 'summary'
  | 'running'
  | 'done'
  | 'leave'
  | 'help'
  | 'resume'
  | 'open';

export type WizardCommand =
  | 'next'
  | 'back'
  | 'write'
  | 'up'
  | 'down'
  | 'page-up'
  | 'page-down'
  | 'first'
  | 'last'
  | 'pattern-next'
  | 'pattern-previous'
  | `pattern-${(typeof PATTERN_NAMES)[number]}`
  | 'runner-up'
  | 'alike'
  | 'resource-next'
  | 'resource-previous'
  | 'type-edit'
  | 'type-done'
  | 'typing-cancel'
  | 'classifier'
  | 'undo'
  | 'redo'
  | 'search-edit'
  | 'search-done'
  | 'filter-pattern'
  | 'filter-confidence'
  | 'accept'
  | 'accept-all'
  | 'tick'
  | 'attributes'
  | 'mapping'
  | 'scroll-up'
  | 'scroll-down'
  | 'keep'
  | 'help'
  | 'leave'
  | 'overlay-close'
  | 'leave-now'
  | 'resume'
  | 'open-now'
  | 'complete'
  | 'preview'
  | 'start-anew'
  | 'watch'
  | 'finish';

const STEP_MODES = [
  'api',
  'path',
  'namespace',
  'patterns',
  'model',
  'principal',
  'templates',
  'summary',
] as const;
/** Steps that ask something; the last one only tells what was answered. */
const QUESTIONS = STEP_MODES.slice(0, -1);
const LISTS = ['api', 'path', 'patterns', 'model', 'principal', 'templates', 'summary'] as const;
/** Modes in which no letter is typed, so that every letter can be a key. */
const LETTERS = ['api', 'patterns', 'model', 'templates', 'summary'] as const;
const BESIDE = ['templates', 'summary'] as const;

/** Every key of the wizard: this table dispatches, and is what footer and help show. The first binding that fits counts. */
export const KEYMAP: KeyMap<WizardMode, WizardCommand> = [
  { keys: ['w'], modes: ['summary'], command: 'write', help: 'write the files', footer: 'write the files' },
  { keys: ['enter'], modes: QUESTIONS, command: 'next', help: 'go on to the next step', footer: 'go on' },
  { keys: ['esc'], modes: STEP_MODES, command: 'back', help: 'go back one step', footer: 'back' },
  {
    keys: ['enter'],
    modes: ['done'],
    command: 'watch',
    help: 'watch the project: every save is replayed',
    footer: 'watch it',
  },
  { keys: ['q', 'esc', 'ctrl+c'], modes: ['done'], command: 'finish', help: 'end the wizard', footer: 'end' },

  {
    keys: ['space'],
    modes: ['patterns'],
    command: 'accept',
    help: 'it is right; on to the next one',
    footer: 'right',
  },
  { keys: ['p'], modes: ['patterns'], command: 'pattern-next', help: 'the next pattern', footer: 'pattern' },
  { keys: ['P'], modes: ['patterns'], command: 'pattern-previous', help: 'the pattern before' },
  {
    keys: ['r'],
    modes: ['patterns'],
    command: 'resource-next',
    help: 'the next place of the resource',
    footer: 'resource',
  },
  {
    keys: ['R'],
    modes: ['patterns'],
    command: 'resource-previous',
    help: 'the place of the resource before',
  },
  {
    keys: ['u'],
    modes: ['patterns'],
    command: 'undo',
    help: 'take the last change back',
    footer: 'undo',
  },
  { keys: ['U', 'ctrl+r'], modes: ['patterns'], command: 'redo', help: 'make it again' },
  {
    keys: ['/'],
    modes: ['patterns'],
    command: 'search-edit',
    help: 'search in paths, actions, types',
    footer: 'search',
  },
  {
    keys: ['f'],
    modes: ['patterns'],
    command: 'filter-pattern',
    help: 'show one pattern only',
    footer: 'filter',
  },
  {
    keys: ['s'],
    modes: ['patterns'],
    command: 'filter-confidence',
    help: 'only unsure, changed or open ones',
  },
  {
    keys: ['A'],
    modes: ['patterns'],
    command: 'accept-all',
    help: 'accept all, and go on to the next step',
    footer: 'accept all',
  },
  { keys: ['x'], modes: ['patterns'], command: 'runner-up', help: 'take the runner-up' },
  { keys: ['m'], modes: ['patterns'], command: 'alike', help: 'say the same of all that look like it' },
  ...PATTERN_NAMES.map(
    (name, index): Binding<WizardMode, WizardCommand> => ({
      keys: [String(index + 1)],
      modes: ['patterns'],
      command: `pattern-${name}`,
      help: `make it ${name}`,
    }),
  ),
  { keys: ['t'], modes: ['patterns'], command: 'type-edit', help: 'name the entity type of the resource' },
  { keys: ['c'], modes: ['patterns'], command: 'classifier', help: "back to the classifier's own answer" },
  {
    keys: ['enter'],
    modes: ['type'],
    command: 'type-done',
    help: 'take this name',
    footer: 'take this name',
  },
  {
    keys: ['enter'],
    modes: ['search'],
    command: 'search-done',
    help: 'keep the search',
    footer: 'keep the search',
  },
  {
    keys: ['esc'],
    modes: ['type', 'search'],
    command: 'typing-cancel',
    help: 'leave it as it was',
    footer: 'cancel',
  },

  {
    keys: ['space'],
    modes: ['model', 'templates'],
    command: 'tick',
    help: 'tick on or off',
    footer: 'on or off',
  },
  {
    keys: ['a'],
    modes: ['model'],
    command: 'attributes',
    help: 'which attributes to choose from: none, needed, scalar, all',
    footer: 'attributes',
  },
  {
    keys: ['m'],
    modes: ['model'],
    command: 'mapping',
    help: 'the mapping type: ResourceRest or SimpleRest',
    footer: 'mapping type',
  },
  {
    keys: ['space'],
    modes: ['summary'],
    command: 'keep',
    help: 'replace a file that exists, or keep it',
    footer: 'keep or replace',
  },
  {
    keys: ['v'],
    modes: ['templates'],
    command: 'preview',
    help: 'who may do what, or the policies',
    footer: 'who may do what',
  },
  { keys: ['['], modes: BESIDE, command: 'scroll-up', help: 'scroll the text up' },
  { keys: [']'], modes: BESIDE, command: 'scroll-down', help: 'scroll the text down', footer: 'scroll' },

  { keys: ['up', 'ctrl+p'], modes: [...LISTS, 'search'], command: 'up', help: 'up' },
  { keys: ['down', 'ctrl+n'], modes: [...LISTS, 'search'], command: 'down', help: 'down' },
  { keys: ['k'], modes: LETTERS, command: 'up', help: 'up' },
  { keys: ['j'], modes: LETTERS, command: 'down', help: 'down' },
  { keys: ['tab'], modes: ['path'], command: 'complete', help: 'complete the path', footer: 'complete' },
  { keys: ['tab'], modes: ['principal'], command: 'down', help: 'the next field' },
  { keys: ['shift+tab'], modes: ['principal', 'path'], command: 'up', help: 'the field before' },
  { keys: ['pageup'], modes: LISTS, command: 'page-up', help: 'ten up' },
  { keys: ['pagedown'], modes: LISTS, command: 'page-down', help: 'ten down' },
  { keys: ['home', 'g'], modes: LETTERS, command: 'first', help: 'to the first' },
  { keys: ['end', 'G'], modes: LETTERS, command: 'last', help: 'to the last' },

  { keys: ['?'], modes: STEP_MODES, command: 'help', help: 'show all keys', footer: 'keys' },
  { keys: ['q'], modes: LETTERS, command: 'leave', help: 'leave; answers are kept', footer: 'leave' },
  {
    keys: ['ctrl+c'],
    modes: [...STEP_MODES, 'search', 'type'],
    command: 'leave',
    help: 'leave; answers are kept',
  },
  {
    keys: ['y', 'enter', 'q', 'ctrl+c'],
    modes: ['leave'],
    command: 'leave-now',
    help: 'leave',
    footer: 'leave',
  },
  { keys: ['n', 'esc'], modes: ['leave'], command: 'overlay-close', help: 'stay', footer: 'stay' },
  { keys: ['y'], modes: ['open'], command: 'open-now', help: 'open it to everybody', footer: 'open it' },
  {
    keys: ['n', 'esc', 'q', 'enter', 'ctrl+c'],
    modes: ['open'],
    command: 'overlay-close',
    help: 'leave it as it is',
    footer: 'leave it',
  },
  {
    keys: ['y', 'enter'],
    modes: ['resume'],
    command: 'resume',
    help: 'continue where you left off',
    footer: 'go on',
  },
  { keys: ['n'], modes: ['resume'], command: 'start-anew', help: 'start over', footer: 'start over' },
  { keys: ['q', 'esc', 'ctrl+c'], modes: ['resume'], command: 'leave-now', help: 'leave', footer: 'leave' },
  {
    keys: ['?', 'esc', 'q', 'enter', 'ctrl+c'],
    modes: ['help'],
    command: 'overlay-close',
    help: 'close the help',
    footer: 'close',
  },
];
