import { type Command, CommanderError } from 'commander';
import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';
import { visible } from '../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from './exit-code.ts';
import { isInputError } from './input-error.ts';
import { buildProgram } from './program.ts';
import type { Terminal } from './terminal/terminal.ts';

/**
 * Runs one command line, as in `process.argv`. The one place where thrown errors end: expected ones in words, anything else with its stack.
 * `beforeCommand` is called when a command is about to run, rather than to show its help.
 */
export async function runProgram(
  argv: readonly string[],
  terminal: Terminal,
  beforeCommand: () => void = () => undefined,
): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT_CODES.ok;
  let known: readonly Command[] = [];
  try {
    const program = buildProgram(terminal, (code) => {
      exitCode = code;
    });
    known = program.commands;
    await program.hook('preAction', beforeCommand).parseAsync(argv);
    return exitCode;
  } catch (error) {
    // Flags of all commands may stand before it; none of them takes a value.
    const first = argv.slice(2).find((argument) => !argument.startsWith('-')) ?? '';
    const command = known.find((one) => one.name() === first && first !== 'help');
    return explain(error, terminal, command);
  }
}

async function explain(error: unknown, terminal: Terminal, command: Command | undefined): Promise<ExitCode> {
  const problems = await expectedProblems(error, command);
  if (problems) {
    if (problems.length > 0)
      (await import('./terminal/show-diagnostics.ts')).showDiagnostics(problems, terminal);
    return error instanceof CommanderError && error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.unusable;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const lines = stack.split('\n').map(visible).join('\n');
  terminal.err(`error: this is a defect of authz, please report it\n${lines}\n`);
  return EXIT_CODES.unusable;
}

/** `undefined` when the error is a defect of this program. */
async function expectedProblems(
  error: unknown,
  command: Command | undefined,
): Promise<readonly Diagnostic[] | undefined> {
  if (isInputError(error)) return error.diagnostics;
  if (!(error instanceof CommanderError)) return undefined;
  // Commander reports by throwing, too, that it has shown the help or the version.
  if (error.exitCode === 0 || error.code === 'commander.help') return [];
  return [(await import('./usage-problem.ts')).usageProblem(error, command)];
}
