import { type KeyMap, showKey } from '../src/tui/keys.ts';
import { KEYS, type WatchMode } from '../src/tui/watch/keys/keys.ts';
import { KEYMAP, type WizardMode } from '../src/tui/wizard/keymap.ts';

/** The page with the table of all keys of the watch screen between its marks. */
export function watchPage(text: string): string {
  return withTable(text, KEYS, { every: 'every view', names: WATCH_PLACES });
}

/** The same of the wizard. */
export function initPage(text: string): string {
  return withTable(text, KEYMAP, { every: 'every step', names: WIZARD_PLACES });
}

const WATCH_PLACES: Readonly<Record<WatchMode, string>> = {
  matrix: 'matrix',
  list: 'list',
  runs: 'runs',
  coverage: 'coverage',
  problems: 'problems',
  tried: 'tried calls',
  why: 'why',
  diff: 'what would be written',
  help: 'help',
  filter: 'typing a filter',
  try: 'typing a call',
  palette: 'typing a command',
  question: 'a question',
};

const WIZARD_PLACES: Readonly<Record<WizardMode, string>> = {
  api: 'API',
  path: 'typing a path',
  namespace: 'namespace',
  patterns: 'patterns',
  search: 'typing a search',
  type: 'naming a type',
  model: 'model',
  principal: 'principal',
  templates: 'templates',
  summary: 'summary',
  planning: 'while files are made',
  running: 'while they are replayed',
  done: 'the end',
  leave: 'whether to leave',
  help: 'help',
  palette: 'typing a command',
  resume: 'whether to continue',
  open: 'whether to open',
};

const BEGIN = '<!-- keys: made by `npm run docs` -->';
const END = '<!-- end of keys -->';

interface Places {
  /** Where help can be shown. */
  readonly every: string;
  readonly names: Readonly<Record<string, string>>;
}

function withTable<Mode extends string>(text: string, keys: KeyMap<Mode, string>, places: Places): string {
  const [before, rest] = text.split(BEGIN);
  const [, after] = rest?.split(END) ?? [];
  if (before === undefined || after === undefined) throw new Error(`the page has no ${BEGIN} ... ${END}`);
  const usual = keys.find(({ command }) => command === 'help')?.modes ?? [];
  const lines = keys.map(
    (binding) =>
      `| ${binding.keys.map(keyText).join(' ')} | ${whereOf(binding.modes ?? [], usual, places)} | ${binding.help.replaceAll('|', '\\|')} |`,
  );
  const table = ['| Key | Where | What it does |', '|---|---|---|', ...lines].join('\n');
  return `${before}${BEGIN}\n\n${table}\n\n${END}${after}`;
}

function keyText(key: string): string {
  return `\`${showKey(key)}\``;
}

/** Most keys work wherever help can be shown, which is said in two words. */
function whereOf(modes: readonly string[], usual: readonly string[], { every, names }: Places): string {
  const isUsual = usual.every((mode) => modes.includes(mode));
  const others = isUsual ? modes.filter((mode) => !usual.includes(mode)) : modes;
  if (others.length + usual.length === Object.keys(names).length && isUsual) return 'everywhere';
  return [...(isUsual ? [every] : []), ...others.map((mode) => names[mode])].join(', ');
}
