import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryPathIn } from '../../../src/cli/terminal/github.ts';
import type { Terminal } from '../../../src/cli/terminal/terminal.ts';
import { realPathBelow } from '../../../src/project/files/contained-path.ts';
import { showPath } from '../../../src/project/files/read-text.ts';
import { writeFiles } from '../../../src/project/files/write.ts';
import { cedarFolders } from '../../../src/project/loading/cedar-folders.ts';
import { loadProject } from '../../../src/project/loading/load.ts';
import { testsWithOwnParts } from '../../../src/project/loading/own-parts.ts';
import { openProject, projectSpec } from '../../../src/project/loading/project.ts';
import { projectFiles } from '../../../src/project/project-files.ts';
import { contentsOf, folderWith } from '../../helpers/cli.ts';
import { told, valueIn } from '../../helpers/outcome.ts';

const CONFIG = 'spec: openapi.yaml\nnamespace: App\n';

/** A project in a folder `p`, beside a file that is none of its business. */
function projectBeside(files: Readonly<Record<string, string>> = {}): string {
  return folderWith({ 'p/authz.yaml': CONFIG, 'secret.yaml': 'token: hush\n', ...files });
}

async function problemsOf(folder: string, cwd = folder): Promise<string[]> {
  const project = await openProject(join(folder, 'p'), cwd);
  if (!project.ok) return told(project.diagnostics);
  const loaded = await loadProject(projectFiles(project.value, {}, cwd), cwd);
  return told(loaded.diagnostics).filter((line) => !line.includes('v4.policyschema.json'));
}

describe('a path below a folder', () => {
  it('is told with forward slashes, also of what is not there yet', () => {
    const folder = folderWith({ 'a/b.txt': '' });
    expect(realPathBelow(folder, join(folder, 'a/b.txt'))).toBe('a/b.txt');
    expect(realPathBelow(folder, join(folder, 'new/deep/c.txt'))).toBe('new/deep/c.txt');
  });

  it('is none that leads out, by name, by a link, below a link, or by a link to nothing yet', () => {
    const folder = folderWith({ 'in/a.txt': '', 'out/b.txt': '' });
    symlinkSync(join(folder, 'out'), join(folder, 'in/folder'));
    symlinkSync(join(folder, 'out/b.txt'), join(folder, 'in/file'));
    symlinkSync(join(folder, 'out/new.txt'), join(folder, 'in/nothing'));
    symlinkSync(join(folder, 'in/a.txt'), join(folder, 'out/back'));
    for (const name of [
      '../out/b.txt',
      '../out/back',
      'file',
      'folder/b.txt',
      'folder/new.txt',
      'nothing',
      '../in2',
    ])
      expect([name, realPathBelow(join(folder, 'in'), join(folder, 'in', name))]).toEqual([name, undefined]);
  });
});

describe('a name that begins with two dots', () => {
  it('is no parent folder, where files are told from the working directory', () => {
    expect(showPath('/project/..policies/a.cedar', '/project')).toBe('..policies/a.cedar');
    expect(showPath('/project/...', '/project')).toBe('...');
    expect(showPath('/other/a.cedar', '/project')).toBe('/other/a.cedar');
    const inRepository = repositoryPathIn({ cwd: '/project', github: { workspace: '/project' } } as Terminal);
    expect(inRepository('..policies/a.cedar')).toBe('..policies/a.cedar');
    expect(inRepository('../a.cedar')).toBe('../a.cedar');
  });
});

describe('a project', () => {
  it.each(['schema', 'policies', 'fixtures', 'entities', 'invariants'])(
    'may not name a path outside as its `%s`',
    async (key) => {
      const folder = projectBeside({ 'p/authz.yaml': `${CONFIG}${key}: ../secret.yaml\n` });
      expect(await problemsOf(folder)).toEqual([
        'p/authz.yaml:3:'.concat(
          `${key.length + 3} error \`../secret.yaml\` leads out of the folder of the project`,
        ),
      ]);
      const named = key === 'fixtures' ? [] : [key as 'schema' | 'policies' | 'entities'];
      expect((await openProject(join(folder, 'p'), folder, named)).ok).toBe(key !== 'fixtures');
    },
  );

  it.each(['schema', 'policies', 'fixtures', 'entities', 'invariants'])(
    'may not name a pipe as its `%s`, which would be waited for without end',
    async (key) => {
      const folder = projectBeside({ 'p/authz.yaml': `${CONFIG}${key}: pipe.json\n` });
      execFileSync('mkfifo', [join(folder, 'p/pipe.json')]);
      expect(await problemsOf(folder)).toEqual([
        `p/authz.yaml:3:${key.length + 3} error \`pipe.json\` is neither a file nor a folder`,
      ]);
    },
  );

  it('has no pipe for its authz.yaml or its API description, none that its fixtures refer to, and none among its policies', async () => {
    const folder = projectBeside({
      'p/authz.yaml': 'spec: pipe.yaml\nnamespace: App\n',
      'p/fixtures/a.fixtures.yaml': 'entities: ../pipe.yaml\ncases: []\n',
      'p/policies/a.cedar': 'permit (principal, action, resource);',
      'q/x.txt': '',
    });
    for (const name of ['p/pipe.yaml', 'p/policies/pipe.cedar', 'q/authz.yaml'])
      execFileSync('mkfifo', [join(folder, name)]);
    expect(await problemsOf(folder)).toEqual([
      expect.stringContaining('p/policies/pipe.cedar error this is a link or a pipe'),
      'p/fixtures/a.fixtures.yaml:1:11 error `../pipe.yaml` is neither a file nor a folder',
    ]);
    const project = valueIn(await openProject(join(folder, 'p'), folder));
    expect(told(projectSpec(project, folder).diagnostics)).toEqual([
      'p/authz.yaml error `pipe.yaml` is neither a file nor a folder',
    ]);
    expect(told((await openProject(join(folder, 'q'), folder)).diagnostics)).toEqual([
      'q/authz.yaml error `authz.yaml` is neither a file nor a folder',
    ]);
  });

  it('may not name what no path can be', async () => {
    const folder = projectBeside({
      'p/authz.yaml': `${CONFIG}entities: "a\\0b"\n`,
      'p/fixtures/a.fixtures.yaml': 'entities: "a\\0b"\ncases: []\n',
    });
    expect(await problemsOf(folder)).toEqual([expect.stringContaining('is not a path')]);
    writeFileSync(join(folder, 'p/authz.yaml'), CONFIG);
    expect(await problemsOf(folder)).toEqual([expect.stringContaining('is not a path')]);
  });

  it('says of a link among its invariants that they would not be proven, and names no flag, as none takes them', async () => {
    const folder = projectBeside({ 'p/invariants/note.txt': '', 'shared/b.cedar': '' });
    const problems = async () => {
      const project = valueIn(await openProject(join(folder, 'p'), folder));
      const { diagnostics } = await loadProject(projectFiles(project, {}, folder), folder);
      return diagnostics.filter(({ file }) => file?.includes('invariants'));
    };
    expect(await problems()).toMatchObject([
      { code: 'policies-unread', help: 'expected `*.cedar` files, or policies in JSON' },
    ]);
    symlinkSync(join(folder, 'shared/b.cedar'), join(folder, 'p/invariants/b.cedar'));
    expect(await problems()).toMatchObject([
      {
        severity: 'error',
        message:
          'this is a link or a pipe, which is not followed: the invariants behind it would not be proven',
        help: 'put the file or folder itself in its place',
      },
    ]);
  });

  it('says of a link among its policies that it is not followed: one that forbids may be behind it', async () => {
    const folder = projectBeside({
      'p/policies/a.cedar': 'permit (principal, action, resource);',
      'shared/b.cedar': 'forbid (principal, action, resource);',
    });
    symlinkSync(join(folder, 'shared/b.cedar'), join(folder, 'p/policies/b.cedar'));
    symlinkSync(join(folder, 'shared'), join(folder, 'p/policies/shared'));
    symlinkSync(join(folder, 'secret.yaml'), join(folder, 'p/policies/README.md'));
    expect(await problemsOf(folder)).toEqual([
      expect.stringContaining('p/policies/b.cedar error this is a link or a pipe'),
      expect.stringContaining('p/policies/shared error this is a link or a pipe'),
    ]);
  });

  it('takes of what lies around tests without an authz.yaml nothing that a link has elsewhere', () => {
    const request = JSON.stringify({ principal: 'User::"a"', action: 'Action::"v"', resource: 'D::"d"' });
    const folder = folderWith({ 'p/ALLOW/r.json': request, 'secret.yaml': 'token: hush\n' });
    symlinkSync(join(folder, 'secret.yaml'), join(folder, 'p/x.cedar'));
    const { projects, problems } = cedarFolders([join(folder, 'p')], () => false, join(folder, 'p'));
    expect(projects).toEqual([]);
    expect(told(problems)).toEqual(['x.cedar error `x.cedar` leads out of the folder of the project']);
  });

  it('takes no entities for a request that a link beside it has elsewhere', async () => {
    const request = JSON.stringify({ principal: 'User::"a"', action: 'Action::"v"', resource: 'D::"d"' });
    const folder = folderWith({
      'p/ALLOW/r.json': request,
      'p/x.cedar': 'permit (principal, action, resource);',
      'secret.json': '[]',
    });
    const home = join(folder, 'p');
    const nearOf = async () => {
      const [files] = cedarFolders([home], () => false, home).projects;
      const loaded = files && (await loadProject(files, home));
      return loaded?.ok ? loaded.value.fixtures.map(({ near }) => near?.text) : undefined;
    };
    writeFileSync(join(home, 'entities.json'), '[]');
    expect(await nearOf()).toEqual(['[]']);
    rmSync(join(home, 'entities.json'));
    symlinkSync(join(folder, 'secret.json'), join(home, 'entities.json'));
    expect(await nearOf()).toEqual([undefined]);
  });

  it('may not reach out by links: of its folders, its schema, or its authz.yaml', async () => {
    const folder = projectBeside({ 'other/x.cedar': 'permit (principal, action, resource);' });
    symlinkSync(join(folder, 'other'), join(folder, 'p/policies'));
    symlinkSync(join(folder, 'secret.yaml'), join(folder, 'p/v4.policyschema.json'));
    expect(await problemsOf(folder)).toHaveLength(2);
    mkdirSync(join(folder, 'q'));
    symlinkSync(join(folder, 'secret.yaml'), join(folder, 'q/authz.yaml'));
    const linked = await openProject(join(folder, 'q'), folder);
    expect(told(linked.diagnostics)).toEqual([
      'q/authz.yaml error `authz.yaml` leads out of the folder of the project',
    ]);
  });

  it('has no fixtures that refer to files outside, and nothing of such a file is shown', async () => {
    const folder = projectBeside({
      'p/fixtures/a.fixtures.yaml': 'entities: ../../secret.yaml\nprincipals: link.yaml\ncases: []\n',
      'p/fixtures/tests.json': '[{ "entities": "../../secret.yaml" }]',
    });
    symlinkSync(join(folder, 'secret.yaml'), join(folder, 'p/fixtures/link.yaml'));
    const problems = await problemsOf(folder);
    expect(problems).toEqual([
      'p/fixtures/a.fixtures.yaml:2:13 error `link.yaml` leads out of the folder of the project',
      'p/fixtures/a.fixtures.yaml:1:11 error `../../secret.yaml` leads out of the folder of the project',
      expect.stringMatching(/^p\/fixtures\/tests\.json.* error `\.\.\/\.\.\/secret\.yaml` leads out/),
    ]);
    expect(problems.join()).not.toContain('hush');
  });

  it('may refer to the entities that the command line names', async () => {
    const folder = projectBeside({
      'p/fixtures/a.fixtures.yaml': 'entities: ../../shared.json\ncases: []\n',
    });
    writeFileSync(join(folder, 'shared.json'), '[]');
    const project = valueIn(await openProject(join(folder, 'p'), folder));
    const files = projectFiles(project, { entities: 'shared.json' }, folder);
    const loaded = await loadProject(files, folder);
    expect(told(loaded.diagnostics).filter((line) => line.includes('leads out'))).toEqual([]);
  });

  it('is none of a test that names parts of its own from elsewhere', async () => {
    const test = (policies: string) => JSON.stringify({ policies, requests: [] });
    const folder = folderWith({
      'tests/inside.json': test('policies.cedar'),
      'tests/outside.json': test('../policies.cedar'),
      'tests/absolute.json': test('etc/hostname'),
      'tests/policies.cedar': '',
      'policies.cedar': '',
    });
    const tests = join(folder, 'tests');
    const found = testsWithOwnParts([tests], tests);
    expect(found.projects.map(({ name }) => name)).toEqual(['inside.json']);
    expect(told(found.problems)).toEqual([
      'absolute.json:1:13 error `etc/hostname` leads out of the folder of the project',
      'outside.json:1:13 error `../policies.cedar` leads out of the folder of the project',
    ]);
    const inFolder = testsWithOwnParts([tests], folder);
    expect(inFolder.projects.map(({ name }) => name)).toEqual(['tests/inside.json', 'tests/outside.json']);
    expect(told(inFolder.problems)).toHaveLength(1);
  });

  it('may have its API description elsewhere in the checkout, and nothing else from there', async () => {
    const folder = projectBeside({ '.git/config': '[core]', 'api/openapi.yaml': '', '.env.yaml': '' });
    const cwd = join(folder, 'p');
    const specAt = (spec: string) =>
      projectSpec({ folder: cwd, config: { spec } } as Parameters<typeof projectSpec>[0], cwd).ok;
    expect(specAt('../api/openapi.yaml')).toBe(true);
    expect(['../.git/config', '../.env.yaml', '../../elsewhere.yaml', '/etc/passwd'].map(specAt)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a link in the path of a file that is written', () => {
  it('is not followed out of the project', () => {
    const folder = projectBeside();
    const path = join(folder, 'p/fixtures.schema.json');
    symlinkSync(join(folder, 'secret.yaml'), path);
    const before = contentsOf(folder);
    const written = writeFiles([{ path, text: '{}', ifExists: 'replace' }], folder);
    expect(told(written.diagnostics)).toEqual([
      'p/fixtures.schema.json error this symbolic link leads out of the folder of the project, or nowhere; nothing was written',
    ]);
    expect(written.diagnostics[0]?.help).toBe(
      'remove the link, or name where it leads, if a flag names the path',
    );
    expect(contentsOf(folder)).toEqual(before);
  });

  it.each([
    ['a project', { 'p/authz.yaml': '' }, '.'],
    ['the working directory, where there is no project yet', { 'p/openapi.yaml': '' }, 'p'],
  ])('is not followed out of %s in the place of a folder', (_, files, from) => {
    const folder = folderWith({ ...files, 'out/x.cedar': '// old' });
    symlinkSync(join(folder, 'out'), join(folder, 'p/policies'));
    const before = contentsOf(folder);
    const plan = ['x.cedar', 'new/y.cedar'].map((name) => ({
      path: join(folder, 'p/policies', name),
      text: '',
      ifExists: 'set-aside' as const,
    }));
    const written = writeFiles(plan, join(folder, from));
    expect(told(written.diagnostics)).toEqual([
      expect.stringMatching(/policies error this symbolic link leads out of the folder of the project/),
    ]);
    expect(contentsOf(folder)).toEqual(before);
  });

  it('is not followed out of a project and into another one', () => {
    const folder = folderWith({ 'p/authz.yaml': '', 'other/authz.yaml': '' });
    symlinkSync(join(folder, 'other'), join(folder, 'p/found'));
    const plan = { path: join(folder, 'p/found/x.json'), text: 'x', ifExists: 'replace' } as const;
    expect(told(writeFiles([plan], join(folder, 'p')).diagnostics)).toEqual([
      expect.stringMatching(/^found error this symbolic link leads out/),
    ]);
    expect(contentsOf(join(folder, 'other'))).toEqual({ 'authz.yaml': '' });
  });

  it('is followed in the place of the folder that a project is made in, and not below it', () => {
    const folder = folderWith({ 'cwd/a': '', 'made/b': '', 'out/c': '' });
    symlinkSync(join(folder, 'made'), join(folder, 'cwd/demo'));
    const plan = ['authz.yaml', 'policies/x.cedar'].map((name) => ({
      path: join(folder, 'cwd/demo', name),
      text: 'x',
      ifExists: 'refuse' as const,
    }));
    expect(writeFiles(plan, join(folder, 'cwd')).diagnostics).toEqual([]);
    expect(contentsOf(folder)).toMatchObject({ 'made/authz.yaml': 'x', 'made/policies/x.cedar': 'x' });
    rmSync(join(folder, 'made/policies'), { recursive: true });
    symlinkSync(join(folder, 'out'), join(folder, 'made/policies'));
    expect(writeFiles(plan, join(folder, 'cwd')).ok).toBe(false);
  });

  it('is followed within the project, and to where a path outside is named', () => {
    const folder = folderWith({ 'p/authz.yaml': '', 'p/own/a': '', 'out/b': '' });
    symlinkSync(join(folder, 'p/own'), join(folder, 'p/policies'));
    symlinkSync(join(folder, 'out'), join(folder, 'reports'));
    const plan = ['p/policies/x.cedar', 'reports/r.json'].map((name) => ({
      path: join(folder, name),
      text: 'x',
      ifExists: 'replace' as const,
    }));
    expect(writeFiles(plan, join(folder, 'p')).diagnostics).toEqual([]);
    expect(contentsOf(folder)).toMatchObject({ 'p/own/x.cedar': 'x', 'out/r.json': 'x' });
  });
});
