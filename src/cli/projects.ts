import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type FileOverrides, looseFiles, type ProjectFiles, projectFiles } from '../project/load.ts';
import {
  FIXTURES_PATTERN,
  findFiles,
  findProjectFolder,
  findProjects,
  openProject,
} from '../project/project.ts';
import { fail, unwrap } from './inputs.ts';
import type { Terminal } from './terminal.ts';

/**
 * What a command works on: every project that the paths touch, each with those of its fixtures that lie below a path; or, where
 * there is no project, the files that the flags name.
 */
export async function chooseProjects(
  paths: readonly string[],
  overrides: FileOverrides,
  terminal: Terminal,
): Promise<ProjectFiles[]> {
  const { cwd } = terminal;
  const touched = paths.length > 0 ? paths : [findProjectFolder(cwd) ?? '.'];
  const folders = unwrap(await findProjects(touched, cwd), terminal);
  if (folders.length === 0) return [loose(touched, overrides, cwd)];
  const chosen: ProjectFiles[] = [];
  for (const folder of folders) {
    const project = unwrap(await openProject(folder, cwd), terminal);
    const files = projectFiles(project, overrides, cwd);
    chosen.push({ ...files, fixtures: await fixturesBelow(files.fixtures, folder, touched, cwd) });
  }
  return chosen;
}

function loose(paths: readonly string[], overrides: FileOverrides, cwd: string): ProjectFiles {
  const { schema, policies } = overrides;
  if (schema && policies) return looseFiles({ ...overrides, schema, policies }, paths, cwd);
  fail(
    'project-missing',
    `no \`authz.yaml\` in or above ${paths.map((path) => `\`${path}\``).join(', ')}`,
    'run `authz init`, or name the parts with `--schema` and `--policies`',
  );
}

/** All fixtures when a path holds the whole project; else those below the paths. */
async function fixturesBelow(
  ofProject: readonly string[],
  folder: string,
  paths: readonly string[],
  cwd: string,
): Promise<readonly string[]> {
  const absolute = paths.map((path) => resolve(cwd, path));
  if (absolute.some((path) => folder === path || folder.startsWith(`${path}/`))) return ofProject;
  const found: string[] = [];
  for (const path of absolute) {
    const isFile = existsSync(path) && !statSync(path).isDirectory();
    for (const file of isFile ? [path] : await findFiles(path, FIXTURES_PATTERN)) {
      if (findProjectFolder(dirname(file)) === folder) found.push(file);
    }
  }
  return found;
}
