import type { SaveComparisons } from '../../core/guarantees/comparison/saved-changes.ts';
import { type Baseline, changesSince } from '../../core/watching/baseline.ts';
import { causesOf } from '../../core/watching/cause.ts';
import type { DecisionChangeKind } from '../../core/watching/decision-changes.ts';
import type { Run, Session, WatchedProject } from '../../core/watching/session.ts';
import { printSaved } from '../../reporters/saved-changes.ts';
import { type ExplainedChange, type WatchBlock, watchBlock } from '../../reporters/watch.ts';
import { clockTime, painter } from '../../reporters/words/wording.ts';
import type { Opened } from '../../tui/watch/opened.ts';
import { EXIT_CODES, type ExitCode } from '../exit-code.ts';
import { showDiagnostics } from '../terminal/show-diagnostics.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** One block of lines for each run, until a signal or the end of its reader. */
export function watchPlainly({ session, since, live, saved }: Opened, terminal: Terminal): Promise<ExitCode> {
  // Nobody can ask for calls that no fixture makes.
  live.close();
  let last = 0;
  let baseline: Baseline | undefined;
  session.subscribe(() => {
    const { run } = session.snapshot();
    if (!run || run.number === last) return;
    last = run.number;
    const read = since?.();
    if (read?.ok) baseline = read.value;
    else if (read && run.number === 1) showDiagnostics(read.diagnostics, terminal);
    terminal.out(watchBlock(blockOf(run, baseline), terminal.color.out));
  });
  saved.subscribe(() => {
    const comparison = saved.snapshot();
    if (comparison?.found || comparison?.failure !== undefined)
      terminal.out(`${printSaved(comparison, painter(terminal.color.out))}\n\n`);
  });
  return untilStopped(session, saved);
}

function blockOf(run: Run, baseline: Baseline | undefined): WatchBlock {
  const { number, files, milliseconds, replayed, projects, diagnostics, endedAt } = run;
  const told = baseline && changesFrom(baseline, projects);
  return {
    number,
    time: clockTime(endedAt),
    files,
    milliseconds,
    replayed,
    diagnostics,
    changes: run.number === 1 ? (told?.changes ?? []) : projects.flatMap(explainedChanges),
    ...(told ? { since: told.counts } : {}),
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

/** All that is otherwise than in the revision that is compared with. */
function changesFrom({ label, projects: then }: Baseline, projects: readonly WatchedProject[]) {
  const changes = projects.flatMap(({ name, decided }): ExplainedChange[] => {
    const before = then.get(name);
    if (!before || !decided) return [];
    return changesSince(before.results, decided.results)
      .decisions.filter(({ kind }) => kind !== 'reason-changed')
      .map((change) => ({
        change,
        causes: causesOf(change, before.policySet, decided.project.policySet),
      }));
  });
  const count = (wanted: DecisionChangeKind) => changes.filter(({ change }) => change.kind === wanted).length;
  return { changes, counts: { label, opened: count('now-allowed'), closed: count('now-denied') } };
}

/** Ctrl-C ends any command; a closed pipe, as after `authz watch | head`, and a polite kill end this one. */
function untilStopped(session: Session, saved: SaveComparisons): Promise<ExitCode> {
  return new Promise((finish) => {
    const stop = (code: ExitCode) => {
      saved.close();
      void session.close().then(() => finish(code));
    };
    for (const signal of ['SIGTERM', 'SIGHUP'] as const)
      process.once(signal, () => stop(EXIT_CODES.interrupted));
    process.stdout.once('error', () => stop(EXIT_CODES.ok));
  });
}
