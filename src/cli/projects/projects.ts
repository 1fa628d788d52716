import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Diagnostic, Outcome } from '../../core/diagnostics/diagnostic.ts';
import { distinct } from '../../core/values/distinct.ts';
import { isFolder } from '../../project/files/find-files.ts';
import { showPath } from '../../project/files/read-text.ts';
import { cedarFolders, elsewhereBelow } from '../../project/loading/cedar-folders.ts';
import { fixtureFilesAt } from '../../project/loading/fixture-files.ts';
import { testsWithOwnParts } from '../../project/loading/own-parts.ts';
import {
  type ContainedPath,
  findProjectFolder,
  findProjects,
  missingPath,
  openProject,
  type Project,
} from '../../project/loading/project.ts';
import { schemasAround } from '../../project/loading/schema-files.ts';
import { testsByContent } from '../../project/loading/tests-by-content.ts';
import {
  type FileOverrides,
  linkFiles,
  looseFiles,
  namedByFlags,
  type ProjectFiles,
  projectFiles,
} from '../../project/project-files.ts';

/** What the flags of a command name. */
export interface PartsNamed extends FileOverrides {
  /** Set for a command that takes no flag but the one for links: no message may name the others. */
  readonly isOnlyLinks?: boolean;
}

/**
 * What a command works on: every project that the paths touch, each with those of its fixtures that lie below a path; or, where
 * there is no project, the files that the flags name. A command without such flags has no `named`.
 */
export async function chooseProjects(
  paths: readonly string[],
  named: PartsNamed | undefined,
  cwd: string,
): Promise<Outcome<ProjectFiles[]>> {
  const overrides: PartsNamed = named ?? {};
  const isLost = (path: string) => !existsSync(resolve(cwd, path));
  const lost = [
    ...(overrides.policies ?? []).filter(isLost).map((path) => missingPath(path, cwd, '--policies')),
    ...linksNamed(overrides)
      .filter(isLost)
      .map((path) => missingPath(path, cwd, '--template-linked')),
  ];
  if (lost.length > 0) return { ok: false, diagnostics: lost };
  const folder = linksNamed(overrides).find((path) => isFolder(resolve(cwd, path)));
  if (folder !== undefined) return failed(folderOfLinks(folder, overrides));
  const touched = paths.length > 0 ? paths : [findProjectFolder(cwd) ?? '.'];
  const folders = await findProjects(touched, cwd);
  if (!folders.ok) return folders;
  if (folders.value.length === 0) return loose(touched, named, cwd);
  const opened = await Promise.all(
    folders.value.map((folder) => openProject(folder, cwd, namedIn(overrides))),
  );
  const ofProjects = opened.flatMap((project) => project.diagnostics);
  const projects = opened.flatMap((project) => (project.ok ? [project.value] : []));
  if (projects.length < opened.length)
    return { ok: false, diagnostics: [...folders.diagnostics, ...ofProjects] };
  const value = await Promise.all(projects.map((project) => touchedFiles(project, touched, overrides, cwd)));
  const ofFolders = folders.diagnostics.filter(
    ({ file }) => !value.some((files) => isRead(file, files, cwd)),
  );
  return { ok: true, value, diagnostics: [...ofFolders, ...ofProjects] };
}

/** Whether a place is among what is read of a project: who reads it says what there is to say. */
function isRead(file = '', { policies, invariants = '', fixtures }: ProjectFiles, cwd: string): boolean {
  const path = `${resolve(cwd, file)}/`;
  return [...policies, invariants, ...fixtures].some((read) => read !== '' && path.startsWith(`${read}/`));
}

function linksNamed({ templateLinked }: FileOverrides): string[] {
  return templateLinked === undefined ? [] : [templateLinked];
}

/** A link may be of a template that forbids: nothing is decided without it. */
function folderOfLinks(file: string, { isOnlyLinks }: PartsNamed): Diagnostic {
  return {
    severity: 'error',
    code: 'file-unreadable',
    message: 'this is a folder, expected a file',
    help: `name the file with the links of templates${isOnlyLinks ? '' : ', or the folder with `--policies`'}`,
    file,
  };
}

/** What the command line names is not looked for where `authz.yaml` says. */
function namedIn(overrides: FileOverrides): ContainedPath[] {
  return (['schema', 'policies', 'entities'] as const).filter((key) => overrides[key] !== undefined);
}

function failed(diagnostic: Diagnostic): Outcome<never> {
  return { ok: false, diagnostics: [diagnostic] };
}

async function loose(
  paths: readonly string[],
  named: PartsNamed | undefined,
  cwd: string,
): Promise<Outcome<ProjectFiles[]>> {
  const { policies, ...overrides } = named ?? {};
  const absolute = paths.map((path) => resolve(cwd, path));
  if (policies) {
    const remarks = overrides.schema === undefined ? unusedSchemas(policies, cwd) : [];
    const files = { ...looseFiles({ ...overrides, policies }, paths, cwd), remarks };
    return { ok: true, value: [files], diagnostics: [] };
  }
  const own = testsWithOwnParts(absolute, cwd);
  if (own.problems.length > 0) return { ok: false, diagnostics: own.problems };
  const isOwn = (file: string) => own.projects.some(({ fixtures }) => fixtures.includes(file));
  const flags = named?.isOnlyLinks ? undefined : named;
  const found = cedarFolders(absolute, isOwn, cwd, flags);
  if (found.problems.length > 0) return { ok: false, diagnostics: found.problems };
  const all = overridden([...own.projects, ...found.projects], overrides, cwd);
  if (all.length > 0) return { ok: true, value: all, diagnostics: [] };
  return failed({
    severity: 'error',
    code: 'project-missing',
    message: `no \`authz.yaml\` in or above ${paths.map((path) => `\`${path}\``).join(', ')}`,
    help: flags
      ? `name the parts: \`--policies\`, and \`--schema\` where there is one; or ${elsewhereBelow(cwd)}`
      : `change to the folder of a project, or ${elsewhereBelow(cwd)}`,
  });
}

/** Cedar's tools do not look for a schema either; but what entities and a context mean can depend on it. */
function unusedSchemas(policies: readonly string[], cwd: string): Diagnostic[] {
  const absolute = policies.map((path) => resolve(cwd, path));
  const folders = distinct(absolute.map((path) => (isFolder(path) ? path : dirname(path))));
  const found = folders.flatMap((folder) => schemasAround(folder).map((name) => join(folder, name)));
  return found.map((path) => ({
    severity: 'warning',
    code: 'schema-missing',
    message: 'this schema is not used: `--policies` is given, and `--schema` is not',
    help: `add \`--schema ${showPath(path, cwd)}\``,
    file: showPath(path, cwd),
  }));
}

async function touchedFiles(
  project: Project,
  paths: readonly string[],
  overrides: FileOverrides,
  cwd: string,
): Promise<ProjectFiles> {
  const files = projectFiles(project, overrides, cwd);
  return { ...files, fixtures: await fixturesBelow(files.fixtures, project.folder, paths, cwd) };
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
    for (const file of [...fixtureFilesAt(path), ...testsByContent([path])]) {
      if (findProjectFolder(dirname(file)) === folder) found.push(file);
    }
  }
  return found;
}

/** Found projects with what the command line says beside the policies. Entities that tests name themselves go first. */
function overridden(projects: readonly ProjectFiles[], named: FileOverrides, cwd: string): ProjectFiles[] {
  const { schema, entities } = named;
  return projects.map((project) => ({
    ...project,
    policies: [...project.policies, ...linkFiles(named, cwd)],
    namedBy: namedByFlags(named),
    ...(schema === undefined ? {} : { schema: resolve(cwd, schema) }),
    ...(entities === undefined || project.entities !== undefined
      ? {}
      : { entities: resolve(cwd, entities), isEntitiesNamed: true }),
  }));
}
