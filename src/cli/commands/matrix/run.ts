import { resolve } from 'node:path';
import { projectAccess } from '../../../core/guarantees/access/project-access.ts';
import { loadProject } from '../../../project/load.ts';
import { ACCESS_FORMATS, type AccessFormat } from '../../../reporters/access/index.ts';
import { painter } from '../../../reporters/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { fail, unwrap } from '../../projects/inputs.ts';
import { chooseProjects } from '../../projects/projects.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface MatrixOptions {
  readonly as?: string;
  readonly format: AccessFormat;
}

/** `authz matrix` */
export async function matrix(
  path: string | undefined,
  options: MatrixOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const cwd = path === undefined ? terminal.cwd : resolve(terminal.cwd, path);
  const [files, ...others] = unwrap(await chooseProjects([], {}, cwd), terminal);
  if (!files || others.length > 0)
    fail('project-ambiguous', 'there are several projects here', 'go into the folder of one');
  const access = unwrap(projectAccess(unwrap(await loadProject(files, cwd), terminal), options.as), terminal);
  terminal.out(ACCESS_FORMATS[options.format](access, painter(terminal.color.out)));
  return EXIT_CODES.ok;
}
