import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, folderWith } from '../helpers/cli.ts';

const SCHEMA =
  'entity Group; entity User in [Group]; entity Doc { owner: User }; action read, write appliesTo { principal: User, resource: Doc, context: { ip?: ipaddr } };';
const READ = '@id("read") permit (principal in Group::"staff", action == Action::"read", resource);';
const OWN = '@id("own") permit (principal, action, resource) when { resource.owner == principal };';
const LAN =
  '@id("lan") forbid (principal, action, resource) when { context has ip && !context.ip.isInRange(ip("10.0.0.0/8")) };';
const POLICIES = [READ, OWN, LAN].join('\n');
const uid = (type: string, id: string) => ({ type, id });
const ENTITIES = [
  { uid: uid('User', 'ana'), attrs: {}, parents: [uid('Group', 'staff')] },
  { uid: uid('User', 'bob'), attrs: {}, parents: [] },
  // That the owner is a reference only the schema says.
  { uid: uid('Doc', 'd'), attrs: { owner: uid('User', 'bob') }, parents: [] },
];
const request = (who: string, action: string, context = {}) => ({
  principal: `User::"${who}"`,
  action: `Action::"${action}"`,
  resource: 'Doc::"d"',
  context,
});
/** Each decision hangs on the schema, the entities, or a policy that forbids. */
const ASKED = [
  { name: 'ana-reads', request: request('ana', 'read'), decision: 'allow' },
  { name: 'ana-writes', request: request('ana', 'write'), decision: 'deny' },
  { name: 'bob-writes', request: request('bob', 'write', { ip: '10.1.2.3' }), decision: 'allow' },
  { name: 'bob-outside', request: request('bob', 'write', { ip: '8.8.8.8' }), decision: 'deny' },
];
const TESTS = ASKED.map((test) => ({ ...test, entities: ENTITIES, num_errors: 0 }));
const ALL_PASS = '4 passed, 0 failed (4 fixtures, 4 decisions';
const PROJECT = { 'policies.cedar': POLICIES, 'app.cedarschema': SCHEMA, 'entities.json': ENTITIES };

/** Here the owner of a document is a record, so nobody is the owner. */
const OTHER_SCHEMA = SCHEMA.replace('owner: User', 'owner: { type: String, id: String }');
const IP = { type: 'Extension', name: 'ipaddr', required: false };
const APPLIES = { principalTypes: ['User'], resourceTypes: ['Doc'], context: { type: 'Asked' } };
/** As somebody else would write the same: another order, common types, longer names. */
const SCHEMA_JSON = {
  '': {
    commonTypes: { Asked: { type: 'Record', attributes: { ip: IP } } },
    entityTypes: {
      Doc: { shape: { type: 'Record', attributes: { owner: { type: 'Entity', name: 'User' } } } },
      User: { memberOfTypes: ['Group'], shape: { type: 'Record', attributes: {} } },
      Group: {},
    },
    actions: { write: { appliesTo: APPLIES }, read: { annotations: { doc: 'x' }, appliesTo: APPLIES } },
  },
};
const OTHER_SCHEMA_JSON = {
  '': { ...SCHEMA_JSON[''], entityTypes: { ...SCHEMA_JSON[''].entityTypes, User: {} } },
};
const TWICE = { 'policies.cedar': POLICIES, 'app.cedarschema': SCHEMA };

type Files = Readonly<Record<string, unknown>>;

function folderOf(files: Files): string {
  const texts = Object.entries(files).map(([name, content]) => [
    name,
    typeof content === 'string' ? content : JSON.stringify(content),
  ]);
  return folderWith(Object.fromEntries(texts));
}

/** A file for each request, by its name and its decision. */
function requestFiles(
  path: (name: string, decision: string) => string,
  more: (decision: string) => Files,
): Files {
  return Object.fromEntries(
    ASKED.map(({ name, request: asked, decision }) => [
      path(name, decision),
      { ...asked, ...more(decision) },
    ]),
  );
}

function flat(key: string, said: (decision: string) => unknown): Files[] {
  return ASKED.map(({ name, request: asked, decision }) => ({ id: name, ...asked, [key]: said(decision) }));
}

const upper = (decision: string) => decision.toUpperCase();

describe('tests as users of Cedar write them', () => {
  it.each<[string, Files]>([
    [
      'requests whose names end with the decision',
      requestFiles(
        (_, decision) => `${_}.${decision}.json`,
        () => ({}),
      ),
    ],
    [
      'requests whose names begin with it',
      requestFiles(
        (name, decision) => `asked/01-${decision}-${name}.json`,
        () => ({}),
      ),
    ],
    [
      'requests that say it themselves',
      requestFiles(
        (name) => `asked/${name}.json`,
        (decision) => ({ expected: upper(decision) }),
      ),
    ],
    [
      'folders called nearly like a decision',
      requestFiles(
        (name, decision) => `tests/${decision === 'allow' ? 'allowed' : 'should_deny'}/${name}.json`,
        () => ({}),
      ),
    ],
    ['a list under any name', { 'requests.json': flat('expect', upper) }],
    ['a list under any key', { 'suite/one.json': { about: 'x', fixtures: flat('expected', upper) } }],
    ['cases', { 'tests.json': { cases: flat('expected_decision', upper) } }],
    [
      'answers of Cedar',
      { 'tests.json': { scenarios: flat('expected', (decision) => ({ decision: upper(decision) })) } },
    ],
    ['yes and no', { 'tests.json': flat('allowed', (decision) => decision === 'allow') }],
  ])('are found, read and decided: %s', async (_, files) => {
    const run = await authz(folderOf({ ...PROJECT, ...files }), ['test']);
    expect(run.stdout).toContain(ALL_PASS);
  });

  it('are named one by one as well', async () => {
    const folder = folderOf({
      ...PROJECT,
      'request-deny.json': request('ana', 'write'),
      'plain.json': request('ana', 'read'),
    });
    const named = ['-p', 'policies.cedar', '-s', 'app.cedarschema'];
    expect((await authz(folder, ['test', 'request-deny.json', ...named])).stdout).toContain('1 passed');
    const plain = await authz(folder, ['test', 'plain.json', ...named]);
    expect(plain.code).toBe(2);
    expect(plain.stdout).toContain('begin the name of its file with `allow` or `deny`');
  });

  it('fail where they may mean either decision, or some of them would be left out', async () => {
    const both = await authz(
      folderOf({ ...PROJECT, 'request-allow.json': { ...request('ana', 'read'), expected: 'DENY' } }),
      ['test'],
    );
    expect(both.stdout).toContain(
      'it is not clear what this request must get: `allow` and `deny` are both said',
    );
    const listed = folderOf({
      ...PROJECT,
      'tests.json': [{ ...request('ana', 'read'), decision: 'allow', expect: 'deny' }],
    });
    expect((await authz(listed, ['test'])).stdout).toContain('this test says both `allow` and `deny`');
    for (const [one, other] of [
      ['good', 'bad'],
      ['tests', 'must_be_denied'],
      ['requests', 'queries'],
    ] as const) {
      const split = { [one]: flat('expected', upper), [other]: flat('decision', upper) };
      const run = await authz(folderOf({ ...PROJECT, 'tests.json': split }), ['test']);
      expect(run).toMatchObject({ code: 2 });
      expect(run.stdout).toContain(`there are tests below \`${one}\` and \`${other}\``);
    }
    const broken = folderOf({
      ...PROJECT,
      'tests.json': TESTS,
      'deny-all.json': '{ "principal": "User::\\"a\\"", "action": 2, "resource" }',
    });
    const run = await authz(broken, ['test']);
    expect(run).toMatchObject({ code: 2 });
    expect(run.stdout).toContain('deny-all.json:1:55');
    const cut = folderOf({
      ...PROJECT,
      'tests.json': TESTS,
      'regressions.json': JSON.stringify(flat('expect', upper)).slice(0, -1),
    });
    expect((await authz(cut, ['test'])).stdout).toMatch(/regressions\.json:1:\d+/);
  });

  it('are not what logs, other tools and lists of names are called', async () => {
    const files = {
      'log.json': [{ ...request('ana', 'read'), decision: 'deny' }],
      'last.json': { ...request('ana', 'read'), decision: 'deny' },
      'allow-list.json': request('ana', 'read'),
      'text-block-edit.json': request('ana', 'read'),
      'other-tool/requests.json': [{ principal: 'ana', action: 'read', resource: 'd', expected: true }],
      'other-tool/deny-ana.json': { principal: 'ana', action: 'write', resource: 'd' },
      'other-tool/deny-broken.json': '{ "principal": "ana", "action": "write", "resource" }',
    };
    expect((await authz(folderOf({ ...PROJECT, 'tests.json': TESTS, ...files }), ['test'])).stdout).toContain(
      ALL_PASS,
    );
  });

  it('may be lists in YAML, with their places', async () => {
    const yaml = ASKED.map(({ name, request: asked, decision }) =>
      [
        `- name: ${name}  # for people`,
        `  principal: ${asked.principal}`,
        `  action: ${asked.action}`,
        `  resource: ${asked.resource}`,
        `  context: ${JSON.stringify(asked.context)}`,
        `  expect: ${decision}`,
      ].join('\n'),
    ).join('\n');
    const ci = 'tests:\n  - principal: ana\n    action: Doc::"d"\n    resource: d\n    expect: allow\n';
    const files = { ...PROJECT, 'other_test.yaml': ci, 'suite.yaml': yaml };
    const test = (more: Files, ...args: string[]) =>
      authz(folderOf({ ...files, ...more }), ['test', ...args]);
    for (const name of ['tests.yaml', 'docs.test.yml'])
      expect((await test({ [name]: yaml })).stdout).toContain(ALL_PASS);
    expect((await test({}, '-p', '.', '-s', 'app.cedarschema', 'suite.yaml')).stdout).toContain(ALL_PASS);
    const mistaken = await test({ 'tests.yaml': yaml.replace(/expect: deny\n/, 'expect: maybe\n') });
    expect(mistaken).toMatchObject({ code: 2 });
    expect(mistaken.stdout).toContain('tests.yaml:12:11');
  });

  it('are told of where no file says what they must get', async () => {
    const asked = {
      '1.cedarauth.json': request('ana', 'read'),
      'log.json': { ...request('b', 'x'), decision: 'deny' },
    };
    const folder = folderOf({ ...PROJECT, ...asked });
    const run = await authz(folder, ['test']);
    expect(run).toMatchObject({ code: 2 });
    expect(run.stdout).toContain('of requests such as `1.cedarauth.json` nothing says what they must get');
    expect(run.stdout).toContain('`authz explain 1.cedarauth.json` says what is decided');
    const named = await authz(folder, ['test', '-p', 'policies.cedar', '.']);
    expect(named.stdout).toContain('of requests such as `1.cedarauth.json`');
    expect((await authz(folder, ['explain', '1.cedarauth.json'])).stdout).toContain('ALLOW');
    const { '1.cedarauth.json': _, ...others } = { ...PROJECT, ...asked };
    expect((await authz(folderOf(others), ['test'])).stdout).not.toContain('of requests such as');
  });

  it('are found under any name in the fixtures of a project as well', async () => {
    const folder = folderOf({
      'authz.yaml': 'spec: openapi.json\nnamespace: App\nschema: app.cedarschema\n',
      'app.cedarschema': SCHEMA,
      'policies/p.cedar': POLICIES,
      'fixtures/cedar/regressions.json': TESTS,
    });
    for (const paths of [[], ['fixtures/cedar']])
      expect((await authz(folder, ['test', ...paths])).stdout).toContain(ALL_PASS);
  });
});

describe('tests that name their own parts', () => {
  const tests = { schema: 's/app.cedarschema', requests: flat('decision', (said) => said) };
  const parts = {
    'p/all.cedar': POLICIES,
    's/app.cedarschema': SCHEMA,
    'e/e.json': ENTITIES,
    'none.cedar': '',
  };
  const own = { ...tests, policies: 'p/all.cedar', entities: 'e/e.json' };

  it('may bring entities in their place', async () => {
    const folder = folderOf({ ...parts, 'it.json': { ...own, entities: ENTITIES } });
    expect((await authz(folder, ['test'])).stdout).toContain(ALL_PASS);
  });

  it('may have their list below any key', async () => {
    const { requests, ...others } = own;
    const folder = folderOf({ ...parts, 'it.json': { ...others, fixtures: flat('expected', upper) } });
    expect((await authz(folder, ['test'])).stdout).toContain(ALL_PASS);
  });

  it.each([
    [
      'are not there',
      'p/none.cedar',
      'there is no file or folder `sub/p/none.cedar`, so there are no policies',
    ],
    ['lie elsewhere', '../../none.cedar', '`../../none.cedar` leads out of the folder of the project'],
    ['are written there', POLICIES, '`policies` brings policies of its own, which would not be used'],
  ])('are not decided by other policies where their own %s', async (_, policies, message) => {
    const beside = { ...parts, 'sub/policies.cedar': POLICIES, 'sub/it.json': { ...own, policies } };
    const run = await authz(folderOf(beside), ['test', 'sub']);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('0 passed');
    expect(run.stdout).toContain(message);
    expect(run.stdout).toContain('it.json:1:');
  });

  it.each<[string, Files, object]>([
    ['policies of all tests', { cedar_policy: POLICIES }, {}],
    ['a schema of all tests', { schema: SCHEMA }, {}],
    ['a schema in JSON', { cedarSchema: SCHEMA_JSON }, {}],
    ['policies by another name', { policyFile: 'p/lan.cedar' }, {}],
    ['policies in JSON by another name', { policy_file: 'agent.policy.json' }, {}],
    ['policies that are written there, each with its name', { policies: [{ name: 'a', code: LAN }] }, {}],
    ['several policies', { policies: ['p/own.cedar', 'p/lan.cedar'] }, {}],
    ['policies of one test', {}, { policies: { staticPolicies: { a: { effect: 'forbid' } } } }],
  ])('are told where they stand in the file, and would not be used: %s', async (_, file, one) => {
    const [first, ...rest] = TESTS;
    const tests = { ...file, cases: [...rest, { ...first, ...one }] };
    const run = await authz(folderOf({ ...PROJECT, 'tests.json': tests }), ['test']);
    expect(run.code).toBe(2);
    expect(run.stdout).toMatch(/(?:brings|names) (?:policies|a schema) of its own, which would not be used/);
    expect(run.stdout).toContain('0 passed');
    const told = TESTS.map((test) => ({
      ...test,
      policies: ['read'],
      about: 'forbid (lan)',
      file: 'p.cedar',
    }));
    const words = { policyNotes: 'x', policyTests: told };
    const plain = await authz(folderOf({ ...PROJECT, 'tests.json': words }), ['test']);
    expect(plain.stdout).toContain(ALL_PASS);
  });

  it('keep their entities where policies and schema are named', async () => {
    const folder = folderOf({ ...parts, 'it.json': own, 'tests/below.json': own, 'tests.json': TESTS });
    const named = ['-s', 's/app.cedarschema', '-p'];
    const test = (...args: string[]) => authz(folder, ['test', ...args]);
    for (const path of ['it.json', 'tests/below.json'])
      expect((await test(path, ...named, 'p/all.cedar')).stdout).toContain(ALL_PASS);
    const without = await test('it.json', ...named, 'none.cedar');
    expect(without.stdout).toContain('2 passed, 2 failed (4 fixtures, 4 decisions');
    const both = await test('it.json', 'tests.json', ...named, 'p/all.cedar');
    expect(both.stdout).toContain('8 passed, 0 failed (8 fixtures');
  });

  it('are errored, and say so, where their entities do not fit the schema', async () => {
    const misfit = [...ENTITIES, { uid: uid('Doc', 'x'), attrs: { owner: 5 }, parents: [] }];
    const run = await authz(folderOf({ ...parts, 'e/e.json': misfit, 'it.json': own }), ['test']);
    expect(run.code).not.toBe(0);
    expect(run.stdout).toContain('0 passed');
    expect(run.stdout).toContain('e/e.json');
  });
});

describe('policies and schemas that lie otherwise', () => {
  it.each<[string, Files]>([
    [
      'a schema that is called like policies',
      { 'policies.cedar': POLICIES, 'schema.cedar': `// Types\n@doc("x") ${SCHEMA}` },
    ],
    [
      'such a schema in the folder of the policies',
      { 'policies/a.cedar': POLICIES, 'policies/schema.cedar': SCHEMA },
    ],
    ['a schema in a folder of its own', { 'policies/a.cedar': POLICIES, 'schema/app.cedarschema': SCHEMA }],
    ['a schema of another ending', { 'policies.cedar': POLICIES, 'app.schema': SCHEMA }],
    ['a schema in JSON under any name', { 'policies.cedar': POLICIES, 'cedar-schema.json': SCHEMA_JSON }],
    ['the same schema twice', { ...TWICE, 'schema.json': SCHEMA_JSON, 'schemas/v1.cedarschema': SCHEMA }],
    ['a schema beside one of another tool', { ...TWICE, 'schema.json': { $schema: 'x', type: 'object' } }],
  ])('are taken: %s', async (_, files) => {
    const run = await authz(folderOf({ ...files, 'tests.json': TESTS }), ['test']);
    expect(run.stdout).toContain(ALL_PASS);
    expect(run.stdout).toMatch(/these were taken: .*schema/);
  });

  it('are taken from a folder of policies that has the tests as well', async () => {
    const files = {
      'policies/10.cedar': READ + OWN,
      'policies/00.cedar': LAN,
      'policies/app.cedarschema': SCHEMA,
    };
    const folder = folderOf({ ...files, 'policies/tests.json': TESTS });
    for (const cwd of [folder, join(folder, 'policies')])
      expect((await authz(cwd, ['test'])).stdout).toContain(ALL_PASS);
    expect(await authz(join(folder, 'policies'), ['validate'])).toMatchObject({ code: 0 });
    const beside = folderOf({ ...files, 'policies/tests.json': TESTS, 'main.cedar': READ });
    expect((await authz(beside, ['test'])).stdout).toContain(
      'which policies to take: `main.cedar`, `policies`',
    );
    const checkout = folderOf({ ...files, 'policies/tests.json': TESTS, 'policies/.git/HEAD': '' });
    const asked = await authz(join(checkout, 'policies'), ['test']);
    expect(asked.stdout).toContain('which policies to take: `00.cedar`, `10.cedar`');
    expect(asked.stdout).toContain(
      'name them: all with `--policies 00.cedar --policies 10.cedar --schema app',
    );
  });

  it('are told of where they do not lie around the tests', async () => {
    const files = {
      'own/a.cedar': OWN,
      'lan/b.cedar': LAN,
      'app.cedarschema': SCHEMA,
      'tests/tests.json': TESTS,
    };
    const folder = folderOf(files);
    const none = await authz(folder, ['test']);
    expect(none).toMatchObject({ code: 2 });
    expect(none.stdout).toContain('change to the folder of the policies (there are some in `lan`, `own`)');
    expect(none.stdout).not.toContain('authz init');
    const { 'tests/tests.json': _, ...untested } = files;
    for (const command of ['test', 'validate', 'matrix']) {
      const run = await authz(folderOf(untested), [command]);
      expect(run.code).toBe(2);
      expect(run.stdout + run.stderr).toContain('(there are some in `lan`, `own`)');
    }
    const init = await authz(folder, ['init', '--yes']);
    expect(init.stderr).toContain(
      'there are Cedar policies in `lan`, `own`, and they need no API description',
    );
    expect((await authz(folderOf({ 'a.txt': '' }), ['init', '--yes'])).stderr).not.toContain(
      'Cedar policies',
    );
    const all = ['-p', 'lan', '-p', 'own', '-s', 'app.cedarschema'];
    expect((await authz(folder, ['test', ...all])).stdout).toContain('4 fixtures, 4 decisions, 2 policies');
  });

  it('are asked for where there are two schemas', async () => {
    const files = {
      'policies/a.cedar': POLICIES,
      'policies/app.cedarschema': SCHEMA,
      'schema.cedar': OTHER_SCHEMA,
    };
    const run = await authz(folderOf({ ...files, 'tests.json': TESTS }), ['test']);
    expect(run.stdout).toContain('which schema to take: `schema.cedar`, `policies/app.cedarschema`');
    const others = {
      'p.cedar': POLICIES,
      'schema.json': OTHER_SCHEMA_JSON,
      'schemas/old.cedarschema': SCHEMA,
    };
    const asked = await authz(folderOf({ ...others, 'tests.json': TESTS }), ['test']);
    expect(asked.stdout).toContain('which schema to take: `schema.json`, `schemas/old.cedarschema`');
  });

  it.each([
    ['says something else', OTHER_SCHEMA_JSON],
    ['has a mistake', { '': { ...SCHEMA_JSON[''], actions: { read: { appliesTo: {} } } } }],
    ['breaks off', JSON.stringify(SCHEMA_JSON).slice(0, -2)],
  ])('are asked for where the JSON form of a schema %s', async (_, json) => {
    const folder = folderOf({ ...TWICE, 'schema.json': json, 'tests.json': TESTS });
    const run = await authz(folder, ['test']);
    expect(run).toMatchObject({ code: 2 });
    expect(run.stdout).toContain(
      'which schema to take: `app.cedarschema`, `schema.json` do not say the same',
    );
    expect((await authz(folder, ['test', '-s', 'app.cedarschema'])).stdout).toContain(ALL_PASS);
  });

  it('are asked for where calls are requests of other actions in them', async () => {
    const schema = (read: string, write: string) => `
      entity User; entity Doc;
      @doc("${read}") @endpoint("${read} /docs/{id} single-resource path:id")
      action read appliesTo { principal: User, resource: Doc };
      @endpoint("${write} /docs/{id} single-resource path:id")
      action write appliesTo { principal: User, resource: Doc };`;
    const [one, other] = [schema('GET', 'PUT'), schema('PUT', 'GET')];
    const policies = 'permit (principal, action == Action::"read", resource);';
    const asked = folderOf({ 'p.cedar': policies, 'one.cedarschema': one, 'two.cedarschema': other });
    const run = await authz(asked, ['validate']);
    expect(run.code).toBe(2);
    expect(run.stdout + run.stderr).toContain(
      'which schema to take: `one.cedarschema`, `two.cedarschema` do not say the same',
    );
    const told = one.replace('@doc("GET")', '@doc("reads")');
    const same = folderOf({ 'p.cedar': policies, 'one.cedarschema': one, 'two.cedarschema': told });
    expect(await authz(same, ['validate'])).toMatchObject({ code: 0 });
  });

  it('are no schema where the text is none', async () => {
    const named = folderOf({ ...PROJECT, 'schema.cedar': LAN, 'tests.json': TESTS });
    expect((await authz(named, ['test'])).stdout).toContain(
      'which policies to take: `policies.cedar`, `schema.cedar`',
    );
    const broken = folderOf({
      'policies/a.cedar': READ,
      'policies/b.cedar': `entity X { y: } ${LAN}`,
      'tests.json': TESTS,
    });
    const run = await authz(broken, ['test']);
    expect(run).toMatchObject({ code: 2 });
    expect(run.stdout).toContain('policies/b.cedar:1:8');
  });

  it('are no policies where a schema is named or alone', async () => {
    const folder = folderOf({ 'rules/model.cedar': SCHEMA, 'tests.json': TESTS });
    const file = await authz(folder, ['test', '-p', 'rules/model.cedar']);
    expect(file.stdout).toContain('this file is a schema, expected policies');
    const alone = await authz(folder, ['test', '-p', 'rules']);
    expect(alone.code).toBe(2);
    expect(alone.stdout).toContain('none of the files in this folder holds policies');
    expect(alone.stdout).toContain('this file is a schema, and is not read as policies');
  });

  it('are told of where policies are named and the schema beside them is not', async () => {
    const folder = folderOf({ ...PROJECT, 'tests.json': TESTS });
    const said = 'add `--schema app.cedarschema`';
    expect((await authz(folder, ['test', '-p', 'policies.cedar'])).stdout).toContain(said);
    const named = await authz(folder, ['test', '-p', 'policies.cedar', '-s', 'app.cedarschema']);
    expect(named.stdout).not.toContain('--schema');
    expect(named.stdout).toContain(ALL_PASS);
  });
});

describe('entities beside requests', () => {
  it('may have a name before a hyphen', async () => {
    const { 'entities.json': _, ...others } = PROJECT;
    const requests = requestFiles(
      (name, decision) => `${upper(decision)}/${name}.json`,
      () => ({}),
    );
    const run = await authz(folderOf({ ...others, ...requests, 'clinic-entities.json': ENTITIES }), ['test']);
    expect(run.stdout).toContain(ALL_PASS);
    const list = { 'ALLOW/list-entities.json': request('ana', 'read') };
    const asked = await authz(folderOf({ ...PROJECT, ...requests, ...list }), ['test']);
    expect(asked.stdout).toContain('5 passed, 0 failed');
    const older = {
      'clinic.entities.json': ENTITIES,
      'clinic-entities.json': [],
      'old_entities.json': ENTITIES,
    };
    expect((await authz(folderOf({ ...others, ...requests, ...older }), ['test'])).stdout).toContain(
      ALL_PASS,
    );
  });
});

describe('a template in a file of its own', () => {
  const link = {
    definition: {
      templateLinked: { policyTemplateId: 'share', principal: { entityType: 'User', entityId: 'ana' } },
    },
  };
  const template = 'permit (principal == ?principal, action == Action::"write", resource);';
  const tests = [{ request: request('ana', 'write'), entities: ENTITIES, decision: 'allow', num_errors: 0 }];
  const files = { 'tests.json': tests, 'policies/link.json': link };

  it('is called like the file by links for Amazon Verified Permissions', async () => {
    for (const shared of [
      { 'policies/templates/share.cedar': template },
      { 'policies/share.json': { statement: template } },
    ])
      expect((await authz(folderOf({ ...files, ...shared }), ['test'])).stdout).toContain(
        '1 passed, 0 failed',
      );
  });

  it('is not where two files are called so, where it has an id, the file has more, or a policy has that id', async () => {
    for (const shared of [
      { 'policies/a/share.cedar': template, 'policies/b/share.cedar': template },
      { 'policies/share.cedar': `@id("other") ${template}` },
      { 'policies/share.cedar': `${template} ${READ}` },
      { 'policies/share.cedar': template, 'policies/own.cedar': OWN.replace('own', 'share') },
    ]) {
      const run = await authz(folderOf({ ...files, ...shared }), ['test']);
      expect(run.stdout).toContain('there is no policy template `share`');
    }
  });
});

describe('authz format', () => {
  const tidy = 'permit (principal, action, resource);\n';

  it('needs no choice between policies: it formats all that are there', async () => {
    const folder = folderOf({
      'a.cedar': tidy,
      'b.cedar': 'permit(principal,action,resource);',
      'c/d.cedar': tidy,
    });
    expect((await authz(folder, ['validate'])).code).toBe(2);
    expect(await authz(folder, ['format', '--check'])).toMatchObject({ code: 1, stdout: 'b.cedar\n' });
    expect((await authz(folder, ['format'])).code).toBe(0);
    expect(await authz(folder, ['format', '--check'])).toMatchObject({ code: 0, stdout: '' });
    expect((await authz(folderOf({ 'notes.txt': '' }), ['format'])).stderr).toContain('no `authz.yaml`');
  });

  it('formats nothing where the settings of a project cannot be read', async () => {
    const folder = folderOf({ 'a.cedar': 'permit(principal,action,resource);', 'authz.yaml': 'polices: x' });
    const run = await authz(folder, ['format']);
    expect(run).toMatchObject({ code: 2 });
    expect(run.stderr).toContain('authz.yaml');
    expect(readFileSync(join(folder, 'a.cedar'), 'utf8')).toBe('permit(principal,action,resource);');
  });

  it('goes past what is no policy, and says so', async () => {
    const folder = folderOf({
      'policies/a.cedar': tidy,
      'policies/schema.cedar': SCHEMA,
      'policies/b.ceder': 'forbid',
    });
    for (const paths of [[], ['policies']]) {
      const run = await authz(folder, ['format', '--check', ...paths]);
      expect(run.code).toBe(0);
      expect(run.stderr).toContain('this file is a schema, and is not read as policies');
      expect(run.stderr).toContain('files with policies are called `*.cedar`');
    }
  });
});
