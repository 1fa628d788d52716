import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXAMPLE_FOLDER, folderWith } from '../helpers/cli.ts';
import { openAuthz, openShell, type TerminalOptions, type TerminalProgram } from '../helpers/pty.ts';

interface Watching extends TerminalProgram {
  readonly folder: string;
  readonly edit: (name: string, change: (text: string) => string) => void;
}

/** `authz watch` in a terminal, on a copy of the example, as soon as it shows its results. */
async function watchExample(options: Partial<TerminalOptions> = {}): Promise<Watching> {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  const terminal = openAuthz(['watch'], { ...options, cwd: folder });
  await terminal.until('272 passed');
  return { ...terminal, folder, edit: (name, change) => editFile(folder, name, change) };
}

function editFile(folder: string, name: string, change: (text: string) => string): void {
  const path = join(folder, name);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** Without what differs from run to run. */
function steady(screen: string): string {
  return screen
    .replace(/yaml:\d+:\d+/g, 'yaml:L:C')
    .replace(/(?:\d+ ms )?\d\d:\d\d:\d\d/, 'hh:mm:ss')
    .replace(/ +$/gm, '');
}

const EDITORS = 'policies/editors.cedar';
const WIDENED = (text: string) => text.replace('== "draft"', '!= "sent"');
const BROKEN = (text: string) => text.replace('"draft" };', '"draft" }');

describe('the watch screen', () => {
  it('shows first what a save turned, and the clause that did it', async () => {
    const { edit, until } = await watchExample();
    edit(EDITORS, WIDENED);
    expect(steady(await until('2 changed'))).toMatchSnapshot();
  });

  it('keeps the last good decisions under a policy that does not parse, and goes on after its repair', async () => {
    const { edit, until } = await watchExample();
    edit(EDITORS, BROKEN);
    expect(steady(await until('POLICIES INVALID'))).toMatchSnapshot();
    edit(EDITORS, (text) => text.replace('"draft" }\n', '"sent" };\n'));
    expect(await until('12 policies valid')).toContain('ALLOW -> DENY');
  });

  it('follows the size of the terminal, and drops columns rather than breaking', async () => {
    const { resize, until } = await watchExample({ columns: 200, rows: 60 });
    expect(steady(await until('authz watch'))).toMatchSnapshot();
    resize(60, 16);
    const narrow = await until(/^watching(?:(?!authz watch)[\s\S])*quit/);
    expect(narrow.split('\n').every((line) => line.length <= 60)).toBe(true);
    resize(40, 10);
    await until('16 rows');
    resize(80, 24);
    await until('272 passed');
  });

  it('shows each view under its own key', async () => {
    const { press, until } = await watchExample();
    press('m');
    expect(steady(await until('never asked'))).toMatchSnapshot();
    press('right', 'right', 'down');
    await until('GET /campaigns/{campaign_id} as liz');
    press('enter');
    expect(await until('permitted by')).toContain('slice');
    press('esc');
    await until('272 shown');
    press('v');
    expect(steady(await until('13 endpoints'))).toMatchSnapshot();
    press('d');
    await until('no problems');
    press('?');
    expect(steady(await until('Keys of'))).toMatchSnapshot();
    press('l');
    await until('272 shown');
  });

  it('filters as you type, and shows only what failed or changed', async () => {
    const { edit, press, until } = await watchExample();
    press('/', 'delete messages');
    expect(await until('filter: delete messages')).toContain('DELETE /messages');
    press('enter', 'g', 'g', 'g');
    await until(/shown, by principal {3}filter: delete messages/);
    press('esc');
    await until('272 shown');
    press('f');
    await until('nothing to show here');
    edit(EDITORS, WIDENED);
    await until('2 shown');
    press('c');
    await until('changed only');
    press('esc');
    await until('272 shown');
  });

  it('opens the editor at the fixture, the clause and the problem, and comes back', async () => {
    const script = `#!/bin/sh\necho "editing: $*"\nread answer\n`;
    const tools = folderWith({ 'bin/nano': script });
    chmodSync(join(tools, 'bin/nano'), 0o755);
    const { edit, press, until, folder } = await watchExample({
      columns: 160,
      env: { VISUAL: join(tools, 'bin/nano'), EDITOR: 'false' },
    });
    edit(EDITORS, WIDENED);
    await until('2 changed');
    press('p');
    await until(`editing: +31,1 ${join(folder, EDITORS)}`);
    press('enter');
    await until('272 shown');
    press('e');
    await until(/editing: \+\d+,44 .*campaigns\.fixtures\.yaml/);
    press('enter');
    await until('272 shown');
    edit(EDITORS, BROKEN);
    edit(EDITORS, (text) => text.replace(/};\n/, '}\n'));
    await until('POLICIES INVALID');
    press('d', 'e');
    await until(/editing: \+\d+,\d+ .*editors\.cedar/);
    press('enter');
    await until('quit');
  });

  it('accepts a new decision as the expectation, and nothing else in the file', async () => {
    const { edit, press, until, folder } = await watchExample();
    const file = join(folder, 'fixtures/campaigns.fixtures.yaml');
    const before = readFileSync(file, 'utf8');
    edit(EDITORS, WIDENED);
    await until('2 changed');
    press('a');
    await until('271 passed');
    const row = '      PUT /campaigns/c2:           [allow, deny,  deny]';
    expect(before).toContain(row);
    expect(readFileSync(file, 'utf8')).toBe(before.replace(row, row.replace('deny', 'allow')));
    press('/', 'get dashboard', 'enter', 'a');
    await until('expected already');
  });

  it('writes a new case like the chosen one, and opens it', async () => {
    const { press, until, folder } = await watchExample({ env: { EDITOR: 'true' } });
    press('/', 'put c1 ana renames', 'enter');
    await until('1 shown');
    press('n');
    await until('273 passed');
    const text = readFileSync(join(folder, 'fixtures/campaigns.fixtures.yaml'), 'utf8');
    expect(text).toContain(`  - name: an editor renames a draft (copy)
    as: ana
    call: PUT /campaigns/c1
    body:
      name: Spring
    expect: allow
`);
    expect(text).toContain('# One campaign, and the messages created in it');
  });

  it('tries a call without a fixture', async () => {
    const { press, until } = await watchExample({ rows: 40 });
    press('t', 'GET /campaigns/c7 as ana', 'enter');
    expect(await until('DENY')).toContain('tenant-isolation');
    press('t', 'nonsense', 'enter');
    await until('write it like');
  });

  it('copies the command that explains the chosen row', async () => {
    const terminal = await watchExample({ columns: 160 });
    const copied: string[] = [];
    terminal.emulator.parser.registerOscHandler(52, (data) => {
      copied.push(Buffer.from(data.split(';')[1] ?? '', 'base64').toString());
      return true;
    });
    terminal.press('/', 'PUT /campaigns/c1 ned', 'enter', 'y');
    await terminal.until('copied: npx authz explain PUT /campaigns/c1 --as ned');
    expect(copied).toEqual([
      'npx authz explain PUT /campaigns/c1 --as ned --fixtures fixtures/campaigns.fixtures.yaml',
    ]);
  });

  it('pauses, counts what waits, and catches up; runs again when asked', async () => {
    const { edit, press, until } = await watchExample();
    press('space');
    await until('PAUSED');
    edit(EDITORS, WIDENED);
    expect(await until('1 change waiting')).toContain('272 passed');
    press('space');
    await until('2 changed');
    press('r');
    await until(/^watching.*270 passed 2 failed {2}\d/);
  });

  it('lets no text from a file move the cursor or change the title', async () => {
    const terminal = await watchExample();
    const titles: string[] = [];
    terminal.emulator.onTitleChange((title) => titles.push(title));
    terminal.edit('fixtures/campaigns.fixtures.yaml', (text) =>
      text.replace('an editor renames a draft', '"\\e]0;owned\\a\\e[2J\\e[H \\u202e 日本語 renames"'),
    );
    terminal.press('/', 'renames', 'enter');
    const screen = await terminal.until('\\u001b]0;owned');
    expect(screen).toContain('1 shown');
    expect(titles).toEqual([]);
  });
});

describe('leaving the watch screen', () => {
  const places: readonly (readonly [string, readonly string[], string])[] = [
    ['the list', [], '272 shown'],
    ['the matrix', ['m'], 'never asked'],
    ['the explanation', ['enter'], 'call '],
    ['coverage', ['v'], '13 endpoints'],
    ['problems', ['d'], 'no problems'],
    ['help', ['?'], 'Keys of'],
    ['a filter that is being typed', ['/', 'abc'], 'filter: abc'],
    ['a call that is being typed', ['t', 'GET'], 'try (GET'],
    ['a pause', ['space'], 'PAUSED'],
    ['an answer', ['t', 'x', 'enter'], 'write it like'],
  ];

  it.each(places)('gives back the terminal on Ctrl-C from %s', async (_, keys, wanted) => {
    const terminal = await watchExample();
    terminal.press(...keys);
    await terminal.until(wanted);
    terminal.press('ctrl+c');
    expect((await terminal.ended).code).toBe(0);
    expect(terminal.taken()).toEqual({ screen: false, cursor: false, input: false });
  });

  it('gives back the terminal on q, and on SIGTERM', async () => {
    const [one, other] = await Promise.all([watchExample(), watchExample()]);
    one.press('q');
    expect((await one.ended).code).toBe(0);
    expect(one.taken()).toEqual({ screen: false, cursor: false, input: false });
    other.signal('SIGTERM');
    await other.ended;
    expect(other.taken()).toEqual({ screen: false, cursor: false, input: false });
  });

  it('says where there is nothing to watch, and gives back the terminal', async () => {
    const terminal = openAuthz(['watch'], { cwd: folderWith() });
    await terminal.until('project-missing');
    expect((await terminal.ended).code).toBe(2);
    expect(terminal.taken()).toEqual({ screen: false, cursor: false, input: false });
  });

  it('stops on Ctrl-Z, and comes back with fg', async () => {
    const folder = folderWith();
    cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
    const shell = openShell({ cwd: folder });
    await shell.until('$');
    shell.press(`${process.execPath} ${join(EXAMPLE_FOLDER, '../../bin/authz.js')} watch`, 'enter');
    await shell.until('272 passed');
    shell.press('ctrl+z');
    await shell.until('Stopped');
    shell.press('fg', 'enter');
    await shell.until('272 passed');
    shell.press('q');
    await shell.until(/\n\$$/);
    shell.press('echo back again', 'enter');
    await shell.until(/^back again/m);
  });
});
