import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BINARY, EXAMPLE_FOLDER, folderWith, projectWith } from '../../helpers/cli.ts';
import { openAuthz, openShell, type TerminalOptions, type TerminalProgram } from '../../helpers/pty.ts';

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

/** On a small project, where only the terminal matters. */
async function watchShop(): Promise<TerminalProgram> {
  const terminal = openAuthz(['watch'], { cwd: await projectWith() });
  await terminal.until('10 passed');
  return terminal;
}

function editFile(folder: string, name: string, change: (text: string) => string): void {
  const path = join(folder, name);
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}

/** Without what differs from run to run. */
function steady(screen: string): string {
  return `${screen
    .replace(/run (\d+), [\d.]+ m?s {2,}/, 'run $1, N ms  ')
    .replaceAll(/\d\d:\d\d:\d\d/g, 'hh:mm:ss')
    .replaceAll(/ +$/gm, '')}\n`;
}

const EDITORS = 'policies/editors.cedar';
const WIDENED = (text: string) => text.replace('== "draft"', '!= "sent"');
const BROKEN = (text: string) => text.replace('"draft" };', '"draft" }');
/** When calls that no fixture asks have been decided, too. */
const ALL_OPENED = '▲8 ▼0';
/** The footer of the list and of the matrix; an explanation has another. */
const LIST_KEYS = /^Enter why/m;

const SIZES = [
  [40, 8],
  [80, 24],
  [140, 40],
  [200, 60],
] as const;

describe('the watch screen', () => {
  it.each(SIZES)('shows how it stands and what a save turned, at %i x %i', async (columns, rows) => {
    const { edit, press, until } = await watchExample({ columns, rows });
    const golden = (name: string, screen: string) =>
      expect(steady(screen)).toMatchFileSnapshot(`../../golden/watch/${columns}x${rows}/${name}.txt`);
    const isSmall = columns < 60;
    // On wide screens the reasons stand beside, a moment later.
    const isWide = columns >= 140;
    await golden(
      '1-home',
      await until(
        isSmall ? 'all 272 as expected' : isWide ? /^(?=[\s\S]* ½ {2})(?=[\s\S]*Step by step)/ : / ½ {2}/,
      ),
    );
    edit(EDITORS, WIDENED);
    await until(ALL_OPENED);
    if (!isSmall) press('n');
    await golden(
      '2-opened',
      await until(
        isWide
          ? /all requests: opens[\s\S]*> PUT[\s\S]*opened since[\s\S]*Step by step/
          : isSmall
            ? '> ✗ ▲'
            : /all requests: opens[\s\S]*> PUT/,
      ),
    );
    press(isSmall ? 'g' : 'tab', 'enter');
    // Beside the list, wide screens show the same reasons: only the explanation itself says the way back.
    await golden('3-why', await until(isSmall ? '● ALLOW' : /^why; Esc leads back/m));
    press('esc');
    await until(LIST_KEYS);
    edit(EDITORS, (text) => BROKEN(text.replace('!= "sent"', '== "draft"')));
    await golden(
      '4-error',
      await until(isWide ? /INVALID[\s\S]*of the last good state[\s\S]*Step by step/ : 'INVALID'),
    );
  });

  it('keeps the last good decisions under a policy that does not parse, and goes on after its repair', async () => {
    const { edit, until } = await watchExample();
    edit(EDITORS, BROKEN);
    await until('POLICIES INVALID');
    edit(EDITORS, (text) => text.replace('"draft" }\n', '"sent" };\n'));
    expect(await until(/▼ [1-9]\d* closed/)).not.toContain('INVALID');
  });

  it('follows the size of the terminal, down to a pane', async () => {
    const { resize, until } = await watchExample({ columns: 200, rows: 60 });
    await until('Step by step');
    resize(60, 16);
    const narrow = await until(/^(?![\s\S]*Step by step)[\s\S]*272 passed/);
    expect(narrow.split('\n').every((line) => line.length <= 60)).toBe(true);
    resize(19, 8);
    await until('This needs a');
    resize(80, 24);
    await until('272 passed');
  });

  it('leaves nothing of a line before where the terminal gives a text fewer columns than it has been measured to take', async () => {
    const { press, until, untilOther, screen } = await watchShop();
    // A heart and the mark that makes it an emoji: two columns, or one, as the terminal has it.
    press('/', '\u2764', '\ufe0f');
    await until('filter: \u2764\ufe0f');
    for (const letter of ['a', 'b', 'c']) {
      const before = screen();
      press(letter);
      await untilOther(before);
    }
    expect(screen()).toContain('filter: \u2764\ufe0fabc ');
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
    await until(ALL_OPENED);
    press('tab', 'p');
    await until(`editing: +31,1 ${join(folder, EDITORS)}`);
    press('enter');
    await until('1/272');
    press('e');
    await until(/editing: \+\d+,44 .*campaigns\.fixtures\.yaml/);
    press('enter');
    await until('1/272');
    edit(EDITORS, BROKEN);
    edit(EDITORS, (text) => text.replace(/};\n/, '}\n'));
    await until('POLICIES INVALID');
    press('d', 'e');
    // The terminal still shows what was edited before, too.
    await until(/(?:editing: [\s\S]*){2}editing: \+\d+,\d+ .*editors\.cedar/);
    press('enter');
    await until('1/1 problems');
  });

  it('goes on when Ctrl-C ends the program that has the terminal, and is left by it afterwards', async () => {
    const tools = folderWith({ 'bin/editor': '#!/bin/sh\necho waiting\nread answer\n' });
    chmodSync(join(tools, 'bin/editor'), 0o755);
    const { press, until, ended } = await watchExample({ env: { VISUAL: join(tools, 'bin/editor') } });
    press('tab', 'e');
    await until('waiting');
    press('ctrl+c');
    await until('the editor ended with SIGINT');
    press('ctrl+c');
    expect((await ended).code).toBe(0);
  });

  it('accepts a new decision as the expectation, and takes it back', async () => {
    const { edit, press, until, folder } = await watchExample();
    const file = join(folder, 'fixtures/campaigns.fixtures.yaml');
    const before = readFileSync(file, 'utf8');
    edit(EDITORS, WIDENED);
    await until(ALL_OPENED);
    press('tab', 'a');
    await until('accept? deny -> allow');
    press('y');
    await until('271 passed');
    press('u');
    await until('taken back');
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('writes a new case like the chosen one, and opens it', async () => {
    const script = '#!/bin/sh\nfor file; do :; done\nsed -i "s/ a draft (copy)/ another draft/" "$file"\n';
    const editor = join(folderWith({ editor: script }), 'editor');
    chmodSync(editor, 0o755);
    const { press, until, folder } = await watchExample({ env: { EDITOR: editor } });
    press('tab', '/', 'put c1 ana renames', 'enter');
    await until('1/1 of 272');
    press('w');
    expect(await until('273 passed')).toContain(
      'a new case was added at the end of fixtures/campaigns.fixtures.yaml',
    );
    const text = readFileSync(join(folder, 'fixtures/campaigns.fixtures.yaml'), 'utf8');
    expect(text).toContain(`  - name: an editor renames another draft
    as: ana
    call: PUT /campaigns/c1
    body:
      name: Spring
    expect: allow
`);
    expect(text).toContain('# One campaign, and the messages created in it');
  });

  it('copies the command that explains the chosen row', async () => {
    const terminal = await watchExample({ columns: 160 });
    const copied: string[] = [];
    terminal.emulator.parser.registerOscHandler(52, (data) => {
      copied.push(Buffer.from(data.split(';')[1] ?? '', 'base64').toString());
      return true;
    });
    terminal.press('tab', '/', 'PUT /campaigns/c1 ned', 'enter', 'y');
    await terminal.until('sent to the clipboard (OSC 52): npx authz explain PUT /campaigns/c1 --as ned');
    expect(copied).toEqual([
      'npx authz explain PUT /campaigns/c1 --as ned --fixtures fixtures/campaigns.fixtures.yaml',
    ]);
  });

  it('pauses, counts what waits, and catches up; runs again when asked', async () => {
    const { edit, press, until } = await watchExample({ columns: 120 });
    press('space');
    await until('PAUSED');
    edit(EDITORS, WIDENED);
    expect(await until('1 change waiting')).toContain('272 passed');
    press('space');
    await until(ALL_OPENED);
    press('r');
    await until(/run 3, /);
  });

  it('lets no text from a file move the cursor or change the title', async () => {
    const terminal = await watchExample();
    const titles: string[] = [];
    terminal.emulator.onTitleChange((title) => titles.push(title));
    terminal.edit('fixtures/campaigns.fixtures.yaml', (text) =>
      text.replace('an editor renames a draft', '"\\e]0;owned\\a\\e[2J\\e[H \\u202e 日本語 renames"'),
    );
    terminal.press('tab', '/', 'renames', 'enter');
    const screen = await terminal.until('\\u001b]0;owned');
    expect(screen).toContain('1/1 of 272');
    expect(titles.filter((title) => !title.startsWith('authz ✓'))).toEqual([]);
  });
});

describe('leaving the watch screen', () => {
  const places: readonly (readonly [string, readonly string[], string])[] = [
    ['the matrix', [], '1/2'],
    ['a call that is being typed', ['t', 'ctrl+u', 'GET'], 'try: GET'],
    ['a pause', ['space'], 'PAUSED'],
  ];

  it.each(places)('gives back the terminal on Ctrl-C from %s', async (_, keys, wanted) => {
    const terminal = await watchShop();
    terminal.press(...keys);
    await terminal.until(wanted);
    terminal.press('ctrl+c');
    expect((await terminal.ended).code).toBe(0);
    expect(terminal.taken()).toEqual({ screen: false, cursor: false, input: false });
  });

  it('gives back the terminal on q, and on SIGTERM', async () => {
    const [one, other] = await Promise.all([watchShop(), watchShop()]);
    one.press('q');
    expect((await one.ended).code).toBe(0);
    expect(one.screen()).toContain('authz watch: 10 passed, 0 failed after 1 run; 0 opened and 0 closed');
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
    const shell = openShell({ cwd: await projectWith() });
    await shell.until('$');
    shell.press(`${process.execPath} ${BINARY} watch`, 'enter');
    await shell.until('10 passed');
    shell.press('ctrl+z');
    await shell.until('Stopped');
    shell.press('fg', 'enter');
    await shell.until('10 passed');
    shell.press('q');
    await shell.until(/\n\$$/);
    shell.press('echo back again', 'enter');
    await shell.until(/^back again/m);
  });
});
