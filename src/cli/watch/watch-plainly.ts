import { causesOf } from '../../core/watching/cause.ts';
import type { Run, Session, WatchedProject } from '../../core/watching/session.ts';
import { type ExplainedChange, type WatchBlock, watchBlock } from '../../reporters/watch.ts';
import { EXIT_CODES, type ExitCode } from '../exit-code.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** One block of lines for each run, until a signal or the end of whoever reads them. */
export function watchPlainly(session: Session, terminal: Terminal): Promise<ExitCode> {
  let last = 0;
  session.subscribe(() => {
    const { run } = session.snapshot();
    if (!run || run.number === last) return;
    last = run.number;
    terminal.out(watchBlock(blockOf(run), terminal.color.out));
  });
  return untilStopped(session);
}

function blockOf(run: Run): WatchBlock {
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

function explainedChanges({ changes, before, decided }: WatchedProject): ExplainedChange[] {
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
