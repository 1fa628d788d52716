import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { hasErrors, InputError } from '../../../core/diagnostics/diagnostic.ts';
import { recordFixtures } from '../../../core/generation/record-fixtures.ts';
import { readSchema } from '../../../core/model/read-schema.ts';
import { DEFAULT_CLAIMS } from '../../../core/requests/principal.ts';
import { loadPolicies } from '../../../project/load-policies.ts';
import { printStarterFixtures } from '../../../project/print-fixtures.ts';
import { missingPath, type Project } from '../../../project/project.ts';
import { readText, showPath } from '../../../project/read-text.ts';
import { type PlannedFile, writeFiles } from '../../../project/write.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { projectNames, starterSchema } from '../../projects/fixtures-schema.ts';
import { currentProject, fail, schemaFile, unwrap } from '../../projects/inputs.ts';
import { reportWritten } from '../../projects/report-written.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { generateNeighbours } from './neighbours.ts';

export interface GenerateFixturesOptions {
  readonly schema?: string;
  readonly policies?: string;
  readonly outDir?: string;
  readonly force?: boolean;
  readonly neighbours?: boolean;
}

/** `authz generate-fixtures` */
export async function generateFixtureFiles(
  options: GenerateFixturesOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const project = options.schema ? undefined : await currentProject(terminal);
  if (options.neighbours) return generateNeighbours(project ?? noProject(), options, terminal);
  const path = schemaFile(options.schema, project, terminal);
  const file = showPath(path, terminal.cwd);
  const text = unwrap(readText(path, file), terminal);
  if (options.policies && !existsSync(resolve(terminal.cwd, options.policies)))
    throw new InputError([missingPath(options.policies, terminal.cwd)]);
  const policies = await loadPolicies(
    [folderOf(options.policies, 'policies', project, terminal)],
    terminal.cwd,
  );
  if (hasErrors(policies.diagnostics)) throw new InputError(policies.diagnostics);
  const claims = project?.config.claims ?? DEFAULT_CLAIMS;
  const fixtures = unwrap(
    recordFixtures({ schema: { file, text }, policies: policies.files, claims }),
    terminal,
  );
  const folder = folderOf(options.outDir, 'fixtures', project, terminal);
  const plan: PlannedFile[] = printStarterFixtures(fixtures).map((printed) => ({
    path: join(folder, printed.name),
    text: printed.text,
    ifExists: options.force ? 'replace' : 'keep',
  }));
  const { model } = unwrap(readSchema({ file, text }), terminal);
  const editor = starterSchema(model, fixtures, await projectNames(project, terminal));
  plan.push({ path: join(folder, editor.name), text: editor.text, ifExists: 'replace' });
  reportWritten(unwrap(writeFiles(plan, terminal.cwd), terminal), terminal);
  terminal.err(
    'The expectations record what the policies decide now; nobody has reviewed them: read them before you trust them.\n',
  );
  return EXIT_CODES.ok;
}

function noProject(): never {
  fail(
    'project-missing',
    'neighbours are made from the fixtures of a project',
    'run it in a folder with an `authz.yaml`, without `--schema`',
  );
}

function folderOf(
  named: string | undefined,
  which: 'policies' | 'fixtures',
  project: Project | undefined,
  terminal: Terminal,
): string {
  if (named) return resolve(terminal.cwd, named);
  return project ? resolve(project.folder, project.config[which]) : resolve(terminal.cwd, which);
}
