import type { Command, CommanderError } from 'commander';
import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';

/** What commander has to say about a command line, as one of our own diagnostics; `command` is the one that it is about, if it is a known one. */
export function usageProblem(error: CommanderError, command?: Command): Diagnostic {
  const [, message = '', similar] =
    /^(?:error: )?(.*?)(?:\n\(Did you mean (.*)\?\))?$/s.exec(error.message) ?? [];
  const near = namesakeOf(message, command) ?? similar;
  const help = near ? `did you mean ${quoted(near)}?` : whereToLook(message, command);
  return { severity: 'error', code: 'usage', message: inOurWords(message), help };
}

/** What other commands, or other tools, call the same option. */
const OPTION_NAMESAKES: ReadonlyMap<string, string> = new Map([
  ['--format', '--reporter'],
  ['--reporter', '--format'],
  ['--grep', '--filter'],
  ['--spec', '--api-spec'],
  ['--openapi', '--api-spec'],
]);

/** What other tools, that of Cedar above all, call what a command does. */
const COMMAND_NAMESAKES: ReadonlyMap<string, string> = new Map([
  ['authorize', 'explain'],
  ['check', 'validate'],
  ['check-parse', 'validate'],
  ['evaluate', 'explain'],
  ['fmt', 'format'],
  ['generate', 'generate-schema, generate-policies, generate-fixtures, generate-slices'],
  ['lint', 'validate'],
  ['run', 'test'],
  ['run-tests', 'test'],
  ['symcc', 'prove, diff'],
  ['version', '--version'],
]);

function namesakeOf(message: string, command: Command | undefined): string | undefined {
  const [, kind, word = ''] = /^unknown (command|option) '([\w-]+)'/.exec(message) ?? [];
  if (kind === 'command') return COMMAND_NAMESAKES.get(word);
  if (kind === 'option' && word === '-v') return '--version';
  return command?.options.find(({ long }) => long === OPTION_NAMESAKES.get(word))?.long;
}

const TOO_MANY = /^(too many arguments for '.*?')\. Expected (\d+) arguments? but got \d+: (.*)\.$/s;

function whereToLook(message: string, command: Command | undefined): string {
  if (command === undefined) return '`authz --help` lists the commands, `authz help <command>` its options';
  const [, , , given = ''] = TOO_MANY.exec(message) ?? [];
  // Other tools take the description as an argument.
  const isSpec = /^(?:classify|generate-schema)$/.test(command.name()) && /\.(?:ya?ml|json)$/.test(given);
  if (isSpec) return `write \`--api-spec ${given}\``;
  return `\`authz help ${command.name()}\` lists what it takes`;
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
