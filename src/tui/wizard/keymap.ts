import { PATTERN_NAMES } from '../../core/endpoints/pattern.ts';
import { CONVENTIONS as C, keysBesideTyping } from '../conventions.ts';
import { type KeyEntry, type KeyMap, keyMap } from '../keys.ts';

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
  | 'planning'
  | 'running'
  | 'done'
  | 'leave'
  | 'help'
  | 'palette'
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
  | 'half-up'
  | 'half-down'
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
  | 'base-path'
  | 'scroll-up'
  | 'scroll-down'
  | 'keep'
  | 'help'
  | 'palette'
  | 'palette-up'
  | 'palette-down'
  | 'palette-run'
  | 'leave'
  | 'overlay-close'
  | 'leave-now'
  | 'resume'
  | 'open-now'
  | 'complete'
  | 'preview'
  | 'details'
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
/** Modes in which no letter is typed, so that every letter can be a key. */
const LETTERS = ['api', 'patterns', 'model', 'templates', 'summary'] as const;
/** What stands beside them is a text; what stands beside the others is about the row alone. */
const TEXTS = ['templates', 'summary'] as const;
const ROWS = ['api', 'patterns', 'model'] as const;
/** Lists beside fields that are typed into. */
const TYPED = ['path', 'principal'] as const;

type WizardEntry = KeyEntry<WizardMode, WizardCommand>;

const ENTRIES: readonly WizardEntry[] = [
  ['w', ['summary'], 'write', 'write the files', 'write the files'],
  ['w', ['planning'], 'write', 'write the files, once they can be seen'],
  ['enter', QUESTIONS, 'next', 'go on to the next step', 'go on'],
  ['o ctrl+o', LETTERS, 'details', 'the details of what is chosen, and back to the list', 'details'],
  ['ctrl+o', TYPED, 'details', 'the details of what is chosen, and back to the list', 'details'],
  ['?', [...STEP_MODES, 'planning'], 'help', C.help.help, C.help.footer],
  ['enter', ['done'], 'watch', 'watch the project: every save is replayed', 'watch it'],
  ['q esc ctrl+c', ['done'], 'finish', 'end the wizard', 'end'],
  ['q ctrl+c', ['running'], 'finish', 'end the wizard without the first replay', 'end'],

  ['space', ['patterns'], 'accept', 'right; on to the next one', 'right'],
  ['p', ['patterns'], 'pattern-next', 'the next pattern', 'pattern'],
  ['P', ['patterns'], 'pattern-previous', 'the pattern before'],
  ['x', ['patterns'], 'runner-up', 'take the runner-up', 'runner-up'],
  ['esc', ['patterns'], 'back', 'show all; else one step back', 'back'],
  ['r', ['patterns'], 'resource-next', 'the next place of its id', 'resource'],
  ['R', ['patterns'], 'resource-previous', 'the place of its id before'],
  ['u', ['patterns'], 'undo', C.undo.help, C.undo.footer],
  ['U ctrl+r', ['patterns'], 'redo', 'make it again'],
  ['/', ['patterns'], 'search-edit', 'search paths, actions, types', 'search'],
  ['f', ['patterns'], 'filter-pattern', 'show one pattern only', 'filter'],
  ['s', ['patterns'], 'filter-confidence', 'only unsure or changed ones'],
  ['A', ['patterns'], 'accept-all', 'accept all, and go on', 'accept all'],
  ['m', ['patterns'], 'alike', 'change all that look alike'],
  ...PATTERN_NAMES.map(
    (name, index): WizardEntry => [`${index + 1}`, ['patterns'], `pattern-${name}`, `make it ${name}`],
  ),
  ['t', ['patterns'], 'type-edit', 'name its entity type'],
  ['c', ['patterns'], 'classifier', "the classifier's answer"],
  ['enter', ['type'], 'type-done', 'take this name', 'take this name'],
  ['enter', ['search'], 'search-done', 'keep the search', 'keep the search'],
  ['esc', ['type', 'search'], 'typing-cancel', 'leave it as it was', 'cancel'],

  ['space', ['model', 'templates'], 'tick', 'tick on or off', 'on or off'],
  ['a', ['model'], 'attributes', 'which attributes to choose from: none, needed, scalar, all', 'attributes'],
  ['b', ['api', 'model'], 'base-path', 'whether calls have the repeated base path once, or twice'],
  ['m', ['model'], 'mapping', 'the mapping type: ResourceRest or SimpleRest', 'mapping type'],
  ['space', ['summary'], 'keep', 'replace a file that exists, or keep it', 'keep or replace'],
  ['v', ['templates'], 'preview', 'who may do what, or the policies', 'who may do what'],
  [
    'esc',
    [...STEP_MODES.filter((mode) => mode !== 'patterns'), 'planning'],
    'back',
    'go back one step',
    'back',
  ],
  ['[ ctrl+u', TEXTS, 'scroll-up', 'scroll the details up'],
  ['] ctrl+d', TEXTS, 'scroll-down', 'scroll the details down', 'scroll'],
  ['[', ROWS, 'scroll-up', 'scroll the details up'],
  [']', ROWS, 'scroll-down', 'scroll the details down'],
  ['pageup ctrl+b', TYPED, 'scroll-up', 'scroll the details up'],
  ['pagedown ctrl+f', TYPED, 'scroll-down', 'scroll the details down'],
  ['up pageup k [', ['help'], 'scroll-up', C.up.help],
  ['down pagedown j ]', ['help'], 'scroll-down', C.down.help, 'down'],

  ...(['up', 'down', 'page-up', 'page-down', 'first', 'last'] as const).flatMap((move): WizardEntry[] => [
    [C[move].keys.join(' '), LETTERS, move, C[move].help],
    ...(move === 'up' || move === 'down'
      ? [[keysBesideTyping(C[move]).join(' '), TYPED, move, C[move].help] as const]
      : []),
  ]),
  ...(['half-up', 'half-down'] as const).map(
    (move): WizardEntry => [C[move].keys.join(' '), ROWS, move, C[move].help],
  ),
  ['up ctrl+p', ['search'], 'up', C.up.help],
  ['down ctrl+n', ['search'], 'down', C.down.help],
  ['tab', ['path'], 'complete', 'complete the path', 'complete'],
  ['tab', ['principal'], 'down', 'the next field'],
  ['shift+tab', TYPED, 'up', 'the field before'],

  [C.palette.keys.join(' '), LETTERS, 'palette', C.palette.help],
  [keysBesideTyping(C.palette).join(' '), ['path', 'namespace', 'principal'], 'palette', C.palette.help],
  ['up ctrl+p', ['palette'], 'palette-up', 'the one before'],
  ['down ctrl+n', ['palette'], 'palette-down', 'the next one'],
  ['enter', ['palette'], 'palette-run', 'do it', 'do it'],
  ['esc', ['palette'], 'overlay-close', 'leave it as it was', 'cancel'],
  ['q', [...LETTERS, 'planning'], 'leave', 'leave; answers are kept', 'leave'],
  [
    'ctrl+c',
    [...STEP_MODES, 'search', 'type', 'planning', 'help', 'palette', 'open'],
    'leave',
    'leave; answers are kept',
  ],
  ['y enter q ctrl+c', ['leave'], 'leave-now', 'leave', 'leave'],
  ['n esc', ['leave'], 'overlay-close', 'stay', 'stay'],
  ['y', ['open'], 'open-now', 'open it to everybody', 'open it'],
  ['n esc q enter', ['open'], 'overlay-close', 'leave it as it is', 'leave it'],
  ['y enter', ['resume'], 'resume', 'continue where you left off', 'go on'],
  ['n', ['resume'], 'start-anew', 'start over', 'start over'],
  ['q esc ctrl+c', ['resume'], 'leave-now', 'leave', 'leave'],
  ['? esc q enter', ['help'], 'overlay-close', 'close the help', 'close'],
];

/** Every key of the wizard: this table dispatches, and is what footer and help show. The first binding that fits counts. */
export const KEYMAP: KeyMap<WizardMode, WizardCommand> = keyMap(ENTRIES);
