import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, EXAMPLE_FOLDER, folderWith, type Run } from '../../helpers/cli.ts';
import { commitAll, git, initRepository } from '../../helpers/git.ts';

/** The worked example in a repository with one commit; in a folder of it, when one is named. */
function repository(within = '.'): string {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, join(folder, within), { recursive: true });
  initRepository(folder);
  return folder;
}

/** Lets editors change campaigns that are scheduled. */
function widen(folder: string): void {
  edit(join(folder, 'policies/editors.cedar'), 'resource.status == "draft"', 'resource.status != "sent"');
}

function edit(path: string, from: string, to: string): void {
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

function diff(folder: string, ...args: readonly string[]): Promise<Run> {
  return authz(folder, ['diff', ...args]);
}

describe('the sides of authz diff', () => {
  it('says of a project that is not committed yet that the revision has it not', async () => {
    const folder = repository();
    const fresh = join(folder, 'fresh');
    cpSync(EXAMPLE_FOLDER, fresh, { recursive: true });
    const { code, stderr } = await diff(fresh);
    expect(code).toBe(2);
    expect(stderr).toMatch(/HEAD \(\w+\) has no project here: nothing of `fresh` is in it/);
    expect(stderr).toContain('help: commit the project first');
  });

  it('says of a revision from before the project that it has none', async () => {
    const folder = folderWith({ 'README.md': 'an API' });
    initRepository(folder);
    cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
    const { code, stderr } = await diff(folder, 'main');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /main \(\w+\) has no project here: neither an `authz.yaml` nor policies are in it/,
    );
    expect(stderr).toContain('the change that adds a project has nothing to be compared with');
  });

  it('finds in invariants that have other line ends, or a comment more, what they said before', async () => {
    const folder = repository();
    const path = join(folder, 'invariants/campaigns.cedar');
    writeFileSync(path, `// Seen by everybody.\n${readFileSync(path, 'utf8')}`.replaceAll('\n', '\r\n'));
    edit(path, 'forbid (', 'forbid ( // whoever calls\n');
    const { code, stdout } = await diff(folder);
    expect(stdout).toContain('0 endpoints opened, 0 closed');
    expect(stdout).not.toContain('no longer checked');
    expect(code).toBe(0);
  });

  it.each(['main', 'FETCH_HEAD'])('does not take a folder for the revision `%s`', async (name) => {
    const folder = repository();
    git(folder, 'fetch', '--quiet', '.', 'main');
    mkdirSync(join(folder, name));
    cpSync(join(folder, 'policies'), join(folder, name, 'policies'), { recursive: true });
    cpSync(join(folder, 'v4.policyschema.json'), join(folder, name, 'v4.policyschema.json'));
    widen(folder);
    const { code, stderr } = await diff(folder, name);
    expect(code).toBe(2);
    expect(stderr).toContain(`\`${name}\` is a folder and a git revision`);
    expect(stderr).toContain(`\`./${name}\``);
  });

  it('compares with a folder that is written like one, whatever revisions there are', async () => {
    const folder = repository();
    cpSync(EXAMPLE_FOLDER, join(folder, 'dist/main'), { recursive: true });
    widen(folder);
    const { code, stdout } = await authz(join(folder, 'dist'), ['diff', './main', '..']);
    expect(stdout).toContain('./main -> ..: 2 endpoints opened');
    expect(code).toBe(1);
  });

  it('refuses to compare a project with itself, as by a folder that lies in it', async () => {
    const folder = repository();
    mkdirSync(join(folder, 'old'));
    const { code, stderr } = await diff(folder, 'old');
    expect(code).toBe(2);
    expect(stderr).toContain('both sides are the project in');
  });

  it('reads policies of a revision whatever the letter case of their endings, as of the working tree', async () => {
    const folder = repository();
    renameSync(join(folder, 'policies/free-plan.cedar'), join(folder, 'policies/free-plan.CEDAR'));
    commitAll(folder);
    rmSync(join(folder, 'policies/free-plan.CEDAR'));
    const { code, stdout } = await diff(folder);
    expect(stdout).not.toContain(' 0 endpoints opened');
    expect(code).toBe(1);
  });

  it('reads a policies file of a revision that `authz.yaml` names, whatever its ending', async () => {
    const folder = repository();
    writeFileSync(
      join(folder, 'rules.txt'),
      'permit (principal, action, resource) when { principal in EmailApp::Role::"admin" };',
    );
    edit(join(folder, 'authz.yaml'), 'policies: policies', 'policies: rules.txt');
    commitAll(folder);
    const { code, stdout, stderr } = await diff(folder);
    expect(stderr).toBe('');
    expect(stdout).toContain('0 endpoints opened, 0 closed, 13 unchanged (proven)');
    expect(code).toBe(0);
  });

  it('reads a revision by its own attributes, not by those of the working tree', async () => {
    const folder = repository();
    writeFileSync(join(folder, '.gitattributes'), '*.cedar working-tree-encoding=UTF-7\n');
    const { code, stdout } = await diff(folder);
    expect(stdout).toContain('0 endpoints opened, 0 closed, 13 unchanged (proven)');
    expect(code).toBe(0);
  });

  it('finds the fixtures that turned from any folder of the project', async () => {
    const folder = repository('services/mail');
    const project = join(folder, 'services/mail');
    widen(project);
    const { stdout } = await diff(project);
    expect(stdout).toContain('2 fixtures turned');
    expect((await diff(join(project, 'policies'))).stdout).toBe(stdout);
    const fromFolders = await diff(join(project, 'policies'), EXAMPLE_FOLDER, '.');
    expect(fromFolders.stdout).toContain('2 fixtures turned');
  });

  it('annotates files where they are, whichever folder is compared', async () => {
    const folder = repository('services/mail');
    widen(join(folder, 'services/mail'));
    const shown = async (env: Readonly<Record<string, string>>) => {
      const args = [
        'diff',
        EXAMPLE_FOLDER,
        'services/mail',
        '--reporter',
        'github',
        '--reporter',
        'sarif=s.json',
      ];
      const { stdout } = await authz(folder, args, { env });
      const [, file] = /^::error file=([^,]*),/.exec(stdout) ?? [];
      const [, uri] = /"uri": "([^"]*)"/.exec(readFileSync(join(folder, 's.json'), 'utf8')) ?? [];
      return [file, uri];
    };
    const path = 'services/mail/policies/editors.cedar';
    expect(await shown({})).toEqual([path, path]);
    expect(await shown({ GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: folder })).toEqual([path, path]);
  });
});
