import type { Argument, Command, Option } from 'commander';
import { EXIT_CODE_HELP } from '../src/cli/exit-code.ts';
import { buildProgram } from '../src/cli/program.ts';
import type { Terminal } from '../src/cli/terminal/terminal.ts';

/** `docs/commands.md`: every command with its arguments and flags, as `authz help <command>` has them. */
export function commandsPage(): string {
  const program = buildProgram(
    {} as Terminal, // Nothing is run.
    () => undefined,
  );
  const commands = program.createHelp().visibleCommands(program);
  return [HEAD, everyCommand(program), ...commands.filter((one) => one.name() !== 'help').map(section)].join(
    '\n',
  );
}

const HEAD = `# Commands

\`authz help <command>\` prints the same. Results are written to standard output; errors, warnings and remarks to standard error.

This page is made by \`npm run docs\` from [\`src/cli/program.ts\`](../src/cli/program.ts).
`;

function everyCommand(program: Command): string {
  return `\
## Every command

${table(program.createHelp().visibleOptions(program))}

**Exit codes** tell how a command went:

${indented(EXIT_CODE_HELP.replace(/^.*\n/, ''))}

What is so of all commands:

- **\`--json\`** is taken by each command that prints a table or a report. It means \`--format json\`, or \`--reporter json\`.
- **\`--quiet\`** leaves out remarks, such as which files were written, and the report of a check that ends with exit code 0. Errors and
  warnings stay, and so does what was asked for in a form of its own: \`authz test --quiet --json\` prints JSON.
- **Colors** are for terminals. \`NO_COLOR\` and \`--no-color\` take them away, \`FORCE_COLOR\` and \`--color\` bring them into files and logs; the flags count more.
- **Pages**: what is longer than the screen is shown in \`less\`, or in what \`AUTHZ_PAGER\` or \`PAGER\` names. \`--no-pager\`, or \`cat\` as the
  pager, prints it as it is. Output that goes to a file or a program, or is printed in CI, has no pages; neither has a file that goes to the
  screen (\`--out -\`, \`authz completion\`).
`;
}

function section(command: Command): string {
  const help = command.createHelp();
  const rows = [
    ...command.registeredArguments.map((argument) => row(written(argument), argument.description)),
    ...optionRows(help.visibleOptions(command)),
  ];
  const parts = [
    `## \`authz ${command.name()}\``,
    sentence(command.description()),
    `    authz ${command.name()} ${command.usage()}`,
    ...(rows.length > 0 ? [`${HEADER}${rows.join('\n')}`] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

const HEADER = '|  |  |\n|---|---|\n';

function table(options: readonly Option[]): string {
  return `${HEADER}${optionRows(options).join('\n')}`;
}

function written(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

function optionRows(options: readonly Option[]): string[] {
  return options
    .filter((option) => option.long !== '--help')
    .map((option) => row(option.flags, `${option.description}${fallback(option)}`));
}

function fallback({ defaultValue, defaultValueDescription, negate }: Option): string {
  if (defaultValueDescription !== undefined) return ` (default: ${defaultValueDescription})`;
  return defaultValue === undefined || negate ? '' : ` (default: ${defaultValue})`;
}

function row(written: string, text: string): string {
  return `| \`${written.replaceAll('|', '\\|')}\` | ${text.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `    ${line.trimStart()}`)
    .join('\n');
}
