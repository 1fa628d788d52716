import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, expectRefusal, folderWith, projectWith } from '../../helpers/cli.ts';

const FILE = 'fixtures/coverage.fixtures.yaml';

describe('authz generate-fixtures --cover', () => {
  it('writes fixtures that pass, for all that requests come to', async () => {
    const folder = await projectWith({
      'policies/extra.cedar':
        '@id("extra") permit (principal, action, resource) when { principal in Shop::UserGroup::"auditor" };',
    });
    const run = await authz(folder, ['generate-fixtures', '--cover']);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toContain(`wrote ${FILE}`);
    expect(run.stderr).toMatch(/^Added 1 case, which passes/m);
    expect(readFileSync(join(folder, FILE), 'utf8')).toContain('tags: [coverage]');
    const all = ['endpoints=100', 'policies=100', 'conditions=100'].flatMap((one) => [
      '--coverage-threshold',
      one,
    ]);
    expect(await authz(folder, ['test', ...all])).toMatchObject({ code: 0 });
    const again = await authz(folder, ['generate-fixtures', '--cover']);
    expect(again.stderr).toMatch(/^Nothing to add/);
    const quiet = await authz(folder, ['generate-fixtures', '--cover', '--quiet']);
    expect(quiet).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(existsSync(join(folder, 'fixtures/coverage-9.fixtures.yaml'))).toBe(false);
  });

  it('is refused beside --neighbours, and without a project', async () => {
    expectRefusal(await authz(await projectWith(), ['generate-fixtures', '--cover', '--neighbours']));
    expectRefusal(await authz(folderWith(), ['generate-fixtures', '--cover']));
  });
});
