import { Command } from 'commander';
import type { ExitCode } from './exit-code.ts';
import { type Flag, optionOf } from './flags.ts';
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
    for (const [field, flag] of flagsOf(definition.flags)) command.addOption(optionOf(field, flag));
    if (definition.note) command.addHelpText('after', `\n${definition.note}`);
    return command.action(async (...given) => {
      const run = await definition.load();
      // Commander hands over the arguments, the options and the command; it has checked them as they are declared above.
      const values = given.slice(0, -1) as [...Values<Arguments>, options: Options];
      finish(await run(...values, terminal));
    });
  };
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
