import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, folderWith, projectWith } from '../../helpers/cli.ts';

const request = (principal: string, action = 'getShop') =>
  JSON.stringify({
    principal: `Shop::User::"${principal}"`,
    action: `Shop::Action::"${action}"`,
    resource: 'Shop::Shop::"shop-1"',
    context: {},
  });

const ADMIN = {
  uid: { type: 'Shop::User', id: 'ada' },
  attrs: {},
  parents: [{ type: 'Shop::UserGroup', id: 'admin' }],
};
const SHOP = { uid: { type: 'Shop::Shop', id: 'shop-1' }, attrs: {}, parents: [] };
const GROUP = { uid: { type: 'Shop::UserGroup', id: 'admin' }, attrs: {}, parents: [] };
const ENTITIES = JSON.stringify([ADMIN, SHOP, GROUP]);

const FOLDERS = {
  'fixtures/cedar/entities.json': ENTITIES,
  'fixtures/cedar/ALLOW/ada-reads.cedarauth.json': request('ada'),
  'fixtures/cedar/DENY/bob-deletes.json': request('bob', 'deleteShop'),
};

const TESTS = JSON.stringify([
  {
    name: 'ada may',
    request: JSON.parse(request('ada')),
    entities: JSON.parse(ENTITIES),
    decision: 'allow',
    reason: [],
    num_errors: 0,
  },
  {
    name: 'bob may not',
    request: JSON.parse(request('bob')),
    entities: 'cedar/entities.json',
    decision: 'deny',
    reason: [],
    num_errors: 0,
  },
]);

describe('what users of Cedar have', () => {
  it('is found below the fixtures of a project and replayed with them', async () => {
    const folder = await projectWith({ ...FOLDERS, 'fixtures/cedar-tests.json': TESTS });
    const before = await authz(await projectWith(), ['test', '--reporter', 'json']);
    const run = await authz(folder, ['test', '--reporter', 'json', '--no-invariants']);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const report = JSON.parse(run.stdout);
    expect(report.counts.passed).toBe(JSON.parse(before.stdout).counts.passed + 4);
    const foreign = report.projects[0].results.filter(
      ({ method }: { method?: string }) => method === undefined,
    );
    expect(foreign.map(({ name, as }: { name: string; as: string }) => `${name}: ${as}`).sort()).toEqual([
      'ada may: Shop::User::"ada"',
      'ada-reads: Shop::User::"ada"',
      'bob may not: Shop::User::"bob"',
      'bob-deletes: Shop::User::"bob"',
    ]);
  });

  it('is taken by path, and a failure says who asked what', async () => {
    const folder = await projectWith({
      ...FOLDERS,
      'elsewhere/any-name.json': TESTS.replace('cedar/entities.json', '../fixtures/cedar/entities.json'),
      'elsewhere/DENY/wrong.json': JSON.stringify({
        ...JSON.parse(request('ada')),
        entities: JSON.parse(ENTITIES),
      }),
    });
    expect((await authz(folder, ['test', 'elsewhere/any-name.json'])).stdout).toContain('2 passed, 0 failed');
    const run = await authz(folder, ['test', 'elsewhere/DENY']);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('FAIL  elsewhere/DENY/wrong.json');
    expect(run.stdout).toContain(
      'Shop::User::"ada" Shop::Action::"getShop" Shop::Shop::"shop-1"\n      expected deny, got allow',
    );
  });

  it('needs no project, only schema and policies', async () => {
    const project = await projectWith();
    const folder = folderWith({
      's.json': readFileSync(join(project, 'v4.policyschema.json')),
      'p.cedar': readFileSync(join(project, 'policies/administrators.cedar')),
      'tests/ALLOW/ada.json': request('ada'),
      'tests/cedarentities.json': ENTITIES,
    });
    const run = await authz(folder, ['test', 'tests', '--schema', 's.json', '--policies', 'p.cedar']);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain('1 passed, 0 failed');
  });

  it('is refused in words when it is nothing of the kind', async () => {
    const folder = await projectWith({
      'fixtures/tests.json': '{"a": 1}',
      'fixtures/ALLOW/x.json': '{"principal": 1}',
    });
    const run = await authz(folder, ['test']);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('expected a list of tests');
    expect(run.stdout).toContain('fixtures/ALLOW/x.json');
  });
});
