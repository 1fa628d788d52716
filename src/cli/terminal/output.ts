import { EXIT_CODES, type ExitCode } from '../exit-code.ts';
import type { Terminal } from './terminal.ts';

/**
 * What a command has on standard output:
 * - `answer`: what was asked for, such as a table;
 * - `report`: how a check went;
 * - `record`: what the command does, before and while it does it;
 * - `stream`: anything else, written as it comes: a file, a list of files, a screen.
 */
export type OutputKind = 'answer' | 'report' | 'record' | 'stream';

interface OutputRule {
  /** Longer than the screen, it is shown a page at a time. */
  readonly isPaged: boolean;
  /** `--quiet` leaves it out when the command ends with 0. */
  readonly isRemark: boolean;
}

const RULES: Readonly<Record<OutputKind, OutputRule>> = {
  answer: { isPaged: true, isRemark: false },
  report: { isPaged: true, isRemark: true },
  record: { isPaged: false, isRemark: true },
  stream: { isPaged: false, isRemark: false },
};

export interface OutputOptions {
  readonly kind: OutputKind;
  /** With `--quiet`. */
  readonly isQuiet: boolean;
  /** False with `--no-pager`. */
  readonly mayPage: boolean;
  /** Whether the form of the output was chosen with a flag: then somebody wants it, whatever `--quiet` says. */
  readonly isFormChosen: boolean;
}

/** Runs a command, and shows what it has on standard output as its kind is shown: as it comes, a page at a time, or not at all. */
export async function showOutput(
  { kind, isQuiet, mayPage, isFormChosen }: OutputOptions,
  terminal: Terminal,
  run: (terminal: Terminal) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { isPaged, isRemark } = RULES[kind];
  const given = isQuiet ? { ...terminal, isQuiet, note: () => undefined } : terminal;
  const show = isPaged && mayPage ? (terminal.page ?? terminal.out) : terminal.out;
  const isLeftOut = isQuiet && isRemark && !isFormChosen;
  if (show === terminal.out && !isLeftOut) return await run(given);
  const parts: string[] = [];
  let code: ExitCode = EXIT_CODES.unusable;
  try {
    code = await run({ ...given, out: (text) => void parts.push(text) });
    return code;
  } finally {
    const text = parts.join('');
    if (text !== '' && !(isLeftOut && code === EXIT_CODES.ok)) await show(text);
  }
}
