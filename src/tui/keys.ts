import { type Key, useInput, usePaste } from 'ink';
import { keysIn } from '../core/values/keys-in.ts';

/** One press of a key: its name as the key map writes it, and what it types, if anything. */
export interface KeyPress {
  readonly name: string;
  readonly text: string;
}

/**
 * One line of a key map: keys, where they work, and what they do. The same table dispatches, writes the footer and the help screen.
 */
export interface Binding<Mode extends string, Command> {
  readonly keys: readonly string[];
  /** Where the keys work; everywhere when left out. */
  readonly modes?: readonly Mode[];
  readonly command: Command;
  /** What the keys do, in a few words, for the help screen. */
  readonly help: string;
  /** One or two words for the footer; not shown there when left out. */
  readonly footer?: string;
}

export type KeyMap<Mode extends string, Command> = readonly Binding<Mode, Command>[];

/** A binding in a line of a table; the keys stand in one text, with blanks between them. */
export type KeyEntry<Mode extends string, Command> = readonly [
  keys: string,
  modes: readonly Mode[],
  command: Command,
  help: string,
  footer?: string,
];

export function keyMap<Mode extends string, Command>(
  entries: readonly KeyEntry<Mode, Command>[],
): KeyMap<Mode, Command> {
  return entries.map(([keys, modes, command, help, footer]) => ({
    keys: keys.split(' '),
    modes,
    command,
    help,
    ...(footer === undefined ? {} : { footer }),
  }));
}

/** The bindings that work in a mode. */
export function bindingsIn<Mode extends string, Command>(
  map: KeyMap<Mode, Command>,
  mode: Mode,
): KeyMap<Mode, Command> {
  return map.filter(({ modes }) => modes === undefined || modes.includes(mode));
}

/** What a key does in a mode; the first binding counts. */
export function commandFor<Mode extends string, Command>(
  map: KeyMap<Mode, Command>,
  mode: Mode,
  key: string,
): Command | undefined {
  return bindingsIn(map, mode).find(({ keys }) => keys.includes(key))?.command;
}

const SHOWN: Readonly<Record<string, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  home: 'Home',
  end: 'End',
  enter: 'Enter',
  esc: 'Esc',
  tab: 'Tab',
  'shift+tab': 'Shift-Tab',
  space: 'Space',
  backspace: 'Backspace',
  delete: 'Delete',
};

/** A key as people know it: `↑`, `Ctrl-C`, `p`. */
export function showKey(name: string): string {
  return SHOWN[name] ?? name.replace(/^ctrl\+(.)$/, (_, letter: string) => `Ctrl-${letter.toUpperCase()}`);
}

/** A key that does nothing says so, and where those are listed that do something. */
export function idleKey<Mode extends string>(
  { name }: KeyPress,
  map: KeyMap<Mode, string>,
  mode: Mode,
): string {
  const hasHelp = commandFor(map, mode, '?') === 'help';
  return `${showKey(name)} does nothing here${hasHelp ? ' (? lists the keys)' : ''}`;
}

/** Hears every key press and paste. */
export function useKeys(hear: (press: KeyPress) => void): void {
  useInput((input, key) => {
    for (const press of keyPresses(input, key)) hear(press);
  });
  usePaste((text) => hear({ name: 'paste', text: text.replaceAll(/[\r\n]+/g, ' ').trim() }));
}

/** What Ink reports as one input may be several keys, when they come fast. */
export function keyPresses(input: string, key: Key): KeyPress[] {
  const named = NAMED.find((name) => key[name]);
  if (named !== undefined) {
    const press = { name: `${key.shift && named === 'tab' ? 'shift+' : ''}${NAMES[named]}`, text: '' };
    return key.meta && named !== 'escape' ? [ESCAPE, press] : [press];
  }
  if (key.ctrl) return [{ name: `ctrl+${input.toLowerCase()}`, text: '' }];
  // A terminal sends the same for Alt and a key as for Esc and, at once, that key; nothing here has a meaning with Alt.
  if (key.meta) return [ESCAPE, ...[...input].map(pressOf)];
  return [...input].map(pressOf);
}

const ESCAPE: KeyPress = { name: 'esc', text: '' };

function pressOf(character: string): KeyPress {
  const name = CONTROLS[character] ?? controlName(character);
  return name === undefined
    ? { name: character, text: character }
    : { name, text: name === 'space' ? ' ' : '' };
}

const CONTROLS: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
  '\u001b': 'esc',
  ' ': 'space',
};

/** Ctrl and a letter arrive as one of the first 26 characters; other control characters are no key. */
function controlName(character: string): string | undefined {
  const code = character.charCodeAt(0);
  if (code >= 1 && code <= 26) return `ctrl+${String.fromCharCode(code + 96)}`;
  return /\p{Cc}/u.test(character) ? '' : undefined;
}

const NAMES = {
  upArrow: 'up',
  downArrow: 'down',
  leftArrow: 'left',
  rightArrow: 'right',
  pageUp: 'pageup',
  pageDown: 'pagedown',
  home: 'home',
  end: 'end',
  return: 'enter',
  escape: 'esc',
  tab: 'tab',
  backspace: 'backspace',
  delete: 'delete',
} as const satisfies Partial<Record<keyof Key, string>>;

const NAMED = keysIn(NAMES);
