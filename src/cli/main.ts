import { visible } from '../reporters/words/wording.ts';
import { EXIT_CODES } from './exit-code.ts';
import { runProgram } from './run-program.ts';
import { processTerminal } from './terminal/terminal.ts';
import { tuneForStartup } from './terminal/v8-flags.ts';

const terminal = processTerminal(process.argv);

process.on('SIGINT', () => process.exit(EXIT_CODES.interrupted));
for (const stream of [process.stdout, process.stderr]) stream.on('error', stopWriting);

void runProgram(process.argv, terminal, tuneForStartup).then((exitCode) => {
  process.exitCode = exitCode;
});

/** A reader that has seen enough, such as `head`, is not an error: the command goes on, and its exit code still tells how it went. */
function stopWriting(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') return;
  terminal.err(`error: the output cannot be written: ${visible(error.message)}\n`);
  process.exit(EXIT_CODES.unusable);
}
