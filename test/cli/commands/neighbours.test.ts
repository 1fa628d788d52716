import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  authz,
  contentsOf,
  EXAMPLE_FOLDER,
  expectRefusal,
  folderWith,
  projectWith,
} from '../../helpers/cli.ts';

const OPEN = '@id("too-open") permit (principal, action, resource);';

describe('authz generate-fixtures --neighbours', () => {
  it('writes what should be denied, all of which is denied by sound policies', async () => {
    const folder = await projectWith();
    const run = await authz(folder, ['generate-fixtures', '--neighbours']);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('wrote fixtures/starter.neighbours.fixtures.yaml');
    expect(run.stderr).toMatch(/^\d+ neighbours, all of them denied today$/m);
    expect(readFileSync(join(folder, 'fixtures/starter.neighbours.fixtures.yaml'), 'utf8')).toContain(
      '- {name: "trailing slash, next to ',
    );
    expect(await authz(folder, ['test'])).toMatchObject({ code: 0 });
  });

  it('shows what the policies allow today', async () => {
    const folder = await projectWith({ 'policies/open.cedar': OPEN });
    const run = await authz(folder, ['generate-fixtures', '--neighbours']);
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(
      /^\d+ of \d+ neighbours are allowed today: fix the policy, or the expectation$/m,
    );
    expect(run.stdout).toContain('expected deny, got allow');
    expect(run.stdout).toContain('decided by too-open');
    expect(await authz(folder, ['test'])).toMatchObject({ code: 1 });
  });

  it('says which callers no fixture tries, as `test --verbose` does', async () => {
    const only =
      'principals: { ada: { sub: ada, groups: [admin] } }\nentities: entities.json\ncases:\n  - { name: a, as: ada, call: GET /shops/shop-1, expect: allow }\n';
    const folder = await projectWith({ 'fixtures/starter.fixtures.yaml': only });
    const untried =
      'untested callers: callers that no fixture tries\n  GET /shops/{shop_id}  (single-resource)  no identity\n';
    const verbose = await authz(folder, ['test', '--verbose']);
    expect(verbose.stdout).toContain(untried);
    expect((await authz(folder, ['test'])).stdout).not.toContain('untested callers');
    expect((await authz(folder, ['generate-fixtures', '--neighbours'])).stdout).toContain(untried);
    expect((await authz(folder, ['test', '--verbose'])).stdout).not.toContain('GET /shops/{shop_id}  (');
  });

  it('stands beside recorded fixtures, which are recorded again as if there were no neighbours', async () => {
    const recordedAgain = async (...first: readonly string[][]) => {
      const folder = await projectWith();
      for (const args of first) await authz(folder, args);
      rmSync(join(folder, 'policies/viewers.cedar'));
      await authz(folder, ['generate-fixtures', '--force']);
      const text = contentsOf(folder)['fixtures/starter.fixtures.yaml'] ?? '';
      return text.slice(text.indexOf('tables:'));
    };
    const alone = await recordedAgain();
    expect(alone).toContain('GET /shops/shop-1');
    expect(await recordedAgain(['generate-fixtures', '--neighbours'])).toBe(alone);
  });

  it('writes the same twice, and keeps what was changed by hand', async () => {
    const folder = await projectWith();
    await authz(folder, ['generate-fixtures', '--neighbours']);
    const before = contentsOf(folder);
    expect((await authz(folder, ['generate-fixtures', '--neighbours'])).stderr).toContain('unchanged');
    expect(contentsOf(folder)).toEqual(before);
    const file = 'fixtures/starter.neighbours.fixtures.yaml';
    const edited = await projectWith({ [file]: `${before[file]}# mine\n` });
    expect((await authz(edited, ['generate-fixtures', '--neighbours'])).stderr).toContain(
      `kept (exists; --force replaces it) ${file}`,
    );
    expect((await authz(edited, ['generate-fixtures', '--neighbours', '--force'])).stderr).toContain(
      `rewrote ${file}`,
    );
  });

  it('of the worked example are denied but for one group that its fixtures say nothing about', async () => {
    const folder = folderWith(contentsOf(EXAMPLE_FOLDER));
    const run = await authz(folder, ['generate-fixtures', '--neighbours']);
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(/^2 of \d+ neighbours are allowed today/m);
    const found = run.stdout.split('\n').filter((line) => line.includes(', next to '));
    expect(found.map((line) => line.trim())).toEqual([
      'lesser group (intern), next to GET /dashboard-data as ada',
      'lesser group (intern), next to GET /dashboard-data as tom',
    ]);
  });

  it('needs a project with an allowed call', async () => {
    expectRefusal(await authz(folderWith({ 'package.json': '{}' }), ['generate-fixtures', '--neighbours']));
    const folder = await projectWith({ 'fixtures/starter.fixtures.yaml': 'cases: []\n' });
    const run = await authz(folder, ['generate-fixtures', '--neighbours']);
    expectRefusal(run);
    expect(run.stderr).toContain('no fixture allows a call');
  });
});
