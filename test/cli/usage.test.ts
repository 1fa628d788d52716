import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT_CODE_HELP, EXIT_CODES } from '../../src/cli/exit-code.ts';
import { authz, expectRefusal, folderWith, projectWith } from '../helpers/cli.ts';

const COMMANDS = [
  'init',
  'classify',
  'generate-schema',
  'generate-policies',
  'generate-fixtures',
  'generate-slices',
  'test',
  'validate',
  'format',
];

describe('help', () => {
  it.each([[['--help']], [['-h']], [['help']]])('is a result: %j', async (args) => {
    const run = await authz(folderWith(), args);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    for (const command of COMMANDS) expect(run.stdout).toContain(`\n  ${command} `);
    expect(run.stdout).toContain('130  interrupted');
  });

  it('is what somebody needs who gives no command', async () => {
    const run = await authz(folderWith(), []);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('Usage: authz');
  });

  it.each(COMMANDS)('is the same for `help <command>` and `<command> --help`: %s', async (command) => {
    const help = await authz(folderWith(), ['help', command]);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain(`Usage: authz ${command}`);
    expect(await authz(folderWith(), [command, '--help'])).toEqual(help);
  });

  it.each([...COMMANDS, 'test', 'mutate', 'explain', 'completion', ''])(
    'fits into 80 columns: %s',
    async (command) => {
      const { stdout } = await authz(folderWith(), [...(command === '' ? [] : [command]), '--help']);
      expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    },
  );

  it('tells the version', async () => {
    expect(await authz(folderWith(), ['--version'])).toMatchObject({ code: 0, stderr: '' });
    expect((await authz(folderWith(), ['-V'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('a folder that is no project', () => {
  it.each(['generate-policies', 'generate-fixtures', 'generate-slices'])(
    'is told how to come by a schema: %s',
    async (command) => {
      const run = await authz(folderWith(), [command]);
      expectRefusal(run);
      expect(run.stderr).toContain('write it with `authz generate-schema`');
    },
  );
});

describe('wrong usage', () => {
  it.each([
    [['tset'], 'unknown command `tset`', 'did you mean `test`?'],
    [['help', 'tset'], 'unknown command `tset`', 'did you mean `test`?'],
    [['lint'], 'unknown command `lint`', 'did you mean `validate`?'],
    [['help', 'run-tests'], 'unknown command `run-tests`', 'did you mean `test`?'],
    [
      ['generate'],
      'unknown command `generate`',
      'did you mean `generate-schema`, `generate-policies`, `generate-fixtures`, `generate-slices`?',
    ],
    [['version'], 'unknown command `version`', 'did you mean `--version`?'],
    [['-v'], 'unknown option `-v`', 'did you mean `--version`?'],
    [['init', '--spec', 'a.yaml'], 'unknown option `--spec`', 'did you mean `--api-spec`?'],
    [['prove', '--spec', 'a.yaml'], 'unknown option `--spec`', '`authz help prove` lists what it takes'],
    [['frobnicate'], 'unknown command `frobnicate`', '`authz --help` lists the commands'],
    [['matrix', '--reporter', 'json'], 'unknown option `--reporter`', 'did you mean `--format`?'],
    [['test', '--format', 'json'], 'unknown option `--format`', 'did you mean `--reporter`?'],
    [['test', '--grep', 'x'], 'unknown option `--grep`', 'did you mean `--filter`?'],
    [['matrix', '--grep', 'x'], 'unknown option `--grep`', 'did you mean `--filter`?'],
    [['prove', '--grep', 'x'], 'unknown option `--grep`', '`authz help prove`'],
    [['test', '--verbos'], 'unknown option `--verbos`', 'did you mean `--verbose`?'],
    [
      ['test', '--reporter', 'jnit'],
      'argument `jnit` is not usable: expected one of `pretty`',
      'did you mean `junit`?',
    ],
    [['test', '--reporter'], 'option `--reporter <name[=file]>` argument missing', '`authz help test`'],
    [['classify', '--format', 'jsn'], 'argument `jsn` is not usable', 'did you mean `json`?'],
    [['classify', 'spec.yaml'], 'too many arguments for `classify`: `spec.yaml`', '`--api-spec spec.yaml`'],
    [['--quiet', 'prove', 'a', 'b', 'c'], 'for `prove`: `b`, `c` [usage]', '`authz help prove`'],
    [['--nonsense'], 'unknown option `--nonsense`', '`authz --help` lists the commands'],
    [['help', 'frobnicate'], 'unknown command `frobnicate`', '`authz --help` lists the commands'],
    [['help', 'test', 'more'], 'too many arguments for `help`: `more`', 'authz help'],
    [
      ['generate-schema', '--mapping-type', 'simplerest'],
      'argument `simplerest` is not usable',
      'did you mean `SimpleRest`?',
    ],
    [['generate-schema', '--attributes', 'al'], 'argument `al` is not usable', 'did you mean `all`?'],
    [
      ['validate', '--format', 'xml'],
      'argument `xml` is not usable: expected one of `pretty`, `json`',
      '`authz help validate` lists what it takes',
    ],
    [['test', '--reporter', 'json='], '`--reporter json=` names no file', '--reporter json=report.json'],
    [
      ['test', '--reporter', 'json=policies/a.cedar'],
      'would write a report over a file of the project',
      '--reporter json=report.json',
    ],
    ...['fixtures/principals.yaml', 'shop.entities.json', 'openapi.yml', 'swagger.json'].map(
      (file): [string[], string, string] => [
        ['mutate', '--reporter', `json=${file}`],
        'would write a report over a file of the project',
        '--reporter json=report.json',
      ],
    ),
    [
      ['test', '--reporter', 'json', '--reporter', 'junit'],
      'two reporters would write to standard output',
      'give each its own file',
    ],
    [
      ['test', '--reporter', 'json=a', '--reporter', 'junit=./a'],
      'two reporters would write to `a`',
      'give each its own file',
    ],
    ...['diff', 'prove', 'mutate'].flatMap((command): [string[], string, string][] => [
      [
        [command, '--reporter', 'json', '--reporter', 'github'],
        'two reporters would write to standard output',
        'give each its own file',
      ],
      [
        [command, '--reporter', 'json=a', '--reporter', 'github=./a'],
        'two reporters would write to `a`',
        'give each its own file',
      ],
    ]),
  ])('%j', async (args, message, help) => {
    const run = await authz(await projectWith(), args);
    expectRefusal(run);
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain(help);
  });

  it('outside of any project says what to do', async () => {
    for (const command of ['test', 'validate']) {
      const run = await authz(folderWith(), [command]);
      expect(run.code).toBe(2);
      expect(run.stdout).toContain(
        'name the parts: `--policies`, and `--schema` where there is one; or run `authz init`',
      );
    }
    expectRefusal(await authz(folderWith(), ['format']));
  });
});

describe('colors', () => {
  const COLORED = /\u001b\[/;

  it('come by force only, as this is no terminal', async () => {
    const folder = await projectWith();
    expect((await authz(folder, ['test'])).stdout).not.toMatch(COLORED);
    expect((await authz(folder, ['test'], { env: { FORCE_COLOR: '1' } })).stdout).toMatch(COLORED);
    expect((await authz(folder, ['nope'], { env: { FORCE_COLOR: '1' } })).stderr).toMatch(COLORED);
    expect((await authz(folder, ['test'], { env: { FORCE_COLOR: '0' } })).stdout).not.toMatch(COLORED);
  });

  it.each([[['test', '--color']], [['--color', 'test']], [['--no-color', 'test', '--color']]])(
    'come with %j, whatever is set',
    async (args) => {
      const run = await authz(await projectWith(), args, { env: { NO_COLOR: '1' } });
      expect(run.code).toBe(0);
      expect(run.stdout).toMatch(COLORED);
    },
  );

  it.each([
    [['--color', 'test', '--no-color'], {}],
    [['--no-color', 'test'], {}],
    [['test', '--no-color'], {}],
    [['test', '.', '--no-color', '--verbose'], {}],
    [['test'], { NO_COLOR: '1' }],
  ])('stay away with %j %j', async (args, env) => {
    const run = await authz(await projectWith(), args, { env: { FORCE_COLOR: '1', ...env } });
    expect(run.code).toBe(0);
    expect(run.stdout).not.toMatch(COLORED);
  });
});

describe('the exit codes', () => {
  it('are in the README as the help has them', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    const [, table = ''] = /\| Exit code \| Meaning \|\n.*\n((?:\|.*\n)+)/.exec(readme) ?? [];
    const rows = [...table.matchAll(/^\| (\d+) \| (.*) \|$/gm)].map(([, code, meaning = '']) => [
      Number(code),
      meaning.replaceAll('`', ''),
    ]);
    const helped = [...EXIT_CODE_HELP.matchAll(/^ {2}(\d+) +(.*)$/gm)].map(([, code, meaning]) => [
      Number(code),
      meaning,
    ]);
    expect(rows).toEqual(helped);
    expect(rows.map(([code]) => code)).toEqual(Object.values(EXIT_CODES));
  });
});
