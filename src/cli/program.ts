import { Command } from 'commander';
import { nearest } from '../core/diagnostics/did-you-mean.ts';
import { type CommandBuilder, helpOf } from './command.ts';
import { classifyCommand } from './commands/classify/command.ts';
import { completeCommand } from './commands/complete/command.ts';
import { completionCommand } from './commands/completion/command.ts';
import { diffCommand } from './commands/diff/command.ts';
import { explainCommand } from './commands/explain/command.ts';
import { formatCommand } from './commands/format/command.ts';
import { generateFixturesCommand } from './commands/generate-fixtures/command.ts';
import { generatePoliciesCommand } from './commands/generate-policies/command.ts';
import { generateSchemaCommand } from './commands/generate-schema/command.ts';
import { generateSlicesCommand } from './commands/generate-slices/command.ts';
import { importHarCommand } from './commands/import-har/command.ts';
import { importLogCommand } from './commands/import-log/command.ts';
import { initCommand } from './commands/init/command.ts';
import { matrixCommand } from './commands/matrix/command.ts';
import { mergeReportsCommand } from './commands/merge-reports/command.ts';
import { mutateCommand } from './commands/mutate/command.ts';
import { proveCommand } from './commands/prove/command.ts';
import { publishCommand } from './commands/publish/command.ts';
import { testCommand } from './commands/test/command.ts';
import { validateCommand } from './commands/validate/command.ts';
import { watchCommand } from './commands/watch/command.ts';
import { EXIT_CODE_HELP, EXIT_CODES, type ExitCode } from './exit-code.ts';
import type { Terminal } from './terminal/terminal.ts';
import { packageVersion } from './version.ts';

/** Every command, in the order in which help lists them. */
const COMMANDS: readonly CommandBuilder[] = [
  initCommand,
  classifyCommand,
  generateSchemaCommand,
  generatePoliciesCommand,
  generateFixturesCommand,
  generateSlicesCommand,
  importHarCommand,
  importLogCommand,
  testCommand,
  explainCommand,
  diffCommand,
  proveCommand,
  mutateCommand,
  matrixCommand,
  watchCommand,
  mergeReportsCommand,
  validateCommand,
  formatCommand,
  publishCommand,
  completionCommand,
];

/**
 * The whole command line. Only the flags are loaded with it; each command's work is imported when the command runs, so that `--help` and
 * `--version` load neither the engine nor a terminal UI.
 */
export function buildProgram(terminal: Terminal, finish: (code: ExitCode) => void): Command {
  const program = new Command('authz')
    .description(
      'From an OpenAPI file to tested Cedar policies: who may call what, on which resource, and why',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .configureHelp({ showGlobalOptions: true, minWidthToWrap: NARROWEST })
    .option('-q, --quiet', 'print no remarks, and nothing of a check that passes')
    .option('--no-pager', 'print long output as it is (AUTHZ_PAGER and PAGER name another pager than less)')
    .option('--color', 'print with colors, also when the output is not a terminal')
    .option('--no-color', 'print without colors (NO_COLOR and FORCE_COLOR are respected as well)')
    .addHelpText('after', ({ command }) => `\n${exitCodeHelp(command)}`)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err, outputError: () => undefined });
  for (const build of COMMANDS) program.addCommand(build(terminal, finish).copyInheritedSettings(program));
  program.addCommand(completeCommand(terminal, finish).copyInheritedSettings(program), { hidden: true });
  program
    .command('help')
    .description('show help for a command')
    .argument('[command]')
    .action(async (name?: string) => {
      const text = helpFor(name, program);
      const show = program.opts().pager === false ? terminal.out : (terminal.page ?? terminal.out);
      await show(text);
      finish(EXIT_CODES.ok);
    });
  return program;
}

/** Beside the longest flag, less than commander's 40 columns are left of 80. */
const NARROWEST = 30;

/** With long lines in several. */
function exitCodeHelp(command: Command): string {
  const helper = helpOf(command);
  const [head = '', ...codes] = EXIT_CODE_HELP.split('\n');
  return [head, ...codes.map((line) => helper.formatItem(line.slice(2, 5), 3, line.slice(7), helper))].join(
    '\n',
  );
}

/** As `git help` does, unlike `--help`: a page at a time where it is longer than the screen. */
function helpFor(name: string | undefined, program: Command): string {
  const command = name === undefined ? program : program.commands.find((known) => known.name() === name);
  if (command) {
    const parts: string[] = [];
    command.configureOutput({ writeOut: (text) => void parts.push(text) }).outputHelp();
    return parts.join('');
  }
  const near = nearest(
    name ?? '',
    program.commands.map((known) => known.name()),
  );
  return program.error(`unknown command '${name}'${near ? `\n(Did you mean ${near}?)` : ''}`);
}
