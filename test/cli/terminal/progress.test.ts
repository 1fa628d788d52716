import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { BINARY, folderWith, SHOP } from '../../helpers/cli.ts';
import { openTerminal, type TerminalProgram } from '../../helpers/pty.ts';

const FRAME = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] /;
const ARGS = ['generate-schema', '--api-spec', '-', '--namespace', 'Shop', '--out', 'schema.json'];

/** A step that counts on, faster than a spinner turns, each time a line comes. */
const WORK = `
import { once } from 'node:events';
const { stepsFor } = await import(process.argv[2]);
process.stdin.setRawMode(true);
await stepsFor(Infinity)('none of 2', async (tell) => {
  await once(process.stdin, 'data');
  for (const count of [1, 2]) tell(count + ' of 2');
  await once(process.stdin, 'data');
});
process.stdout.write('done');
process.exit();
`;

/** A command that reads an API description which comes when the test sends it: however fast the machine is, it waits until then. */
interface WaitingCommand {
  readonly program: TerminalProgram;
  /** Lets it go on. */
  readonly send: () => Promise<void>;
}

async function startWaiting(
  args: readonly string[],
  {
    columns = 100,
    environment = [],
    tail = '',
  }: { columns?: number; environment?: readonly string[]; tail?: string } = {},
): Promise<WaitingCommand> {
  const cwd = folderWith();
  execFileSync('mkfifo', [join(cwd, 'pipe')]);
  const shell = `env ${environment.join(' ')} "$0" "$@" < pipe ${tail}`;
  const program = openTerminal('bash', ['-c', shell, process.execPath, BINARY, ...args], { cwd, columns });
  // Opened when the shell opens the other end.
  const pipe: FileHandle = await open(join(cwd, 'pipe'), 'w');
  const send = async () => {
    await pipe.writeFile(SHOP);
    await pipe.close();
  };
  return { program, send };
}

describe('a spinner', () => {
  it('names the step that takes long, and leaves nothing behind', async () => {
    const { program, send } = await startWaiting(ARGS);
    expect(await program.until('reading standard input')).toMatch(FRAME);
    await send();
    expect(await program.ended).toMatchObject({ code: 0 });
    expect(program.screen()).toMatch(/^wrote schema\.json\n/);
    expect(program.screen()).not.toMatch(FRAME);
  });

  it('tells how far a step is, as soon as the step says so', async () => {
    const cwd = folderWith();
    writeFileSync(join(cwd, 'work.mjs'), WORK);
    const progress = pathToFileURL(resolve(BINARY, '../../dist/cli/terminal/progress.js')).href;
    const program = openTerminal(process.execPath, ['work.mjs', progress], { cwd, columns: 100 });
    expect(await program.until('none of 2')).toMatch(FRAME);
    program.press('\r');
    expect(await program.until('2 of 2')).toMatch(FRAME);
    program.press('\r');
    expect(await program.ended).toMatchObject({ code: 0 });
    expect(program.screen().trim()).toBe('done');
  });

  it('stays on one line of a narrow terminal', async () => {
    const { program, send } = await startWaiting(ARGS, { columns: 20 });
    expect(await program.until('reading')).toMatch(/^\S reading standard/);
    await send();
    await program.ended;
    expect(program.screen()).toMatch(/^wrote schema\.json\n/);
  });

  it.each(['CI=true', 'TERM=dumb'])('does not turn with %s', async (variable) => {
    const quiet = await startWaiting(ARGS, { environment: [variable] });
    let turned = false;
    quiet.program.emulator.onWriteParsed(() => {
      turned ||= FRAME.test(quiet.program.screen());
    });
    // When the spinner of a command that was started later turns, this one has had its time.
    const other = await startWaiting(ARGS);
    await other.program.until('reading standard input');
    await Promise.all([quiet.send(), other.send()]);
    expect(await quiet.program.ended).toMatchObject({ code: 0 });
    await other.program.ended;
    expect(turned).toBe(false);
  });

  it('turns with CI=0, which says that this is no CI', async () => {
    const { program, send } = await startWaiting(ARGS, { environment: ['CI=0'] });
    expect(await program.until('reading standard input')).toMatch(FRAME);
    await send();
    await program.ended;
  });

  it('does not turn when standard error goes to a file', async () => {
    const classify = ['classify', '--api-spec', '-', '--format', 'json'];
    const quiet = await startWaiting(classify, { tail: '> out.json 2> err.txt; wc -c < err.txt' });
    const other = await startWaiting(ARGS);
    await other.program.until('reading standard input');
    await Promise.all([quiet.send(), other.send()]);
    await Promise.all([quiet.program.ended, other.program.ended]);
    expect(quiet.program.screen().trim()).toBe('0');
  });
});
