import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasErrors, InputError } from '../../../core/diagnostics/diagnostic.ts';
import { type RecordInput, recordFixtures } from '../../../core/generation/recording/record-fixtures.ts';
import { readSchema } from '../../../core/model/read-schema.ts';
import { DEFAULT_CLAIMS } from '../../../core/requests/principal.ts';
import type { FixtureInput } from '../../../core/verification/verify-input.ts';
import { type PlannedFile, writeFiles } from '../../../project/files/write.ts';
import { loadProject } from '../../../project/loading/load.ts';
import { loadPolicies } from '../../../project/loading/load-policies.ts';
import { missingPath, type Project } from '../../../project/loading/project.ts';
import { filesToAddTo } from '../../../project/project-files.ts';
import { printStarterFixtures } from '../../../project/writing/print-fixtures.ts';
import { counted, visible } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { projectNames, starterSchema } from '../../projects/fixtures-schema.ts';
import { generatedSchemaOf } from '../../projects/generated-schema.ts';
import {
  currentProject,
  fail,
  folderForNew,
  givenOf,
  partFolder,
  readSchemaFile,
  refuseIdle,
  unwrap,
} from '../../projects/inputs.ts';
import { reportWritten } from '../../projects/report-written.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { generateCovering } from './cover.ts';
import { type MissingInput, missingFixtures, removals } from './missing.ts';
import { generateNeighbours, withoutNeighbours } from './neighbours.ts';
import { findReplaceable, hasFixtureParts, keptParts, type Replaceable } from './replaceable.ts';

export interface GenerateFixturesOptions {
  readonly schema?: string;
  readonly policies?: string;
  readonly outDir?: string;
  readonly force?: boolean;
  readonly neighbours?: boolean;
  readonly cover?: boolean;
}

/** Fixtures for what is there already go beside it, and are made from all of the project. */
function refuseIdleFlags(options: GenerateFixturesOptions): void {
  if (!options.cover && !options.neighbours) return;
  refuseIdle(
    givenOf(options, ['schema', 'policies', 'outDir', ...(options.cover ? (['force'] as const) : [])]),
    `not for \`--${options.cover ? 'cover' : 'neighbours'}\``,
    'leave it out, in the folder of a project',
  );
}

/** `authz generate-fixtures` */
export async function generateFixtureFiles(
  options: GenerateFixturesOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (options.cover && options.neighbours)
    fail('usage', '`--cover` and `--neighbours` write different fixtures', 'run one after the other');
  refuseIdleFlags(options);
  const project = options.schema ? undefined : await currentProject(terminal);
  if (options.cover) return generateCovering(project ?? noProject(), terminal);
  if (options.neighbours) return generateNeighbours(project ?? noProject(), options, terminal);
  const source = await readSchemaFile(options.schema, project, terminal);
  if (options.policies && !existsSync(resolve(terminal.cwd, options.policies)))
    throw new InputError([missingPath(options.policies, terminal.cwd, '--policies')]);
  const policies = await loadPolicies(
    [partFolder(options.policies, 'policies', project, terminal)],
    terminal.cwd,
  );
  if (hasErrors(policies.diagnostics)) throw new InputError(policies.diagnostics);
  const claims = project?.config.claims ?? DEFAULT_CLAIMS;
  const folder = partFolder(options.outDir, 'fixtures', project, terminal);
  const rules = project ? { rules: project.config.server } : {};
  const input = { schema: source, policies: policies.files, claims, ...rules };
  const existing = await existingFixtures(project, options, folder, terminal);
  if (project && existing.fixtures)
    return addMissing({ ...input, ...existing, fixtures: existing.fixtures, folder }, project, terminal);
  const fixtures = unwrap(recordFixtures({ ...input, ...(await listedValues(project, terminal)) }), terminal);
  if (fixtures.tables.length + fixtures.cases.length === 0) return EXIT_CODES.ok;
  const plan: PlannedFile[] = printStarterFixtures(fixtures).map((printed) => ({
    path: join(folder, printed.name),
    text: printed.text,
    ifExists: options.force ? 'set-aside' : 'keep',
  }));
  const written = plan.map(({ path: one }) => one);
  const { model } = unwrap(readSchema(source), terminal);
  const others = await projectNames(project, terminal, existing.replaced?.recorded);
  const editor = starterSchema(model, fixtures, others);
  plan.push({ path: join(folder, editor.name), text: editor.text, ifExists: 'replace' });
  plan.push(...removals(existing.replaced, written, terminal.cwd));
  reportWritten(unwrap(writeFiles(plan, terminal.cwd), terminal), terminal);
  terminal.note(NOT_REVIEWED);
  return EXIT_CODES.ok;
}

/** What only the API description says. Fixtures can be made without it, so nothing is said where it cannot be read. */
async function listedValues(
  project: Project | undefined,
  { cwd }: Terminal,
): Promise<Pick<RecordInput, 'firstValues'>> {
  const generated = project && (await generatedSchemaOf(project, cwd));
  return generated?.ok ? { firstValues: generated.value.firstValues } : {};
}

const NOT_REVIEWED =
  'The expectations record what the policies decide now; nobody has reviewed them: read them before you trust them.\n';

interface ExistingFixtures {
  /** `undefined` where all are made again. */
  readonly fixtures?: readonly FixtureInput[];
  readonly replaced?: Replaceable;
}

/** The fixtures that a project has, without those that may be replaced. */
async function existingFixtures(
  project: Project | undefined,
  options: GenerateFixturesOptions,
  folder: string,
  terminal: Terminal,
): Promise<ExistingFixtures> {
  if (!project || options.outDir) return {};
  const { cwd } = terminal;
  const input = unwrap(await loadProject(filesToAddTo(project, cwd), cwd), terminal);
  const fixtures = withoutNeighbours(input.fixtures);
  if (!options.force) return fixtures.length > 0 || hasFixtureParts(folder) ? { fixtures } : {};
  const replaced = findReplaceable(fixtures, folder, cwd);
  const { own, asWritten } = replaced;
  const isKept = own.length > 0 || (hasFixtureParts(folder) && asWritten === undefined);
  if (isKept) noteKept(keptParts(replaced, folder, cwd), terminal);
  return isKept ? { fixtures: own, replaced } : { replaced };
}

function noteKept(kept: string, terminal: Terminal): void {
  if (kept !== '') terminal.note(`${visible(kept)}\n`);
}

/** In a project with fixtures, only what they do not call is recorded: nothing that people wrote is touched. */
async function addMissing(input: MissingInput, project: Project, terminal: Terminal): Promise<ExitCode> {
  const { plan, endpoints } = await missingFixtures(input, terminal);
  if (plan.length === 0) {
    terminal.note(
      'Every endpoint has a fixture: there is nothing to add. `authz test --update` records the decisions again.\n',
    );
    return EXIT_CODES.ok;
  }
  folderForNew('fixtures', project);
  const written = unwrap(writeFiles(plan, terminal.cwd), terminal);
  reportWritten(written, terminal);
  if (written.every(({ outcome }) => outcome === 'unchanged')) return EXIT_CODES.ok;
  const done = input.replaced?.recorded.length
    ? `Recorded ${counted(endpoints, 'endpoint')} that no other fixture calls`
    : `Added ${counted(endpoints, 'endpoint')} that no fixture called`;
  terminal.note(`${done}. ${NOT_REVIEWED}`);
  return EXIT_CODES.ok;
}

function noProject(): never {
  fail(
    'project-missing',
    '`--neighbours` and `--cover` read the fixtures of a project',
    'run it in a folder with an `authz.yaml`, without `--schema`',
  );
}
