import { resolve } from 'node:path';
import type { Diagnostic } from '../../../core/diagnostics/diagnostic.ts';
import { FIXTURE_FILTERS, type FixtureFilter } from '../../../core/replay/fixture-filters.ts';
import { warnIfNothingCounts, withDiagnostic } from '../../../core/replay/nothing-counts.ts';
import { buildReport, invariantsOpen, isUnusable, type Report } from '../../../core/replay/report.ts';
import { selectFixtures } from '../../../core/replay/selection.ts';
import type { PreparedProject } from '../../../core/verification/prepare-project.ts';
import { showPath } from '../../../project/files/read-text.ts';
import { requestsWithoutDecision } from '../../../project/loading/tests-by-content.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { accessOfProjects } from '../../projects/access-of-projects.ts';
import { chooseReporters, isOnScreen } from '../../projects/choose-reporters.ts';
import { givenOf, refuseIdle, unwrap } from '../../projects/inputs.ts';
import { type PrepareOptions, prepareProjects } from '../../projects/prepare-projects.ts';
import { proveWritten, tellProofs, withProofs } from '../../projects/prove-written.ts';
import { replayProjects } from '../../projects/replay-projects.ts';
import { type PartOptions, recordInWorkers } from '../../projects/workers.ts';
import { writeReport } from '../../projects/write-report.ts';
import { shellWord } from '../../terminal/shell-word.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import type { AgainstOptions } from './against.ts';

export interface TestOptions extends PrepareOptions, PartOptions, AgainstOptions {
  /** Files with tests, as `cedar run-tests` takes them: the same as a path. */
  readonly tests?: readonly string[];
  readonly bail?: number;
  readonly passWithNoTests?: boolean;
  /** False with `--no-invariants`. */
  readonly invariants: boolean;
  /** Write what came into the fixtures files. */
  readonly update?: boolean;
  /** How many threads decide; one when left out. */
  readonly workers?: number;
}

/** `authz test` */
export async function test(
  paths: readonly string[],
  options: TestOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  refuseIdleFlags(options);
  const reporters = chooseReporters(options.reporter, terminal);
  const filters = unwrap(FIXTURE_FILTERS.read(options.filter), terminal);
  const all = [...paths, ...(options.tests ?? [])];
  const folders = { paths: all.length > 0 ? all : ['.'], cwd: terminal.cwd };
  const run = async () => {
    const recorded = recordInWorkers(all, options, terminal.cwd);
    const projects = await prepareProjects(all, options, terminal);
    return { projects, report: await runTests(projects, filters, { ...options, folders }, recorded) };
  };
  if (options.against !== undefined) {
    const { compareWithServer, serverOf } = await import('./against.ts');
    serverOf(options);
    return compareWithServer((await run()).report, options, terminal);
  }
  const first = await run();
  const isUpdated = options.update && !isUnusable(first.report) && (await update(first.report, terminal));
  const { projects, report } = isUpdated ? await run() : first;
  const isOnPage = options.invariants && !isUnusable(report) && reporters.some(({ name }) => name === 'html');
  const access = isOnPage ? await accessOfProjects(projects) : [];
  // Nothing is proven of what could not be used.
  const prove = async () => (options.invariants && !isUnusable(report) ? await proveWritten(projects) : []);
  // Programs read all of it in one report; people on a screen see the fixtures while invariants are proven.
  if (!reporters.every(isOnScreen))
    return writeReport(await withProofs(report, await prove()), reporters, { ...options, access }, terminal);
  const exitCode = writeReport(report, reporters, { ...options, access }, terminal);
  const proofs = await prove();
  const full = await withProofs(report, proofs);
  tellProofs(proofs, full.invariants, terminal);
  return invariantsOpen(full) === 0 ? exitCode : EXIT_CODES.unmet;
}

/** With or without a server to ask, some flags would do nothing; whoever gave one expects something of it. */
function refuseIdleFlags(options: TestOptions): void {
  if (options.against === undefined)
    refuseIdle(
      givenOf(options, ['tokenFrom', 'allMethods', 'rate', 'callTimeout', 'allowRemote', 'allowRedirects']),
      'for calls to a running server',
      'write `--against http://127.0.0.1:3000` with it, or leave it out',
    );
  else
    refuseIdle(
      givenOf(options, ['update', 'coverage', 'coverageThreshold', 'bail', 'verbose', 'passWithNoTests']),
      'not for a comparison with a server',
      'leave it out, or run `authz test` without `--against`',
    );
  if (!options.decisionClasses)
    refuseIdle(
      givenOf(options, ['paranoid']),
      'for decisions that are reused, and `--no-decision-classes` reuses none',
      'leave one of the two out',
    );
}

async function runTests(
  projects: readonly PreparedProject[],
  filters: readonly FixtureFilter[],
  options: TestOptions & { readonly folders: SearchedPlaces },
  recorded: ReturnType<typeof recordInWorkers>,
): Promise<Report> {
  const { shard } = options;
  const scope = { filters: options.filter, ...(shard ? { shard } : {}) };
  const selections = selectFixtures(
    projects.map(({ fixtures }) => fixtures),
    { filters, ...(shard ? { shard } : {}) },
  );
  const reports = await replayProjects(projects, selections, options, await recorded);
  const report = buildReport(reports, filters.length > 0 || shard ? scope : undefined);
  const chosen = selections.some(({ fixtures, leftOut }) => fixtures.length > 0 || leftOut.byShard > 0);
  if (isUnusable(report)) return report;
  if (chosen || options.passWithNoTests) return warnIfNothingCounts(report);
  return withDiagnostic(report, nothingTested(projects, filters, options.folders));
}

/** Where fixtures were looked for. */
interface SearchedPlaces {
  readonly paths: readonly string[];
  readonly cwd: string;
}

/** Loaded when it is asked for, with what it needs to show differences. */
async function update(report: Report, terminal: Terminal): Promise<boolean> {
  const { updateExpectations } = await import('../../projects/update.ts');
  return updateExpectations(report, terminal);
}

/** Nothing tested is not success, unless it is said to be. */
function nothingTested(
  projects: readonly PreparedProject[],
  filters: readonly FixtureFilter[],
  folders: SearchedPlaces,
): Diagnostic {
  const fixtures = projects.flatMap((project) => project.fixtures);
  if (fixtures.length > 0) return FIXTURE_FILTERS.nothingMatched(fixtures, filters);
  const told = { severity: 'error', code: 'no-fixtures' } as const;
  const message = 'no fixtures were found, so nothing was tested';
  const [request] = requestsWithoutDecision(folders.paths.map((path) => resolve(folders.cwd, path)));
  if (request === undefined) return { ...told, message, help: HELP_WITHOUT_FIXTURES };
  const shown = showPath(request, folders.cwd);
  return {
    ...told,
    message: `${message}: of requests such as \`${shown}\` nothing says what they must get`,
    help: `put them into folders \`ALLOW\` and \`DENY\`, or begin the name of each file with \`allow\` or \`deny\`; \`authz explain ${shellWord(shown)}\` says what is decided`,
  };
}

const HELP_WITHOUT_FIXTURES =
  "fixtures are files called `*.fixtures.yaml`, or tests for Cedar's tools such as `tests.json`, `ALLOW/*.json` or `deny-*.json`: name files that are called otherwise, write some with `authz generate-fixtures`, or allow none with `--pass-with-no-tests`";
