import { CommanderError } from 'commander';
import { InputError } from '../core/diagnostic.ts';
import { visible } from '../reporters/wording.ts';
import { EXIT_CODES, type ExitCode } from './exit-code.ts';
import { buildProgram } from './program.ts';
import { processTerminal, showDiagnostics } from './terminal.ts';

const terminal = processTerminal(process.argv);

process.on('SIGINT', () => process.exit(EXIT_CODES.interrupted));
// A reader that has seen enough, such as `head`, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(EXIT_CODES.ok);
});

process.exitCode = await run(process.argv);

/** The one place where thrown errors end: expected ones in words, anything else with its stack. */
async function run(argv: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT_CODES.ok;
  const program = buildProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    return explain(error);
  }
}

function explain(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.ok : EXIT_CODES.unusable;
  if (error instanceof InputError) {
    showDiagnostics(error.diagnostics, terminal);
    return EXIT_CODES.unusable;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const lines = stack.split('\n').map(visible).join('\n');
  terminal.err(`error: this is a defect of authz, please report it\n${lines}\n`);
  return EXIT_CODES.unusable;
}
