import { spawn } from '@lydell/node-pty';
import headless from '@xterm/headless';
import { onTestFinished } from 'vitest';
import { timeAtRest } from './at-rest.ts';
import { BINARY } from './cli.ts';

/** A program in a real pseudo-terminal, with a real terminal emulator behind it. */
export interface TerminalProgram {
  /** What is on the screen now: its lines, without blanks at their ends. */
  readonly screen: () => string;
  /** The screen as soon as it holds this; rejects when the program ends, or does nothing any more. Never in the middle of a frame. */
  readonly until: (wanted: string | RegExp) => Promise<string>;
  /** The screen as soon as it no longer holds this. */
  readonly untilGone: (unwanted: string) => Promise<string>;
  /** Presses keys by name (`enter`, `up`, `ctrl+c`); what is not a name is typed as it is. */
  readonly press: (...keys: readonly string[]) => void;
  readonly resize: (columns: number, rows: number) => void;
  readonly signal: (name: string) => void;
  readonly ended: Promise<{ readonly code: number; readonly signal: number }>;
  /** The screen as soon as it is another one. */
  readonly untilOther: (before: string) => Promise<string>;
  /** Returns as soon as an app has taken the terminal, and hears keys. */
  readonly untilTaken: () => Promise<string>;
  /** Returns as soon as the app has given the terminal back. */
  readonly untilGiven: () => Promise<string>;
  /** Whether the program has taken the alternate screen, hidden the cursor, and asked for pastes in brackets. */
  readonly taken: () => { readonly screen: boolean; readonly cursor: boolean; readonly input: boolean };
  /** The emulator itself, for colors and pictures. */
  readonly emulator: headless.Terminal;
  readonly pid: number;
}

export interface TerminalOptions {
  readonly cwd: string;
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** The built tool in a terminal. */
export function openAuthz(args: readonly string[], options: TerminalOptions): TerminalProgram {
  return openTerminal(process.execPath, [BINARY, ...args], options);
}

/** A shell in a terminal, to see what a program leaves behind. */
export function openShell(options: TerminalOptions): TerminalProgram {
  return openTerminal('bash', ['--norc', '--noprofile', '-i'], {
    ...options,
    env: { ...options.env, PS1: '$ ' },
  });
}

/** Any program in a terminal of its own; it is ended when the test is. */
export function openTerminal(
  file: string,
  args: readonly string[],
  options: TerminalOptions,
): TerminalProgram {
  const { cwd, columns = 80, rows = 24 } = options;
  const pty = spawn(file, [...args], {
    name: options.env?.TERM ?? 'xterm-256color',
    cols: columns,
    rows,
    cwd,
    env: environment(options.env),
  });
  const emulator = new headless.Terminal({ cols: columns, rows, allowProposedApi: true });
  const seen = { ended: false, cursorHidden: false };
  watchCursor(emulator, (hidden) => {
    seen.cursorHidden = hidden;
  });
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const check of waiting) check();
  };
  pty.onData((data) => {
    emulator.write(data, notify);
  });
  emulator.onData((answer) => pty.write(answer));
  const ended = new Promise<{ code: number; signal: number }>((resolve) => {
    pty.onExit(({ exitCode, signal = 0 }) => {
      // What it wrote last is drawn first: before that, the screen is not what it left.
      emulator.write('', () => {
        seen.ended = true;
        notify();
        resolve({ code: exitCode, signal });
      });
    });
  });
  atEnd(async () => {
    if (!seen.ended) pty.kill('SIGKILL');
    // What it still writes on its way out has a place to go to.
    await ended;
    emulator.dispose();
  });
  const screen = () => screenText(emulator);
  const untilTrue = (holds: () => boolean, what: string) =>
    new Promise<string>((resolve, reject) => {
      const finish = (settle: () => void) => {
        waiting.delete(check);
        clearInterval(watch);
        settle();
      };
      const fail = (why: string) =>
        finish(() => reject(new Error(`${why}: expected ${what} on the screen\n${screen()}`)));
      const check = () => {
        if (!emulator.modes.synchronizedOutputMode && holds()) finish(() => resolve(screen()));
        else if (seen.ended) fail('the program has ended');
      };
      const watch = setInterval(
        whenIdle(pty.pid, () => fail('nothing happens any more')),
        LOOKED_EVERY,
      );
      waiting.add(check);
      check();
    });
  const taken = () => ({
    screen: emulator.buffer.active.type === 'alternate',
    cursor: seen.cursorHidden,
    input: emulator.modes.bracketedPasteMode,
  });
  return {
    screen,
    until: (wanted) =>
      untilTrue(
        () => (typeof wanted === 'string' ? screen().includes(wanted) : wanted.test(screen())),
        String(wanted),
      ),
    untilGone: (unwanted) => untilTrue(() => !screen().includes(unwanted), `no ${unwanted}`),
    untilOther: (before) => untilTrue(() => screen() !== before, 'something else'),
    untilTaken: () => untilTrue(() => Object.values(taken()).every((one) => one), 'an app'),
    untilGiven: () => untilTrue(() => !taken().screen && !taken().cursor, 'no app'),
    press: (...keys) => {
      for (const key of keys) pty.write(KEYS[key] ?? key);
    },
    resize: (width, height) => {
      emulator.resize(width, height);
      pty.resize(width, height);
    },
    signal: (name) => pty.kill(name),
    ended,
    taken,
    emulator,
    pid: pty.pid,
  };
}

/** In milliseconds. */
const LOOKED_EVERY = 1000;
const MOST_LOOKS_AT_REST = 45;

/**
 * A screen that does not come is shown, long before the test itself would give up without a word: not after some time, which depends on the
 * machine, but when the program has done nothing at all, and wanted nothing, as often as it was looked at.
 */
function whenIdle(pid: number, tell: () => void): () => void {
  let known: number | undefined;
  let looks = 0;
  return () => {
    const time = timeAtRest(pid);
    looks = time !== undefined && time === known ? looks + 1 : 0;
    known = time;
    if (looks >= MOST_LOOKS_AT_REST) tell();
  };
}

function environment(own: Readonly<Record<string, string>> = {}): Record<string, string | undefined> {
  const { CI: _ci, NO_COLOR: _noColor, FORCE_COLOR: _forceColor, ...inherited } = process.env;
  return { ...inherited, LANG: 'C.UTF-8', ...own };
}

function atEnd(clean: () => Promise<void>): void {
  try {
    onTestFinished(clean);
  } catch {
    // Outside a test, as when pictures are made, whoever opened it ends it.
  }
}

/** Tells whether the program has hidden the cursor; the emulator itself does not say. */
function watchCursor(emulator: headless.Terminal, hear: (hidden: boolean) => void): void {
  for (const [final, hidden] of [
    ['h', false],
    ['l', true],
  ] as const) {
    emulator.parser.registerCsiHandler({ prefix: '?', final }, (parameters) => {
      if (parameters.includes(25)) hear(hidden);
      return false;
    });
  }
}

function screenText({ buffer, rows }: headless.Terminal): string {
  const lines = Array.from(
    { length: rows },
    (_, row) => buffer.active.getLine(buffer.active.baseY + row)?.translateToString(true) ?? '',
  );
  return lines
    .map((one) => one.trimEnd())
    .join('\n')
    .trimEnd();
}

const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\u001b',
  tab: '\t',
  'shift+tab': '\u001b[Z',
  space: ' ',
  backspace: '\u007f',
  delete: '\u001b[3~',
  up: '\u001b[A',
  down: '\u001b[B',
  right: '\u001b[C',
  left: '\u001b[D',
  home: '\u001b[H',
  end: '\u001b[F',
  pageup: '\u001b[5~',
  pagedown: '\u001b[6~',
  ...Object.fromEntries(
    [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => [
      `ctrl+${letter}`,
      String.fromCharCode(letter.charCodeAt(0) - 96),
    ]),
  ),
};
