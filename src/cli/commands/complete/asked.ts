import type { Argument, Command, Option } from 'commander';
import { FlagOption } from '../../flags.ts';

/** What the last word may be. */
export type AskedWord = {
  /** What stands there so far: candidates begin with it. */
  readonly typed: string;
} & (
  | { readonly type: 'command'; readonly commands: readonly Command[] }
  | { readonly type: 'flag'; readonly options: readonly Option[] }
  | {
      readonly type: 'value';
      /** The name of the argument or of the flag's value, such as `file` or `principal`. */
      readonly name: string;
      /** The closed list of values; empty if there is none. */
      readonly values: readonly string[];
      /** What stands before the value in the same word: `--reporter=`. */
      readonly before: string;
      /** The arguments before it, in their order. */
      readonly given: readonly string[];
    }
  | { readonly type: 'nothing' }
);

/** Reads the words as the program would, up to the last, which is still being typed. */
export function askedAt(words: readonly string[], program: Command): AskedWord {
  const typed = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const at = before.findIndex((word) => !word.startsWith('-'));
  const commands = program.commands.filter((known) =>
    program.createHelp().visibleCommands(program).includes(known),
  );
  if (at < 0) return typed.startsWith('-') ? flags(program, typed) : { type: 'command', commands, typed };
  const command = commands.find((known) => known.name() === before[at]);
  if (!command) return { type: 'nothing', typed };
  if (command.name() === 'help') return { type: 'command', commands, typed };
  return askedOf(command, before.slice(at + 1), typed);
}

function askedOf(command: Command, before: readonly string[], typed: string): AskedWord {
  const given: string[] = [];
  let open: Option | undefined;
  let isRaw = false;
  for (const word of before) {
    if (open) open = undefined;
    else if (word === '--') isRaw = true;
    else if (!isRaw && word.startsWith('-')) open = openOption(command, word);
    else given.push(word);
  }
  if (open) return valueAsked(open, '', given, typed);
  const [, flag, value] = /^(--[^=]+)=(.*)$/s.exec(typed) ?? [];
  const named = flag === undefined ? undefined : optionNamed(command, flag);
  if (named && value !== undefined && !isRaw) return valueAsked(named, `${flag}=`, given, typed);
  if (typed.startsWith('-') && !isRaw) return flags(command, typed);
  const argument = argumentAt(command.registeredArguments, given.length);
  if (!argument) return { type: 'nothing', typed };
  return {
    type: 'value',
    name: argument.name(),
    values: argument.argChoices ?? [],
    before: '',
    given,
    typed,
  };
}

function flags(command: Command, typed: string): AskedWord {
  const help = command.createHelp();
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  return { type: 'flag', options, typed };
}

/** The option that wants the next word as its value. */
function openOption(command: Command, word: string): Option | undefined {
  const option = optionNamed(command, word);
  return option?.required ? option : undefined;
}

function optionNamed(command: Command, word: string): Option | undefined {
  return command.options.find(({ long, short }) => word === long || word === short);
}

function valueAsked(option: Option, before: string, given: readonly string[], typed: string): AskedWord {
  const name = /[<[]([^.\]>]+)/.exec(option.flags)?.[1] ?? '';
  const values = option instanceof FlagOption ? option.values : [];
  return { type: 'value', name, values, before, given, typed };
}

/** The argument at a position; the last one may take all that follow. */
function argumentAt(declared: readonly Argument[], index: number): Argument | undefined {
  const last = declared.at(-1);
  return declared[index] ?? (last?.variadic ? last : undefined);
}
