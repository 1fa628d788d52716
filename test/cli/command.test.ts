import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommanderError } from 'commander';
import { describe, expect, it } from 'vitest';
import { defineCommand } from '../../src/cli/command.ts';
import type { ExitCode } from '../../src/cli/exit-code.ts';
import { choice, given, negated, text, texts } from '../../src/cli/flags.ts';
import { buildProgram } from '../../src/cli/program.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';

interface SendOptions {
  readonly outDir?: string;
  readonly tag?: readonly string[];
  readonly force?: boolean;
  readonly color: boolean;
  readonly format: 'short' | 'long';
}

const FLAGS = {
  outDir: text('folder', 'where to write'),
  tag: texts('name', 'tags'),
  force: given('overwrite'),
  color: negated('no colors'),
  format: { ...choice('format', 'how to print', ['short', 'long']), fallback: 'short' as const },
};

/** The arguments and options that the command's function gets. */
async function ran(...argv: readonly string[]): Promise<unknown[]> {
  const calls: unknown[][] = [];
  const send = async (
    to: string,
    paths: readonly string[],
    options: SendOptions,
    _terminal: Terminal,
  ): Promise<ExitCode> => {
    calls.push([to, paths, options]);
    return 2;
  };
  const build = defineCommand({
    name: 'send',
    output: 'stream',
    description: 'send paths',
    arguments: [
      ['<to>', 'whom'],
      ['[paths...]', 'what'],
    ],
    flags: FLAGS,
    load: async () => send,
  });
  const codes: ExitCode[] = [];
  const terminal = {} as Terminal; // The function above does not use it.
  const command = build(terminal, (code) => codes.push(code));
  await command
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .parseAsync(argv, { from: 'user' });
  expect(codes).toEqual([2]);
  return calls[0] ?? [];
}

describe('a command', () => {
  it('gets its arguments and the value of each flag', async () => {
    expect(await ran('ana', 'a', 'b', '--out-dir', 'x', '--tag', 'p', 'q', '--no-color', '--force')).toEqual([
      'ana',
      ['a', 'b'],
      { outDir: 'x', tag: ['p', 'q'], color: false, force: true, format: 'short' },
    ]);
  });

  it('gets what a flag means when it is not given', async () => {
    expect(await ran('ana')).toEqual(['ana', [], { color: true, format: 'short' }]);
  });

  it('refuses a value that is not in the list of a choice', async () => {
    await expect(ran('ana', '--format', 'lon')).rejects.toThrow(CommanderError);
    await expect(ran('ana', '--format', 'lon')).rejects.toThrow('Did you mean long?');
  });

  // What this test checks is compiled, not run: `npm run check` fails when one of the mistakes is no longer reported.
  it('compiles only when its flags and arguments fit the function that it runs', () => {
    const run = async (_to: string, _options: SendOptions, _terminal: Terminal): Promise<ExitCode> => 0;
    const rest = { name: 'send', description: '', output: 'stream' as const, load: async () => run };
    const { outDir, ...others } = FLAGS;
    defineCommand({ ...rest, arguments: [['<to>', '']], flags: FLAGS });
    // @ts-expect-error A field of the options has no flag.
    defineCommand({ ...rest, arguments: [['<to>', '']], flags: others });
    // @ts-expect-error A flag belongs to no field.
    defineCommand({ ...rest, arguments: [['<to>', '']], flags: { ...others, outDir, outDri: outDir } });
    // @ts-expect-error A flag has another type than its field.
    defineCommand({ ...rest, arguments: [['<to>', '']], flags: { ...others, outDir: given('') } });
    // @ts-expect-error An argument is missing.
    defineCommand({ ...rest, arguments: [], flags: FLAGS });
    // @ts-expect-error An argument may be missing, but the function needs it.
    defineCommand({ ...rest, arguments: [['[to]', '']], flags: FLAGS });
  });
});

describe('the program', () => {
  it('has every command of the folder of commands', () => {
    const terminal = {} as Terminal; // Nothing is run.
    const program = buildProgram(terminal, () => undefined);
    const folders = readdirSync(resolve(import.meta.dirname, '../../src/cli/commands'));
    const names = program.commands.map((command) => command.name()).filter((name) => name !== 'help');
    expect(names.sort()).toEqual(folders.sort());
  });
});
