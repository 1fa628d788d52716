import { spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { listenAlone } from './interrupts.ts';

/** A program with its arguments. */
export interface EditorCommand {
  readonly program: string;
  readonly args: readonly string[];
}

/** Where an editor is to open a file; lines and columns start at 1. */
export interface EditorPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How editors are told a place. One that is not known gets the file alone. */
const SYNTAXES: Readonly<Record<string, (place: EditorPlace) => readonly string[]>> = {
  vi: ({ file, line }) => [`+${line}`, file],
  vim: ({ file, line, column }) => [`+call cursor(${line},${column})`, file],
  // Without `-f` it goes into the background, and nobody would know when it is left.
  gvim: ({ file, line, column }) => ['-f', `+call cursor(${line},${column})`, file],
  emacs: ({ file, line, column }) => [`+${line}:${column}`, file],
  nano: ({ file, line, column }) => [`+${line},${column}`, file],
  micro: ({ file, line, column }) => [`+${line}:${column}`, file],
  helix: ({ file, line, column }) => [`${file}:${line}:${column}`],
  kakoune: ({ file, line, column }) => [`+${line}:${column}`, file],
  code: ({ file, line, column }) => ['--goto', `${file}:${line}:${column}`, '--wait'],
  sublime: ({ file, line, column }) => [`${file}:${line}:${column}`, '--wait'],
  zed: ({ file, line, column }) => ['--wait', `${file}:${line}:${column}`],
  idea: ({ file, line, column }) => ['--line', `${line}`, '--column', `${column}`, '--wait', file],
};

/** The names under which editors are started. */
const SYNTAX_OF: Readonly<Record<string, keyof typeof SYNTAXES>> = {
  vi: 'vi',
  ex: 'vi',
  view: 'vi',
  vim: 'vim',
  nvim: 'vim',
  gvim: 'gvim',
  emacs: 'emacs',
  emacsclient: 'emacs',
  nano: 'nano',
  pico: 'nano',
  micro: 'micro',
  hx: 'helix',
  helix: 'helix',
  kak: 'kakoune',
  code: 'code',
  'code-insiders': 'code',
  codium: 'code',
  vscodium: 'code',
  cursor: 'code',
  windsurf: 'code',
  subl: 'sublime',
  sublime_text: 'sublime',
  zed: 'zed',
  zeditor: 'zed',
  idea: 'idea',
  webstorm: 'idea',
};

/** The command that opens a place in the editor that the environment names; arguments that stand there stay. */
export function editorCommand(
  place: EditorPlace,
  env: Readonly<Record<string, string | undefined>>,
): EditorCommand {
  const written = [env.VISUAL, env.EDITOR].find((one) => one !== undefined && one.trim() !== '') ?? 'vi';
  const [program = 'vi', ...given] = words(written);
  const name = basename(program).replace(/\.(?:exe|cmd|bat)$/i, '');
  const syntax = SYNTAXES[SYNTAX_OF[name] ?? ''];
  const args = syntax ? syntax(place) : [place.file];
  return { program, args: [...given, ...args.filter((arg) => !given.includes(arg) || arg === place.file)] };
}

/** Splits as a shell does, as far as editors need it: blanks part words, quotes hold them together. */
function words(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
}

/**
 * Runs the editor on the terminal, and says how it ended; an empty text when all went well. Nothing else happens meanwhile: Node goes on
 * reading a terminal that it has lent, and would take keys away from the editor, or wait for ever for those that the editor took.
 */
export function runEditor({ program, args }: EditorCommand, cwd: string): string {
  const { error, status, signal } = deafToCtrlC(() =>
    spawnSync(program, [...args], { cwd, stdio: 'inherit' }),
  );
  if (error && 'code' in error && error.code === 'ENOENT')
    return `the editor ${program} was not found: set VISUAL or EDITOR`;
  if (error) return error.message;
  return status === 0 ? '' : `the editor ended with ${signal ?? `exit code ${status}`}`;
}

/** Ctrl-C is for the program that has the terminal, as in a shell: one that only waits, such as `code --wait`, ends by it. */
function deafToCtrlC<Result>(work: () => Result): Result {
  const listenTogether = listenAlone(() => undefined);
  try {
    return work();
  } finally {
    setTimeout(listenTogether, LATE).unref();
  }
}

/**
 * How long, in milliseconds, a signal may still come that was for the program: the processes at a terminal get it one after the other, and it is
 * heard when the event loop turns. Meanwhile the terminal is read key by key again, and Ctrl-C is a key.
 */
const LATE = 250;
