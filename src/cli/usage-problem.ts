import type { CommanderError } from 'commander';
import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';

/** What commander has to say about a command line, as one of our own diagnostics; `command` is the one that it is about, if it is a known one. */
export function usageProblem(error: CommanderError, command?: string): Diagnostic {
  const [, message = '', near] =
    /^(?:error: )?(.*?)(?:\n\(Did you mean (.*)\?\))?$/s.exec(error.message) ?? [];
  const help = near ? `did you mean ${quoted(near)}?` : whereToLook(message, command);
  return { severity: 'error', code: 'usage', message: inOurWords(message), help };
}

const TOO_MANY = /^(too many arguments for '.*?')\. Expected (\d+) arguments? but got \d+: (.*)\.$/s;

function whereToLook(message: string, command: string | undefined): string {
  if (command === undefined) return '`authz --help` lists the commands, `authz help <command>` its options';
  const [, , , given = ''] = TOO_MANY.exec(message) ?? [];
  // Other tools take the description as an argument.
  const isSpec = /^(?:classify|generate-schema)$/.test(command) && /\.(?:ya?ml|json)$/.test(given);
  if (isSpec) return `write \`--api-spec ${given}\``;
  return `\`authz help ${command}\` lists what it takes`;
}

function inOurWords(message: string): string {
  return message
    .replace(TOO_MANY, (_, tooMany, most, given) => `${tooMany}: ${surplus(given, Number(most))}`)
    .replaceAll(/'([^']*)'/g, '`$1`')
    .replace(' is invalid. ', ' is not usable: ')
    .replace('. Expected ', ', expected ');
}

/** Those arguments that nothing takes. */
function surplus(given: string, most: number): string {
  const others = given.split(', ').slice(most);
  return others.map((argument) => `'${argument}'`).join(', ');
}

/** `x`, or `one of x, y`. */
function quoted(words: string): string {
  return words.replaceAll(/-*\w[\w-]*(?=,|$)/g, '`$&`');
}
