import type { Screen } from '../../tui/shell.tsx';
import { isInCi } from './in-ci.ts';

/**
 * The terminal for a terminal UI; `undefined` where nobody could use one: without a terminal on both ends, in CI, and on a terminal
 * that cannot move its cursor.
 */
export function processScreen(color: boolean): Screen | undefined {
  const { stdout, stderr, env } = process;
  const isUsable = stdout.isTTY && env.TERM !== 'dumb' && !isInCi(env) && isTerminal(STANDARD_INPUT);
  if (!isUsable) return undefined;
  return {
    // Opened when it is first read: most commands do not read it, and opening it takes as long as printing the help.
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    color,
    onCrash,
    ...(process.platform === 'win32' ? {} : { stop }),
  };
}

const STANDARD_INPUT = 0;

/** Asked only where the standard output is a terminal, which has Node load the same module. */
function isTerminal(descriptor: number): boolean {
  return process.getBuiltinModule('node:tty').isatty(descriptor);
}

/**
 * Imports what needs React, as it is meant for users: its other half checks and measures itself, at twice the time for a frame. The
 * variable is put back, since editors are started from here.
 */
export async function loadTui<T>(load: () => Promise<T>): Promise<T> {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    return await load();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

function onCrash(crashed: (error: Error) => void): () => void {
  const crash = (reason: unknown) => crashed(reason instanceof Error ? reason : new Error(String(reason)));
  process.on('uncaughtException', crash).on('unhandledRejection', crash);
  return () => void process.off('uncaughtException', crash).off('unhandledRejection', crash);
}

/** The whole job stops, as when the terminal itself sees Ctrl-Z: with `npx`, the shell waits for npm and not for this process. */
function stop(): Promise<void> {
  return new Promise((resume) => {
    // Nobody reads the terminal meanwhile, and a listener for a signal does not keep Node from ending.
    const held = setInterval(() => undefined, LONG);
    process.once('SIGCONT', () => {
      clearInterval(held);
      // A terminal tells of a new size only who is in the foreground: Node looks at it again when it hears of one.
      process.kill(process.pid, 'SIGWINCH');
      resume();
    });
    process.kill(0, 'SIGTSTP');
  });
}

/** In milliseconds; it only has to be there. */
const LONG = 60_000;
