import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, folderWith } from '../helpers/cli.ts';
import { initRepository } from '../helpers/git.ts';

const SUITES = resolve(import.meta.dirname, '../cedar-suites');

function copyOf(suite: string): string {
  const folder = folderWith({ 'readme.md': '' });
  cpSync(join(SUITES, suite), folder, { recursive: true });
  return folder;
}

describe('the options of `cedar run-tests`', () => {
  it('are enough: policies and tests', async () => {
    const run = await authz(copyOf('without-schema'), [
      'test',
      '-p',
      'policy.cedar',
      '--tests',
      'tests.json',
    ]);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('4 passed, 0 failed (4 fixtures, 4 decisions, 3 policies');
    expect(run.stdout.match(/there is no schema/g)).toHaveLength(1);
  });

  it('say what is linked, and in which formats', async () => {
    const links = [
      '--policies',
      'templates.cedar',
      '--template-linked',
      'linked',
      '--schema',
      'depot.cedarschema',
    ];
    const run = await authz(copyOf('links'), ['test', '.', ...links, '--coverage', '--verbose']);
    expect(run.stdout).toContain('5 passed, 0 failed');
    expect(run.stdout).toMatch(/policies +100 % +3 of 3/);
    expect(run.stdout).not.toContain('never linked');
    expect(run.stdout).not.toContain('endpoints');
    const formats = [
      '--policies',
      'policies.json',
      '--policy-format',
      'json',
      '--schema',
      'schema.json',
      '--schema-format',
      'json',
    ];
    expect((await authz(copyOf('json-policies'), ['test', ...formats])).stdout).toContain(
      '3 passed, 0 failed',
    );
  });

  it('are not needed for files that name their own parts', async () => {
    const run = await authz(copyOf('own-parts'), ['test', 'tests/doors.json']);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain('3 passed, 0 failed');
  });
});

describe('a schema of several namespaces without endpoints', () => {
  it('has the namespace of authz.yaml for its own', async () => {
    const part = (name: string) =>
      `namespace ${name} { entity U; action look appliesTo { principal: U, resource: U }; }`;
    const folder = folderWith({
      'app.cedarschema': `${part('App')} ${part('Visitor')}`,
      'policies/p.cedar': 'permit (principal, action == Visitor::Action::"look", resource);',
      'openapi.json': '{ "openapi": "3.0.0", "info": { "title": "x", "version": "1" }, "paths": {} }',
      'authz.yaml': 'spec: openapi.json\nnamespace: Visitor\nschema: app.cedarschema\n',
    });
    expect((await authz(folder, ['matrix'])).stdout).toMatch(
      /^look\n +always .*\nApp::Action::"look"\n +never /m,
    );
    expect(await authz(folder, ['validate'])).toMatchObject({ code: 0 });
  });
});

describe('what the command line names', () => {
  it('holds for tests that name their own policies as well, but for entities that they name', async () => {
    const asked =
      '{ "principal": "U::\\"a\\"", "action": "Action::\\"read\\"", "resource": "U::\\"a\\"", "context": {}, "decision": "allow" }';
    const folder = folderWith({
      'app.cedar':
        'permit (principal in U::"g", action, resource); @id("none") forbid (principal == ?principal, action, resource);',
      'links.json': '[{ "template_id": "none", "link_id": "l", "args": { "?principal": "U::\\"a\\"" } }]',
      'e.json':
        '[{ "uid": { "type": "U", "id": "a" }, "attrs": {}, "parents": [{ "type": "U", "id": "g" }] }]',
      'none.json': '[]',
      'own.json': `{ "policies": "app.cedar", "entities": "e.json", "requests": [${asked}] }`,
      'bare.json': `{ "policies": "app.cedar", "requests": [${asked}] }`,
    });
    const test = (...args: string[]) => authz(folder, ['test', ...args]);
    expect((await test('own.json', '--entities', 'none.json')).stdout).toContain('1 passed');
    expect((await test('bare.json', '--entities', 'e.json')).stdout).toContain('1 passed');
    expect((await test('own.json', '-k', 'links.json')).stdout).toContain('expected allow, got deny');
    const unread = await test('own.json', '-s', 'none.cedarschema');
    expect(unread).toMatchObject({ code: 2 });
    expect(unread.stdout).toContain('none.cedarschema');
  });
});

describe('the options of `cedar validate` and `cedar authorize`', () => {
  const FILES = { 'app.cedarschema': 'entity U, V; action read appliesTo { principal: U, resource: U };' };

  it('may make errors of warnings, and name the mode that there is', async () => {
    const folder = folderWith({
      ...FILES,
      'app.cedar': 'permit (principal, action, resource) when { false };',
    });
    const options = ['validate', '-p', 'app.cedar', '-s', 'app.cedarschema', '--validation-mode'];
    expect(await authz(folder, [...options, 'strict'])).toMatchObject({ code: 0 });
    expect(await authz(folder, [...options, 'strict', '--deny-warnings'])).toMatchObject({ code: 2 });
    const other = await authz(folder, [...options, 'permissive']);
    expect(other.stderr).toContain('expected one of `strict`');
  });

  it('may ask for more words, and for validation or none', async () => {
    const folder = folderWith({
      ...FILES,
      'app.cedar': 'permit (principal, action, resource);',
      'request.json':
        '{ "principal": "U::\\"a\\"", "action": "Action::\\"read\\"", "resource": "U::\\"a\\"" }',
      'misfit.json':
        '{ "principal": "U::\\"a\\"", "action": "Action::\\"read\\"", "resource": "V::\\"a\\"" }',
    });
    const options = ['explain', '--request-json', 'request.json', '-v', '-t', '--request-validation'];
    expect((await authz(folder, [...options, 'true'])).stdout).toContain('ALLOW');
    const misfit = ['explain', 'misfit.json', '--request-validation'];
    expect((await authz(folder, [...misfit, 'true'])).stderr).toContain('resource type `V` is not valid');
    expect((await authz(folder, [...misfit, 'false'])).stdout).toContain('ALLOW');
  });
});

describe('what is missing or wrong', () => {
  it('is said: no entities, no tests, no policies that are read', async () => {
    const folder = folderWith({
      'DENY/x.json':
        '{ "principal": "User::\\"a\\"", "action": "Action::\\"b\\"", "resource": "Doc::\\"c\\"" }',
      'p.cedar': 'permit (principal in Group::"g", action, resource);',
      'docs/policies.txt': 'permit (principal, action, resource);',
      'odd_tests.json': '{ "some": "thing" }',
    });
    const denied = await authz(folder, ['test', 'DENY', '-p', 'p.cedar']);
    expect(denied.code).toBe(0);
    expect(denied.stdout).toContain('there are no entities for these requests');
    const odd = await authz(folder, ['test', 'odd_tests.json', '-p', 'p.cedar']);
    expect(odd.code).toBe(2);
    expect(odd.stdout).toContain('expected a list of tests, each with `request`, `entities` and `decision`');
    const unread = await authz(folder, ['test', 'DENY', '-p', 'docs']);
    expect(unread.code).toBe(2);
    expect(unread.stdout).toContain('none of the files in this folder holds policies');
    expect((await authz(folder, ['test', 'DENY', '-p', 'docs/policies.txt'])).stdout).toContain('got allow');
  });

  it('is not that there are no policies where they could not be read', async () => {
    const folder = folderWith({ 'policies.json': '[{ "id": "x", "text": "permit" }]', 'tests.json': '[]' });
    const run = await authz(folder, ['test']);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('this JSON is not a policy');
    expect(run.stdout).not.toContain('there are no policies');
  });

  it('is said of a schema that is named as policies, and not of each of its lines', async () => {
    const folder = copyOf('request-folders');
    for (const args of [
      ['format', '--check', 'policies.cedar', 'schema.cedarschema'],
      ['test', 'ALLOW', '-p', 'schema.cedarschema'],
    ]) {
      const run = await authz(folder, args);
      expect(run.code).toBe(2);
      const said = `${run.stdout}${run.stderr}`;
      expect(said.match(/^error: .*/gm)).toEqual([
        'error: this file is a schema, expected policies [policies-unread]',
      ]);
      expect(said).toContain('--> schema.cedarschema');
    }
  });
});

describe('lists for `cedar run-tests`', () => {
  it('are found in a folder whatever they are called, with and without --policies', async () => {
    const request =
      '{ "principal": "U::\\"a\\"", "action": "Action::\\"read\\"", "resource": "D::\\"d\\"", "context": {} }';
    const folder = folderWith({
      'policies/access/read.cedar': 'permit (principal, action == Action::"read", resource);',
      'policies/tests/read/cases.json': `[{ "request": ${request}, "entities": [], "decision": "allow", "reason": [], "num_errors": 0 }]`,
      'policies/tests/read/log.json': `[{ "request": ${request}, "decision": "allow" }]`,
      'tests.json': `[{ "request": ${request}, "entities": [], "decision": "allow" }]`,
    });
    for (const args of [[], ['-p', 'policies/access']])
      expect((await authz(folder, ['test', ...args])).stdout).toContain('2 passed, 0 failed');
    expect((await authz(folder, ['test', 'policies/tests'])).stdout).toContain('1 passed, 0 failed');
  });
});

describe('tests of a list that bring no entities', () => {
  const asked =
    '"request": { "principal": "User::\\"a\\"", "action": "Action::\\"read\\"", "resource": "Doc::\\"d\\"", "context": {} }';
  const FILES = {
    'app.cedar': 'permit (principal in Group::"staff", action, resource);',
    'tests/some.tests.json': `[{ "name": "told nothing", ${asked}, "decision": "allow" }, { "name": "told that nobody is there", ${asked}, "entities": [], "decision": "deny" }]`,
  };

  it('take those that lie beside the tests or above, as requests in folders do', async () => {
    const member =
      '[{ "uid": { "type": "User", "id": "a" }, "attrs": {}, "parents": [{ "type": "Group", "id": "staff" }] }]';
    for (const place of ['entities.json', 'tests/entities.json', 'tests/some.entities.json']) {
      const run = await authz(folderWith({ ...FILES, [place]: member }), ['test']);
      expect(run, place).toMatchObject({ code: 0 });
      expect(run.stdout).toContain('2 passed, 0 failed');
      expect(run.stdout).not.toContain('there are no entities');
    }
  });

  it('are not taken where there are several files of them, which is said', async () => {
    const several = { ...FILES, 'tests/one.entities.json': '[]', 'tests/two.entities.json': '[]' };
    const run = await authz(folderWith(several), ['test']);
    expect(run.stdout).toContain('there are no entities for these requests');
    expect(run.stdout).toContain('of several `*.entities.json` none is taken');
  });

  it('are said to know nothing where there are none', async () => {
    const run = await authz(folderWith(FILES), ['test']);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('there are no entities for these requests');
    const told = { ...FILES, 'tests/some.tests.json': `[{ ${asked}, "entities": [], "decision": "deny" }]` };
    expect((await authz(folderWith(told), ['test'])).stdout).not.toContain('there are no entities');
  });
});

describe('authz explain', () => {
  const FILES = ['-p', 'policies.cedar', '-s', 'schema.cedarschema'];

  it('explains a file with a request of Cedar, with the entities beside it', async () => {
    const run = await authz(copyOf('request-folders'), ['explain', 'ALLOW/press-downloads.json', ...FILES]);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('ALLOW  permitted by `tagged`');
    expect(run.stdout).toContain('principal in Team::"press"');
  });

  it('takes the parts as `cedar authorize` does, and knows implicit references', async () => {
    const folder = copyOf('request-folders');
    const request = ['-l', 'User::"ana"', '-a', 'Action::"view"', '-r', 'Album::"trip"'];
    const run = await authz(folder, ['explain', ...request, ...FILES, '--entities', 'entities.json']);
    expect(run.stdout).toContain('ALLOW  permitted by `owners`');
    expect(run.stdout).toContain('resource.owner is User::"ana"');
    const context = ['--context', '{"from": "10.0.0.1"}', '--format', 'json'];
    const told = await authz(folder, [
      'explain',
      ...request,
      ...FILES,
      ...context,
      '--entities',
      'entities.json',
    ]);
    expect(JSON.parse(told.stdout)).toMatchObject({
      as: 'User::"ana"',
      decisions: [{ decision: 'allow', kind: 'allowed', action: { id: 'view' } }],
      skipped: [],
    });
  });

  it('takes what a shell leaves of entities whose quotation marks it took, and nothing else', async () => {
    const folder = copyOf('request-folders');
    const others = [...FILES, '--entities', 'entities.json'];
    const asked = (...[l, a, r]: readonly string[]) =>
      authz(folder, ['explain', '-l', l ?? '', '-a', a ?? '', '-r', r ?? '', ...others]);
    const bare = await asked('User::ana', 'Action::view', 'Album::trip');
    expect(bare).toEqual(await asked('User::"ana"', 'Action::"view"', 'Album::"trip"'));
    expect(bare.stdout).toContain('ALLOW  permitted by `owners`');
    for (const principal of ['ana', 'User::', 'User::a::', 'User::"ana', 'Us er::ana', 'User:ana'])
      expect((await asked(principal, 'Action::view', 'Album::trip')).stderr).toContain('is not an entity');
  });

  it('gives no answer to a request that does not fit the schema', async () => {
    const folder = copyOf('request-folders');
    const asked = async (...[l, a, r]: readonly string[]) =>
      authz(folder, ['explain', '-l', l ?? '', '-a', a ?? '', '-r', r ?? '', ...FILES]);
    const misspelt = await asked('User::"ana"', 'Action::"veiw"', 'Album::"trip"');
    expect(misspelt).toMatchObject({ code: 2, stdout: '' });
    expect(misspelt.stderr).toContain('did you mean `view`?');
    expect(misspelt.stderr).toContain('error: action `Action::"veiw"` does not exist in the supplied schema');
    const swapped = await asked('User::"ana"', 'Action::"view"', 'User::"leo"');
    expect(swapped).toMatchObject({ code: 2, stdout: '' });
    expect(swapped.stderr).toContain('resource type `User` is not valid for `Action::"view"`');
  });

  it('says that a permit could not be evaluated, not that none is about the action', async () => {
    const asked = ['-l', 'User::"ana"', '-a', 'Action::"view"', '-r', 'Picture::"none"', ...FILES];
    const run = await authz(copyOf('request-folders'), ['explain', ...asked, '--entities', 'entities.json']);
    expect(run.stdout.replaceAll(/\s+/g, ' ')).toContain(
      'DENY no policy permits it, and `open pictures`, `owners` could not be evaluated',
    );
  });

  it('says what Cedar skips, and what is missing on the command line', async () => {
    const folder = copyOf('without-schema');
    const asked = ['-l', 'User::"leo"', '-a', 'Action::"look"', '-r', 'Book::"lost"', '-p', 'policy.cedar'];
    const run = await authz(folder, ['explain', ...asked]);
    expect(run.stdout).toContain('ALLOW  permitted by `policy.cedar#2`');
    expect(run.stdout).toContain('Skipped by Cedar');
    expect(run.stdout).toContain('entity `Book::"lost"` does not exist');
    const half = await authz(folder, ['explain', '-l', 'User::"leo"', '-p', 'policy.cedar']);
    expect(half).toMatchObject({ code: 2 });
    expect(half.stderr).toContain('a request needs a principal, an action and a resource');
    expect((await authz(folder, ['explain'])).stderr).toContain('the call to explain is not given');
    expect((await authz(folder, ['explain', 'GET', '-p', 'policy.cedar'])).stderr).toContain(
      'the call to explain is not given',
    );
  });
});

describe('a request that is given part by part', () => {
  const parts = ['--principal', 'User::a', '--action', 'Action::read', '--resource', 'Doc::d'];
  const FILES = {
    'app.cedar': 'permit (principal in Group::"staff", action, resource);',
    'entities.json':
      '[{ "uid": { "type": "User", "id": "a" }, "attrs": {}, "parents": [{ "type": "Group", "id": "staff" }] }]',
  };

  it('takes the entities of the working directory, as one in a file there does', async () => {
    const run = await authz(folderWith(FILES), ['explain', ...parts]);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain('ALLOW');
    expect(run.stderr).not.toContain('there are no entities');
    const named = folderWith({ ...FILES, 'nobody.json': '[]' });
    expect((await authz(named, ['explain', ...parts, '--entities', 'nobody.json'])).stdout).toContain('DENY');
  });
});

describe('a schema that was written by hand', () => {
  it('is not written over by one that is generated', async () => {
    const folder = copyOf('request-folders');
    const spec = JSON.stringify({
      openapi: '3.0.0',
      info: { title: 'A', version: '1' },
      paths: {
        '/a/{id}': {
          get: { parameters: [{ name: 'id', in: 'path' }], responses: { 200: { description: 'ok' } } },
        },
      },
    });
    const own = folderWith({ 'openapi.json': spec });
    cpSync(join(folder, 'schema.cedarschema'), join(own, 's.cedarschema'));
    const run = await authz(own, [
      'generate-schema',
      '--api-spec',
      'openapi.json',
      '--namespace',
      'A',
      '--out',
      's.cedarschema',
    ]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('`s.cedarschema` was not generated, and is left as it is');
  });

  it('gets no fixtures without endpoints: they could not be replayed', async () => {
    const own = folderWith({
      's.cedarschema': 'entity A, B; action read appliesTo { principal: A, resource: B };',
      'policies/p.cedar': 'permit (principal, action, resource);',
    });
    const run = await authz(own, ['generate-fixtures', '--schema', 's.cedarschema']);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('the schema has no endpoints, so there is nothing to record');
    expect(run.stderr).toContain('write tests as for `cedar run-tests`');
    expect(existsSync(join(own, 'fixtures'))).toBe(false);
  });

  it('is left as it is with endpoints, too, and where it does not fit', async () => {
    const openapi = {
      openapi: '3.0.0',
      info: { title: 'A', version: '1' },
      paths: {
        '/docs/{id}': {
          get: {
            operationId: 'read',
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
            responses: { 200: { description: 'ok' } },
          },
        },
      },
    };
    const said = 'read appliesTo { principal: User, resource: Doc }';
    const endpoint = '@endpoint("GET /docs/{id} single-resource path:id")';
    const own = (rest: string) => `namespace A { entity User, Team; entity Doc; ${rest} }`;
    for (const schema of [
      own(`${endpoint} action ${said};`),
      own(`${endpoint} action read appliesTo { principal: User, resource: [Doc, Team] };`),
      own(`${endpoint} action ${said}`),
    ]) {
      const folder = folderWith({
        'openapi.json': JSON.stringify(openapi),
        'a.cedarschema': schema,
        'authz.yaml': 'spec: openapi.json\nnamespace: A\nschema: a.cedarschema\n',
      });
      for (const args of [['generate-schema'], ['generate-schema', '--check']]) {
        const run = await authz(folder, args);
        expect(run).toMatchObject({ code: 2, stdout: '' });
        expect(run.stderr).toContain('`a.cedarschema` was not generated, and is left as it is');
        expect(readFileSync(join(folder, 'a.cedarschema'), 'utf8')).toBe(schema);
      }
      const elsewhere = await authz(folder, [
        'generate-schema',
        '--format',
        'cedar',
        '--out',
        'b.cedarschema',
      ]);
      expect(elsewhere.code).toBe(0);
      const again = await authz(folder, ['generate-schema', '--format', 'cedar', '--out', 'b.cedarschema']);
      expect(again.code).toBe(0);
    }
  });
});

describe('a schema without a namespace', () => {
  it('gets policies and fixtures that fit it', async () => {
    const folder = folderWith({
      'app.cedarschema': `
        @group entity Team; entity Shop;
        @principal entity User in [Team, Shop];
        entity Doc in [Shop] { owner?: User };
        @endpoint("GET /docs/{id} single-resource path:id")
        action read appliesTo { principal: [User], resource: [Doc], context: {} };`,
    });
    const schema = ['--schema', 'app.cedarschema'];
    expect(await authz(folder, ['generate-policies', ...schema])).toMatchObject({ code: 0 });
    expect(await authz(folder, ['generate-fixtures', ...schema])).toMatchObject({ code: 0 });
    const run = await authz(folder, ['test', 'fixtures', ...schema, '--policies', 'policies']);
    expect(run).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'policies/viewers.cedar'), 'utf8')).toContain(
      'principal in Team::"viewer"',
    );
    expect(run.stdout).toMatch(/^[1-9]\d* passed, 0 failed/m);
  });
});

describe('endpoints on a schema that was written by hand', () => {
  const fixtures = `principals: { ana: { sub: ana } }
entities: [{ uid: { type: "Docs::Doc", id: d }, attrs: {}, parents: [] }]
cases:
  - { name: reads, as: ana, call: GET /docs/d, expect: allow }
  - { name: nobody reads, as: anonymous, call: GET /docs/d, expect: deny }
`;
  const folderOf = (people: string, own = '') =>
    folderWith({
      'app.cedarschema': `
        namespace People { ${people} }
        namespace Docs {
          ${own} entity Doc;
          @endpoint("GET /docs/{id} single-resource path:id")
          action read appliesTo { principal: [People::Staff], resource: [Doc] };
        }`,
      'app.cedar': 'permit (principal, action, resource);',
      'fixtures/app.fixtures.yaml': fixtures,
    });

  it('needs the type of callers in the namespace of their actions, and says so where it is missing', async () => {
    const plain = await authz(folderOf('entity Staff;'), ['test', 'fixtures']);
    expect(plain.code).toBe(2);
    const help = 'mark the entity type of callers with `@principal`, in the namespace `Docs`';
    expect(plain.stdout.split(help)).toHaveLength(3);
    const elsewhere = folderOf('@principal entity Staff;');
    const marked = await authz(elsewhere, ['test', 'fixtures']);
    expect(marked.stdout).toContain(`\`People::Staff\` has this mark and is in another namespace: ${help}`);
    const explained = await authz(elsewhere, ['explain', 'GET', '/docs/d', '--as', 'ana']);
    expect(explained.stderr).toContain(help);
  });

  it.each([['test', 'fixtures'], ['validate'], ['explain', 'GET', '/docs/d', '--as', 'anonymous']])(
    'says with `%s` which action does not apply to callers',
    async (...args) => {
      const run = await authz(folderOf('entity Staff;', '@principal entity User;'), args);
      expect(run.stdout + run.stderr).toContain(
        'warning: `GET /docs/{id}` asks for action `read`, which does not apply to `User`, the entity type of callers',
      );
    },
  );
});

describe('a folder without `authz.yaml`', () => {
  it('is replayed with the policies and the schema around its tests, and what was taken is said', async () => {
    const folder = folderWith({ 'readme.md': '' });
    for (const suite of ['links', 'request-folders', 'own-parts', 'json-policies'])
      cpSync(join(SUITES, suite), join(folder, suite), { recursive: true });
    const run = await authz(folder, ['test']);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('20 passed, 0 failed');
    expect(run.stdout).toContain('these were taken: `templates.cedar`, `depot.cedarschema`, `linked`');
    const one = await authz(folder, ['test', 'json-policies', '--reporter', 'json']);
    expect(JSON.parse(one.stdout).counts).toMatchObject({ passed: 3, failed: 0 });
  });

  it('is told once by `validate` which policy never applies, although Cedar says it twice', async () => {
    const folder = folderWith({
      'app.cedarschema': 'entity User, Doc, Page; action read appliesTo { principal: User, resource: Doc };',
      'app.cedar': 'forbid (principal, action == Action::"read", resource is Page);',
    });
    const { stdout } = await authz(folder, ['validate']);
    expect(stdout).toContain('policy `app.cedar#1` applies to no request that fits the schema');
    expect(stdout).toContain('0 errors, 1 warning in 1 policy');
  });

  it('needs no tests to be validated, compared and told about', async () => {
    const schema = 'entity User; entity Doc; action read appliesTo { principal: User, resource: Doc };';
    const parts = (policies: string) => ({ 'app.cedarschema': schema, 'app.cedar': policies });
    const nobody = folderWith(parts('forbid (principal, action, resource);'));
    const everybody = folderWith(parts('permit (principal, action, resource);'));
    expect(await authz(everybody, ['validate'])).toMatchObject({
      code: 0,
      stdout: 'no problems in 1 policy\n',
    });
    expect((await authz(everybody, ['matrix'])).stdout).toContain('read\n  always  everybody\n');
    expect((await authz(everybody, ['prove'])).code).toBe(0);
    const held = folderWith({
      ...parts('permit (principal, action, resource);'),
      'invariants/nobody.cedar': '@id("nobody") forbid (principal, action, resource);',
    });
    const proved = await authz(held, ['prove']);
    expect(proved.code).toBe(1);
    expect(proved.stdout).toContain('REFUTED  nobody');
    const compared = await authz(everybody, ['diff', nobody, everybody]);
    expect(compared.code).toBe(1);
    expect(compared.stdout).toContain('1 action opened, 0 closed');
    expect(compared.stdout).toContain('OPENED  action "read"\n  as User "user1"');
    const untested = await authz(everybody, ['test']);
    expect(untested.code).toBe(2);
    expect(untested.stdout).toContain('no fixtures were found, so nothing was tested');
    expect(untested.stdout).toContain(
      "tests for Cedar's tools such as `tests.json`, `ALLOW/*.json` or `deny-*.json`",
    );
  });

  it('proves nothing without a schema, and of policies that do not fit it', async () => {
    const policies = 'permit (principal, action, resource) when { resource.nn == 1 };';
    const request =
      '{ "principal": "User::\\"a\\"", "action": "Action::\\"read\\"", "resource": "Doc::\\"d\\"", "context": {} }';
    const schema = 'entity User; entity Doc; action read appliesTo { principal: User, resource: Doc };';
    const bare = folderWith({ 'app.cedar': policies, 'DENY/a.json': request });
    const unfit = folderWith({ 'app.cedar': policies, 'DENY/a.json': request, 'app.cedarschema': schema });
    for (const args of [['diff', '.', '.'], ['matrix'], ['prove'], ['mutate']]) {
      const unproven = await authz(bare, args);
      expect(unproven).toMatchObject({ code: 2, stdout: '' });
      expect(unproven.stderr).toContain('there is no schema, so nothing can be proven');
      const refused = await authz(unfit, args);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('attribute `nn` on entity type `Doc` not found');
    }
  });

  it.each([
    ['beside them', 'app.cedarschema', 'policies/app.cedar'],
    ['as editors for Cedar call it', 'cedarschema', 'app.cedar'],
    ['in the folder of the policies', 'policies/app.cedarschema', 'policies/app.cedar'],
  ])('takes the schema of the policies %s', async (_, schema, policies) => {
    const folder = folderWith({
      [schema]: 'entity User; entity Doc; action read appliesTo { principal: User, resource: Doc };',
      [policies]: 'permit (principal, action, resource);',
      'ALLOW/a.json':
        '{ "principal": "User::\\"a\\"", "action": "Action::\\"read\\"", "resource": "Doc::\\"d\\"" }',
    });
    expect((await authz(folder, ['validate'])).stdout).toBe('no problems in 1 policy\n');
    const tested = await authz(folder, ['test']);
    expect(tested.stdout).toContain(`\`${schema}\``);
    expect(tested.stdout).toContain('1 passed, 0 failed');
  });

  it.each(['cedarschema', 'app.schema'])(
    'knows a schema that is called `%s` in a revision, as policies and as a report',
    async (name) => {
      const folder = folderWith({
        [name]: 'entity User; action read appliesTo { principal: User, resource: User };',
        'app.cedar': 'permit (principal, action, resource);',
      });
      initRepository(folder);
      writeFileSync(join(folder, 'app.cedar'), '');
      expect((await authz(folder, ['diff', 'HEAD'])).stdout).toContain('0 actions opened, 1 closed');
      const named = await authz(folder, ['validate', '-p', name, '-s', name]);
      expect(named.stdout).toContain('this file is a schema, expected policies');
      const reported = await authz(folder, ['test', '--reporter', `json=${name}`]);
      expect(reported.stderr).toContain('would write a report over a file of the project');
    },
  );

  it('takes a policy set by its name', async () => {
    const folder = folderWith({
      'policy-set.json': '{ "staticPolicies": { "all": "permit (principal, action, resource);" } }',
      'ALLOW/a.json':
        '{ "principal": "User::\\"a\\"", "action": "Action::\\"read\\"", "resource": "Doc::\\"d\\"" }',
    });
    expect((await authz(folder, ['test'])).stdout).toContain('1 passed, 0 failed');
  });

  it('asks where there is a choice, or nothing to take', async () => {
    const folder = copyOf('request-folders');
    cpSync(join(folder, 'policies.cedar'), join(folder, 'policies_old.cedar'));
    const two = await authz(folder, ['test']);
    expect(two.code).toBe(2);
    expect(two.stdout).toContain(
      'it is not clear which policies to take: `policies.cedar`, `policies_old.cedar`',
    );
  });

  it('says how to take all policies, and each of them', async () => {
    const folder = folderWith({
      'rules/a.cedar': '@id("a") permit (principal, action, resource);',
      'rules/b.cedar': '@id("b") forbid (principal, action, resource);',
      'rules/app.cedarschema':
        'entity User; entity Doc; action read appliesTo { principal: User, resource: Doc };',
      'rules/ALLOW/one.json':
        '{ "principal": "User::\\"a\\"", "action": "Action::\\"read\\"", "resource": "Doc::\\"d\\"" }',
    });
    const { stdout } = await authz(folder, ['test']);
    const ways = [...stdout.matchAll(/`(--policies [^`]*)`/g)].map(([, flags = '']) => flags.split(' '));
    const runs = await Promise.all(ways.map((flags) => authz(folder, ['test', ...flags])));
    expect(runs.map((run) => /\d policy|\d policies/.exec(run.stdout)?.[0])).toEqual([
      '2 policies',
      '1 policy',
      '1 policy',
    ]);
    expect(runs.map(({ code }) => code)).toEqual([1, 0, 1]);
    for (const run of runs) expect(run.stdout).not.toContain('schema');
    const named = await authz(folder, ['test', '--schema', 'other.cedarschema']);
    expect(named.stdout).toContain('`--policies rules/b.cedar --schema other.cedarschema`');
  });

  it('asks where policies lie beside a folder of policies, since a forbid may be in either', async () => {
    const folder = folderWith({
      'app.cedarschema': 'entity User; entity Doc; action read appliesTo { principal: User, resource: Doc };',
      'main.cedar': 'permit (principal, action, resource);',
      'policies/never.cedar': 'forbid (principal, action, resource);',
    });
    for (const args of [['matrix'], ['prove'], ['validate'], ['test']]) {
      const run = await authz(folder, args);
      expect(run.code).toBe(2);
      expect(run.stdout + run.stderr).toContain(
        'it is not clear which policies to take: `main.cedar`, `policies`',
      );
    }
  });

  it('names the flag that settles a choice only where the command has it', async () => {
    const folder = folderWith({
      'a.cedarschema': 'entity User; entity Doc; action read appliesTo { principal: User, resource: Doc };',
      'b.cedarschema': 'entity User; entity Doc; action edit appliesTo { principal: User, resource: Doc };',
      'a.cedar': 'permit (principal, action, resource);',
    });
    const tested = await authz(folder, ['test']);
    expect(tested.stdout).toContain('name it with `--schema`');
    const named = await authz(folder, ['validate', '--schema', 'a.cedarschema']);
    expect(named).toMatchObject({ code: 0, stdout: 'no problems in 1 policy\n' });
    const told = await authz(folder, ['matrix']);
    expect(told.stderr).toContain('it is not clear which schema to take: `a.cedarschema`, `b.cedarschema`');
    expect(told.stderr).not.toContain('--schema');
    expect(told.stderr).toContain('keep one of them in this folder');
    const both = copyOf('request-folders');
    cpSync(join(both, 'policies.cedar'), join(both, 'more.cedar'));
    expect((await authz(both, ['test'])).stdout).toContain('name them: all with `--policies ');
    const proven = await authz(both, ['prove']);
    expect(proven.stderr).not.toContain('--policies');
    expect(proven.stderr).toContain('put those that belong together into a folder `policies`');
  });

  it('warns that a template without links has no part in what is said of all requests', async () => {
    const folder = folderWith({
      'app.cedarschema': 'entity User; entity Doc; action read appliesTo { principal: User, resource: Doc };',
      'policies.cedar': '@id("share") permit (principal == ?principal, action, resource == ?resource);',
    });
    for (const args of [['matrix'], ['prove'], ['diff', '.', 'copy']]) {
      cpSync(join(folder, 'policies.cedar'), join(folder, 'copy/policies.cedar'));
      cpSync(join(folder, 'app.cedarschema'), join(folder, 'copy/app.cedarschema'));
      const run = await authz(folder, args);
      expect(run.code).toBe(0);
      const warning = 'policy template `share` has slots and is never linked, so it decides nothing';
      expect(run.stderr.split(warning), args[0]).toHaveLength(2);
    }
  });

  it('takes neither policies nor entities from above the checkout', async () => {
    const above = folderWith({
      'policies.cedar': 'permit (principal, action, resource);',
      'entities.json': '[]',
      'checkout/.git/HEAD': '',
      'checkout/tests/ALLOW/a.json':
        '{ "principal": "User::\\"a\\"", "action": "Action::\\"read\\"", "resource": "Doc::\\"d\\"", "context": {} }',
    });
    const none = await authz(join(above, 'checkout'), ['test']);
    expect(none.code).toBe(2);
    expect(none.stdout).toContain('no policies were found around these tests');
    const own = await authz(join(above, 'checkout'), ['test', '--policies', '../policies.cedar']);
    expect(own.stdout).toContain('1 passed, 0 failed');
    expect(own.stdout).toContain('there are no entities for these requests');
  });
});

describe('authz test --update', () => {
  it("leaves tests for Cedar's tools as they are, and says so", async () => {
    const files = {
      'policies.cedar': 'permit (principal, action, resource);',
      'DENY/b.json':
        '{"principal":"U::\\"b\\"","action":"Action::\\"view\\"","resource":"U::\\"b\\"","context":{}}',
    };
    const folder = folderWith(files);
    const run = await authz(folder, ['test', '--update']);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain("this is a test for Cedar's tools, and those are left as they are");
    expect(run.stderr).not.toContain('principals or items');
    expect(readFileSync(join(folder, 'DENY/b.json'), 'utf8')).toBe(files['DENY/b.json']);
  });
});
