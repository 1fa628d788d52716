import { buildProgram } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import type { Run } from './cli.ts';

export interface ProgramRun extends Run {
  /** The texts that were shown a page at a time. */
  readonly paged: readonly string[];
  /** Both streams, in the order in which they were written. */
  readonly all: string;
}

export interface ProgramOptions {
  /** Whether there is a screen, which has a pager. */
  readonly isScreen?: boolean;
}

/** Runs a command of the program in this process: as `authz` does, without the time that starting Node takes. */
export async function runProgram(
  cwd: string,
  args: readonly string[],
  { isScreen = false }: ProgramOptions = {},
): Promise<ProgramRun> {
  let code: number | null = null;
  let stdout = '';
  let stderr = '';
  let all = '';
  const paged: string[] = [];
  const terminal: Terminal = {
    cwd,
    out: (text) => {
      stdout += text;
      all += text;
    },
    err: (text) => {
      stderr += text;
      all += text;
    },
    note: (text) => {
      stderr += text;
      all += text;
    },
    columns: 80,
    isScreen,
    color: { out: false, err: false },
    ...(isScreen ? { page: async (text) => void paged.push(text) } : {}),
  };
  const program = buildProgram(terminal, (given) => {
    code = given;
  });
  await program.parseAsync(args, { from: 'user' });
  return { code, stdout, stderr, paged, all };
}
