import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadProject } from '../../../src/project/loading/load.ts';
import { loadPolicies } from '../../../src/project/loading/load-policies.ts';
import { findProjects, openProject } from '../../../src/project/loading/project.ts';
import { projectFiles } from '../../../src/project/project-files.ts';
import { folderWith } from '../../helpers/cli.ts';
import { emailSchemaFile } from '../../helpers/email-model.ts';
import { told, valueIn } from '../../helpers/outcome.ts';
import { close, unprivileged } from '../../helpers/unprivileged.ts';

/** A folder below which one may not be listed. */
function folderWithClosed(closed: string, files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files);
  close(folder, closed);
  return folder;
}

describe('a folder that cannot be listed', () => {
  it('is a warning at its place where projects are looked for', async () => {
    const folder = folderWithClosed('closed', {
      'authz.yaml': 'spec: openapi.yaml\nnamespace: EmailApp\n',
      'closed/authz.yaml': '',
    });
    const found = await unprivileged(() => findProjects(['.'], folder));
    expect(valueIn(found)).toEqual([folder]);
    expect(told(found.diagnostics)).toEqual([
      'closed warning the folder cannot be listed, so its content is left out',
    ]);
  });

  it('is an error among policies: one that forbids may be in it', async () => {
    const folder = folderWithClosed('policies/more', {
      'policies/a.cedar': 'permit (principal, action, resource);',
      'policies/more/b.cedar': 'forbid (principal, action, resource);',
    });
    const { diagnostics } = await unprivileged(() => loadPolicies([join(folder, 'policies')], folder));
    expect(told(diagnostics)).toEqual([
      'policies/more error the folder cannot be listed, so its content is left out',
    ]);
  });
});

describe('a folder that Kubernetes has mounted', () => {
  const mounted = (files: Readonly<Record<string, string>>): string => {
    const folder = folderWith(files);
    symlinkSync('..2026_11_23', join(folder, 'policies/..data'));
    return folder;
  };
  const policy = 'permit (principal, action, resource);';
  const FILES = { 'policies/..2026_11_23/a.cedar': policy, 'policies/..2026_11_23/team/b.cedar': policy };

  it('has the policies that its links lead to, under the names of the links', async () => {
    const folder = mounted(FILES);
    symlinkSync('..data/a.cedar', join(folder, 'policies/a.cedar'));
    symlinkSync('..data/team', join(folder, 'policies/team'));
    const { files, diagnostics } = await loadPolicies([join(folder, 'policies')], folder);
    expect(told(diagnostics)).toEqual([]);
    expect(files.map(({ name }) => name)).toEqual(['a.cedar', 'team/b.cedar']);
  });

  it('is refused where a policy has no link, or a link leads elsewhere: one that forbids may be left out', async () => {
    const folder = mounted({ ...FILES, 'other.cedar': policy });
    symlinkSync('..data/a.cedar', join(folder, 'policies/a.cedar'));
    symlinkSync('../other.cedar', join(folder, 'policies/other.cedar'));
    const { diagnostics } = await loadPolicies([join(folder, 'policies')], folder);
    expect(told(diagnostics)).toEqual([
      expect.stringMatching(/^policies\/team\/b\.cedar error /),
      expect.stringContaining('policies/other.cedar error this is a link or a pipe'),
    ]);
  });
});

describe('a link among fixtures', () => {
  it('is a warning where there are fixtures behind it, which are not replayed', async () => {
    const folder = folderWith({
      'v4.policyschema.json': emailSchemaFile.text,
      'authz.yaml': 'spec: openapi.yaml\nnamespace: EmailApp\n',
      'fixtures/a.fixtures.yaml': 'cases: []',
      'other/b.fixtures.yaml': 'cases: []',
      'other/notes/c.md': '',
    });
    symlinkSync('../other/b.fixtures.yaml', join(folder, 'fixtures/b.fixtures.yaml'));
    symlinkSync('/nowhere', join(folder, 'fixtures/gone.fixtures.yaml'));
    symlinkSync('../other', join(folder, 'fixtures/folder'));
    symlinkSync('../other/notes', join(folder, 'fixtures/notes'));
    const project = valueIn(await openProject(folder, folder));
    const { diagnostics } = await loadProject(projectFiles(project, {}, folder), folder);
    expect(told(diagnostics).filter((line) => line.includes('link'))).toEqual(
      ['b.fixtures.yaml', 'folder', 'gone.fixtures.yaml'].map(
        (name) =>
          `fixtures/${name} warning this is a link or a pipe, which is not followed: the fixtures behind it are not replayed`,
      ),
    );
  });
});

describe('the name of a file with fixtures', () => {
  const loadedWith = async (files: Readonly<Record<string, string>>) => {
    const folder = folderWith({
      'v4.policyschema.json': emailSchemaFile.text,
      'authz.yaml': 'spec: openapi.yaml\nnamespace: EmailApp\n',
      'fixtures/a.fixtures.yaml': 'cases: []',
      ...files,
    });
    const project = valueIn(await openProject(folder, folder));
    return await loadProject(projectFiles(project, {}, folder), folder);
  };

  it.each([
    ['b.fixture.yaml', 'principals: people.yaml\ncases:\n  - name: reads\n'],
    ['fixtures.yml', 'tables: []'],
    ['b_fixtures.json', '{ "cases": [] }'],
    ['b.yaml', 'cases:\n  - { name: reads, as: ana, call: GET /campaigns/c1, expect: allow }\n'],
    ['more/b.yml', 'tables:\n  - columns: [ana]\n    rows: {}\n'],
  ])('is a warning where it is nearly right, or no name of fixtures: %s', async (name, text) => {
    const { diagnostics } = await loadedWith({ [`fixtures/${name}`]: text });
    expect(told(diagnostics)).toContainEqual(
      `fixtures/${name} warning this file is not replayed: files with fixtures are called \`*.fixtures.yaml\``,
    );
  });

  it('may be that of something else', async () => {
    const { diagnostics } = await loadedWith({
      'fixtures/people-fixture.yaml': 'ana: { sub: ana }',
      'fixtures/people.yaml': 'ana: { sub: ana, cases: [1] }',
      'fixtures/cases.yaml': 'cases: [1, 2]',
    });
    expect(told(diagnostics).filter((line) => line.includes('not replayed'))).toEqual([]);
  });

  it('may be in capital letters', async () => {
    const loaded = await loadedWith({ 'fixtures/B.FIXTURES.YAML': 'cases: []' });
    expect(valueIn(loaded).fixtures?.map(({ source }) => source.file)).toContain('fixtures/B.FIXTURES.YAML');
  });
});
