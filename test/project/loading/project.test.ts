import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFiles } from '../../../src/project/files/find-files.ts';
import {
  defaultSchemaFile,
  findProjectFolder,
  findProjects,
  openProject,
} from '../../../src/project/loading/project.ts';
import { folderWith } from '../../helpers/cli.ts';
import { told, valueIn } from '../../helpers/outcome.ts';

const FILES = {
  'authz.yaml': 'spec: a\nnamespace: A\n',
  'fixtures/a.fixtures.yaml': '',
  'fixtures/readme.yaml': '',
  'nested/authz.yaml': 'spec: a\nnamespace: B\n',
  'nested/deep/b.fixtures.json': '',
  'node_modules/other/authz.yaml': '',
  'dist/c.fixtures.yaml': '',
};

describe('projects', () => {
  it.each([
    [['.'], ['.', 'nested']],
    [['fixtures'], ['.']],
    [['fixtures/a.fixtures.yaml'], ['.']],
    [['nested'], ['nested']],
    [['nested/deep'], ['nested']],
    [
      ['nested/deep/b.fixtures.json', 'fixtures'],
      ['.', 'nested'],
    ],
    [['authz.yaml'], ['.']],
  ])('that %j touches are %j', async (paths, expected) => {
    const folder = folderWith(FILES);
    expect(valueIn(await findProjects(paths, folder))).toEqual(expected.map((name) => join(folder, name)));
  });

  it('are none where there is none', async () => {
    const folder = folderWith({ 'a.fixtures.yaml': '' });
    expect(valueIn(await findProjects(['.', 'a.fixtures.yaml'], folder))).toEqual([]);
  });

  it('are asked for at places that exist', async () => {
    const found = await findProjects(['fixture', 'nowhere/x'], folderWith(FILES));
    expect(told(found.diagnostics)).toEqual([
      'fixture error there is no such file or folder',
      'nowhere/x error there is no such file or folder',
    ]);
    expect(found.diagnostics.map(({ help }) => help)).toEqual(['did you mean `fixtures`?', undefined]);
  });

  it('are not looked for beside the folder that one is in, when that is gone', async () => {
    const folder = folderWith({ 'mail/authz.yaml': '', 'mai/authz.yaml': '' });
    rmSync(join(folder, 'mail'), { recursive: true });
    const found = await findProjects(['.'], join(folder, 'mail'));
    expect(found.diagnostics).toMatchObject([{ message: 'the current folder was moved or deleted' }]);
    expect(found.diagnostics.map(({ help }) => help)).toEqual([undefined]);
  });

  it('are found upwards from anywhere inside', () => {
    const folder = folderWith(FILES);
    expect(findProjectFolder(join(folder, 'nested/deep'))).toBe(join(folder, 'nested'));
    expect(findProjectFolder(join(folder, 'fixtures/a.fixtures.yaml'))).toBe(folder);
  });

  it('have settings, with defaults for what is not said', async () => {
    const folder = folderWith(FILES);
    expect(valueIn(await openProject(folder, folder)).config).toMatchObject({
      namespace: 'A',
      mappingType: 'ResourceRest',
      schema: 'v4.policyschema.json',
      policies: 'policies',
      fixtures: 'fixtures',
    });
    expect(told((await openProject(join(folder, 'dist'), folder)).diagnostics)).toEqual([
      'dist/authz.yaml error there is no such file',
    ]);
  });
});

describe('files', () => {
  it('are found below a folder, sorted, without what belongs to tools', async () => {
    const folder = folderWith(FILES);
    expect(findFiles(folder, /\.fixtures\./)).toEqual(
      ['fixtures/a.fixtures.yaml', 'nested/deep/b.fixtures.json'].map((name) => join(folder, name)),
    );
    expect(findFiles(join(folder, 'authz.yaml'), /\.yaml$/)).toEqual([join(folder, 'authz.yaml')]);
    expect(findFiles(join(folder, 'nowhere'), /./)).toEqual([]);
  });

  it('of schemas go to the package root', () => {
    const folder = folderWith({ 'package.json': '{}', 'src/api/x.yaml': '' });
    expect(defaultSchemaFile(join(folder, 'src/api'))).toBe(join(folder, 'v4.policyschema.json'));
  });
});
