import type { CommanderError } from 'commander';
import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';

/** What commander has to say about a command line, as one of our own diagnostics. */
export function usageProblem(error: CommanderError): Diagnostic {
  const [, message = '', near] =
    /^(?:error: )?(.*?)(?:\n\(Did you mean (.*)\?\))?$/s.exec(error.message) ?? [];
  const help = near
    ? `did you mean ${quoted(near)}?`
    : '`authz --help` lists the commands, `authz help <command>` its options';
  return { severity: 'error', code: 'usage', message: inOurWords(message), help };
}

function inOurWords(message: string): string {
  return message
    .replaceAll(/'([^']*)'/g, '`$1`')
    .replace(' is invalid. ', ' is not usable: ')
    .replace('. Expected ', ', expected ');
}

/** `x`, or `one of x, y`. */
function quoted(words: string): string {
  return words.replaceAll(/-*\w[\w-]*(?=,|$)/g, '`$&`');
}
