import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Diagnostic, hasErrors } from '../../core/diagnostic.ts';
import { buildReport, isGreen, isUnusable, type ProjectReport, type Report } from '../../core/report.ts';
import { verify } from '../../core/verify.ts';
import { type FileOverrides, loadProject, type ProjectFiles } from '../../project/load.ts';
import { REPORTERS, type ReporterName } from '../../reporters/index.ts';
import { EXIT_CODES, type ExitCode } from '../exit-code.ts';
import { fail } from '../inputs.ts';
import { chooseProjects } from '../projects.ts';
import { showDiagnostics, type Terminal } from '../terminal.ts';

export interface TestOptions extends FileOverrides {
  /** `NAME` or `NAME=file`. */
  readonly reporter: readonly string[];
  readonly verbose?: boolean;
  readonly passWithNoTests?: boolean;
}

/** `authz test` */
export async function test(
  paths: readonly string[],
  options: TestOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const reporters = chooseReporters(options.reporter);
  const projects = await chooseProjects(paths, options, terminal);
  const reports: ProjectReport[] = [];
  for (const files of projects) reports.push(await verifyProject(files, terminal));
  const report = withZeroTests(buildReport(reports), options);
  publish(report, reporters, options, terminal);
  if (isUnusable(report)) return EXIT_CODES.unusable;
  return isGreen(report) ? EXIT_CODES.ok : EXIT_CODES.unmet;
}

/** Loads and verifies one project; what keeps it from being loaded becomes part of its report. */
export async function verifyProject(files: ProjectFiles, terminal: Terminal): Promise<ProjectReport> {
  const input = await loadProject(files, terminal.cwd);
  if (!input.ok)
    return { name: files.name, policies: 0, endpoints: 0, results: [], diagnostics: input.diagnostics };
  return verify(input.value);
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
  readonly file?: string;
}

function chooseReporters(written: readonly string[]): ChosenReporter[] {
  if (written.length === 0) return [{ name: 'pretty' }];
  const chosen = written.map((one) => {
    const [name = '', ...file] = one.split('=');
    return { name: name as ReporterName, ...(file.length > 0 ? { file: file.join('=') } : {}) };
  });
  if (chosen.filter(({ file }) => file === undefined).length > 1) {
    fail(
      'reporters-collide',
      'two reporters would write to standard output',
      'give all but one a file: `--reporter junit=report.xml`',
    );
  }
  return chosen;
}

function publish(
  report: Report,
  reporters: readonly ChosenReporter[],
  options: TestOptions,
  terminal: Terminal,
): void {
  for (const { name, file } of reporters) {
    const color = file === undefined && terminal.color.out;
    const text = REPORTERS[name](report, { color, verbose: options.verbose === true });
    if (file === undefined) terminal.out(text);
    else writeReport(file, text, terminal);
  }
  const isShown = reporters.some(({ name, file }) => name === 'pretty' && file === undefined);
  if (!isShown) showDiagnostics(errorsOf(report), terminal);
}

function errorsOf(report: Report): Diagnostic[] {
  return report.projects.flatMap(({ diagnostics }) => diagnostics.filter((one) => hasErrors([one])));
}

function writeReport(file: string, text: string, terminal: Terminal): void {
  const path = resolve(terminal.cwd, file);
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    fail('file-unwritable', `the report \`${file}\` cannot be written: ${(error as Error).message}`);
  }
}
