import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { causesOf } from '../../core/cause.ts';
import { InputError } from '../../core/diagnostic.ts';
import type { Run, Session, WatchedProject } from '../../core/watched.ts';
import type { FileOverrides } from '../../project/load.ts';
import { findProjectFolder } from '../../project/project.ts';
import { startSession } from '../../project/session.ts';
import { type ExplainedChange, watchBlock } from '../../reporters/watch.ts';
import { visible } from '../../reporters/wording.ts';
import { EXIT_CODES, type ExitCode } from '../exit-code.ts';
import { chooseProjects } from '../projects.ts';
import { loadTui, processScreen } from '../screen.ts';
import type { Terminal } from '../terminal.ts';
import { watchActions } from '../watch-actions.ts';

export interface WatchOptions extends FileOverrides {
  /** False for plain lines, also on a terminal. */
  readonly tui: boolean;
}

/** `authz watch`: runs until it is stopped. */
export async function watch(
  paths: readonly string[],
  options: WatchOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const choose = () => chooseProjects(paths, options, terminal.cwd);
  const screen = options.tui ? processScreen(terminal.color.out) : undefined;
  const session = await openSession(paths, choose, terminal);
  if (!screen) return watchPlainly(session, terminal);
  try {
    const { showWatch } = await loadTui(() => import('../../tui/watch/show.tsx'));
    await showWatch(session, watchActions(terminal.cwd, choose, terminal.out), screen);
    return EXIT_CODES.ok;
  } finally {
    await session.close();
  }
}

type Choose = () => ReturnType<typeof chooseProjects>;

async function openSession(paths: readonly string[], choose: Choose, terminal: Terminal): Promise<Session> {
  const { cwd } = terminal;
  const first = await choose();
  if (!first.ok && first.diagnostics.some(({ code }) => UNWATCHABLE.has(code)))
    throw new InputError(first.diagnostics);
  const touched = paths.length > 0 ? paths : [findProjectFolder(cwd) ?? '.'];
  const owners = touched.map((path) => findProjectFolder(resolve(cwd, path)) ?? resolve(cwd, path));
  return startSession({
    cwd,
    choose,
    paths: [...new Set(owners.filter((path) => existsSync(path)))],
    onWatchError: (error) => terminal.err(`warning: files cannot be watched: ${visible(error.message)}\n`),
  });
}

/** Nothing that a later save could mend. */
const UNWATCHABLE: ReadonlySet<string> = new Set(['project-missing', 'path-missing', 'usage']);

/** One block of lines for each run, until a signal or the end of whoever reads them. */
function watchPlainly(session: Session, terminal: Terminal): Promise<ExitCode> {
  let last = 0;
  session.subscribe(() => {
    const { run } = session.snapshot();
    if (!run || run.number === last) return;
    last = run.number;
    terminal.out(watchBlock(blockOf(run), terminal.color.out));
  });
  return untilStopped(session);
}

function blockOf(run: Run) {
  const { number, files, milliseconds, replayed, projects, diagnostics, endedAt } = run;
  return {
    number,
    time: clockTime(endedAt),
    files,
    milliseconds,
    replayed,
    diagnostics,
    changes: projects.flatMap(explainedChanges),
    projects: projects.map(({ report }) => report),
    isCurrent: projects.every((project) => project.isCurrent || !project.decided),
  };
}

export function explainedChanges({ changes, before, decided }: WatchedProject): ExplainedChange[] {
  if (!before || !decided) return [];
  return changes.decisions.map((change) => ({
    change,
    causes: causesOf(change, before.project.policySet, decided.project.policySet),
  }));
}

/** Local time, as on the clock beside the screen. */
function clockTime(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 8);
}

/** Ctrl-C ends any command; a closed pipe, as after `authz watch | head`, and a polite kill end this one. */
function untilStopped(session: Session): Promise<ExitCode> {
  return new Promise((finish) => {
    const stop = (code: ExitCode) => void session.close().then(() => finish(code));
    for (const signal of ['SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => stop(EXIT_CODES.interrupted));
    process.stdout.once('error', () => stop(EXIT_CODES.ok));
  });
}
