import { projectAccess } from '../../../core/guarantees/access/project-access.ts';
import { loadProject } from '../../../project/loading/load.ts';
import { ACCESS_FORMATS, type AccessFormat } from '../../../reporters/access/index.ts';
import { painter } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { effortOf, hintAtBudget } from '../../projects/budget.ts';
import { unwrap } from '../../projects/inputs.ts';
import { namedProject } from '../../projects/one-project.ts';
import { endedBySignal } from '../../terminal/interrupts.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface MatrixOptions {
  /** A file with links of templates. */
  readonly templateLinked?: string;
  readonly as?: string;
  readonly filter: readonly string[];
  /** In seconds. */
  readonly budget?: number;
  readonly format: AccessFormat;
}

/** `authz matrix` */
export async function matrix(
  path: string | undefined,
  options: MatrixOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const files = await namedProject(path, options, terminal);
  const input = unwrap(await loadProject(files, terminal.cwd), terminal);
  const { as, budget, filter: filters } = options;
  const access = unwrap(
    await endedBySignal(() => projectAccess(input, { as, filters, ...effortOf(budget) })),
    terminal,
  );
  terminal.out(ACCESS_FORMATS[options.format](access, painter(terminal.color.out)));
  const cells = access.rows.flatMap((row) => row.cells);
  hintAtBudget(
    cells.flatMap((cell) => ('reason' in cell ? [cell.reason] : [])),
    terminal,
  );
  return EXIT_CODES.ok;
}
