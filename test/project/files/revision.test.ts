import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readRevision } from '../../../src/project/files/revision.ts';
import { folderWith } from '../../helpers/cli.ts';
import { commitAll, git, initRepository } from '../../helpers/git.ts';

/** A repository with one commit of these files. */
function repository(files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files);
  initRepository(folder);
  return folder;
}

async function taken(name: string, folder: string, folders?: readonly string[]) {
  const revision = await readRevision(name, {
    cwd: folder,
    env: process.env,
    ...(folders ? { folders } : {}),
  });
  if (!revision.ok) throw new Error(revision.diagnostics[0]?.message);
  onTestFinished(revision.value.remove);
  return revision.value;
}

describe('a git revision', () => {
  it('that a shallow clone does not have is refused with the way to bring it', async () => {
    const whole = repository({ 'authz.yaml': 'old\n' });
    writeFileSync(join(whole, 'authz.yaml'), 'new\n');
    commitAll(whole);
    const folder = folderWith();
    git(folder, 'clone', '-q', '--depth', '1', `file://${whole}`, '.');
    const shallow = await readRevision('HEAD~1', { cwd: folder, env: process.env });
    expect(shallow.diagnostics[0]?.help).toContain('`git fetch --unshallow`');
    const other = await readRevision('none', { cwd: whole, env: process.env });
    expect(other.diagnostics[0]?.help).not.toContain('shallow');
  });

  it('has the files as they were, and leaves repository, index and working tree alone', async () => {
    const folder = repository({ 'api/authz.yaml': 'old\n', 'api/policies/a.cedar': 'one', 'b.txt': 'x' });
    writeFileSync(join(folder, 'api/authz.yaml'), 'new\n');
    commitAll(folder);
    writeFileSync(join(folder, 'api/authz.yaml'), 'not committed\n');
    git(folder, 'add', 'api/authz.yaml');
    const before = git(folder, 'status', '--porcelain=v2');
    const { pathOf, commit: hash, remove } = await taken('HEAD~1', join(folder, 'api'));
    expect(readFileSync(pathOf(join(folder, 'api/authz.yaml')), 'utf8')).toBe('old\n');
    expect(readFileSync(pathOf(join(folder, 'api/policies/a.cedar')), 'utf8')).toBe('one');
    expect(existsSync(pathOf(join(folder, 'b.txt')))).toBe(false);
    expect(hash).toBe(git(folder, 'rev-parse', '--short', 'HEAD~1').trim());
    expect(git(folder, 'status', '--porcelain=v2')).toBe(before);
    remove();
    expect(existsSync(pathOf(folder))).toBe(false);
  });

  it('has everything below the folders that are named', async () => {
    const folder = repository({ 'api/schema.txt': 's', 'other/schema.txt': 's' });
    const { pathOf } = await taken('main', folder, [join(folder, 'api')]);
    expect(existsSync(pathOf(join(folder, 'api/schema.txt')))).toBe(true);
    expect(existsSync(pathOf(join(folder, 'other/schema.txt')))).toBe(false);
    const all = await taken('main', folder, [folder]);
    expect(existsSync(all.pathOf(join(folder, 'other/schema.txt')))).toBe(true);
  });

  it('follows no link out of the repository', async () => {
    const secret = folderWith({ 'secret.json': '{}' });
    const folder = folderWith({ 'a.cedar': '' });
    mkdirSync(join(folder, 'fixtures'));
    symlinkSync(join(secret, 'secret.json'), join(folder, 'fixtures/entities.json'));
    initRepository(folder);
    const { pathOf } = await taken('HEAD', folder);
    const written = readFileSync(`${pathOf(join(folder, 'fixtures'))}/entities.json`, 'utf8');
    expect(written).toBe(join(secret, 'secret.json'));
  });

  it.each(['nowhere', '--all', 'main:b.txt', ''])('is refused when git does not know `%s`', async (name) => {
    const folder = repository({ 'a.cedar': '' });
    expect(await readRevision(name, { cwd: folder, env: process.env })).toMatchObject({
      ok: false,
      diagnostics: [
        {
          code: 'revision-missing',
          message: `git knows no revision \`${name}\``,
          help: expect.stringContaining('`main`'),
        },
      ],
    });
  });

  it.each([
    ['mian', 'main'],
    ['mian~2', 'main'],
    ['featur/one', 'feature/one'],
    ['v1.1', 'v1.0'],
  ])('named `%s` may have meant `%s`, a branch or a tag', async (name, near) => {
    const folder = repository({ 'a.cedar': '' });
    git(folder, 'branch', 'feature/one');
    git(folder, 'tag', 'v1.0');
    const [problem] = (await readRevision(name, { cwd: folder, env: process.env })).diagnostics;
    expect(problem?.help).toContain(`did you mean \`${near}\`?`);
  });

  it.each([
    ['main..one', '`authz diff main one`'],
    ['main..', '`authz diff main HEAD`'],
    ['main...one', '`authz diff "$(git merge-base main one)" one`'],
  ])('written as the range `%s` is to be named as two', async (range, command) => {
    const folder = repository({ 'a.cedar': '' });
    git(folder, 'branch', 'one');
    const [problem] = (await readRevision(range, { cwd: folder, env: process.env })).diagnostics;
    expect(problem).toMatchObject({ code: 'revision-missing', help: expect.stringContaining(command) });
  });

  it('named `main~9` is not said to have meant `main`, which is there', async () => {
    const folder = repository({ 'a.cedar': '' });
    const [problem] = (await readRevision('main~9', { cwd: folder, env: process.env })).diagnostics;
    expect(problem?.help).not.toContain('did you mean');
  });

  it('of a repository without a commit is refused with that', async () => {
    const folder = folderWith({ 'a.cedar': '' });
    git(folder, 'init', '-q', '-b', 'main');
    const [problem] = (await readRevision('HEAD', { cwd: folder, env: process.env })).diagnostics;
    expect(problem?.help).toContain('the repository has no commit yet');
  });

  it('is refused outside of a repository', async () => {
    const [problem] = (await readRevision('HEAD', { cwd: folderWith(), env: process.env })).diagnostics;
    expect(problem?.message).toMatch(/^`HEAD` needs a git repository: not a git repository/);
  });
});
