import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { InputError } from '../../core/diagnostics/diagnostic.ts';
import { findProjectFolder, missingPath } from '../../project/loading/project.ts';
import type { FileOverrides, ProjectFiles } from '../../project/project-files.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { fail, unwrap } from './inputs.ts';
import { chooseProjects, type PartsNamed } from './projects.ts';

/** Where a project is looked for: around the working directory, unless something is said. */
export interface ProjectPlace {
  readonly paths?: readonly string[];
  /** Missing for a command without such flags. */
  readonly overrides?: PartsNamed;
}

/** The files of a command that is about one project; several are refused. */
export async function oneProject(
  terminal: Terminal,
  { paths = [], overrides }: ProjectPlace = {},
): Promise<ProjectFiles> {
  const [files, ...others] = unwrap(await chooseProjects(paths, overrides, terminal.cwd), terminal);
  if (!files || others.length > 0)
    fail('project-ambiguous', 'there are several projects here', 'change to the folder of one of them');
  return files;
}

/** The project that the command line names by a path: the whole of it, wherever in it the path leads; with the links that it names. */
export async function namedProject(
  path: string | undefined,
  { templateLinked }: Pick<FileOverrides, 'templateLinked'>,
  terminal: Terminal,
): Promise<ProjectFiles> {
  const named = templateLinked === undefined ? {} : { overrides: { templateLinked, isOnlyLinks: true } };
  if (path === undefined) return oneProject(terminal, named);
  const absolute = resolve(terminal.cwd, path);
  if (!existsSync(absolute)) throw new InputError([missingPath(path, terminal.cwd)]);
  return oneProject(terminal, { ...named, paths: [findProjectFolder(absolute) ?? path] });
}
