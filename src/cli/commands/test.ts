import { checkProject } from '../../core/check-project.ts';
import type { Thresholds } from '../../core/coverage.ts';
import { type Diagnostic, hasErrors } from '../../core/diagnostic.ts';
import { type Filter, nothingMatched, readFilters } from '../../core/filter.ts';
import { buildReport, isUnusable, type ProjectReport, type Report, type Shard } from '../../core/report.ts';
import { selectFixtures } from '../../core/selection.ts';
import {
  type PreparedProject,
  prepareProject,
  unusableProject,
  type VerifyOptions,
} from '../../core/verify.ts';
import { type FileOverrides, loadProject, type ProjectFiles } from '../../project/load.ts';
import type { ReporterName } from '../../reporters/index.ts';
import type { ExitCode } from '../exit-code.ts';
import { unwrap } from '../inputs.ts';
import { chooseProjects } from '../projects.ts';
import { chooseReporters, publish, type ReportingOptions } from '../publish.ts';
import { replayProjects } from '../replay-projects.ts';
import type { Terminal } from '../terminal.ts';
import { updateExpectations } from '../update.ts';

export interface TestOptions extends FileOverrides, ReportingOptions {
  /** `key=glob`, or a word. */
  readonly filter: readonly string[];
  readonly shard?: Shard;
  readonly bail?: number;
  readonly coverage?: boolean;
  /** Stronger than those of `authz.yaml`. */
  readonly coverageThreshold?: Thresholds;
  readonly passWithNoTests?: boolean;
  /** Write what came into the fixtures files. */
  readonly update?: boolean;
  /** False with `--no-decision-classes`. */
  readonly decisionClasses: boolean;
  readonly paranoid?: boolean;
}

/** `authz test` */
export async function test(
  paths: readonly string[],
  options: TestOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const reporters = chooseReporters(options.reporter, terminal);
  const filters = unwrap(readFilters(options.filter), terminal);
  const run = async () => runTests(await prepareProjects(paths, options, terminal), filters, options);
  const report = await run();
  const isUpdated = options.update && !isUnusable(report) && updateExpectations(report, terminal);
  return publish(isUpdated ? await run() : report, reporters, options, terminal);
}

/** Loads and checks every project; what keeps one from being used becomes part of its report. */
async function prepareProjects(
  paths: readonly string[],
  options: TestOptions,
  terminal: Terminal,
): Promise<PreparedProject[]> {
  const projects = await chooseProjects(paths, options, terminal.cwd);
  if (!projects.ok) return [unusableProject('.', projects.diagnostics)];
  const prepared: PreparedProject[] = [];
  for (const files of projects.value)
    prepared.push(await prepareFiles(files, terminal, verifyOptions(files, options)));
  return prepared;
}

async function prepareFiles(
  files: ProjectFiles,
  terminal: Terminal,
  options?: VerifyOptions,
): Promise<PreparedProject> {
  const input = await loadProject(files, terminal.cwd);
  if (input.ok) return prepareProject(input.value, { clock: () => performance.now(), ...options });
  // Warnings about what refers to a file that could not be read would mislead.
  const others = input.readable
    ? checkProject(input.readable).diagnostics.filter((one) => hasErrors([one]))
    : [];
  return unusableProject(files.name, [...input.diagnostics, ...others]);
}

function verifyOptions(files: ProjectFiles, options: TestOptions): VerifyOptions {
  return {
    coverage: coverageOf(files, options),
    owed: options.verbose === true,
    explain: isChosen('html', options) ? 'all' : 'failures',
    evaluateAll: !options.decisionClasses,
    crossCheck: options.paranoid ? () => Math.random() < CROSS_CHECKED : undefined,
  };
}

/** The share of the decisions that were not evaluated which `--paranoid` has evaluated all the same. */
const CROSS_CHECKED = 0.01;

/** What coverage has to reach; `undefined` when nobody asked for it. */
function coverageOf({ thresholds }: ProjectFiles, options: TestOptions): Thresholds | undefined {
  const { coverage, coverageThreshold } = options;
  const isWanted = coverage || coverageThreshold || isChosen('lcov', options) || isChosen('html', options);
  return isWanted ? { ...thresholds, ...coverageThreshold } : undefined;
}

function isChosen(name: ReporterName, { reporter }: TestOptions): boolean {
  return reporter.some((written) => written.split('=')[0] === name);
}

/** Loads and verifies the whole of one project. */
export async function verifyProject(files: ProjectFiles, terminal: Terminal): Promise<ProjectReport> {
  const project = await prepareFiles(files, terminal);
  return project.report([...project.replay(project.fixtures)]);
}

async function runTests(
  projects: readonly PreparedProject[],
  filters: readonly Filter[],
  options: TestOptions,
): Promise<Report> {
  const { shard } = options;
  const scope = { filters: options.filter, ...(shard ? { shard } : {}) };
  const selections = selectFixtures(
    projects.map(({ fixtures }) => fixtures),
    { filters, ...(shard ? { shard } : {}) },
  );
  const reports = await replayProjects(projects, selections, options);
  const report = buildReport(reports, filters.length > 0 || shard ? scope : undefined);
  const chosen = selections.some(({ fixtures, leftOut }) => fixtures.length > 0 || leftOut.byShard > 0);
  if (chosen || isUnusable(report) || options.passWithNoTests) return report;
  return withProblem(report, nothingTested(projects, filters));
}

/** Nothing tested is not success, unless it is said to be. */
function nothingTested(projects: readonly PreparedProject[], filters: readonly Filter[]): Diagnostic {
  const fixtures = projects.flatMap((project) => project.fixtures);
  if (fixtures.length > 0) return nothingMatched(fixtures, filters);
  return {
    severity: 'error',
    code: 'no-fixtures',
    message: 'no fixtures were found, so nothing was tested',
    help: 'fixtures are files called `*.fixtures.yaml`: write some with `authz generate-fixtures`, or allow none with `--pass-with-no-tests`',
  };
}

function withProblem(report: Report, problem: Diagnostic): Report {
  const [first, ...others] = report.projects;
  if (!first) return report;
  const diagnostics = [...first.diagnostics, problem];
  return buildReport([{ ...first, diagnostics }, ...others], report.scope);
}
