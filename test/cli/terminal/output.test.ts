import type { Option } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../../src/cli/program.ts';
import { showOutput } from '../../../src/cli/terminal/output.ts';
import { fitsScreen, pagerCommand } from '../../../src/cli/terminal/pager.ts';
import type { Terminal } from '../../../src/cli/terminal/terminal.ts';
import { authz, EXAMPLE_FOLDER, folderWith } from '../../helpers/cli.ts';
import { runProgram } from '../../helpers/run-program.ts';

/** A call of each command that prints a table or a report; the example has what each needs. */
const JSON_CALLS: Readonly<Record<string, readonly string[]>> = {
  classify: [],
  diff: [EXAMPLE_FOLDER, EXAMPLE_FOLDER],
  explain: ['GET', '/campaigns/c1', '--as', 'ana'],
  matrix: [],
  prove: [],
  test: [],
  validate: [],
};

/** They need a service, files of their own, or seconds; they take the flag as all others do. */
const NOT_CALLED = ['publish', 'merge-reports', 'mutate'];

const run = (args: readonly string[], options = {}) => runProgram(EXAMPLE_FOLDER, args, options);

describe('--json', () => {
  it.each(Object.entries(JSON_CALLS))('has %s print JSON and nothing else', async (name, args) => {
    const { code, stdout } = await run([name, ...args, '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toBeTypeOf('object');
  });

  it('is a flag of every command that can print JSON', () => {
    const program = buildProgram({} as Terminal, () => undefined); // Nothing is run.
    const hasValue = (option: Option) => 'values' in option && (option.values as string[]).includes('json');
    const able = program.commands.filter(({ options }) => options.some((one) => hasValue(one)));
    const names = able
      .filter(({ options }) => options.some(({ long }) => long === '--json'))
      .map((command) => command.name());
    // `generate-schema --format json` is about the file that it writes.
    expect(able.map((command) => command.name()).filter((name) => !names.includes(name))).toEqual([
      'generate-schema',
    ]);
    expect([...Object.keys(JSON_CALLS), ...NOT_CALLED].sort()).toEqual(names.sort());
  });

  it('says the same as the flag that it stands for', async () => {
    const { stdout } = await run(['classify', '--json']);
    expect((await run(['classify', '--format', 'json'])).stdout).toBe(stdout);
    expect((await run(['classify', '--format', 'json', '--json'])).stdout).toBe(stdout);
  });

  it('prints the weights of one endpoint, and the templates', async () => {
    const explained = await run(['classify', '--json', '--explain', 'GET /campaigns/{campaign_id}']);
    expect(JSON.parse(explained.stdout)).toMatchObject({ endpoint: 'GET /campaigns/{campaign_id}' });
    const listed = await run(['generate-policies', '--list', '--json']);
    expect(JSON.parse(listed.stdout).templates).toContainEqual(
      expect.objectContaining({ name: 'administrators', description: expect.any(String) }),
    );
  });

  it('is refused beside another form', async () => {
    await expect(run(['classify', '--json', '--format', 'csv'])).rejects.toThrow(
      "option '--json' cannot be used with option '--format csv'",
    );
  });

  it('is printed with --quiet, too', async () => {
    const { code, stdout } = await run(['validate', '--json', '--quiet']);
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, diagnostics: [] });
  });
});

describe('--quiet', () => {
  it.each([['test'], ['validate'], ['prove']])('prints nothing of %s when all is well', async (name) => {
    expect(await run([name, '--quiet'])).toMatchObject({ code: 0, stdout: '', stderr: '' });
    expect((await run([name])).stdout).not.toBe('');
  });

  it('prints what was asked for', async () => {
    const { stdout } = await run(['matrix']);
    expect(await run(['matrix', '-q'])).toMatchObject({ code: 0, stdout });
  });

  it('prints the whole report of a check that did not go well', async () => {
    const filter = ['--filter', 'name=no fixture has this name'];
    const loud = await run(['test', ...filter]);
    expect(loud.code).toBe(2);
    expect(await run(['test', '--quiet', ...filter])).toEqual(loud);
  });

  it('leaves out what is worth knowing and no warning', async () => {
    const api = '{ openapi: 3.1.0, info: { title: A, version: "1" }, paths: { /admin/jobs: { get: {} } } }';
    const init = async (...flags: readonly string[]) =>
      (await authz(folderWith({ 'openapi.yaml': api }), ['init', '--yes', ...flags])).stderr;
    expect(await init()).toMatch(/^info: /m);
    expect(await init('--quiet')).not.toMatch(/^info: /m);
  });

  it('leaves out remarks, and keeps errors', async () => {
    const said: string[] = [];
    const terminal = { err: (text: string) => said.push(text), note: (text: string) => said.push(text) };
    const options = { kind: 'stream', isQuiet: true, mayPage: true, isFormChosen: false } as const;
    await showOutput(options, terminal as unknown as Terminal, async ({ err, note }) => {
      note('wrote a.cedar');
      err('error');
      return 2;
    });
    expect(said).toEqual(['error']);
  });
});

describe('a page at a time', () => {
  let plain = '';
  beforeAll(async () => {
    plain = (await run(['matrix'])).stdout;
  });

  it('is how answers and reports are shown on a screen', async () => {
    expect(await run(['matrix'], { isScreen: true })).toMatchObject({ stdout: '', paged: [plain] });
  });

  it('is not for files and lists', async () => {
    const { stdout, paged } = await run(['completion', 'bash'], { isScreen: true });
    expect(paged).toEqual([]);
    expect(stdout).toContain('complete -o default');
  });

  it('shows the help of a command that was asked for, and fails for one that is not known', async () => {
    const plain = (await run(['help', 'test'])).stdout;
    expect(plain).toContain('replay fixtures against the policies');
    expect(await run(['help', 'test'], { isScreen: true })).toMatchObject({
      code: 0,
      stdout: '',
      paged: [plain],
    });
    expect(await run(['--no-pager', 'help'], { isScreen: true })).toMatchObject({ code: 0, paged: [] });
    await expect(run(['help', 'tset'])).rejects.toThrow('Did you mean test?');
  });

  it('is turned off with --no-pager', async () => {
    expect(await run(['matrix', '--no-pager'], { isScreen: true })).toMatchObject({
      stdout: plain,
      paged: [],
    });
  });

  it('shows what was printed before an error', async () => {
    const shown: string[] = [];
    const terminal = { out: () => undefined, page: async (text: string) => void shown.push(text) };
    const options = { kind: 'report', isQuiet: false, mayPage: true, isFormChosen: false } as const;
    const failing = showOutput(options, terminal as unknown as Terminal, async ({ out }) => {
      out('half');
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(shown).toEqual(['half']);
  });

  it.each([
    [{}, 'linux', 'less'],
    [{ PAGER: 'most -s' }, 'linux', 'most -s'],
    [{ PAGER: 'most', AUTHZ_PAGER: 'bat' }, 'linux', 'bat'],
    [{ PAGER: 'most', AUTHZ_PAGER: '' }, 'linux', undefined],
    [{ PAGER: 'cat' }, 'linux', undefined],
    [{ TERM: 'dumb' }, 'linux', undefined],
    [{}, 'win32', undefined],
    [{ PAGER: 'more' }, 'win32', 'more'],
  ] as const)('with %j on %s is shown in %s', (env, platform, command) => {
    expect(pagerCommand(env, platform)).toBe(command);
  });

  it.each([
    ['one\n', true],
    ['1\n2\n3\n', true],
    ['1\n2\n3\n4\n', false],
    ['0123456789', true],
    ['0123456789'.repeat(4), false],
    ['\u001b[32m0123456789\u001b[39m\n2\n3\n', true],
    ['日本語日本語\n2\n3\n', false],
  ])('is for what does not fit on the screen: %j', (text, fits) => {
    expect(fitsScreen(text, { columns: 10, rows: 4 })).toBe(fits);
  });
});
