import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, contentsOf, EXAMPLE_FOLDER, folderWith, projectWith, SHOP } from '../../helpers/cli.ts';
import { openAuthz, openShell, type TerminalProgram } from '../../helpers/pty.ts';

const OPENAPI = readFileSync(join(EXAMPLE_FOLDER, 'openapi.yaml'), 'utf8');

interface Opened {
  readonly wizard: TerminalProgram;
  readonly folder: string;
  readonly open: (args?: readonly string[], env?: Readonly<Record<string, string>>) => TerminalProgram;
}

/** The wizard in a folder with the example's API description, and a place of its own for what is kept between runs. */
async function openWizard(
  size: { readonly columns: number; readonly rows: number } = { columns: 80, rows: 24 },
  files: Readonly<Record<string, string>> = { 'openapi.yaml': OPENAPI },
  env: Readonly<Record<string, string>> = {},
): Promise<Opened> {
  const parent = folderWith();
  const folder = join(parent, 'my-api');
  mkdirSync(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const own = { XDG_STATE_HOME: join(parent, 'state'), HOME: parent };
  const open: Opened['open'] = (args = [], more = env) =>
    openAuthz(['init', ...args], { cwd: folder, env: { ...own, ...more }, ...size });
  const wizard = open();
  await wizard.untilTaken();
  return { wizard, folder, open };
}

/** The first wizard keeps its answers; one that begins anew does not find them. */
function apartFrom(folder: string): Readonly<Record<string, string>> {
  return { XDG_STATE_HOME: `${folder}-state` };
}

/** The screen, with the folder of this run called as on every run. */
function shown(wizard: TerminalProgram, folder: string): string {
  return `${wizard.screen().replaceAll(folder, '/my-api')}\n`;
}

/** Every cell of the screen, to see its colors. */
function cellsOf({ emulator }: TerminalProgram) {
  const { buffer, cols, rows } = emulator;
  return Array.from({ length: rows * cols }, (_, index) =>
    buffer.active.getLine(Math.floor(index / cols))?.getCell(index % cols),
  ).filter((cell) => cell !== undefined);
}

/** What the steps after the first one show of the shop. */
const STEPS_OF_SHOP = [
  'It can be used',
  '2 endpoints',
  'mapping ResourceRest',
  'becomes the entity',
  'policies/administrators.cedar',
  'will be written',
];

const SIZES = [
  [40, 8],
  [80, 24],
  [140, 40],
  [200, 60],
] as const;

describe('the wizard', () => {
  it.each(SIZES)('leads from an API description to a project, at %i x %i', async (columns, rows) => {
    const { wizard, folder } = await openWizard({ columns, rows });
    const golden = (name: string) =>
      expect(shown(wizard, folder)).toMatchFileSnapshot(`../../golden/wizard/${columns}x${rows}/${name}.txt`);
    const isSmall = columns < 60;
    /** The details of a step, which have a screen of their own where it is small. */
    const about = async (name: string, wanted: string, key = 'o') => {
      if (!isSmall) return await wizard.until(wanted);
      const list = wizard.screen();
      wizard.press(key);
      await wizard.until(wanted.slice(0, 36));
      await golden(`${name}-details`);
      wizard.press(key);
      return await wizard.until(list);
    };

    await wizard.until('13 ');
    await about('1-api', isSmall ? 'E-mail marketing API' : 'No problems were found in it');
    await golden('1-api');
    wizard.press('enter');
    await wizard.until('It can be used');
    wizard.press('ctrl+u', 'Email', ' ', 'App');
    await wizard.until('`Email App` is not a namespace');
    await golden('2-namespace-wrong');
    wizard.press('ctrl+u', 'EmailApp');
    await wizard.until('EmailApp::EmailCampaign');
    await golden('2-namespace');
    wizard.press('enter');
    await wizard.until(isSmall ? 'CALL' : '13 endpoints, none unsure');
    await about('3-patterns', 'GET /campaigns/{campaign_id} is');
    await golden('3-patterns');
    wizard.press('down', 'p');
    await wizard.until(isSmall ? '> *' : '1 changed');
    await golden('3-patterns-changed');
    wizard.press('u', '/', 'messages', 'enter');
    await wizard.until(/search messages {2}5 shown/);
    await golden('3-patterns-search');
    wizard.press('/', 'esc');
    await wizard.untilGone('shown');
    wizard.press('A');
    await wizard.until('mapping ResourceRest');
    wizard.press('a');
    await wizard.until('attributes scalar');
    wizard.press('down', 'down', 'down', 'down', 'down', 'down', 'space');
    await wizard.until('[ ] name');
    await about('4-model', 'entity EmailCampaign in [Tenant]');
    await golden('4-model');
    wizard.press('enter');
    await wizard.until('tenant_id');
    wizard.press('up', 'down', 'down', 'ctrl+u', 'org');
    await wizard.until(isSmall ? 'org' : '"org"');
    wizard.press('down', 'down', 'pool-1');
    if (isSmall) await wizard.until('> user pool  pool-1');
    await about('5-principal', isSmall ? '"sub": "ana"' : 'pool-1|editor', 'ctrl+o');
    await golden('5-principal');
    wizard.press('enter');
    await wizard.until('[x] administrators');
    wizard.press('down', 'down', 'down', 'space');
    await wizard.until('> [ ] members');
    await about('6-templates', 'policies/members.cedar');
    if (columns >= 150) {
      await wizard.until(/GET \S+ +[●○◐]/);
      await wizard.untilGone('Deciding');
    }
    await golden('6-templates');
    wizard.press('space');
    await wizard.until('> [x] members');
    wizard.press('enter');
    await wizard.until('will be written');
    await about('7-summary', 'yaml-language-server');
    await golden('7-summary');
    expect(Object.keys(contentsOf(folder))).toEqual(['openapi.yaml']);
    wizard.press('w');
    await wizard.until('passed');
    await golden('8-done');
    wizard.press('q');
    // The last of the next steps: on a small screen, the first have left it.
    await wizard.until('Protect the server');
    expect((await wizard.ended).code).toBe(0);

    expect(contentsOf(folder)['authz.yaml']).toContain(
      'withoutAttributes: # left out although attributes would include them\n  - EmailCampaign.name\n',
    );
    for (const args of [['test'], ['validate'], ['format', '--check'], ['generate-schema', '--check']])
      expect(await authz(folder, args)).toMatchObject({ code: 0 });
  });

  it('writes what the flags of its answers write', async () => {
    const { wizard, folder, open } = await openWizard();
    wizard.press('ctrl+c', 'y');
    await wizard.ended;
    const flags = [
      '--namespace',
      'EmailApp',
      '--override',
      'GET /messages/{message_id}=listing,path:message_id',
      '--without-attribute',
      'EmailMessage.subject',
      '--template',
      'members',
      'viewers',
      '--tenant-claim',
      'org',
      '--user-pool-id',
      'p1',
    ];
    const byFlags = folderWith({ 'openapi.yaml': OPENAPI });
    expect(await authz(byFlags, ['init', '--yes', ...flags])).toMatchObject({ code: 0 });
    const again = open(flags);
    await again.until('No problems were found in it');
    for (const wanted of [
      'It can be used',
      '1 changed',
      'mapping ResourceRest',
      'becomes the entity',
      'policies/administrators.cedar',
      'will be written',
    ]) {
      again.press('enter');
      await again.until(wanted);
    }
    again.press('w');
    await again.until('passed');
    again.press('q');
    await again.ended;
    expect(contentsOf(folder)).toEqual(contentsOf(byFlags));
  });

  it('goes straight into watching what it has written', async () => {
    const { wizard } = await openWizard(undefined, { 'openapi.yaml': SHOP });
    await wizard.until('No problems were found in it');
    for (const wanted of STEPS_OF_SHOP) {
      wizard.press('enter');
      await wizard.until(wanted);
    }
    wizard.press('w');
    await wizard.until('read them before you trust them');
    wizard.press('enter');
    await wizard.until(/\bwatching .* [1-9]\d* passed 0 failed/);
    wizard.press('q');
    expect((await wizard.ended).code).toBe(0);
  });

  it('goes back and forward without losing an answer', async () => {
    const { wizard } = await openWizard();
    await wizard.until('No problems were found in it');
    wizard.press('enter');
    await wizard.until('It can be used');
    wizard.press('ctrl+u', 'Mine', 'enter');
    await wizard.until('13 endpoints');
    wizard.press('p', 'enter');
    await wizard.until('mapping ResourceRest');
    wizard.press('esc');
    await wizard.until('1 changed');
    wizard.press('esc');
    await wizard.until('It can be used');
    expect(wizard.screen()).toContain('Mine::');
    wizard.press('esc');
    await wizard.until('E-mail marketing API');
    wizard.press('enter', 'enter');
    await wizard.until('1 changed');
  });

  it('keeps the answers of a run that was left, and offers to go on with them', async () => {
    const { wizard, folder, open } = await openWizard();
    await wizard.until('No problems were found in it');
    wizard.press('enter');
    await wizard.until('It can be used');
    wizard.press('ctrl+u', 'Mine', 'enter');
    await wizard.until('13 endpoints');
    wizard.press('p', 'space');
    await wizard.until('1 changed');
    wizard.press('q');
    await wizard.until('Leave the wizard?');
    wizard.press('n');
    await wizard.until('1 changed');
    wizard.press('q', 'y');
    expect((await wizard.ended).code).toBe(130);
    expect(Object.keys(contentsOf(folder))).toEqual(['openapi.yaml']);

    const again = open();
    await again.until('Continue where you left off?');
    expect(shown(again, folder)).toMatch(/as far as step 3 of 7,\s+Patterns/);
    again.press('enter');
    await again.until('1 changed');
    again.press('esc');
    await again.until('It can be used');
    expect(again.screen()).toContain('Mine::');
    again.press('ctrl+c', 'y');
    await again.ended;

    const anew = open();
    await anew.until('Continue where you left off?');
    anew.press('n');
    await anew.until('No problems were found in it');
    anew.press('enter');
    await anew.until('EmailMarketing::');
  });

  it('shows what is wrong with an API description, and where; and takes another one', async () => {
    const { wizard, folder } = await openWizard(undefined, {
      'api.yaml':
        'openapi: 3.1.0\ninfo: { title: Broken }\npaths: { /a: { get: { parameters: [{ $ref: "#/nowhere" }] } } }\n',
      'shop.txt': SHOP,
    });
    await wizard.until('api.yaml:3:');
    await expect(shown(wizard, folder)).toMatchFileSnapshot('../../golden/wizard/80x24/1-api-broken.txt');
    wizard.press('enter', 'down', 'shop.txt', 'enter');
    await wizard.until('Shop API');
    wizard.press('enter');
    await wizard.until('It can be used');
  });

  it('shows what would change in files that exist, and keeps policies and fixtures unless it is told otherwise', async () => {
    const files = { 'openapi.yaml': SHOP, 'v4.policyschema.json': '{}\n' };
    const { wizard, folder } = await openWizard(undefined, files);
    mkdirSync(join(folder, 'policies'));
    writeFileSync(join(folder, 'policies/members.cedar'), '// mine\n');
    await wizard.until('No problems were found in it');
    for (const wanted of STEPS_OF_SHOP) {
      wizard.press('enter');
      await wizard.until(wanted);
    }
    wizard.press('down');
    await wizard.until('> replace   v4.policyschema.json');
    wizard.press('down', 'down');
    await wizard.until('> keep      policies/members.cedar');
    await expect(shown(wizard, folder)).toMatchFileSnapshot('../../golden/wizard/80x24/7-summary-diff.txt');
    wizard.press('w');
    await wizard.until('read them before you trust them');
    expect(wizard.screen()).toMatch(/kept +policies\/members.cedar/);
    wizard.press('q');
    await wizard.ended;
    expect(contentsOf(folder)['policies/members.cedar']).toBe('// mine\n');
  });

  it('keeps the type of the tenant and the context that authz.yaml says, also when it was left in between', async () => {
    const { folder, open } = await openWizard();
    expect(await authz(folder, ['init', '--yes'])).toMatchObject({ code: 0 });
    const config = readFileSync(join(folder, 'authz.yaml'), 'utf8').replace(
      / {2}tenant: .*/,
      '  tenant: { claim: tenant_id, type: EmailCampaign }\ncontext: { now: datetime }',
    );
    writeFileSync(join(folder, 'authz.yaml'), config);
    const left = open(['--force'], apartFrom(folder));
    await left.until('No problems were found in it');
    left.press('enter');
    await left.until('It can be used');
    left.press('ctrl+c', 'y');
    await left.until('authz init --force');
    await left.ended;
    const wizard = open(['--force'], apartFrom(folder));
    await wizard.until('Continue where you left off?');
    for (const [key, wanted] of [
      ['enter', 'It can be used'],
      ['enter', '13 endpoints'],
      ['A', 'mapping ResourceRest'],
      ['enter', 'becomes the entity'],
      ['enter', 'policies/administrators.cedar'],
      ['enter', 'will be written'],
    ] as const) {
      wizard.press(key);
      await wizard.until(wanted);
    }
    wizard.press('w');
    await wizard.until('read them before you trust them');
    wizard.press('q');
    await wizard.ended;
    expect(contentsOf(folder)['authz.yaml']).toContain(
      '  tenant: { claim: tenant_id, type: EmailCampaign } #',
    );
    expect(contentsOf(folder)['v4.policyschema.json']).toContain('"now"');
    expect(await authz(folder, ['generate-schema', '--check'])).toMatchObject({ code: 0 });
  });

  it('replaces nothing that says the same with the line ends of Windows', async () => {
    const { folder, open } = await openWizard(undefined, { 'openapi.yaml': SHOP });
    expect(await authz(folder, ['init', '--yes'])).toMatchObject({ code: 0 });
    for (const [name, text] of Object.entries(contentsOf(folder)))
      writeFileSync(join(folder, name), text.replaceAll('\n', '\r\n'));
    const before = contentsOf(folder);
    const wizard = open(['--force'], apartFrom(folder));
    await wizard.until('No problems were found in it');
    for (const wanted of STEPS_OF_SHOP) {
      wizard.press('enter');
      await wizard.until(wanted);
    }
    expect(wizard.screen()).toMatch(/^0 files will be written/m);
    expect(wizard.screen()).toContain('> the same  authz.yaml');
    wizard.press('w');
    await wizard.until('read them before you trust them');
    expect(wizard.screen()).toMatch(/unchanged +authz\.yaml/);
    wizard.press('q');
    await wizard.ended;
    expect(contentsOf(folder)).toEqual(before);
  });

  it('keeps what a replaced file said beside it, and says where', async () => {
    const { folder, open } = await openWizard(undefined, { 'openapi.yaml': SHOP });
    mkdirSync(join(folder, 'policies'));
    const before = {
      'authz.yaml': 'spec: openapi.yaml\nnamespace: Shop # ours\n',
      'policies/members.cedar': '// mine\n',
      'v4.policyschema.json': '{}\n',
    };
    for (const [name, text] of Object.entries(before)) writeFileSync(join(folder, name), text);
    const wizard = open(['--force'], apartFrom(folder));
    await wizard.until('No problems were found in it');
    for (const wanted of STEPS_OF_SHOP) {
      wizard.press('enter');
      await wizard.until(wanted);
    }
    await wizard.until('replace   policies/members.cedar');
    wizard.press('w');
    await wizard.until('read them before you trust them');
    expect(wizard.screen()).toMatch(/rewrote +authz\.yaml; what it said is kept in authz\.yaml\.bak/);
    wizard.press('q');
    await wizard.ended;
    expect(wizard.screen()).toContain('rewrote authz.yaml; what it said is kept in authz.yaml.bak');
    const now = contentsOf(folder);
    expect(now['authz.yaml.bak']).toBe(before['authz.yaml']);
    expect(now['policies/members.cedar.bak']).toBe(before['policies/members.cedar']);
    // Nobody edits the schema: it is made anew each time.
    expect(Object.keys(now)).not.toContain('v4.policyschema.json.bak');
  });

  it('takes a copy of a description that lies elsewhere, below the home folder, and says so', async () => {
    const { wizard, folder } = await openWizard({ columns: 120, rows: 40 }, {});
    writeFileSync(join(folder, '../shop.txt'), SHOP);
    await wizard.until('No API description was found');
    wizard.press('~/shop.txt', 'enter');
    await wizard.until('No problems were found in it');
    for (const wanted of STEPS_OF_SHOP) {
      wizard.press('enter');
      await wizard.until(wanted);
    }
    await wizard.until('info: `../shop.txt`');
    wizard.press('w');
    await wizard.until('read them before you trust them');
    wizard.press('q');
    await wizard.until('Next:');
    // As `init --yes` prints it: with its code.
    await wizard.ended;
    expect(wizard.screen()).toMatch(/info: `\.\.\/shop\.txt`[\s\S]*\[[a-z-]+\][\s\S]*wrote shop\.txt/);
    expect(contentsOf(folder)['authz.yaml']).toContain('spec: shop.txt\n');
    expect(await authz(folder, ['generate-schema', '--check'])).toMatchObject({ code: 0 });
  });

  it('writes nothing over a file that has changed, or come, since it was shown', async () => {
    const { wizard, folder } = await openWizard(undefined, { 'openapi.yaml': SHOP });
    await wizard.until('No problems were found in it');
    for (const wanted of STEPS_OF_SHOP) {
      wizard.press('enter');
      await wizard.until(wanted);
    }
    mkdirSync(join(folder, 'policies'));
    writeFileSync(join(folder, 'policies/members.cedar'), '// mine\n');
    wizard.press('w');
    await wizard.until(/the file has changed[\s\S]*Nothing was written/);
    expect(Object.keys(contentsOf(folder))).toEqual(['openapi.yaml', 'policies/members.cedar']);
    wizard.press('esc');
    await wizard.until('Policy templates');
    wizard.press('enter');
    await wizard.until('keep      policies/members.cedar');
    wizard.press('w');
    await wizard.until('read them before you trust them');
    expect(contentsOf(folder)['policies/members.cedar']).toBe('// mine\n');
  });

  it.each([
    ['the API', [], 'No problems were found in it', ['ctrl+c', 'ctrl+c']],
    ['the patterns', ['enter', 'enter'], '2 endpoints', ['ctrl+c', 'ctrl+c']],
    ['the question whether to leave', ['q'], 'Leave the wizard?', ['ctrl+c']],
  ] as const)('stops on Ctrl-Z at %s, and goes on there with fg', async (_, keys, wanted, leaving) => {
    const parent = folderWith({ 'api/openapi.yaml': SHOP });
    const shell = openShell({ cwd: join(parent, 'api'), env: { XDG_STATE_HOME: join(parent, 'state') } });
    await shell.until('$');
    shell.press(
      `'${process.execPath}' '${join(import.meta.dirname, '../../../bin/authz.js')}' init`,
      'enter',
    );
    await shell.until('No problems were found in it');
    shell.press(...keys);
    await shell.until(wanted);
    shell.press('ctrl+z');
    await shell.until('Stopped');
    shell.press('fg', 'enter');
    await shell.until(wanted);
    // No more keys than it takes: the shell would get the rest.
    shell.press(...leaving);
    await shell.untilGiven();
    await shell.until(/\n\$$/);
    shell.press('echo "code $?"', 'enter');
    await shell.until('code 130');
  });

  it.each([
    ['the API', []],
    ['a search', ['enter', 'enter', '/', 'm']],
  ])('can be left by Ctrl-C at %s, writes nothing, and gives the terminal back', async (_, keys) => {
    const parent = folderWith({ 'api/openapi.yaml': SHOP });
    const folder = join(parent, 'api');
    const shell = openShell({ cwd: folder, env: { XDG_STATE_HOME: join(parent, 'state') } });
    await shell.until('$');
    shell.press(
      `'${process.execPath}' '${join(import.meta.dirname, '../../../bin/authz.js')}' init`,
      'enter',
    );
    await shell.untilTaken();
    await shell.until('No problems were found in it');
    for (const key of keys) {
      const before = shell.screen();
      shell.press(key);
      await shell.untilOther(before);
    }
    shell.press('ctrl+c');
    await shell.until('Leave the wizard?');
    shell.press('ctrl+c');
    await shell.untilGiven();
    await shell.until(/\n\$$/);
    shell.press('echo "code $?"; stty -a; echo "done"', 'enter');
    const settings = await shell.until(/^done/m);
    for (const setting of ['code 130', 'icanon', 'isig', ' echo ']) expect(settings).toContain(setting);
    expect(Object.keys(contentsOf(folder))).toEqual(['openapi.yaml']);
  });

  it.each([
    ['the 16 colors of the terminal', {}, true],
    ['no color with NO_COLOR', { NO_COLOR: '1' }, false],
  ])('uses %s, and never a background of its own', async (_, env, isColored) => {
    const { wizard: colored } = await openWizard(undefined, undefined, env);
    await colored.until('No problems were found in it');
    colored.press('enter', 'enter');
    await colored.until('13 endpoints');
    const cells = cellsOf(colored);
    expect(cells.some((cell) => !cell.isFgDefault())).toBe(isColored);
    expect(cells.every((cell) => cell.isFgDefault() || (cell.isFgPalette() && cell.getFgColor() < 16))).toBe(
      true,
    );
    expect(cells.every((cell) => cell.isBgDefault())).toBe(true);
    expect(cells.some((cell) => cell.isInverse() !== 0)).toBe(true);
  });

  it('follows the size of the terminal', async () => {
    const { wizard } = await openWizard();
    await wizard.until('No problems were found in it');
    wizard.press('enter', 'enter');
    await wizard.until('13 endpoints');
    expect(wizard.screen()).not.toContain('IDENTIFIED BY');
    wizard.resize(200, 60);
    await wizard.until('IDENTIFIED BY');
    wizard.resize(60, 16);
    await wizard.until('step 3 of 7');
    wizard.resize(40, 8);
    await wizard.until('o details');
    wizard.resize(39, 8);
    await wizard.until('This needs a terminal of 40 columns');
    wizard.resize(80, 24);
    await wizard.until('13 endpoints');
  });

  it('hears no answers while it has no room to ask, and is left by the key that it names then', async () => {
    const { wizard, folder, open } = await openWizard();
    await wizard.until('No problems were found in it');
    wizard.resize(39, 7);
    await wizard.until('or press Ctrl-C');
    wizard.press('enter', 'enter', 'ctrl+c');
    expect((await wizard.ended).code).toBe(130);
    expect(Object.keys(contentsOf(folder))).toEqual(['openapi.yaml']);
    expect(await open().until(/step \d of 7|No problems/)).toMatch(/step 1 of 7|No problems/);
  });
});

describe('without a wizard', () => {
  it.each([
    ['in CI', { CI: 'true' }, []],
    ['with --no-tui', {}, ['--no-tui']],
    ['on a terminal that cannot move its cursor', { TERM: 'dumb' }, []],
  ])('nothing is asked %s: what would be written is listed', async (_, env, args) => {
    const folder = folderWith({ 'openapi.yaml': SHOP });
    const program = openAuthz(['init', ...args], { cwd: folder, env });
    expect((await program.ended).code).toBe(0);
    expect(program.screen()).toContain('nothing has been written yet');
    expect(Object.keys(contentsOf(folder))).toEqual(['openapi.yaml']);
  });

  it('nothing is asked with --yes, in a terminal too', async () => {
    const folder = folderWith({ 'openapi.yaml': SHOP });
    const program = openAuthz(['init', '--yes'], { cwd: folder });
    expect((await program.ended).code).toBe(0);
    expect(contentsOf(folder)).toEqual(contentsOf(await projectWith()));
  });
});
