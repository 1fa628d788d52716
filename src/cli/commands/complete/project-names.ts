import { dirname, resolve } from 'node:path';
import { readEndpoints } from '../../../core/model/endpoint-annotation.ts';
import { compareText } from '../../../core/values/compare-text.ts';
import { isRecord } from '../../../core/values/record.ts';
import { readSource } from '../../../project/files/read-text.ts';
import { fixtureFilesAt } from '../../../project/loading/fixture-files.ts';
import { findProjectFolder, openProject } from '../../../project/loading/project.ts';
import { type ProjectFiles, projectFiles } from '../../../project/project-files.ts';

/** The path templates of a method (of all methods where it is empty). The schema is not checked, since a shell waits for the answer. */
export async function endpointsOf(method: string, cwd: string): Promise<readonly string[]> {
  const files = await filesOf(cwd);
  const schema = files?.schema === undefined ? undefined : await readValue(files.schema);
  const endpoints = actionsIn(schema).flatMap((action) => readEndpoints(annotationsOf(action)) ?? []);
  return sorted(
    endpoints.flatMap((endpoint) => (method === '' || endpoint.method === method ? endpoint.path : [])),
  );
}

/** The actions of a schema as JSON; none of a schema in Cedar syntax. */
function actionsIn(schema: unknown): readonly unknown[] {
  const namespaces = isRecord(schema) ? Object.values(schema) : [];
  return namespaces.flatMap((namespace) =>
    isRecord(namespace) && isRecord(namespace.actions) ? Object.values(namespace.actions) : [],
  );
}

function annotationsOf(action: unknown): Readonly<Record<string, string>> {
  const annotations = isRecord(action) && isRecord(action.annotations) ? action.annotations : {};
  const texts = Object.entries(annotations).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

/** The principals that the fixtures of the project name. */
export async function principalsOf(cwd: string): Promise<readonly string[]> {
  const files = await filesOf(cwd);
  if (!files) return [];
  const fixtures = files.fixtures.flatMap((path) => fixtureFilesAt(path));
  const names = await Promise.all(fixtures.map((file) => principalNames(file)));
  return sorted(names.flat());
}

async function filesOf(cwd: string): Promise<ProjectFiles | undefined> {
  const folder = findProjectFolder(cwd);
  const project = folder === undefined ? undefined : await openProject(folder, cwd);
  return project?.ok ? projectFiles(project.value, {}, cwd) : undefined;
}

/** Written in the fixtures file, or in the file that it names. */
async function principalNames(file: string): Promise<readonly string[]> {
  const value = await readValue(file);
  const principals = isRecord(value) ? value.principals : undefined;
  const named =
    typeof principals === 'string' ? await readValue(resolve(dirname(file), principals)) : principals;
  return isRecord(named) ? Object.keys(named) : [];
}

async function readValue(file: string): Promise<unknown> {
  const source = await readSource(file, file);
  return source.ok ? source.value.value : undefined;
}

function sorted(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort(compareText);
}
