import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openShell, type TerminalProgram } from '../helpers/pty.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const TINY = `'${process.execPath}' test/helpers/tiny-app.ts`;

async function openTiny(text = '', before = ''): Promise<TerminalProgram> {
  const shell = openShell({ cwd: ROOT });
  await shell.until('$');
  shell.press('echo before', 'enter');
  await shell.until(/^before/m);
  shell.press(`${before}${TINY} '${text}'`, 'enter');
  await shell.until('pressed:');
  await shell.untilTaken();
  return shell;
}

/** The shell has the terminal back: its screen, its cursor, line editing and echo. */
async function expectSane(shell: TerminalProgram, code: number): Promise<void> {
  await shell.until(/\n\$$/);
  expect(shell.taken()).toMatchObject({ screen: false, cursor: false });
  expect(shell.screen()).toContain('before');
  expect(shell.emulator.modes.wraparoundMode).toBe(true);
  shell.press('echo "code $?"; stty -a; echo "done"', 'enter');
  const settings = await shell.until(/^done/m);
  expect(settings).toContain(`code ${code}`);
  for (const setting of ['icanon', 'isig', 'echo']) expect(settings.split(/\s+/)).toContain(setting);
}

describe('an app on the terminal', () => {
  it('gives the terminal back when it ends by itself', async () => {
    const shell = await openTiny();
    shell.press('q');
    await shell.until('left by q');
    await expectSane(shell, 0);
  });

  it.each([
    ['in a view', ['v'], 'caught: thrown by a view'],
    ['in a key handler', ['!'], 'caught: thrown by a key'],
    ['anywhere, later', ['t'], 'caught: thrown later'],
    ['in a promise', ['r'], 'caught: rejected by a key'],
  ])('gives the terminal back when something is thrown %s', async (_, keys, message) => {
    const shell = await openTiny();
    shell.press(...keys);
    await shell.until(message);
    await expectSane(shell, 2);
  });

  it.each([
    ['TERM', 143],
    ['HUP', 129],
    ['INT', 130],
  ])('gives the terminal back when it is ended by SIG%s', async (signal, code) => {
    const shell = await openTiny();
    const other = openShell({ cwd: ROOT });
    other.press(`pkill -${signal} -P ${shell.pid} -f tiny-app`, 'enter');
    await shell.untilGiven();
    await expectSane(shell, code);
  });

  it('gives the terminal back while it is stopped, and takes it again', async () => {
    const shell = await openTiny();
    shell.press('a', 'b');
    await shell.until('pressed: a b');
    shell.press('ctrl+z');
    await shell.until('Stopped');
    await expectSane(shell, 148);
    shell.press('fg', 'enter');
    await shell.until('pressed: a b ctrl+z');
    await shell.untilTaken();
    shell.press('q');
    await shell.until('left by q');
  });

  it('begins in the corner, wherever keys that came before it have left the cursor', async () => {
    const shell = await openTiny('', 'printf "keys too early"; ');
    expect(shell.screen()).toMatch(/^tiny$/m);
    shell.press('q');
    await shell.until('left by q');
  });

  it('has the size that the terminal was given while it was stopped', async () => {
    const shell = await openTiny();
    await shell.until('80x20');
    shell.press('ctrl+z');
    await shell.until('Stopped');
    shell.resize(100, 30);
    shell.press('fg', 'enter');
    await shell.until('100x26');
    shell.press('q');
    await shell.until('left by q');
  });

  it('keeps each line in its place where the terminal gives a text more columns than it has been measured to take', async () => {
    // Two consonants in one sign: one column, or two, as the terminal has it.
    const shell = await openTiny(`${'क्र'.repeat(3)}${'x'.repeat(80)}`);
    const lines = shell.screen().split('\n');

    expect(lines[0]).toMatch(/^tiny/);
    expect(lines[2]).toMatch(/^क्र.*x/);
    expect(lines[3]).toMatch(/^pressed:/);
    shell.press('q');
    await shell.until('left by q');
    await expectSane(shell, 0);
  });

  it('follows the size of the terminal, and says when it is too small', async () => {
    const shell = await openTiny();
    await shell.until('80x20');
    shell.resize(200, 60);
    await shell.until('200x56');
    shell.resize(59, 20);
    await shell.until('has 59 and 20');
    shell.resize(60, 16);
    await shell.until('60x12');
  });
});
