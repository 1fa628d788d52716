import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { buildProgram } from '../../program.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { type AskedWord, askedAt } from './asked.ts';
import { type Completion, candidatesFor } from './candidates.ts';

/** `authz complete`: a candidate on each line, then a tab and what it is. Whatever goes wrong, there is no candidate, and no message. */
export async function complete(words: readonly string[], _: object, terminal: Terminal): Promise<ExitCode> {
  const asked = askedAt(
    words,
    buildProgram(terminal, () => undefined),
  );
  const candidates = await candidatesFor(asked, terminal.cwd);
  terminal.out(
    candidates
      .filter((candidate) => fits(candidate, asked))
      .map(line)
      .join(''),
  );
  return EXIT_CODES.ok;
}

function fits({ text }: Completion, { typed }: AskedWord): boolean {
  return text.startsWith(typed);
}

/** Names come from files that anybody may have written: what would break the line, or move a cursor, is not a candidate. */
function line({ text, description = '' }: Completion): string {
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) return '';
  return `${text}\t${description.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')}\n`;
}
