import { resolve } from 'node:path';
import type { Thresholds } from '../../core/coverage.ts';
import { type Diagnostic, hasErrors } from '../../core/diagnostic.ts';
import { buildReport, isGreen, isUnusable, type ProjectReport, type Report } from '../../core/report.ts';
import { verify } from '../../core/verify.ts';
import { type FileOverrides, loadProject, type ProjectFiles } from '../../project/load.ts';
import { showPath } from '../../project/read-text.ts';
import { type PlannedFile, writeFiles } from '../../project/write.ts';
import { REPORTERS, type ReporterName } from '../../reporters/index.ts';
import { EXIT_CODES, type ExitCode } from '../exit-code.ts';
import { fail, unwrap } from '../inputs.ts';
import { chooseProjects } from '../projects.ts';
import { showDiagnostics } from '../show-diagnostics.ts';
import type { Terminal } from '../terminal.ts';

export interface TestOptions extends FileOverrides {
  /** `NAME` or `NAME=file`. */
  readonly reporter: readonly string[];
  readonly verbose?: boolean;
  readonly coverage?: boolean;
  /** Stronger than those of `authz.yaml`. */
  readonly coverageThreshold?: Thresholds;
  readonly passWithNoTests?: boolean;
}

/** `authz test` */
export async function test(
  paths: readonly string[],
  options: TestOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const reporters = chooseReporters(options.reporter, terminal.cwd);
  const projects = await chooseProjects(paths, options, terminal.cwd);
  const reports: ProjectReport[] = [];
  if (!projects.ok) reports.push(unusable('.', projects.diagnostics));
  else
    for (const files of projects.value)
      reports.push(await verifyProject(files, terminal, coverageOf(files, options)));
  const report = withZeroTests(buildReport(reports), options);
  publish(report, reporters, options, terminal);
  return exitCodeOf(report);
}

/** What coverage has to reach; `undefined` when nobody asked for it. */
function coverageOf({ thresholds }: ProjectFiles, options: TestOptions): Thresholds | undefined {
  const { coverage, coverageThreshold, reporter } = options;
  const isWanted = coverage || coverageThreshold || reporter.some((written) => /^lcov\b/.test(written));
  return isWanted ? { ...thresholds, ...coverageThreshold } : undefined;
}

/** What a report means for whoever waits for the exit code. */
export function exitCodeOf(report: Report): ExitCode {
  if (isUnusable(report)) return EXIT_CODES.unusable;
  return isGreen(report) ? EXIT_CODES.ok : EXIT_CODES.unmet;
}

/** Loads and verifies one project; what keeps it from being loaded becomes part of its report. */
export async function verifyProject(
  files: ProjectFiles,
  terminal: Terminal,
  coverage?: Thresholds,
): Promise<ProjectReport> {
  const input = await loadProject(files, terminal.cwd);
  return input.ok
    ? verify(input.value, { clock: () => performance.now(), coverage })
    : unusable(files.name, input.diagnostics);
}

function unusable(name: string, diagnostics: readonly Diagnostic[]): ProjectReport {
  return { name, policies: 0, endpoints: 0, untested: [], results: [], diagnostics };
}

/** Nothing tested is not success, unless it is said to be. */
function withZeroTests(report: Report, options: TestOptions): Report {
  if (report.counts.fixtures > 0 || isUnusable(report) || options.passWithNoTests) return report;
  const none: Diagnostic = {
    severity: 'error',
    code: 'no-fixtures',
    message: 'no fixtures were found, so nothing was tested',
    help: 'fixtures are files called `*.fixtures.yaml`: write some with `authz generate-fixtures`, or allow none with `--pass-with-no-tests`',
  };
  const [first, ...others] = report.projects;
  if (!first) return report;
  return buildReport([{ ...first, diagnostics: [...first.diagnostics, none] }, ...others]);
}

// ---- reporters ----

interface ChosenReporter {
  readonly name: ReporterName;
  /** Absolute; `undefined` for standard output. */
  readonly file: string | undefined;
}

function chooseReporters(written: readonly string[], cwd: string): ChosenReporter[] {
  const chosen = (written.length > 0 ? written : ['pretty']).map((one) => chooseReporter(one, cwd));
  const targets = chosen.map(({ file }) => file);
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
  const [, name, file] = /^([^=]*)(?:=(.*))?$/s.exec(written) ?? [];
  if (file === '')
    fail('usage', `\`--reporter ${written}\` names no file`, 'write `--reporter junit=report.xml`');
  return { name: name as ReporterName, file: file === undefined ? undefined : resolve(cwd, file) };
}

function publish(
  report: Report,
  reporters: readonly ChosenReporter[],
  options: TestOptions,
  terminal: Terminal,
): void {
  const plan: PlannedFile[] = [];
  for (const { name, file } of reporters) {
    const color = file === undefined && terminal.color.out;
    const text = REPORTERS[name](report, { color, verbose: options.verbose === true });
    if (file === undefined) terminal.out(text);
    else plan.push({ path: file, text, ifExists: 'replace' });
  }
  const isShown = reporters.some(({ name, file }) => name === 'pretty' && file === undefined);
  if (!isShown) showDiagnostics(errorsOf(report), terminal);
  unwrap(writeFiles(plan, terminal.cwd), terminal);
}

function errorsOf(report: Report): Diagnostic[] {
  return report.projects.flatMap(({ diagnostics }) => diagnostics.filter((one) => hasErrors([one])));
}
