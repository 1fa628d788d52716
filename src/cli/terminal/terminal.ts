import type { Screen } from '../../tui/shell.tsx';
import { processScreen } from './screen.ts';

/** What a command sees of the process: tests give it their own. */
export interface Terminal {
  readonly cwd: string;
  /** Results. */
  readonly out: (text: string) => void;
  /** Errors and warnings. */
  readonly err: (text: string) => void;
  /** Remarks, such as which files were written, on standard error; `--quiet` leaves them out. */
  readonly note: (text: string) => void;
  /** With `--quiet`: what is worth knowing and no warning is left out, too. */
  readonly isQuiet?: boolean;
  /** Shows a text, a page at a time if it is longer than the screen; left out where a terminal UI is. */
  readonly page?: (text: string) => Promise<void>;
  /** The width of standard output in columns. */
  readonly columns: number;
  /** Whether standard output is a screen, rather than a file or another program. */
  readonly isScreen: boolean;
  readonly color: { readonly out: boolean; readonly err: boolean };
  /** Set where the process is there for one command, and may be tuned for it. */
  readonly ownsProcess?: boolean;
  /** Set in a job of GitHub Actions. */
  readonly github?: GithubJob;
  /** For a terminal UI; left out where nobody could use one. */
  readonly screen?: Screen;
}

export interface GithubJob {
  /** The root of the checkout; absolute. */
  readonly workspace: string | undefined;
  /** The file to which the summary of the job is appended. */
  readonly summary: string | undefined;
}

/** Lines are broken for people in front of a screen; programs get them whole. */
export function screenWidth({ isScreen, columns }: Terminal): { readonly columns?: number } {
  return isScreen ? { columns } : {};
}

/** The process's own terminal. */
export function processTerminal(argv: readonly string[]): Terminal {
  const { stdout, stderr, env } = process;
  const color = { out: hasColor(stdout.isTTY, argv, env), err: hasColor(stderr.isTTY, argv, env) };
  const screen = processScreen(color.out);
  const streams = {
    out: (text: string) => void stdout.write(text),
    err: (text: string) => void stderr.write(text),
  };
  const plain = plainTerminal(argv, env, process.cwd(), streams);
  return {
    ...plain,
    columns: stdout.columns || plain.columns,
    isScreen: stdout.isTTY === true,
    color,
    ownsProcess: true,
    ...(screen ? { screen, page } : {}),
  };
}

/** What a command sees where both streams are read by other programs. `NO_COLOR`, `FORCE_COLOR`, `--color` and `--no-color` decide over colors. */
export function plainTerminal(
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
  { out, err }: Pick<Terminal, 'out' | 'err'>,
): Terminal {
  const isColored = hasColor(false, argv, env);
  return {
    cwd,
    out,
    err,
    note: err,
    columns: Number(env.COLUMNS) || DEFAULT_COLUMNS,
    isScreen: false,
    color: { out: isColored, err: isColored },
    ...githubJob(env),
  };
}

/** Most commands print less than what a pager is worth loading for. */
async function page(text: string): Promise<void> {
  (await import('./pager.ts')).showPaged(text, process.stdout);
}

/** Where no terminal says another width. */
const DEFAULT_COLUMNS = 80;

function githubJob(env: NodeJS.ProcessEnv): Pick<Terminal, 'github'> {
  const { GITHUB_ACTIONS, GITHUB_WORKSPACE, GITHUB_STEP_SUMMARY } = env;
  if (GITHUB_ACTIONS !== 'true') return {};
  return { github: { workspace: GITHUB_WORKSPACE || undefined, summary: GITHUB_STEP_SUMMARY || undefined } };
}

function hasColor(
  isTerminal: boolean | undefined,
  argv: readonly string[],
  { NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv,
): boolean {
  // The last one counts, and the flag of a call more than what is set for all calls.
  const said = argv.lastIndexOf('--color') - argv.lastIndexOf('--no-color');
  if (said !== 0) return said > 0;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '') return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return isTerminal === true && TERM !== 'dumb';
}
