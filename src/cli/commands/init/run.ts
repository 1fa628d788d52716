import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CONFIG_FILE } from '../../../core/config/config.ts';
import { buildReport, type Report } from '../../../core/replay/report.ts';
import { STANDARD_INPUT, showPath } from '../../../project/files/read-text.ts';
import { type PlannedFile, writeFiles } from '../../../project/files/write.ts';
import { openProject } from '../../../project/loading/project.ts';
import { projectFiles } from '../../../project/project-files.ts';
import { prettyReport } from '../../../reporters/report/pretty.ts';
import { PLAIN } from '../../../reporters/report/reporter.ts';
import { visible } from '../../../reporters/words/wording.ts';
import type { Screen } from '../../../tui/shell.tsx';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { exampleProject, type NewProjectOptions, newProject, onReplacing } from '../../init/new-project.ts';
import { fail, givenOf, refuseIdle, unwrap } from '../../projects/inputs.ts';
import { verifyProject } from '../../projects/prepare-projects.ts';
import { reportWritten } from '../../projects/report-written.ts';
import { sizeOf } from '../../projects/spec-input.ts';
import { exitCodeOf } from '../../projects/write-report.ts';
import { stepsFor } from '../../terminal/progress.ts';
import { loadTui } from '../../terminal/screen.ts';
import { shellWord } from '../../terminal/shell-word.ts';
import { showDiagnostics } from '../../terminal/show-diagnostics.ts';
import { screenWidth, type Terminal } from '../../terminal/terminal.ts';

export interface InitOptions extends NewProjectOptions {
  readonly example?: boolean;
  readonly force?: boolean;
  readonly yes?: boolean;
  /** `false` after `--no-tui`. */
  readonly tui?: boolean;
}

/**
 * `authz init`: everything is made in memory first, and written only when all of it is right. In a terminal a wizard asks for what the
 * flags leave open; without one, with `--no-tui` and in CI nothing is asked, and nothing written without `--yes`.
 */
export async function init(
  named: string | undefined,
  options: InitOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  refuseIdleFlags(options);
  const folder = resolve(terminal.cwd, named ?? '.');
  if (existsSync(join(folder, CONFIG_FILE)) && !options.force) {
    fail(
      'project-exists',
      `this folder has an \`${CONFIG_FILE}\` already`,
      'run `authz test`, or start over with `--force`',
    );
  }
  if (terminal.screen && !options.yes && !options.example && options.tui !== false)
    return runWizard(folder, withAbsoluteSpec(options, terminal), terminal, terminal.screen);
  const files = options.example
    ? exampleProject(folder)
    : await newProject(folder, withAbsoluteSpec(options, terminal), terminal);
  const plan = files.map(
    ({ name, text }): PlannedFile => ({
      path: resolve(folder, name),
      text,
      ifExists: options.force ? onReplacing(name) : 'refuse',
    }),
  );
  if (!options.yes) return showPlan(plan, terminal);
  reportWritten(unwrap(writeFiles(plan, terminal.cwd), terminal), terminal);
  return firstRun(folder, options, terminal);
}

/** The answers that flags give. */
const ANSWERS = [
  'apiSpec',
  'namespace',
  'mappingType',
  'attributes',
  'groupType',
  'basePath',
  'withoutAttribute',
  'override',
  'subjectClaim',
  'groupsClaim',
  'tenantClaim',
  'userPoolId',
  'template',
] as const satisfies readonly (keyof NewProjectOptions)[];

function refuseIdleFlags(options: InitOptions): void {
  if (options.example)
    refuseIdle(
      givenOf(options, ANSWERS),
      'not for the worked example, which is always the same',
      'leave it or `--example` out',
    );
  if (options.mappingType === 'SimpleRest')
    refuseIdle(
      givenOf(options, ['tenantClaim']),
      'for tenants, and a schema of `SimpleRest` has none',
      'leave it out, or choose `ResourceRest`',
    );
}

/** The API description is named from where the user stands, not from the new folder. */
function withAbsoluteSpec(options: InitOptions, terminal: Terminal): NewProjectOptions {
  const { apiSpec } = options;
  if (apiSpec === undefined || apiSpec === STANDARD_INPUT) return options;
  return { ...options, apiSpec: resolve(terminal.cwd, apiSpec) };
}

const ON_EXISTING: Readonly<Record<PlannedFile['ifExists'], string>> = {
  keep: 'kept',
  replace: 'replaced',
  'set-aside': 'replaced; what it says is kept beside it',
  refuse: 'in the way',
  remove: 'removed; what it says is kept beside it',
};

function showPlan(plan: readonly PlannedFile[], terminal: Terminal): ExitCode {
  terminal.note('These files would be written (nothing has been written yet):\n');
  for (const { path, ifExists } of plan) {
    const note = existsSync(path) ? ` (exists: ${ON_EXISTING[ifExists]})` : '';
    terminal.out(`${visible(showPath(path, terminal.cwd))}${note}\n`);
  }
  terminal.note(
    'Write them with `authz init --yes` and the same flags; in a terminal, `authz init` alone asks.\n',
  );
  return EXIT_CODES.ok;
}

// ---- the wizard ----

/** React and Ink are loaded here, on the way to the wizard, and nowhere else. */
async function runWizard(
  folder: string,
  options: NewProjectOptions & { readonly force?: boolean },
  terminal: Terminal,
  screen: Screen,
): Promise<ExitCode> {
  const { showWizard } = await loadTui(() => import('../../init/wizard.ts'));
  const end = await showWizard(folder, options, terminal, screen);
  if (end.type === 'left') {
    const again = options.force ? 'authz init --force' : 'authz init';
    const kept = end.isKept ? ` Your answers are kept: \`${again}\` offers to continue with them.` : '';
    terminal.err(`Nothing was written.${kept}\n`);
    return EXIT_CODES.interrupted;
  }
  const written = end.files.map(({ name, outcome, aside }) => ({
    path: resolve(folder, name),
    outcome,
    ...(aside === undefined ? {} : { aside: resolve(folder, aside) }),
  }));
  showDiagnostics(end.findings, terminal);
  reportWritten(written, terminal);
  if (end.report === undefined) {
    terminal.err('The first replay was not waited for: run `authz test`.\n');
    return EXIT_CODES.interrupted;
  }
  const code = showFirstRun(end.report, NEXT_FOR_OWN.slice(1), terminal);
  return end.watch
    ? (await import('../watch/run.ts')).watch([folder], { tui: true, bell: true }, terminal)
    : code;
}

// ---- the first run ----

async function firstRun(folder: string, options: InitOptions, terminal: Terminal): Promise<ExitCode> {
  const project = unwrap(await openProject(folder, terminal.cwd), terminal);
  const step = stepsFor(sizeOf(resolve(folder, project.config.schema)));
  const verified = await step('validating policies and replaying fixtures', () =>
    verifyProject(projectFiles(project, {}, terminal.cwd), terminal),
  );
  const report = buildReport([verified]);
  const next = options.example ? NEXT_FOR_EXAMPLE : NEXT_FOR_OWN;
  return showFirstRun(report, [...goingThere(folder, terminal), ...next], terminal);
}

/** The steps that follow are for who stands in the folder of the project. */
function goingThere(folder: string, { cwd }: Terminal): string[] {
  return folder === cwd
    ? []
    : [`Go to the folder of the project: \`cd ${visible(shellWord(showPath(folder, cwd)))}\``];
}

function showFirstRun(report: Report, next: readonly string[], terminal: Terminal): ExitCode {
  terminal.out(
    `\n${prettyReport(report, { ...PLAIN, color: terminal.color.out, ...screenWidth(terminal) })}`,
  );
  const steps = next.map((step, index) => `  ${index + 1}. ${step}`).join('\n');
  terminal.note(`\nNext:\n${steps}\n`);
  return exitCodeOf(report);
}

const NEXT_FOR_EXAMPLE = [
  'Read policies/editors.cedar, and the fixtures that hold it in fixtures/campaigns.fixtures.yaml',
  'Change `"draft"` in it to `"sent"` and run `authz test`: see which calls change',
  'Start your own: `authz init --api-spec <your OpenAPI file>` in its folder',
];

const NEXT_FOR_OWN = [
  'Look at the patterns with `authz classify`; correct one with `overrides` in authz.yaml',
  'Name your own groups in policies/*.cedar, and run `authz test` to see what changes',
  'Review the recorded expectations in fixtures/starter.fixtures.yaml, and run `authz test` in CI',
  'Protect the server: docs/middleware.md of the package says how, and `authz generate-slices` writes what it needs of your data',
];
