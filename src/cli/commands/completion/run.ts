import { SHELLS } from '../../choices.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { fail, helpWithName } from '../../projects/inputs.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { SCRIPTS } from './scripts.ts';

/** `authz completion`: the script that a shell evaluates. */
export async function completion(written: string, _: object, terminal: Terminal): Promise<ExitCode> {
  const shell = SHELLS.find((known) => known === written);
  if (shell === undefined) return unknownShell(written);
  terminal.out(SCRIPTS[shell]);
  return EXIT_CODES.ok;
}

function unknownShell(written: string): never {
  return fail(
    'usage',
    `authz cannot complete in the shell \`${written}\``,
    helpWithName(written, SHELLS, 'shells'),
  );
}
