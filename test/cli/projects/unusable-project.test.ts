import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, expectPlain, folderWith, projectWith } from '../../helpers/cli.ts';

const PRINCIPALS = 'principals: { ana: { sub: ana, groups: [admin] } }\n';

/** What `authz test` says about a project with one more fixtures file, which it must not accept. */
async function testRefusal(fixtures: string, file = 'fixtures/bad.fixtures.yaml'): Promise<string> {
  const run = await authz(await projectWith({ [file]: fixtures }), ['test', file]);
  expect(run.code).toBe(2);
  expectPlain(run);
  return run.stdout;
}

/** A project whose `authz.yaml` says this of a key, in its first line. */
async function projectThatSays(key: string, value: string): Promise<string> {
  const folder = await projectWith();
  const path = join(folder, 'authz.yaml');
  const others = readFileSync(path, 'utf8').replace(new RegExp(`^${key}:.*\\n`, 'm'), '');
  writeFileSync(path, `${key}: ${value}\n${others}`);
  return folder;
}

describe('a folder above projects', () => {
  it.each([
    [['generate-schema', '--check']],
    [['classify']],
    [['generate-policies']],
    [['generate-fixtures']],
    [['generate-slices', '--out', '-']],
    [['import-log', 'live.log']],
  ])('is no project of its own, and names those below it: %j', async (args) => {
    const config = 'spec: openapi.yaml\nnamespace: App\n';
    const folder = folderWith({ 'a/authz.yaml': config, 'b/c/authz.yaml': config, 'live.log': '' });
    const run = await authz(folder, args);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('there is no project here, but below: `a`, `b/c`');
    expect(run.stderr).toContain('help: change to the folder of one of them');
  });
});

describe('policies that are not where authz.yaml says', () => {
  const naming = (policies: string) => projectThatSays('policies', policies);

  it.each(['test', 'validate'])('are an error of %s at the name, with the near one', async (command) => {
    const run = await authz(await naming('polices'), [command]);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('error: there is no file or folder `polices`, so there are no policies');
    expect(run.stdout).toContain('--> authz.yaml:1:11');
    expect(run.stdout).toContain('did you mean `policies`?');
  });

  it('may be written there by the tool, and may be missing under the usual name', async () => {
    const folder = await naming('rules');
    expect(await authz(folder, ['generate-schema'])).toMatchObject({ code: 0 });
    expect(await authz(folder, ['generate-policies'])).toMatchObject({ code: 0 });
    expect(await authz(folder, ['validate'])).toMatchObject({ code: 0 });
    const usual = await naming('./policies/');
    rmSync(join(usual, 'policies'), { recursive: true });
    const run = await authz(usual, ['validate']);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain('warning: there are no policies, so every request is denied');
  });
});

describe('fixtures that are not where authz.yaml says', () => {
  it('are an error at the name, with the near one, also where none need be there', async () => {
    const folder = await projectThatSays('fixtures', 'fixturs');
    const run = await authz(folder, ['test', '--pass-with-no-tests']);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('error: there is no file or folder `fixturs`, so there are no fixtures');
    expect(run.stdout).toContain('--> authz.yaml:1:11');
    expect(run.stdout).toContain('did you mean `fixtures`?');
  });

  it('do not matter where others are asked for, or none', async () => {
    const folder = await projectThatSays('fixtures', 'fixturs');
    expect(await authz(folder, ['test', 'fixtures'])).toMatchObject({ code: 0 });
    expect(await authz(folder, ['validate'])).toMatchObject({ code: 0 });
  });

  it('may be written there by the tool, and may be missing under the usual name', async () => {
    const folder = await projectThatSays('fixtures', 'tests/authz');
    expect((await authz(folder, ['test'])).stdout).toContain(
      'let `authz generate-fixtures` write fixtures there',
    );
    expect(await authz(folder, ['generate-fixtures'])).toMatchObject({ code: 0 });
    expect(await authz(folder, ['test'])).toMatchObject({ code: 0 });
    const usual = await projectThatSays('fixtures', './fixtures/');
    rmSync(join(usual, 'fixtures'), { recursive: true });
    expect(await authz(usual, ['test', '--pass-with-no-tests'])).toMatchObject({ code: 0 });
  });
});

describe('a file that cannot be read', () => {
  it.each([
    ['schema', 'v4.policyschema.jsn', 'test', 'v4.policyschema.json'],
    ['schema', 'v4.policyschema.jsn', 'validate', 'v4.policyschema.json'],
    ['schema', 'v4.policyschema.jsn', 'generate-slices', 'v4.policyschema.json'],
    ['entities', 'fixtures/entitis.json', 'test', 'fixtures/entities.json'],
    ['spec', 'opnapi.yaml', 'generate-schema', 'openapi.yaml'],
  ])('is told where authz.yaml names it: %s: %s in %s', async (key, file, command, near) => {
    const folder = await projectThatSays(key, file);
    writeFileSync(join(folder, near), '[]');
    const run = await authz(folder, [command]);
    expect(run.code).toBe(2);
    const said = run.stdout + run.stderr;
    expect(said).toContain(`error: \`${file}\`: there is no such file [file-unreadable]\n`);
    expect(said).toContain(`--> authz.yaml:1:${key.length + 3}\n`);
    expect(said).toContain(`did you mean \`${near.replace('fixtures/', '')}\`?`);
  });

  it.each([
    ['--schema', 'test', 'there is no such file'],
    ['--schema', 'generate-policies', 'there is no such file'],
    ['--entities', 'test', 'there is no such file'],
    ['--policies', 'test', 'there is no such file or folder'],
    ['--template-linked', 'validate', 'there is no such file or folder'],
    ['--api-spec', 'classify', 'there is no such file'],
  ])('is told with the flag that names it: %s of %s', async (flag, command, message) => {
    const run = await authz(await projectWith(), [command, flag, 'lost.json']);
    expect(run.code).toBe(2);
    expect(run.stdout + run.stderr).toContain(`error: ${message}: \`${flag}\` names it [`);
    expect(run.stdout + run.stderr).toContain('--> lost.json\n');
  });
});

describe('fixtures that cannot be used', () => {
  it.each([
    ['an unknown key', 'entitis: []\n', 'unknown key `entitis`: did you mean `entities`?', ':1:1'],
    [
      'no mapping of principals',
      'principals: { ana: 3 }\n',
      '`principals.ana`: expected a mapping of claims',
      ':1:20',
    ],
    [
      'an unknown decision',
      `${PRINCIPALS}cases: [{ name: a, as: ana, call: GET /shops/1, expect: alow }]\n`,
      'did you mean `allow`?',
      ':2:57',
    ],
    [
      'an unknown principal',
      `${PRINCIPALS}cases: [{ name: a, as: anna, call: GET /shops/1, expect: deny }]\n`,
      'unknown principal `anna`: did you mean `ana`?',
      ':2:24',
    ],
    [
      'a call of no endpoint',
      `${PRINCIPALS}cases: [{ name: a, as: ana, call: GET /shop/1, expect: deny }]\n`,
      'help: did you mean `GET /shops/{shop_id}`?',
      ':2:35',
    ],
    [
      'an unknown method',
      `${PRINCIPALS}cases: [{ name: a, as: ana, call: GTE /shops/1, expect: deny }]\n`,
      'known methods are GET',
      ':2:35',
    ],
    [
      'no call',
      `${PRINCIPALS}tables: [{ name: a, columns: [ana], rows: { get it: [deny] } }]\n`,
      '`get it` is not a call',
      ':2:45',
    ],
    [
      'a broken escape',
      `${PRINCIPALS}cases: [{ name: a, as: ana, call: GET /shops/%zz, expect: deny }]\n`,
      'is not valid percent-encoding',
      ':2:35',
    ],
    [
      'an unknown entity type',
      'entities:\n  - { uid: { type: "Shop::Shap", id: a }, attrs: {}, parents: [] }\n',
      'unknown entity type `Shop::Shap`: did you mean `Shop::Shop`?',
      ':2:20',
    ],
    [
      'a short row',
      `${PRINCIPALS}tables: [{ name: a, columns: [ana, ana], rows: { GET /shops/1: [deny] } }]\n`,
      'the row has 1 expectation for 2 columns',
      ':2:64',
    ],
    ['a missing shared file', 'entities: nowhere.json\n', 'there is no such file', 'fixtures/nowhere.json'],
    [
      'a reserved key',
      `${PRINCIPALS}tables: [{ name: a, columns: [ana], rows: { __proto__: [deny] } }]\n`,
      'none of the keys `__proto__`, `prototype` or `constructor` can be used',
      ':2:43',
    ],
    [
      'aliases that multiply',
      `a0: &a0 [${'x, '.repeat(100)}]\na1: &a1 [${'*a0, '.repeat(200)}]\na2: [${'*a1, '.repeat(200)}]\n`,
      'the aliases of the file multiply without end',
      'bad.fixtures.yaml',
    ],
    [
      'values nested without end',
      `x: ${'['.repeat(10_000)}\n`,
      'the values are nested too deeply',
      'bad.fixtures.yaml',
    ],
  ])('have %s', async (_, fixtures, message, place) => {
    const said = await testRefusal(fixtures);
    expect(said).toContain(message);
    expect(said).toContain(place);
  });

  it('are reported all at once', async () => {
    const said = await testRefusal(
      `${PRINCIPALS}cases: [{ nam: a, as: ana, call: GET /shops/1, expect: yes }]\ntables: 3\n`,
    );
    expect(said.match(/^error: /gm)).toHaveLength(4);
    expect(said).toContain('4 problems');
  });

  it.each([
    ['object', '{"a":', '1', '}'],
    ['list', '[', '', ']'],
  ])('nest 10,000 deep in JSON: %s', async (_, opening, middle, closing) => {
    const deep = opening.repeat(10_000) + middle + closing.repeat(10_000);
    const cases = [{ name: 'x', as: 'a', call: 'GET /shops/1', expect: 'deny' }];
    const content = `{"principals":{"a":{"sub":"x","q":${deep}}},"entities":[{"uid":{"type":"Shop::Shop","id":"x"},"attrs":{"a":${deep}},"parents":[]}],"cases":${JSON.stringify(cases)}}`;
    await testRefusal(content, 'fixtures/deep.fixtures.json');
    await testRefusal(
      `{"principals":{"a":${deep}},"entities":${deep},"cases":${deep}}`,
      'fixtures/deep.fixtures.json',
    );
  });
});

describe('nothing to test', () => {
  it('is a problem', async () => {
    const folder = await projectWith();
    const run = await authz(folder, ['test', 'policies']);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('no fixtures were found, so nothing was tested');
  });

  it('is none when it is said to be none', async () => {
    const run = await authz(await projectWith(), ['test', 'policies', '--pass-with-no-tests']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
  });

  it('is not excused by `--pass-with-no-tests` when something cannot be loaded', async () => {
    const folder = await projectWith({ 'authz.yaml': 'spec: [' });
    expect((await authz(folder, ['test', '--pass-with-no-tests'])).code).toBe(2);
  });
});

describe('policies that cannot be used', () => {
  const policies = {
    'policies/a.cedar': 'permit (principal, action, resource)\r\nwhen { "é😀" == prinipal };\r\n',
    'policies/b.cedar':
      'permit (principal, action == Shop::Action::"getShp", resource);\n// é\n\t\tpermit (principal, action, resource) when { "é😀" == resource.nope };\n',
    'policies/c.cedar': `permit (principal, action, resource) when { ${'"é" == "é" && '.repeat(60)}resource.nope };\n`,
    'policies/d.cedar': 'permit (principal\n',
    'policies/e.cedar': '\uFEFFpermit (principal, action, resource) when { context.nope };\n',
  };

  it('are reported all at once, with carets under what is wrong', async () => {
    const run = await authz(await projectWith(policies), ['validate']);
    expect(run).toMatchObject({ code: 2, stderr: '' });
    expectPlain(run);
    const frames = [
      ' 2 | when { "é😀" == prinipal };\n   |                 ^^^^^^^^\n',
      ' 1 | permit (principal, action == Shop::Action::"getShp", resource);\n   |                              ^^^^^^^^^^^^^^^^^^^^^^\n',
      ' 3 | \t\tpermit (principal, action, resource) when { "é😀" == resource.nope };\n   | \t\t                                                     ^^^^^^^^^^^^^\n',
      ' 1 | …é" && "é" == "é" && "é" == "é" && "é" == "é" && resource.nope };\n   |                                                  ^^^^^^^^^^^^^\n',
      ' 1 | permit (principal\n   |                  ^\n',
      ' 1 | permit (principal, action, resource) when { context.nope };\n   |                                             ^^^^^^^^^^^^\n',
    ];
    for (const frame of frames) expect(run.stdout).toContain(frame);
  });

  it('are refused by the formatter as they are by the validator, and left alone', async () => {
    const folder = await projectWith(policies);
    const run = await authz(folder, ['format']);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('policies/a.cedar:2:17');
  });

  it('are named when they are not there', async () => {
    const folder = await projectWith();
    for (const args of [['test'], ['validate']]) {
      const run = await authz(folder, [...args, '--policies', 'polices']);
      expect(run.code).toBe(2);
      expect(run.stdout).toContain('--> polices\n  = help: did you mean `policies`?');
    }
    for (const args of [
      ['format', 'polices'],
      ['generate-fixtures', '--policies', 'polices'],
    ]) {
      const run = await authz(folder, args);
      expect(run).toMatchObject({ code: 2, stdout: '' });
      expect(run.stderr).toContain('did you mean `policies`?');
    }
  });
});

describe('settings that cannot be used', () => {
  it('are found by `validate`, too, when a server would refuse them', async () => {
    const folder = await projectWith();
    const path = join(folder, 'authz.yaml');
    writeFileSync(path, `${readFileSync(path, 'utf8')}server:\n  batch: { DELETE /nothing: proceed }\n`);
    const run = await authz(folder, ['validate']);
    expect(run.code).toBe(2);
    expectPlain(run);
    expect(run.stdout).toContain('error: `batch` has `DELETE /nothing`, which is not a batch endpoint');
    expect(run.stdout).toMatch(
      /--> authz\.yaml:\d+:12\n.*\n *\d+ \| {3}batch: \{ DELETE \/nothing: proceed \}/,
    );
  });

  it.each([
    [
      'an unknown key',
      'spec: a\nnamespace: A\npolices: b\n',
      'unknown key `polices`: did you mean `policies`?',
    ],
    [
      'an unknown mapping type',
      'spec: a\nnamespace: A\nmappingType: SimpelRest\n',
      'did you mean `SimpleRest`?',
    ],
    ['an invalid namespace', 'spec: a\nnamespace: a b\n', '`a b` is not a namespace'],
    ['a reserved namespace', 'spec: a\nnamespace: A::if\n', 'uses the reserved word `if`'],
    ['no namespace', 'spec: a\n', 'missing key `namespace`'],
    ['nothing', '', 'the file is empty'],
    ['a list', '[]', 'found a list, expected a mapping'],
    [
      'aliases that multiply',
      `a: &a [${'x, '.repeat(200)}]\nb: &b [${'*a, '.repeat(200)}]\nc: [${'*b, '.repeat(200)}]\n`,
      'the aliases of the file multiply',
    ],
    ['values nested without end', `spec: ${'['.repeat(10_000)}\n`, 'the values are nested too deeply'],
  ])('have %s', async (_, content, message) => {
    const folder = folderWith({ 'authz.yaml': content });
    for (const [args, stream] of [
      [['test'], 'stdout'],
      [['classify'], 'stderr'],
    ] as const) {
      const run = await authz(folder, args);
      expect(run.code).toBe(2);
      expectPlain(run);
      expect(run[stream]).toContain(message);
    }
  });
});

describe('a schema that cannot be used', () => {
  it.each([
    ['is missing', undefined, 'there is no such file'],
    ['is empty', '', 'v4.policyschema.json'],
    ['is broken', '{"Shop": ', 'v4.policyschema.json'],
    [
      'nests without end',
      `{"Shop":{"entityTypes":{},"actions":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`,
      'v4.policyschema.json',
    ],
  ])('%s', async (_, content, message) => {
    const file = content === undefined ? 'nowhere.json' : 'v4.policyschema.json';
    const folder = await projectWith(content === undefined ? {} : { [file]: content });
    for (const command of ['test', 'validate']) {
      const run = await authz(folder, [command, '--schema', file]);
      expect(run.code).toBe(2);
      expectPlain(run);
      expect(run.stdout).toContain(message);
    }
    const generated = await authz(folder, ['generate-policies', '--schema', file]);
    expect(generated).toMatchObject({ code: 2, stdout: '' });
    expectPlain(generated);
  });
});
