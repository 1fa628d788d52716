import { Command, type Help, Option } from 'commander';
import { safeJson } from '../reporters/words/wording.ts';
import type { ExitCode } from './exit-code.ts';
import { type Flag, optionOf } from './flags.ts';
import { isInputError } from './input-error.ts';
import { type OutputKind, showOutput } from './terminal/output.ts';
import type { Terminal } from './terminal/terminal.ts';

/** An argument as help shows it, with what it is for: `['<url>', 'path and query']`, `['[paths...]', ...]`. */
export type Argument = readonly [written: `<${string}>` | `[${string}]`, description: string];

/** A flag for each field of a command's options; a field without a flag, or a flag without a field, does not compile. */
export type Flags<Options> = {
  readonly [Field in keyof Options]-?: Flag<Exclude<Options[Field], undefined>>;
};

/** What one command takes, and how its work is loaded. */
export interface CommandDefinition<Arguments extends readonly Argument[], Options> {
  readonly name: string;
  readonly description: string;
  readonly arguments: Arguments;
  readonly flags: Flags<NoInfer<Options>>;
  /** What it has on standard output, or has with some flags. A command that can print JSON there takes `--json`, too. */
  readonly output: OutputKind | ((options: NoInfer<Options>) => OutputKind);
  /** Shown below the flags in help. */
  readonly note?: string;
  /** Called when the command runs: whatever the command needs is imported here, not with its flags. */
  readonly load: () => Promise<
    (...given: [...Values<Arguments>, options: Options, terminal: Terminal]) => Promise<ExitCode>
  >;
}

/** Makes the commander command. `finish` is told the exit code of the command that has run. */
export type CommandBuilder = (terminal: Terminal, finish: (code: ExitCode) => void) => Command;

/** A command for `program.ts`; its flags are checked against the options of the function that it loads. */
export function defineCommand<const Arguments extends readonly Argument[], Options>(
  definition: CommandDefinition<Arguments, Options>,
): CommandBuilder {
  return (terminal, finish) => {
    const command = new Command(definition.name).description(definition.description);
    for (const [written, description] of definition.arguments) command.argument(written, description);
    const flags = flagsOf(definition.flags);
    for (const [field, flag] of flags) command.addOption(optionOf(field, flag));
    const form = flags.find(([field, flag]) => isFormFlag(field, flag));
    if (form?.[1].values?.includes('json')) command.addOption(JSON_OPTION);
    const { note } = definition;
    if (note) command.addHelpText('after', ({ command: told }) => `\n${wrapped(note, told)}`);
    return command.action(async (...given) => {
      const run = await definition.load();
      // Commander hands over the arguments, the options and the command; it has checked them as they are declared above.
      const { options, isFormChosen } = chooseForm(form?.[0], given.at(-2), command);
      const values = [...given.slice(0, -2), options] as [...Values<Arguments>, options: Options];
      const { quiet = false, pager = true } = command.optsWithGlobals<GlobalOptions>();
      const kind =
        typeof definition.output === 'function' ? definition.output(options as Options) : definition.output;
      const output = { kind, isQuiet: quiet, mayPage: pager, isFormChosen };
      let hasOutput = false;
      const runSeen = (shown: Terminal) => {
        const out = (text: string) => {
          hasOutput = true;
          shown.out(text);
        };
        return run(...values, { ...shown, out });
      };
      try {
        finish(await showOutput(output, terminal, runSeen));
      } catch (error) {
        if (!hasOutput && isJsonChosen(options, form?.[0])) await printProblemsAsJson(error, terminal);
        throw error;
      }
    });
  };
}

function isJsonChosen(options: Readonly<Record<string, unknown>>, field: string | undefined): boolean {
  return field !== undefined && [options[field]].flat().includes('json');
}

/** Whoever reads the JSON learns from it, too, that input is unusable; a command that is called in a wrong way has nothing to say there. */
async function printProblemsAsJson(error: unknown, terminal: Terminal): Promise<void> {
  if (!isInputError(error) || error.diagnostics.every(({ code }) => WRONG_CALLS.has(code))) return;
  const { diagnosticJson } = await import('../reporters/report/json.ts');
  terminal.out(`${safeJson({ diagnostics: error.diagnostics.map(diagnosticJson) })}\n`);
}

/** The codes of a command line that says what no command takes. */
const WRONG_CALLS: ReadonlySet<string> = new Set(['usage', 'reporters-collide']);

/** What prints the help of a command, for texts that are not of commander. */
export function helpOf(command: Command): Help {
  const helper = command.createHelp();
  helper.prepareContext({ helpWidth: command.configureOutput().getOutHelpWidth?.() ?? 80 });
  return helper;
}

function wrapped(text: string, command: Command): string {
  const helper = helpOf(command);
  return helper.boxWrap(text, helper.helpWidth ?? 80);
}

/** The flags of every command, see `program.ts`. */
interface GlobalOptions {
  readonly quiet?: boolean;
  readonly pager?: boolean;
}

const JSON_OPTION = new Option('--json', 'print JSON');

/** The flag that chooses the form of what is printed; `--format` of a command that writes a file is about the file. */
function isFormFlag(field: string, { fallback }: Flag<unknown>): boolean {
  return field === 'reporter' || (field === 'format' && fallback !== undefined);
}

/** The options with what `--json` means for the form, and whether the form was chosen on the command line at all. */
function chooseForm(
  field: string | undefined,
  given: Readonly<Record<string, unknown>>,
  command: Command,
): { readonly options: Readonly<Record<string, unknown>>; readonly isFormChosen: boolean } {
  if (field === undefined) return { options: given, isFormChosen: false };
  const isChosen = command.getOptionValueSource(field) === 'cli';
  const { json, ...options } = given;
  if (json !== true) return { options, isFormChosen: isChosen };
  const form = options[field];
  if (Array.isArray(form)) return { options: { ...options, [field]: [...form, 'json'] }, isFormChosen: true };
  if (isChosen && form !== 'json')
    command.error(`option '--json' cannot be used with option '--${field} ${form}'`);
  return { options: { ...options, [field]: 'json' }, isFormChosen: true };
}

type Values<Arguments extends readonly Argument[]> = {
  -readonly [Index in keyof Arguments]: ArgumentValue<Arguments[Index][0]>;
};

type ArgumentValue<Written extends string> = Written extends `${string}...${string}`
  ? readonly string[]
  : Written extends `<${string}>`
    ? string
    : string | undefined;

function flagsOf<Options>(flags: Flags<Options>): [field: string, Flag<unknown>][] {
  return Object.entries(flags);
}
