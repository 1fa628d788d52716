import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { authz, expectPlain, expectRefusal, folderWith, projectWith, type Run } from '../../helpers/cli.ts';

const ESCAPE = '\u001b[31m';

const OPERATION_IDS = [
  'a"b',
  'a\\b',
  'a\nb',
  '😀',
  '__proto__',
  'constructor',
  'toString',
  `${ESCAPE}red`,
  '\u001b]0;title\u0007',
  '\u202eright to left',
  'a`b',
  "it's",
  '<b>&amp;',
  'a|b',
  '=cmd()',
  '  ',
  '\u0001',
  '*',
  '$x',
  'null',
  '- a',
  '# c',
  'anonymous',
  'x'.repeat(300),
  '::stop-commands::x',
  'a ::add-mask::b',
  '##[stop-commands]x',
  '##vso[task.setvariable variable=a]b',
];

/** A description whose every text means harm. */
function hostileSpec(): string {
  const operations = OPERATION_IDS.map((operationId, index) => [
    `/things${index}/{id}`,
    { get: { operationId, summary: ESCAPE, responses: { 200: { description: '\u001b[2J' } } } },
  ]);
  const paths = {
    ...Object.fromEntries(operations),
    [`/${ESCAPE}x/{id}`]: { get: { responses: {} } },
    '/q"uote/{a"b}': { get: { responses: {} } },
    '/proto/{__proto__}': { get: { responses: {} } },
  };
  return JSON.stringify({ openapi: '3.0.0', info: { title: `${ESCAPE}Shop "API"\n`, version: '1' }, paths });
}

/** What GitHub Actions and Azure Pipelines would take for commands to themselves. */
function expectNoCommands({ stdout, stderr }: Run): void {
  const lines = `${stdout}\n${stderr}`.split(/\r?\n|\r/);
  expect(lines.filter((line) => /^\s*::/.test(line) || /##[a-z]*\[/i.test(line))).toEqual([]);
}

describe('fixtures whose texts are commands to a CI server', () => {
  const COMMANDS = ['::stop-commands::x', 'why ::add-mask::b', '##[stop-commands]x', '##vso[task.complete]'];

  it.each(['pretty', 'dot', 'junit', 'tap', 'json', 'sarif', 'markdown'])(
    'are texts to the reporter %s',
    async (reporter) => {
      const cases = COMMANDS.flatMap((name, index) => [
        `  - { name: ${JSON.stringify(name)}, as: ana, call: GET /shops/c${index}, expect: allow, tags: [${JSON.stringify(name)}] }`,
        `  - { name: ${JSON.stringify(`skipped ${name}`)}, as: ana, call: GET /shops/c1, expect: allow, skip: ${JSON.stringify(`${name} ${'word '.repeat(30)}${name}`)} }`,
      ]);
      const folder = await projectWith({
        'fixtures/a.fixtures.yaml': `principals: { ana: { sub: ana } }\ncases:\n${cases.join('\n')}\n`,
      });
      const run = await authz(folder, ['test', '--reporter', reporter, '--verbose']);
      expect(run.code).toBe(1);
      expectNoCommands(run);
    },
  );
});

describe('an API description full of hostile text', () => {
  it('becomes a project whose fixtures are green, and nothing of it reaches the terminal raw', async () => {
    const folder = folderWith({ 'openapi.json': hostileSpec() });
    const init = await authz(folder, ['init', '--yes']);
    expect(init.code).toBe(0);
    expectPlain(init);
    const runs = await Promise.all(
      [
        ['test', '--verbose'],
        ['test', '--reporter', 'json'],
        ...['junit', 'dot', 'tap', 'sarif', 'markdown'].map((name) => ['test', '--reporter', name]),
        ['validate'],
        ['validate', '--format', 'json'],
        ['format', '--check'],
        ['generate-schema', '--check'],
        ['classify'],
        ['classify', '--format', 'json'],
        ['classify', '--format', 'csv'],
        ['classify', '--format', 'markdown'],
      ].map((args) => authz(folder, args)),
    );
    for (const run of runs) {
      expect(run.code).toBe(0);
      expectPlain({ ...run, stdout: run.stdout.replaceAll('\r\n', '\n') });
      expectNoCommands(run);
    }
  });

  it('keeps every operationId as it is in JSON', async () => {
    const folder = folderWith({ 'openapi.json': hostileSpec() });
    const { stdout } = await authz(folder, ['classify', '--api-spec', 'openapi.json', '--format', 'json']);
    const { endpoints } = JSON.parse(stdout) as { endpoints: { operationId?: string }[] };
    const ids = endpoints.map(({ operationId }) => operationId).filter((id) => id !== undefined);
    expect(ids.sort()).toEqual([...OPERATION_IDS].sort());
  });
});

describe('hostile names on the command line', () => {
  it.each(
    [
      [`${ESCAPE}test`],
      ['test', `--${ESCAPE}`],
      ['test', `${ESCAPE}.yaml`],
      ['test', '--reporter', ESCAPE],
      ['test', '--reporter', `json=${ESCAPE}/\0`],
      ['test', '--policies', ESCAPE],
      ['help', ESCAPE],
      ['classify', '--api-spec', ESCAPE],
      ['classify', '--format', ESCAPE],
      ['generate-schema', '--namespace', ESCAPE],
      ['generate-schema', '--mapping-type', ESCAPE],
      ['generate-policies', '--template', ESCAPE],
      ['format', ESCAPE],
    ].filter((args) => !args.join('').includes('\0')),
  )('%j', async (...args) => {
    const run = await authz(await projectWith(), args);
    expect(run.code).toBe(2);
    expectPlain(run);
    expect(run.stderr + run.stdout).toContain('\\u001b[31m');
  });
});

describe('hostile names in a project', () => {
  it('are shown as escapes by every reporter', async () => {
    const folder = await projectWith({
      [`fixtures/${ESCAPE}.fixtures.yaml`]: `\
principals: { "\\e[31m": { sub: x, groups: [] } }
entities: []
cases: [{ name: "\\e[31m\\u202e", as: "\\e[31m", call: "GET /shops/%1b[31m", expect: allow }]
`,
      [`policies/${ESCAPE}.cedar`]: `@id("${ESCAPE}\u202e")\nforbid (principal, action, resource);\n`,
    });
    for (const reporter of ['pretty', 'json', 'junit']) {
      const run = await authz(folder, ['test', '--reporter', reporter]);
      expect(run.code).toBe(1);
      expectPlain(run);
    }
  });

  it('are shown as escapes in problems', async () => {
    const folder = await projectWith({
      'fixtures/bad.fixtures.yaml':
        '"\\e[31m": 1\ncases: [{ name: a, as: "\\e[31m", call: "\\e[31m", expect: "\\e[31m" }]\n',
      [`policies/${ESCAPE}.cedar`]: `permit (principal == "${ESCAPE}");\n`,
    });
    for (const reporter of ['pretty', 'json', 'junit']) {
      const run = await authz(folder, ['test', '--reporter', reporter]);
      expect(run.code).toBe(2);
      expectPlain(run);
    }
    const validated = await authz(folder, ['validate']);
    expect(validated.code).toBe(2);
    expectPlain(validated);
  });

  it('are shown as escapes when the settings are wrong', async () => {
    const folder = folderWith({ 'authz.yaml': '"\\e[31m": 1\nspec: "\\e[31m"\nnamespace: "\\e[31m"\n' });
    const run = await authz(folder, ['validate']);
    expect(run.code).toBe(2);
    expectPlain(run);
    expect(run.stdout).toContain('unknown key `\\u001b[31m`');
    const classified = await authz(folder, ['classify']);
    expectRefusal(classified);
  });

  it('are shown as escapes when they are where a project lies', async () => {
    const folder = folderWith({ [`${ESCAPE}/openapi.yaml`]: 'openapi: 3.1.0\npaths: { /a: { get: {} } }\n' });
    const run = await authz(join(folder, ESCAPE), ['init', '--yes']);
    expect(run.code).toBe(0);
    expectPlain(run);
    const outside = await authz(folder, ['test', '--reporter', 'junit']);
    expect(outside.code).toBe(0);
    expectPlain(outside);
  });
});
