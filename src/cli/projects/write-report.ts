import { type Diagnostic, errorsAmong } from '../../core/diagnostics/diagnostic.ts';
import { invariantsOpen, isGreen, isUnusable, type Report } from '../../core/replay/report.ts';
import { showPath } from '../../project/files/read-text.ts';
import { type PlannedFile, writeFiles } from '../../project/files/write.ts';
import type { FoundAccess } from '../../reporters/html/access-section.ts';
import { prettyInvariants } from '../../reporters/proofs/pretty-invariants.ts';
import { REPORTERS, type ReporterName } from '../../reporters/report/index.ts';
import { painter } from '../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../exit-code.ts';
import { appendSummary, repositoryPathIn, withoutCommands } from '../terminal/github.ts';
import { showDiagnostics } from '../terminal/show-diagnostics.ts';
import { screenWidth, type Terminal } from '../terminal/terminal.ts';
import { fail, unwrap } from './inputs.ts';
import { reporterWritten } from './report-file.ts';

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

export interface ChosenReporter {
  readonly name: ReporterName;
  /** Absolute; `undefined` for standard output. */
  readonly file: string | undefined;
}

/** Before anything is run: a mistake in a flag is said at once. */
export function chooseReporters(written: readonly string[], { cwd, github }: Terminal): ChosenReporter[] {
  const usual = github ? ['pretty', 'github'] : ['pretty'];
  const chosen = (written.length > 0 ? written : usual).map((one) => chooseReporter(one, cwd));
  const isText = chosen.some(isOnScreen);
  // Annotations are lines of a log, and stand well below what people read there.
  const alone = chosen.filter(({ name, file }) => !(isText && name === 'github' && file === undefined));
  const targets = alone.map(({ file }) => file);
  const shared = targets.find((file, index) => targets.indexOf(file) < index);
  if (new Set(targets).size < targets.length) {
    fail(
      'reporters-collide',
      `two reporters would write to ${shared === undefined ? 'standard output' : `\`${showPath(shared, cwd)}\``}`,
      'give each its own file: `--reporter junit=report.xml`',
    );
  }
  return chosen;
}

function chooseReporter(written: string, cwd: string): ChosenReporter {
  const { name, file } = reporterWritten(written, cwd);
  return { name: name as ReporterName, file };
}

/** Prints and writes the report in every chosen form, and returns the exit code that it means. */
export function writeReport(
  report: Report,
  reporters: readonly ChosenReporter[],
  { verbose = false, access = [] }: PublishedBesides,
  terminal: Terminal,
): ExitCode {
  const annotates = reporters.some(({ name, file }) => name === 'github' && file === undefined);
  const repositoryPath = repositoryPathIn(terminal);
  const plan: PlannedFile[] = [];
  for (const { name, file } of reporters) {
    const color = file === undefined && terminal.color.out;
    const text = REPORTERS[name](report, {
      color,
      verbose,
      access,
      repositoryPath,
      ...(file === undefined ? screenWidth(terminal) : {}),
    });
    if (file !== undefined) plan.push({ path: file, text, ifExists: 'replace' });
    else terminal.out(annotates && FOR_PEOPLE.has(name) ? withoutCommands(text) : text);
  }
  if (!reporters.some(isOnScreen)) tellOnStandardError(report, terminal);
  unwrap(writeFiles(plan, terminal.cwd), terminal);
  if (annotates) appendSummary(report, terminal);
  return exitCodeOf(report);
}

/** What people have to know who run this for a program or a file. */
function tellOnStandardError(report: Report, terminal: Terminal): void {
  showDiagnostics(errorsOf(report), terminal);
  const { invariants } = report;
  if (invariants && invariantsOpen(report) > 0)
    terminal.err(prettyInvariants(invariants, painter(terminal.color.err)));
}

/** The reporters that tell of problems in words. */
const FOR_PEOPLE: ReadonlySet<ReporterName> = new Set(['pretty', 'dot']);

/** Whether people read this report while the command runs. */
export function isOnScreen({ name, file }: ChosenReporter): boolean {
  return FOR_PEOPLE.has(name) && file === undefined;
}

export function exitCodeOf(report: Report): ExitCode {
  if (isUnusable(report)) return EXIT_CODES.unusable;
  return isGreen(report) ? EXIT_CODES.ok : EXIT_CODES.unmet;
}

function errorsOf(report: Report): Diagnostic[] {
  return report.projects.flatMap(({ diagnostics }) => errorsAmong(diagnostics));
}
