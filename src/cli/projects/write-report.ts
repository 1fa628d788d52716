import { type Diagnostic, errorsAmong } from '../../core/diagnostics/diagnostic.ts';
import { invariantsOpen, isGreen, isUnusable, type Report } from '../../core/replay/report.ts';
import type { FoundAccess } from '../../reporters/html/access-section.ts';
import { prettyInvariants } from '../../reporters/proofs/pretty-invariants.ts';
import { REPORTERS } from '../../reporters/report/index.ts';
import { painter } from '../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../exit-code.ts';
import { appendSummary } from '../terminal/github.ts';
import { showDiagnostics } from '../terminal/show-diagnostics.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type ChosenReporter, isAnnotations, isOnScreen } from './choose-reporters.ts';
import { writeReports } from './write-reports.ts';

/** How the user wants to be told about a run. */
export interface ReportingOptions {
  /** `NAME` or `NAME=file`. */
  readonly reporter: readonly string[];
  readonly verbose?: boolean;
}

/** With what is found out about all requests, for those that show it. */
interface PublishedBesides extends ReportingOptions {
  readonly access?: readonly FoundAccess[];
}

/** Prints and writes the report in every chosen form, and returns the exit code that it means. */
export function writeReport(
  report: Report,
  chosen: readonly ChosenReporter[],
  { verbose = false, access = [] }: PublishedBesides,
  terminal: Terminal,
): ExitCode {
  if (!chosen.some(isOnScreen)) tellOnStandardError(report, terminal);
  writeReports(report, { chosen, reporters: REPORTERS }, terminal, { verbose, access });
  if (chosen.some(isAnnotations)) appendSummary(report, terminal);
  return exitCodeOf(report);
}

/** What people have to know who run this for a program or a file. */
function tellOnStandardError(report: Report, terminal: Terminal): void {
  showDiagnostics(errorsOf(report), terminal);
  const { invariants } = report;
  if (invariants && invariantsOpen(report) > 0)
    terminal.err(prettyInvariants(invariants, painter(terminal.color.err)));
}

export function exitCodeOf(report: Report): ExitCode {
  if (isUnusable(report)) return EXIT_CODES.unusable;
  return isGreen(report) ? EXIT_CODES.ok : EXIT_CODES.unmet;
}

function errorsOf(report: Report): Diagnostic[] {
  return report.projects.flatMap(({ diagnostics }) => errorsAmong(diagnostics));
}
