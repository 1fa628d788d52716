import type { FileOverrides, ProjectFiles } from '../../project/project-files.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { fail, unwrap } from './inputs.ts';
import { chooseProjects } from './projects.ts';

/** Where a project is looked for. */
export interface ProjectPlace {
  /** The terminal's when left out. */
  readonly cwd?: string;
  readonly paths?: readonly string[];
  readonly overrides?: FileOverrides;
}

/** The files of a command that is about one project; several are refused. */
export async function oneProject(
  terminal: Terminal,
  { cwd = terminal.cwd, paths = [], overrides = {} }: ProjectPlace = {},
): Promise<ProjectFiles> {
  const [files, ...others] = unwrap(await chooseProjects(paths, overrides, cwd), terminal);
  if (!files || others.length > 0)
    fail('project-ambiguous', 'there are several projects here', 'change to the folder of one of them');
  return files;
}
