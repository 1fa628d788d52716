import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, folderWith, projectWith } from '../helpers/cli.ts';
import { close, unprivileged } from '../helpers/unprivileged.ts';

const NOT_LISTED = 'the folder cannot be listed, so its content is left out';

const timesIn = (text: string, part: string) => text.split(part).length - 1;

describe('a folder of fixtures that cannot be listed', () => {
  it.each(['test', 'prove'])('is an error, said once, and not a run that passes: %s', async (command) => {
    const folder = await projectWith({ 'fixtures/closed/more.fixtures.yaml': 'cases: []\n' });
    expect(await authz(folder, [command])).toMatchObject({ code: 0 });
    close(folder, 'fixtures/closed');
    const { code, stdout, stderr } = await unprivileged(() => authz(folder, [command]));
    expect(code).toBe(2);
    expect(timesIn(stdout + stderr, NOT_LISTED)).toBe(1);
    expect(stdout + stderr).toContain('--> fixtures/closed');
  });
});

describe('a folder beside what is read', () => {
  it('is a warning of `authz test` where it cannot be listed, as a project may be in it', async () => {
    const folder = await projectWith({ 'other/notes.txt': '' });
    close(folder, 'other');
    const run = await unprivileged(() => authz(folder, ['test']));
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain(`warning: ${NOT_LISTED} [folder-unreadable]\n  --> other\n`);
  });
});

describe('fixtures behind a link', () => {
  it('are not replayed, and `authz test` says so', async () => {
    const folder = await projectWith();
    symlinkSync(folderWith({ 'a.fixtures.yaml': 'cases: []\n' }), join(folder, 'fixtures/linked'));
    const run = await authz(folder, ['test']);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('the fixtures behind it are not replayed');
    expect(run.stdout).toContain('--> fixtures/linked');
  });
});
