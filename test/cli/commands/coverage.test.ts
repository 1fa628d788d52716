import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, projectWith } from '../../helpers/cli.ts';

const ONE_FIXTURE = ['test', 'fixtures/one.fixtures.yaml'];
const FILES = {
  'fixtures/one.fixtures.yaml':
    'entities: [{ uid: { type: "Shop::Shop", id: "1" }, attrs: {}, parents: [] }]\ncases: [{ name: a, as: anonymous, call: GET /shops/1, expect: deny }]\n',
};

describe('authz test --coverage', () => {
  it('shows what the fixtures never saw, and changes nothing else', async () => {
    const run = await authz(await projectWith(FILES), [...ONE_FIXTURE, '--coverage']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('endpoint GET /shops/{shop_id}: never allowed\n');
    expect(run.stdout).toMatch(/\n {2}conditions +[\d.]+ %/);
  });

  it('exits with 1 below a threshold of a flag or of authz.yaml, the flag being stronger', async () => {
    const folder = await projectWith(FILES);
    const low = await authz(folder, [...ONE_FIXTURE, '--coverage-threshold', 'endpoints=50']);
    expect(low.code).toBe(1);
    expect(low.stdout).toContain('below the threshold of 50 %');
    const config = readFileSync(join(folder, 'authz.yaml'), 'utf8');
    const strict = await projectWith({ ...FILES, 'authz.yaml': `${config}\ncoverage: { policies: 100 }\n` });
    expect((await authz(strict, ONE_FIXTURE)).code).toBe(0);
    expect((await authz(strict, [...ONE_FIXTURE, '--coverage'])).code).toBe(1);
    expect((await authz(strict, [...ONE_FIXTURE, '--coverage-threshold', 'policies=0'])).code).toBe(0);
  });

  it('asks it of the whole, not of a shard', async () => {
    const folder = await projectWith(FILES);
    const low = await authz(folder, [...ONE_FIXTURE, '--coverage-threshold', 'endpoints=50']);
    expect(low.stdout).toContain('coverage too low');
    const shard = await authz(folder, [
      ...ONE_FIXTURE,
      '--coverage-threshold',
      'endpoints=50',
      '--shard',
      '1/1',
    ]);
    expect(shard.code).toBe(0);
    expect(shard.stdout).not.toContain('coverage too low');
  });

  it('measures when the lcov reporter is asked for', async () => {
    const folder = await projectWith(FILES);
    const run = await authz(folder, [...ONE_FIXTURE, '--reporter', 'lcov=out/lcov.info']);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(readFileSync(join(folder, 'out/lcov.info'), 'utf8')).toMatch(/^TN:\nSF:policies\//);
  });

  it.each([
    ['endpoint=10', 'did you mean `endpoints`?'],
    ['90', 'expected one of'],
    ['endpoints=101', 'expected a percentage from 0 to 100'],
    ['endpoints=', 'expected a percentage from 0 to 100'],
  ])('refuses the threshold %s', async (written, message) => {
    const run = await authz(await projectWith(), ['test', '--coverage-threshold', written]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain(message);
  });
});
