import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { readHar } from '../../../core/authoring/har.ts';
import { type ImportedHar, importHar } from '../../../core/authoring/import-har.ts';
import { hasErrors } from '../../../core/diagnostics/diagnostic.ts';
import { readSchema } from '../../../core/model/read-schema.ts';
import { buildReport } from '../../../core/replay/report.ts';
import { serverMapper } from '../../../core/requests/server/server-mapper.ts';
import { verify } from '../../../core/verification/verify.ts';
import { readSource, readText, showPath } from '../../../project/files/read-text.ts';
import { writeFiles } from '../../../project/files/write.ts';
import { loadProject } from '../../../project/loading/load.ts';
import type { Project } from '../../../project/loading/project.ts';
import { projectFiles } from '../../../project/project-files.ts';
import { printFixtures } from '../../../project/writing/print-fixtures.ts';
import { prettyReport } from '../../../reporters/report/pretty.ts';
import { PLAIN } from '../../../reporters/report/reporter.ts';
import { counted, visible } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { FIXTURES_SCHEMA_FILE } from '../../projects/fixtures-schema.ts';
import { currentProject, fail, unwrap } from '../../projects/inputs.ts';
import { reportWritten } from '../../projects/report-written.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface ImportHarOptions {
  readonly out?: string;
  readonly force?: boolean;
}

/** `authz import-har` */
export async function importHarFile(
  file: string,
  options: ImportHarOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const project =
    (await currentProject(terminal)) ??
    fail(
      'project-missing',
      'recorded calls need a project, and there is none here',
      'run `authz init` first',
    );
  const shown = showPath(resolve(terminal.cwd, file), terminal.cwd);
  const source = unwrap(await readSource(resolve(terminal.cwd, file), shown), terminal);
  const exchanges = unwrap(readHar(source), terminal);
  const imported = importHar(exchanges, await importOptions(project, terminal));
  if (imported.fixtures.cases.length === 0)
    fail(
      'nothing-recorded',
      'no recorded call says what an endpoint of the schema decided',
      listed(imported.outside),
    );
  const path = outPath(file, options, project, terminal);
  const toFixtures = relative(dirname(path), resolve(project.folder, project.config.fixtures));
  const beside = (name: string) => join(toFixtures, name).split(sep).join('/');
  const fixtures = {
    ...imported.fixtures,
    ...(hasOwnEntities(project) ? { entities: beside('entities.json') } : {}),
  };
  const text = printFixtures(fixtures, HEAD, beside(FIXTURES_SCHEMA_FILE));
  const ifExists = options.force ? 'set-aside' : 'refuse';
  reportWritten(unwrap(writeFiles([{ path, text, ifExists }], terminal.cwd), terminal), terminal);
  sayLeftOut(imported, terminal);
  await compareWithPolicies(path, project, terminal);
  return EXIT_CODES.ok;
}

const HEAD =
  ' Recorded calls and what they were answered with. Of tokens only the claims that decide were kept, of calls only what decisions depend on.';

async function importOptions(project: Project, terminal: Terminal) {
  const path = resolve(project.folder, project.config.schema);
  const file = showPath(path, terminal.cwd);
  const { model } = unwrap(readSchema({ file, text: unwrap(readText(path, file), terminal) }), terminal);
  return {
    model,
    mapper: unwrap(serverMapper(model, project.config.server), terminal),
    claims: project.config.claims,
  };
}

function outPath(file: string, { out }: ImportHarOptions, project: Project, terminal: Terminal): string {
  if (out) return resolve(terminal.cwd, out);
  const name = basename(file).replace(/\.(?:har|json)$/i, '');
  return resolve(project.folder, project.config.fixtures, `${name}.fixtures.yaml`);
}

/** Whether the project names no entities, and has those that starter fixtures bring. */
function hasOwnEntities({ folder, config }: Project): boolean {
  return !config.entities && existsSync(join(resolve(folder, config.fixtures), 'entities.json'));
}

// ---- what there is to say ----

function sayLeftOut(
  { fixtures, outside, silent, changed, opaque, replaced, duplicates }: ImportedHar,
  terminal: Terminal,
): void {
  const lines = [
    `${counted(fixtures.cases.length, 'recorded decision')}, ${counted(duplicates, 'duplicate')} left out`,
    ...said('outside the schema, skipped', outside),
    ...said('answers that say nothing about authorization, skipped', silent),
    ...said('answered in different ways; the last answer counts', changed),
    ...said('replaced, since it is likely to be a secret', replaced),
    ...said('no claims could be read from the token; fill them in', opaque),
  ];
  terminal.note(lines.map((line) => `${line}\n`).join(''));
}

function said(what: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${what}: ${listed(items)}`];
}

function listed(items: readonly string[]): string {
  return items.map(visible).join(', ');
}

/** What `authz test` says about the new file: each disagreement is a defect of the policies, or was one of the server. */
async function compareWithPolicies(path: string, project: Project, terminal: Terminal): Promise<void> {
  const files = { ...projectFiles(project, {}, terminal.cwd), fixtures: [path] };
  const input = unwrap(await loadProject(files, terminal.cwd), terminal);
  const report = buildReport([verify(input)]);
  terminal.out(prettyReport(report, { ...PLAIN, color: terminal.color.out }));
  if (report.projects.some(({ diagnostics }) => hasErrors(diagnostics))) return;
  const { failed, errored, fixtures, notFound } = report.counts;
  const missing = notFound > 0 ? `; ${notFound} are about resources that are not among the entities` : '';
  terminal.note(
    `${failed + errored} of ${counted(fixtures, 'recorded decision')} disagree with the policies${missing}\n`,
  );
}
