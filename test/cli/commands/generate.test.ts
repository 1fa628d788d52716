import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  authz,
  contentsOf,
  EXAMPLE_FOLDER,
  expectRefusal,
  folderWith,
  projectWith,
  SHOP,
} from '../../helpers/cli.ts';

describe('without a project', () => {
  it('the one API description in the folder is found by itself', async () => {
    const folder = folderWith({ 'package.json': '{}', 'docs/shop.api.yaml': SHOP });
    const run = await authz(folder, ['classify']);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('METHOD') });
    expect((await authz(folder, ['generate-schema', '--namespace', 'Shop'])).code).toBe(0);
    const several = folderWith({ 'openapi.yaml': SHOP, 'swagger.yaml': SHOP });
    const refused = await authz(several, ['classify']);
    expectRefusal(refused);
    expect(refused.stderr).toContain('there are several API descriptions: `openapi.yaml`, `swagger.yaml`');
    expectRefusal(await authz(folderWith({}), ['classify']));
  });
});

describe('in a folder of a project', () => {
  it.each([
    ['classify'],
    ['generate-schema', '--check'],
    ['generate-policies'],
    ['generate-slices', '--out', '-'],
    ['generate-fixtures', '--neighbours'],
  ])('the project is found, whether it is a package or not: %j', async (...args) => {
    const folder = await projectWith({ 'deep/er/note.txt': '' });
    const inside = () => authz(join(folder, 'deep/er'), args);
    expect(await inside()).toMatchObject({ code: 0 });
    // What stands above a package is another one's.
    writeFileSync(join(folder, 'deep/package.json'), '{}');
    expectRefusal(await inside());
  });
});

describe('authz generate-schema', () => {
  it('writes to the package root, or where it is told to', async () => {
    const folder = folderWith({ 'package.json': '{}', 'api/openapi.yaml': SHOP });
    const spec = ['generate-schema', '--api-spec', 'openapi.yaml', '--namespace', 'Shop'];
    const run = await authz(join(folder, 'api'), spec);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(Object.keys(contentsOf(folder))).toContain('v4.policyschema.json');
    await authz(join(folder, 'api'), [...spec, '--out', 'deep/er/schema.json']);
    expect(contentsOf(folder)['api/deep/er/schema.json']).toBe(contentsOf(folder)['v4.policyschema.json']);
  });

  it('leaves a project alone when it writes another schema than that of the project', async () => {
    const folder = await projectWith();
    const before = contentsOf(folder);
    const other = ['generate-schema', '--namespace', 'Other', '--out', 'other.json'];
    const run = await authz(folder, other);
    expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining('warning') });
    expect(await authz(folder, [...other, '--check'])).toMatchObject({ code: 0, stdout: '' });
    const { 'other.json': written, ...rest } = contentsOf(folder);
    expect(written).toContain('"Other"');
    expect(rest).toEqual(before);
  });

  it('prints to standard output alone when that is asked for', async () => {
    const folder = await projectWith();
    const before = contentsOf(folder);
    const json = await authz(folder, ['generate-schema', '--out', '-']);
    expect(json).toEqual({ code: 0, stdout: before['v4.policyschema.json'], stderr: '' });
    const cedar = await authz(folder, ['generate-schema', '--out', '-', '--format', 'cedar']);
    expect(cedar.stdout).toContain('namespace Shop {');
    expect(contentsOf(folder)).toEqual(before);
  });

  it('writes Cedar syntax into no file that is JSON by its name', async () => {
    const folder = await projectWith();
    const before = contentsOf(folder);
    for (const check of [[], ['--check']]) {
      const run = await authz(folder, ['generate-schema', '--format', 'cedar', ...check]);
      expectRefusal(run);
      expect(run.stderr).toContain('as in `--out v4.cedarschema`');
    }
    expect(contentsOf(folder)).toEqual(before);
    const named = ['generate-schema', '--format', 'cedar', '--out', 'v4.cedarschema'];
    expect(await authz(folder, named)).toMatchObject({ code: 0 });
    expect(await authz(folder, [...named, '--check'])).toMatchObject({ code: 0 });
    expect(await authz(folder, ['test', '--schema', 'v4.cedarschema'])).toMatchObject({ code: 0 });
  });

  it('tells with 1 and a diff that the file no longer matches', async () => {
    const folder = await projectWith();
    expect(await authz(folder, ['generate-schema', '--check'])).toMatchObject({ code: 0, stdout: '' });
    const changed = await authz(folder, ['generate-schema', '--check', '--mapping-type', 'SimpleRest']);
    expect(changed.code).toBe(1);
    expect(changed.stdout).toContain('-      "mappingType": "ResourceRest"');
    expect(changed.stdout).toContain('+      "mappingType": "SimpleRest"');
    expect(changed.stderr).toContain('v4.policyschema.json no longer matches the API description');
  });

  it.each([
    ['--base-path', '/v1'],
    ['--attributes', 'scalar'],
    ['--group-type', 'Team'],
    ['--mapping-type', 'SimpleRest'],
    ['--namespace', 'Other'],
    ['--format', 'cedar'],
  ])('says something else with %s %s', async (option, value) => {
    const folder = folderWith({
      'openapi.yaml': SHOP.replace(
        'description: ok }',
        'description: ok, content: { application/json: { schema: { type: object, properties: { name: { type: string } } } } } }',
      ),
    });
    const args = ['generate-schema', '--api-spec', 'openapi.yaml', '--namespace', 'Shop', '--out', '-'];
    const plain = await authz(folder, args);
    const changed = await authz(folder, [...args, option, value]);
    expect(changed.code).toBe(0);
    expect(changed.stdout).not.toBe(plain.stdout);
  });

  it.each([
    ['generate-schema', '--group-type', 'if', '`if` cannot be the name of an entity type: `--group-type`'],
    ['init', '--group-type', 'my team', '`my team` cannot be the name of an entity type: `--group-type`'],
    [
      'init',
      '--base-path',
      'https://x.example/v1',
      '`https://x.example/v1` cannot be a base path: `--base-path`',
    ],
  ])('refuses in %s what %s cannot be: %s', async (command, option, value, message) => {
    const folder = folderWith({ 'openapi.yaml': SHOP });
    const args = command === 'init' ? [command, '--yes'] : [command, '--namespace', 'Shop'];
    const run = await authz(folder, [...args, option, value]);
    expectRefusal(run);
    expect(run.stderr).toContain(message);
    expect(Object.keys(contentsOf(folder))).toEqual(['openapi.yaml']);
  });

  it.each([
    ['below a file', 'openapi.yaml/schema.json', 'a part of the path is a file, not a folder'],
    ['over a folder', 'taken', 'there is a folder of that name'],
    ['where nothing can be written', '/proc/authz/schema.json', 'nothing was changed'],
  ])('does not write %s', async (_, out, message) => {
    const folder = folderWith({ 'openapi.yaml': SHOP });
    mkdirSync(join(folder, 'taken'));
    const run = await authz(folder, [
      'generate-schema',
      '--api-spec',
      'openapi.yaml',
      '--namespace',
      'A',
      '--out',
      out,
    ]);
    expectRefusal(run);
    expect(run.stderr).toContain(message);
    expect(contentsOf(folder)).toEqual({ 'openapi.yaml': SHOP });
  });

  it('asks for a namespace, and proposes one', async () => {
    const run = await authz(folderWith({ 'openapi.yaml': SHOP }), [
      'generate-schema',
      '--api-spec',
      'openapi.yaml',
    ]);
    expectRefusal(run);
    expect(run.stderr).toContain('add `--namespace Shop`, or another identifier');
  });
});

describe('authz generate-policies', () => {
  it('keeps what exists, until it is forced', async () => {
    const folder = await projectWith({ 'policies/viewers.cedar': '// mine\n' });
    const kept = await authz(folder, ['generate-policies']);
    expect(kept).toMatchObject({ code: 0, stdout: '' });
    expect(kept.stderr).toContain('kept (exists; --force replaces it) policies/viewers.cedar');
    expect(contentsOf(folder)['policies/viewers.cedar']).toBe('// mine\n');
    const forced = await authz(folder, ['generate-policies', '--force']);
    expect(forced.stderr).toContain(
      'rewrote policies/viewers.cedar; what it said is kept in policies/viewers.cedar.bak',
    );
    expect(contentsOf(folder)['policies/viewers.cedar.bak']).toBe('// mine\n');
    expect(await authz(folder, ['validate'])).toMatchObject({ code: 0 });
    const same = await authz(folder, ['generate-policies', '--force']);
    expect(same.stderr).not.toContain('.bak');
  });

  it('says what a file that is kept permits, though the policies made now leave it out', async () => {
    const api = SHOP.replace('delete:', 'put: { operationId: renameShop, responses: {} }\n    delete:');
    const folder = await projectWith({ 'openapi.yaml': api });
    await authz(folder, ['generate-schema']);
    await authz(folder, ['generate-policies', '--force']);
    const unchanged = await authz(folder, ['generate-policies']);
    expect(unchanged.stderr).not.toContain('[policies-kept]');
    const guarded = api.replace('renameShop,', 'renameShop, description: Managers only.,');
    writeFileSync(join(folder, 'openapi.yaml'), guarded);
    await authz(folder, ['generate-schema']);
    const kept = await authz(folder, ['generate-policies']);
    expect(kept.code).toBe(0);
    expect(kept.stderr).toContain('kept (exists; --force replaces it) policies/members.cedar');
    expect(kept.stderr).toContain(
      'info: `policies/members.cedar` is kept, and permits 1 action that the policy made now would leave out [policies-kept]',
    );
    expect(kept.stderr).toMatch(/\[policies-kept\][^[]*renameShop/);
  });

  it('writes the templates that are named, where it is told to', async () => {
    const folder = await projectWith();
    const args = [
      '--schema',
      'v4.policyschema.json',
      '--template',
      'viewers',
      'administrators',
      '--out-dir',
      'new',
    ];
    expect((await authz(folder, ['generate-policies', ...args])).code).toBe(0);
    expect(Object.keys(contentsOf(join(folder, 'new')))).toEqual(['administrators.cedar', 'viewers.cedar']);
  });

  it('knows its templates', async () => {
    const run = await authz(await projectWith(), ['generate-policies', '--template', 'standart']);
    expectRefusal(run);
    expect(run.stderr).toContain('unknown template `standart`: did you mean `standard`?');
    const listed = await authz(await projectWith(), ['generate-policies', '--template', 'members,viewers']);
    expectRefusal(listed);
    expect(listed.stderr).toContain('part them by blanks: `--template members viewers`');
  });

  it('writes all files or none', async () => {
    const folder = await projectWith();
    mkdirSync(join(folder, 'new/viewers.cedar'), { recursive: true });
    expectRefusal(await authz(folder, ['generate-policies', '--out-dir', 'new']));
    expect(contentsOf(join(folder, 'new'))).toEqual({});
  });
});

describe('authz generate-fixtures', () => {
  it('records what the policies decide', async () => {
    const folder = await projectWith({ 'policies/none.cedar': 'forbid (principal, action, resource);\n' });
    const run = await authz(folder, ['generate-fixtures', '--out-dir', 'new']);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(contentsOf(folder)['new/starter.fixtures.yaml']).not.toContain('allow');
    expect((await authz(folder, ['test', 'new'])).code).toBe(0);
    expect((await authz(folder, ['test', 'new/starter.fixtures.yaml'])).code).toBe(0);
  });
});

describe('authz format', () => {
  it('writes only what changes, and checks without writing', async () => {
    const folder = await projectWith({ 'policies/mine.cedar': '// why\npermit(principal,action,resource);' });
    const check = await authz(folder, ['format', '--check']);
    expect(check).toMatchObject({ code: 1, stdout: 'policies/mine.cedar\n' });
    expect((await authz(folder, ['format'])).code).toBe(0);
    expect(contentsOf(folder)['policies/mine.cedar']).toBe('// why\npermit (principal, action, resource);\n');
    expect(await authz(folder, ['format', '--check'])).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('in a project that names one file of policies and one of fixtures, nothing is written where it is not read:', () => {
  const files = contentsOf(EXAMPLE_FOLDER);
  const policies = Object.entries(files).filter(([name]) => name.startsWith('policies/'));
  const config = files['authz.yaml']
    ?.replace(/^policies: .*$/m, 'policies: all.cedar')
    .replace(/^fixtures: .*$/m, 'fixtures: one.fixtures.yaml')
    .replace(/^invariants: .*$/m, '');
  const har = {
    log: {
      entries: [{ request: { method: 'GET', url: 'http://a/campaigns/c1' }, response: { status: 401 } }],
    },
  };
  const project = {
    'authz.yaml': config ?? '',
    'all.cedar': policies.map(([, text]) => text).join('\n'),
    'one.fixtures.yaml': files['fixtures/campaigns.fixtures.yaml']?.replaceAll('../', '') ?? '',
    'v4.policyschema.json': files['v4.policyschema.json'] ?? '',
    'principals.yaml': files['principals.yaml'] ?? '',
    'entities.json': files['entities.json'] ?? '',
    'live.har': JSON.stringify(har),
  };

  it.each([
    ['policies', 'generate-policies'],
    ['fixtures', 'generate-fixtures'],
    ['fixtures', 'generate-fixtures --neighbours'],
    ['fixtures', 'generate-fixtures --cover'],
    ['fixtures', 'import-har live.har'],
  ])('%s by `%s`', async (part, command) => {
    const folder = folderWith(project);
    const before = contentsOf(folder);
    const run = await authz(folder, command.split(' '));
    expectRefusal(run);
    expect(run.stderr).toContain(`\`${part}\` in authz.yaml names the file`);
    expect(run.stderr).toContain('name that folder there');
    expect(contentsOf(folder)).toEqual(before);
  });

  it('another place is another matter', async () => {
    const folder = folderWith(project);
    expect((await authz(folder, ['generate-policies', '--out-dir', 'more'])).code).toBe(0);
    expect((await authz(folder, ['import-har', 'live.har', '--out', 'live.fixtures.yaml'])).code).toBe(0);
  });
});
