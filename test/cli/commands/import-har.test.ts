import { existsSync, readFileSync } from 'node:fs';
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

function token(claims: object): string {
  return `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.SIGNATURE`;
}

function har(
  ...entries: [method: string, path: string, claims: object | undefined, status: number][]
): string {
  return JSON.stringify({
    log: {
      entries: entries.map(([method, path, claims, status]) => ({
        request: {
          method,
          url: `https://shop.example${path}`,
          headers: claims ? [{ name: 'Authorization', value: `Bearer ${token(claims)}` }] : [],
        },
        response: { status },
      })),
    },
  });
}

const ADA = { sub: 'ada', groups: ['admin'] };
const BOB = { sub: 'bob', groups: [] };
const RECORDING = har(
  ['GET', '/shops/shop-1', ADA, 200],
  ['GET', '/shops/shop-1', ADA, 200],
  ['DELETE', '/shops/shop-1', BOB, 204],
  ['GET', '/favicon.ico', undefined, 404],
);

describe('authz import-har', () => {
  it('writes fixtures and says where the policies decide otherwise', async () => {
    const folder = await projectWith({ 'live.har': RECORDING });
    const run = await authz(folder, ['import-har', 'live.har']);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('wrote fixtures/live.fixtures.yaml');
    expect(run.stderr).toContain('2 recorded decisions, 1 duplicate left out');
    expect(run.stderr).toContain('outside the schema, skipped: GET /favicon.ico');
    expect(run.stderr).toContain('1 of 2 recorded decisions disagrees with the policies');
    expect(run.stdout).toContain('FAIL  fixtures/live.fixtures.yaml');
    expect(run.stdout).toContain('DELETE /shops/shop-1 as bob');
    const written = readFileSync(join(folder, 'fixtures/live.fixtures.yaml'), 'utf8');
    expect(written).not.toContain('SIGNATURE');
    expect(written).toMatchInlineSnapshot(`
      "# yaml-language-server: $schema=fixtures.schema.json
      # Recorded calls and what they were answered with. Of tokens only the claims that decide were kept, of calls only what decisions depend on.

      tags: [recorded]
      principals:
        ada: {sub: ada, groups: [admin]}
        bob: {sub: bob, groups: []}
      entities: entities.json
      cases:
        - {name: GET /shops/shop-1 as ada, as: ada, call: GET /shops/shop-1, expect: allow}
        - {name: DELETE /shops/shop-1 as bob, as: bob, call: DELETE /shops/shop-1, expect: allow}
      "
    `);
    expect((await authz(folder, ['test', 'fixtures/live.fixtures.yaml'])).code).toBe(1);
  });

  it('decides about the only entities that fixtures of the project refer to, wherever they are', async () => {
    const files = contentsOf(EXAMPLE_FOLDER);
    const recording = har([
      'GET',
      '/campaigns/c1',
      { sub: 'ana', groups: ['editor'], tenant_id: 'acme' },
      200,
    ]);
    const folder = folderWith({ ...files, 'live.har': recording });
    const run = await authz(folder, ['import-har', 'live.har']);
    expect(run.stderr).toContain('0 of 1 recorded decision disagree with the policies\n');
    expect(readFileSync(join(folder, 'fixtures/live.fixtures.yaml'), 'utf8')).toContain(
      '\nentities: ../entities.json\n',
    );
    const again = await authz(folder, ['import-har', 'live.har', '--out', 'a/b/live.fixtures.yaml']);
    expect(again.stderr).toContain('0 of 1 recorded decision disagree with the policies\n');
    expect((await authz(folder, ['test'])).code).toBe(0);
  });

  it('takes no entities where the fixtures of the project have different ones', async () => {
    const folder = folderWith({
      ...contentsOf(EXAMPLE_FOLDER),
      'fixtures/others.fixtures.yaml': 'entities: others.json\ncases: []\n',
      'fixtures/others.json': '[]',
      'live.har': har(['GET', '/campaigns/c1', { sub: 'ana', groups: ['editor'], tenant_id: 'acme' }, 200]),
    });
    const run = await authz(folder, ['import-har', 'live.har']);
    expect(run.stderr).toContain('1 is about a resource that is not among the entities');
    expect(readFileSync(join(folder, 'fixtures/live.fixtures.yaml'), 'utf8')).not.toContain('entities:');
  });

  it('never overwrites without being asked, and writes the same twice', async () => {
    const folder = await projectWith({ 'live.har': RECORDING, 'fixtures/live.fixtures.yaml': 'cases: []\n' });
    const refused = await authz(folder, ['import-har', 'live.har']);
    expectRefusal(refused);
    expect(readFileSync(join(folder, 'fixtures/live.fixtures.yaml'), 'utf8')).toBe('cases: []\n');
    expect(await authz(folder, ['import-har', 'live.har', '--force'])).toMatchObject({ code: 0 });
    const before = contentsOf(folder);
    expect((await authz(folder, ['import-har', 'live.har'])).stderr).toContain(
      'unchanged fixtures/live.fixtures.yaml',
    );
    expect(contentsOf(folder)).toEqual(before);
    expect(await authz(folder, ['import-har', 'live.har', '--out', 'other/x.fixtures.yaml'])).toMatchObject({
      code: 0,
    });
    expect(existsSync(join(folder, 'other/x.fixtures.yaml'))).toBe(true);
  });

  it('refuses what is no recording, records nothing, or stands in no project', async () => {
    const folder = await projectWith({ 'a.har': '{"log":{}}', 'b.har': har(['GET', '/nowhere', ADA, 200]) });
    for (const args of [['a.har'], ['b.har'], ['none.har']])
      expectRefusal(await authz(folder, ['import-har', ...args]));
    expectRefusal(
      await authz(folderWith({ 'a.har': RECORDING, 'package.json': '{}' }), ['import-har', 'a.har']),
    );
  });
});
