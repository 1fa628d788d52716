import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  namesInFixtures,
  type ProjectNames,
  projectFixturesSchema,
} from '../../core/config/project-json-schema.ts';
import type { StarterFixtures } from '../../core/generation/recording/starter-fixtures.ts';
import type { Model } from '../../core/model/model.ts';
import { isSameText } from '../../core/values/line-ends.ts';
import type { FixtureInput } from '../../core/verification/verify-input.ts';
import { readText, showPath } from '../../project/files/read-text.ts';
import type { PlannedFile } from '../../project/files/write.ts';
import { loadProject } from '../../project/loading/load.ts';
import type { Project } from '../../project/loading/project.ts';
import { filesToAddTo } from '../../project/project-files.ts';
import { type PrintedFile, printJsonSchema } from '../../project/writing/print-fixtures.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** The JSON Schema of a project's fixtures, for editors; it lies among them. */
export const FIXTURES_SCHEMA_FILE = 'fixtures.schema.json';

/** The one that goes with starter fixtures; `others` are names that the project has already. */
export function starterSchema(
  model: Model,
  { principals, entities }: StarterFixtures,
  others: Omit<ProjectNames, 'model'> = { principals: [], entities: [] },
): PrintedFile {
  const names = {
    model,
    principals: [...Object.keys(principals), ...others.principals],
    entities: [...entities, ...others.entities],
    skipped: others.skipped ?? [],
  };
  return { name: FIXTURES_SCHEMA_FILE, text: printJsonSchema(projectFixturesSchema(names)) };
}

/** What the fixtures of a project name, as far as they can be read; of those that are `replaced`, nothing. */
export async function projectNames(
  project: Project | undefined,
  terminal: Terminal,
  replaced: readonly FixtureInput[] = [],
): Promise<Omit<ProjectNames, 'model'> | undefined> {
  const input = project && (await loadProject(filesToAddTo(project, terminal.cwd), terminal.cwd));
  if (!input?.ok) return undefined;
  const skipped = project?.config.server.skippedEndpoints ?? [];
  const gone = new Set(replaced.map(({ source }) => source.file));
  const fixtures = input.value.fixtures.filter(({ source }) => !gone.has(source.file));
  return { ...namesInFixtures(fixtures, input.value.entities), skipped };
}

/** The project's own, as it should be now; `undefined` where there is none, or nobody knows what it should say. */
export async function fixturesSchema(
  project: Project | undefined,
  model: Model,
  terminal: Terminal,
): Promise<PlannedFile | undefined> {
  if (!project) return undefined;
  const path = join(resolve(project.folder, project.config.fixtures), FIXTURES_SCHEMA_FILE);
  if (!existsSync(path)) return undefined;
  const names = await projectNames(project, terminal);
  if (!names) return undefined;
  return { path, text: printJsonSchema(projectFixturesSchema({ model, ...names })), ifExists: 'replace' };
}

/** Only said: it helps editors and decides nothing, so a new principal does not fail a build. */
export async function sayStaleFixturesSchema(
  project: Project | undefined,
  model: Model,
  terminal: Terminal,
): Promise<void> {
  const wanted = await fixturesSchema(project, model, terminal);
  if (!wanted) return;
  const shown = showPath(wanted.path, terminal.cwd);
  const onDisk = readText(wanted.path, shown);
  if (onDisk.ok && isSameText(onDisk.value, wanted.text)) return;
  terminal.err(`${shown} is out of date: \`authz generate-schema\` writes it again\n`);
}
