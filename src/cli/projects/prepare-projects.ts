import type { Thresholds } from '../../core/coverage/coverage.ts';
import type { CoverageProofs } from '../../core/coverage/coverage-proofs.ts';
import { errorsAmong } from '../../core/diagnostics/diagnostic.ts';
import type { Result } from '../../core/replay/replay.ts';
import type { ProjectReport } from '../../core/replay/report.ts';
import { checkProject } from '../../core/verification/check-project.ts';
import {
  type PreparedProject,
  type PrepareProjectOptions,
  prepareProject,
  unusableProject,
} from '../../core/verification/prepare-project.ts';
import type { VerifyInput } from '../../core/verification/verify-input.ts';
import { inTurns } from '../../project/in-turns.ts';
import { loadProject, withLoadRemarks } from '../../project/loading/load.ts';
import type { FileOverrides, ProjectFiles } from '../../project/project-files.ts';
import type { ReporterName } from '../../reporters/report/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { limitTurbofan, limitYoungGeneration } from '../terminal/v8-flags.ts';
import { chooseProjects } from './projects.ts';
import type { ReportingOptions } from './write-report.ts';

export interface PrepareOptions extends FileOverrides, ReportingOptions {
  readonly coverage?: boolean;
  /** Stronger than those of `authz.yaml`. */
  readonly coverageThreshold?: Thresholds;
  /** False with `--no-decision-classes`. */
  readonly decisionClasses: boolean;
  readonly paranoid?: boolean;
}

/** Loads and checks every project; what keeps one from being used becomes part of its report. */
export async function prepareProjects(
  paths: readonly string[],
  options: PrepareOptions,
  terminal: Pick<Terminal, 'cwd' | 'ownsProcess'>,
): Promise<PreparedProject[]> {
  const projects = await chooseProjects(paths, options, terminal.cwd);
  if (!projects.ok) return [unusableProject('.', projects.diagnostics)];
  const prepared: PreparedProject[] = [];
  // What was said of all of them is said once.
  let remarks = projects.diagnostics;
  for (const files of projects.value) {
    const told = { ...files, remarks: [...(files.remarks ?? []), ...remarks] };
    remarks = [];
    prepared.push(await prepareFiles(told, terminal, await verifyOptions(files, options)));
  }
  return prepared;
}

async function prepareFiles(
  files: ProjectFiles,
  terminal: Pick<Terminal, 'cwd' | 'ownsProcess'>,
  options?: PrepareProjectOptions,
): Promise<PreparedProject> {
  const input = await loadProject(files, terminal.cwd);
  if (input.ok) {
    if (hasMany(input.value)) limitYoungGeneration(terminal);
    else limitTurbofan(terminal);
    return prepareProject(withLoadRemarks(input), { clock: () => performance.now(), ...options });
  }
  // Warnings about what refers to a file that could not be read would mislead.
  const others = input.readable ? errorsAmong(checkProject(input.readable).diagnostics) : [];
  return unusableProject(files.name, [...input.diagnostics, ...others]);
}

/** Loads and verifies the whole of one project in turns; tells how many fixtures have been replayed. */
export async function verifyProject(
  files: ProjectFiles,
  terminal: Pick<Terminal, 'cwd' | 'ownsProcess'>,
  heard?: (progress: { readonly done: number; readonly total: number }) => void,
): Promise<ProjectReport> {
  const { fixtures, replay, report } = await prepareFiles(files, terminal);
  const results: Result[] = [];
  await inTurns(replay(fixtures)[Symbol.iterator](), {
    heard: (result) => {
      results.push(result);
      heard?.({ done: results.length, total: fixtures.length });
    },
  });
  return report(results);
}

/** Characters of fixtures, as of some 30,000 cells of a table. */
const MANY = 250_000;

function hasMany({ fixtures }: VerifyInput): boolean {
  return fixtures.reduce((sum, { source }) => sum + source.text.length, 0) > MANY;
}

async function verifyOptions(files: ProjectFiles, options: PrepareOptions): Promise<PrepareProjectOptions> {
  const coverage = coverageOf(files, options);
  return {
    coverage,
    proofs: coverage && (await coverageProofs()),
    untriedCallers: options.verbose === true,
    digest: isChosen('json', options),
    explain: isChosen('html', options) ? 'all' : 'failures',
    evaluateAll: !options.decisionClasses,
    crossCheck: options.paranoid ? () => Math.random() < CROSS_CHECKED : undefined,
  };
}

/** With them comes the whole analysis: it is loaded only where coverage is asked for. */
async function coverageProofs(): Promise<CoverageProofs> {
  const { COVERAGE_PROOFS } = await import('../../core/coverage/coverage-proofs.ts');
  return COVERAGE_PROOFS;
}

/** The share of the decisions that were not evaluated which `--paranoid` has evaluated all the same. */
const CROSS_CHECKED = 0.01;

/** What coverage has to reach; `undefined` when nobody asked for it. */
function coverageOf({ thresholds }: ProjectFiles, options: PrepareOptions): Thresholds | undefined {
  const { coverage, coverageThreshold } = options;
  const isWanted = coverage || coverageThreshold || isChosen('lcov', options) || isChosen('html', options);
  return isWanted ? { ...thresholds, ...coverageThreshold } : undefined;
}

function isChosen(name: ReporterName, { reporter }: PrepareOptions): boolean {
  return reporter.some((written) => written.split('=')[0] === name);
}
