import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { WrittenFixtures } from '../../core/authoring/written-fixtures.ts';
import { hasErrors } from '../../core/diagnostics/diagnostic.ts';
import { readSchema } from '../../core/model/read-schema.ts';
import { buildReport } from '../../core/replay/report.ts';
import { serverMapper } from '../../core/requests/server/server-mapper.ts';
import { isRecord } from '../../core/values/record.ts';
import { verify } from '../../core/verification/verify.ts';
import { writeFiles } from '../../project/files/write.ts';
import { loadProject } from '../../project/loading/load.ts';
import type { Project } from '../../project/loading/project.ts';
import { filesToAddTo, projectFiles } from '../../project/project-files.ts';
import { printFixtures } from '../../project/writing/print-fixtures.ts';
import { prettyReport } from '../../reporters/report/pretty.ts';
import { PLAIN } from '../../reporters/report/reporter.ts';
import { counted, visible } from '../../reporters/words/wording.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { FIXTURES_SCHEMA_FILE } from './fixtures-schema.ts';
import {
  currentProject,
  fail,
  folderForNew,
  readSchemaFile,
  refuseAboveProjects,
  STANDARD_OUTPUT,
  unwrap,
} from './inputs.ts';
import { reportWritten } from './report-written.ts';

/** Where recorded fixtures go. */
export interface RecordedOutput {
  readonly out?: string;
  readonly force?: boolean;
}

/** The project that recorded calls or decisions belong to. */
export async function recordedProject(what: string, terminal: Terminal): Promise<Project> {
  const project = await currentProject(terminal);
  if (project) return project;
  await refuseAboveProjects(terminal.cwd);
  fail('project-missing', `${what} need a project, and there is none here`, 'run `authz init` first');
}

/** What the project says of calls and callers. */
export async function importOptions(project: Project, terminal: Terminal) {
  const { model } = unwrap(readSchema(await readSchemaFile(undefined, project, terminal)), terminal);
  return {
    model,
    mapper: unwrap(serverMapper(model, project.config.server), terminal),
    claims: project.config.claims,
  };
}

/** The file that is written: the one named, else one among the fixtures that is called like what was read. */
export function recordedPath(
  file: string,
  { out }: RecordedOutput,
  project: Project,
  terminal: Terminal,
): string {
  if (out === STANDARD_OUTPUT)
    fail(
      'usage',
      'recorded fixtures are not written to standard output',
      'name a file: they are replayed there',
    );
  if (out) return resolve(terminal.cwd, out);
  const name = basename(file).replace(/\.(?:har|json|jsonl|ndjson|log)$/i, '');
  return resolve(folderForNew('fixtures', project), `${name}.fixtures.yaml`);
}

/** Writes the fixtures, says so, and `remarks`; then what `authz test` says about them. */
export async function writeRecorded(
  recorded: {
    readonly path: string;
    readonly fixtures: WrittenFixtures;
    readonly head: string;
    readonly force: boolean | undefined;
    readonly remarks: readonly string[];
  },
  project: Project,
  terminal: Terminal,
): Promise<void> {
  const { path, head, force, remarks } = recorded;
  const seen = (file: string) => relative(dirname(path), file).split(sep).join('/');
  const entities = await entitiesFile(project, path, terminal);
  const fixtures = { ...recorded.fixtures, ...(entities === undefined ? {} : { entities: seen(entities) }) };
  const editorSchema = resolve(project.folder, project.config.fixtures, FIXTURES_SCHEMA_FILE);
  const text = printFixtures(fixtures, head, seen(editorSchema));
  const ifExists = force ? 'set-aside' : 'refuse';
  reportWritten(unwrap(writeFiles([{ path, text, ifExists }], terminal.cwd), terminal), terminal);
  terminal.note(remarks.map((line) => `${line}\n`).join(''));
  await compareWithPolicies(path, project, terminal);
}

/** Where the project names no entities: those that starter fixtures bring, else the only file of them that other fixtures refer to. */
async function entitiesFile(
  project: Project,
  recorded: string,
  terminal: Terminal,
): Promise<string | undefined> {
  const { folder, config } = project;
  if (config.entities) return undefined;
  const brought = join(resolve(folder, config.fixtures), 'entities.json');
  if (existsSync(brought)) return brought;
  const [only, ...others] = await namedEntities(project, recorded, terminal.cwd);
  return others.length === 0 ? only : undefined;
}

async function namedEntities(project: Project, recorded: string, cwd: string): Promise<Set<string>> {
  const loaded = await loadProject(filesToAddTo(project, cwd), cwd);
  const fixtures = (loaded.ok ? loaded.value : loaded.readable)?.fixtures ?? [];
  const named = fixtures.flatMap(({ source, shared }) => {
    const path = resolve(cwd, source.file);
    const reference = isRecord(source.value) ? source.value.entities : undefined;
    return path !== recorded && typeof reference === 'string' && shared.has(reference)
      ? [resolve(dirname(path), reference)]
      : [];
  });
  return new Set(named);
}

/** One line about some things, if there are any. */
export function said(what: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`${what}: ${listed(items)}`];
}

export function listed(items: readonly string[]): string {
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
  const wrong = failed + errored;
  const disagree = wrong === 1 ? 'disagrees' : 'disagree';
  terminal.note(
    `${wrong} of ${counted(fixtures, 'recorded decision')} ${disagree} with the policies${missingWords(notFound)}\n`,
  );
}

function missingWords(notFound: number): string {
  if (notFound === 0) return '';
  if (notFound === 1) return '; 1 is about a resource that is not among the entities';
  return `; ${notFound} are about resources that are not among the entities`;
}
