import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  authz,
  contentsOf,
  EXAMPLE_FOLDER,
  expectPlain,
  expectRefusal,
  folderWith,
  projectWith,
  SHOP,
} from '../../helpers/cli.ts';

const PROJECT = [
  'authz.yaml',
  'fixtures/entities.json',
  'fixtures/fixtures.schema.json',
  'fixtures/principals.yaml',
  'fixtures/starter.fixtures.yaml',
  'invariants/first.cedar',
  'openapi.yaml',
  'policies/administrators.cedar',
  'policies/members.cedar',
  'policies/viewers.cedar',
  'v4.policyschema.json',
];

describe('authz init', () => {
  it('shows what it would write, and writes nothing before it is asked to', async () => {
    const folder = folderWith({ 'openapi.yaml': SHOP });
    const run = await authz(folder, ['init']);
    expect(run.code).toBe(0);
    expect(run.stdout.trimEnd().split('\n').sort()).toEqual(
      PROJECT.filter((name) => name !== 'openapi.yaml'),
    );
    expect(Object.keys(contentsOf(folder))).toEqual(['openapi.yaml']);
  });

  it('says which fact `authz prove` asks for, where things are in tenants', async () => {
    const pen = '/tenants/{tenantId}/pens/{penId}: { get: { operationId: getPen } }';
    const api = (path: string) => `openapi: 3.1.0\ninfo: { title: Pens, version: "1" }\npaths:\n  ${path}\n`;
    const folder = folderWith({ 'openapi.yaml': api(pen) });
    const { stderr } = await authz(folder, ['init', '--yes']);
    expect(stderr).toContain(
      'info: nothing says that a resource is in one `Tenant` at most, so `authz prove` may refute `tenants-are-isolated` [fact-unsaid]\n',
    );
    expect((await authz(folder, ['prove'])).stdout).toContain('REFUTED  tenants-are-isolated');
    const config = contentsOf(folder)['authz.yaml'] ?? '';
    writeFileSync(join(folder, 'authz.yaml'), config.replace('# facts:', 'facts:'));
    expect((await authz(folder, ['prove'])).stdout).toContain('PROVEN  tenants-are-isolated');
    const others = folderWith({ 'openapi.yaml': api(pen.replace('/tenants/{tenantId}', '')) });
    expect((await authz(others, ['init', '--yes'])).stderr).not.toContain('fact-unsaid');
  });

  it('makes a project that is green, formatted and up to date, twice the same', async () => {
    const folder = await projectWith();
    const before = contentsOf(folder);
    expect(Object.keys(before)).toEqual(PROJECT);
    for (const args of [['test'], ['validate'], ['format', '--check'], ['generate-schema', '--check']]) {
      expect(await authz(folder, args)).toMatchObject({ code: 0 });
    }
    expect((await authz(folder, ['init', '--yes', '--force'])).code).toBe(0);
    expect(contentsOf(folder)).toEqual(before);
  });

  it('says which policies of an earlier project decide beside the new ones', async () => {
    const folder = folderWith({
      'openapi.yaml': SHOP,
      'policies/staff/old.cedar': 'permit (principal, action, resource);\n',
      'policies/all.json': JSON.stringify({
        staticPolicies: { all: 'permit (principal, action, resource);' },
      }),
      'policies/settings.json': '{}',
    });
    const run = await authz(folder, ['init', '--yes']);
    for (const name of ['policies/staff/old.cedar', 'policies/all.json'])
      expect(run.stderr).toContain(
        `warning: \`${name}\` was here before, and its policies decide beside the new ones [policies-earlier]`,
      );
    expect(run.stderr).not.toContain('settings.json');
    const again = await authz(await projectWith(), ['init', '--yes', '--force']);
    expect(again.stderr).not.toContain('policies-earlier');
  });

  it('names the settings that the new authz.yaml does not have', async () => {
    const folder = await projectWith();
    const written = readFileSync(join(folder, 'authz.yaml'), 'utf8');
    const more = 'coverage: { endpoints: 50, policies: 50 }\nserver: { skippedEndpoints: [GET /health] }\n';
    writeFileSync(join(folder, 'authz.yaml'), written + more);
    const run = await authz(folder, ['init', '--yes', '--force']);
    expect(run.stderr).toContain(
      'warning: `authz.yaml` says `coverage.endpoints`, `coverage.policies`, `server.skippedEndpoints`, and the new file does not [settings-dropped]',
    );
    expect(readFileSync(join(folder, 'authz.yaml.bak'), 'utf8')).toBe(written + more);
    expect((await authz(folder, ['init', '--yes', '--force'])).stderr).not.toContain('settings-dropped');
  });

  it('says that a schema of an earlier life is not used', async () => {
    const byHand = 'namespace Shop { entity User; entity Item; }';
    const folder = folderWith({ 'openapi.yaml': SHOP, 'shop.cedarschema': byHand });
    const run = await authz(folder, ['init', '--yes']);
    expect(run.stderr).toContain(
      'warning: `shop.cedarschema` was here before, and the new project does not use it [schema-earlier]',
    );
    expect(run.stderr).toContain('set `schema: shop.cedarschema` in authz.yaml');
    expect(readFileSync(join(folder, 'shop.cedarschema'), 'utf8')).toBe(byHand);
    const made = await projectWith();
    await authz(made, ['generate-schema', '--out', 'made.cedarschema']);
    const again = await authz(made, ['init', '--yes', '--force']);
    expect(again.stderr).not.toContain('schema-earlier');
  });

  it('takes a copy of a description that lies outside, so that all commands go on in the folder of the project', async () => {
    const parent = folderWith({
      'specs/shop.yaml': `${SHOP}components: { schemas: { Id: { $ref: "common/ids.yaml#/Id" } } }\n`,
      'specs/common/ids.yaml': 'Id: { type: string }\n',
    });
    const run = await authz(parent, ['init', 'my api', '--yes', '--api-spec', 'specs/shop.yaml']);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain(
      'info: `../specs/shop.yaml` leads out of the folder of the project, which has a copy of it: `shop.yaml` [spec-copied]',
    );
    expect(run.stderr).toContain("Next:\n  1. Go to the folder of the project: `cd 'my api'`\n  2. Look at");
    expect(run.stderr).toContain(
      '\n  5. Protect the server: docs/middleware.md of the package says how, and',
    );
    const folder = join(parent, 'my api');
    const { 'authz.yaml': config, 'shop.yaml': copy, 'common/ids.yaml': ids } = contentsOf(folder);
    expect(config).toContain('\nspec: shop.yaml\n');
    expect({ copy, ids }).toEqual({
      copy: contentsOf(parent)['specs/shop.yaml'],
      ids: 'Id: { type: string }\n',
    });
    for (const args of [['test'], ['classify'], ['generate-schema', '--check']])
      expect(await authz(folder, args)).toMatchObject({ code: 0 });
  });

  it('names a description outside where all commands may read it: in the checkout of the project', async () => {
    const checkout = folderWith({ 'specs/openapi.yaml': SHOP, '.git/HEAD': '' });
    const run = await authz(checkout, ['init', 'my-api', '--yes', '--api-spec', 'specs/openapi.yaml']);
    expect(run.code).toBe(0);
    const folder = join(checkout, 'my-api');
    expect(contentsOf(folder)['authz.yaml']).toContain('\nspec: ../specs/openapi.yaml\n');
    expect(contentsOf(folder)['openapi.yaml']).toBeUndefined();
    expect(await authz(folder, ['generate-schema', '--check'])).toMatchObject({ code: 0 });
  });

  it('takes no copy that would lie among its own files', async () => {
    const parent = folderWith({
      'specs/openapi.yaml': `${SHOP}components: { schemas: { Id: { $ref: "fixtures/ids.yaml#/Id" } } }\n`,
      'specs/fixtures/ids.yaml': 'Id: { type: string }\n',
    });
    const run = await authz(parent, ['init', 'my-api', '--yes', '--api-spec', 'specs/openapi.yaml']);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('warning: `../specs/openapi.yaml` leads out of the folder of the project');
    expect(Object.keys(contentsOf(join(parent, 'my-api')))).toEqual(
      PROJECT.filter((name) => name !== 'openapi.yaml'),
    );
  });

  it('never replaces another description by a copy', async () => {
    const parent = folderWith({ 'specs/openapi.yaml': SHOP, 'my-api/openapi.yaml': 'openapi: 3.1.0\n' });
    const run = await authz(parent, ['init', 'my-api', '--yes', '--api-spec', 'specs/openapi.yaml']);
    expectRefusal(run);
    expect(run.stderr).toContain('the file exists with other content; nothing was written');
    expect(Object.keys(contentsOf(join(parent, 'my-api')))).toEqual(['openapi.yaml']);
  });

  it('offers no standard input: a project goes on to read its API description', async () => {
    const standardInput = /-\s+for\s+standard\s+input/;
    expect((await authz(folderWith(), ['help', 'init'])).stdout).not.toMatch(standardInput);
    expect((await authz(folderWith(), ['help', 'classify'])).stdout).toMatch(standardInput);
  });

  it('copies the worked example, which is green', async () => {
    const folder = folderWith();
    const run = await authz(folder, ['init', '--yes', '--example']);
    expect(run.code).toBe(0);
    expectPlain(run);
    expect(contentsOf(folder)).toEqual(contentsOf(EXAMPLE_FOLDER));
  });

  it('does not start over by accident', async () => {
    const folder = await projectWith({ 'authz.yaml': '# mine\n' });
    const run = await authz(folder, ['init', '--yes']);
    expectRefusal(run);
    expect(run.stderr).toContain('this folder has an `authz.yaml` already');
  });

  it.each([
    [
      'a file that says something else',
      { 'policies/viewers.cedar': '// mine\n' },
      'the file exists with other content; nothing was written',
    ],
    [
      'a file where a folder is needed',
      { fixtures: 'mine' },
      'a part of the path is a file, not a folder; nothing was changed',
    ],
    [
      'a file where another folder is needed',
      { policies: 'mine' },
      'a part of the path is a file, not a folder; nothing was changed',
    ],
  ])('writes nothing at all when something is in the way: %s', async (_, files, message) => {
    const folder = folderWith({ 'openapi.yaml': SHOP, ...files });
    const run = await authz(folder, ['init', '--yes', '--api-spec', 'openapi.yaml']);
    expectRefusal(run);
    expect(run.stderr).toContain(message);
    expect(contentsOf(folder)).toEqual({ 'openapi.yaml': SHOP, ...files });
  });

  it('writes nothing at all when a folder has the name of a file, even by force', async () => {
    const folder = folderWith({ 'openapi.yaml': SHOP });
    mkdirSync(join(folder, 'fixtures/entities.json'), { recursive: true });
    for (const force of [[], ['--force']]) {
      const run = await authz(folder, ['init', '--yes', '--api-spec', 'openapi.yaml', ...force]);
      expectRefusal(run);
      expect(run.stderr).toContain('there is a folder of that name; nothing was changed');
      expect(contentsOf(folder)).toEqual({ 'openapi.yaml': SHOP });
    }
  });

  it('never overwrites an API description with the example', async () => {
    const folder = folderWith({ 'openapi.yaml': SHOP });
    expectRefusal(await authz(folder, ['init', '--yes', '--example', '--force']));
    expect(contentsOf(folder)).toEqual({ 'openapi.yaml': SHOP });
  });

  it.each([
    ['no description', {}, 'no API description was found in this folder'],
    [
      'two descriptions',
      { 'openapi.yaml': SHOP, 'swagger.json': '{}' },
      'there are several API descriptions: `openapi.yaml`, `swagger.json`',
    ],
  ])('asks for the description when there is %s', async (_, files, message) => {
    const run = await authz(folderWith(files), ['init', '--yes']);
    expectRefusal(run);
    expect(run.stderr).toContain(message);
  });

  it.each([
    ['if', 'uses the reserved word `if`'],
    ['A::__cedar', 'uses the reserved word `__cedar`'],
    ['E-mail app', 'did you mean `EmailApp`?'],
    ['', 'a name is missing'],
    ['1st', 'is not a namespace'],
  ])('refuses %j as a namespace', async (namespace, message) => {
    const folder = folderWith({ 'openapi.yaml': SHOP });
    const run = await authz(folder, ['init', '--yes', '--namespace', namespace]);
    expectRefusal(run);
    expect(run.stderr).toContain(message);
    expect(contentsOf(folder)).toEqual({ 'openapi.yaml': SHOP });
  });
});
