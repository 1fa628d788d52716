import { mkdirSync } from 'node:fs';
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
