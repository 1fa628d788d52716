import { appendFileSync, cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  authz,
  EXAMPLE_FOLDER,
  expectPlain,
  expectRefusal,
  folderWith,
  projectWith,
} from '../../helpers/cli.ts';

const explain = (...args: readonly string[]) => authz(EXAMPLE_FOLDER, ['explain', ...args]);

describe('authz explain', () => {
  it('prints what its documentation shows', async () => {
    const documented = readFileSync(resolve(import.meta.dirname, '../../../docs/explain.md'), 'utf8');
    const [, block = ''] = /\n {4}\$ npx authz (explain .*\n(?: {4}.*\n|\n)*)/.exec(documented) ?? [];
    const [command = '', ...shown] = block.split('\n').map((line) => line.replace(/^ {4}/, ''));
    const run = await authz(EXAMPLE_FOLDER, command.split(' '));
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout.trimEnd()).toBe(shown.join('\n').trimEnd());
  });

  it('ends with exit code 0 for an allow as for every kind of deny', async () => {
    const answers = {
      'GET /campaigns/c1 --as ana': /^ALLOW {2}permitted by `editors-read`$/m,
      'GET /campaigns/c1 --as eve': /^DENY {3}forbidden by `tenant-isolation`$/m,
      'DELETE /campaigns/c1 --as vic': /^DENY {3}no policy permits it; the nearest is `administrators`$/m,
      'GET /campaigns/c404 --as ana':
        /^DENY {3}there is no `EmailApp::EmailCampaign::"c404"` in the entities/m,
      'GET /campaign/c1 --as ana':
        /^DENY {3}no endpoint answers `GET \/campaign\/c1`: did you mean `GET\s+\/campaigns\/\{campaign_id\}`\?$/m,
      'DELETE /messages --as ana': /^DENY {3}the query of the call has no `messagelist`/m,
    };
    for (const [call, answer] of Object.entries(answers)) {
      const run = await explain(...call.split(' '));
      expect(run).toMatchObject({ code: 0, stderr: '' });
      expect(run.stdout).toMatch(answer);
      expectPlain(run);
    }
  });

  it('explains each item of a batch', async () => {
    const { stdout } = await explain('DELETE', '/messages?messagelist=m1,m9', '--as', 'eve');
    expect(stdout.match(/^(?:The whole.*|DELETE.*|ALLOW.*|DENY.*)$/gm)).toEqual([
      'The whole call is denied: of its 2 questions, 1 is not permitted.',
      'DELETE /messages?messagelist=m1,m9 as eve, item m1',
      'DENY   forbidden by `tenant-isolation`',
      'DELETE /messages?messagelist=m1,m9 as eve, item m9',
      'ALLOW  permitted by `editors-change-small-mailings`',
    ]);
  });

  it('says what becomes of the whole call where it asks several questions, as the server does', async () => {
    const whole = async (folder: string, url: string) => {
      const { stdout } = await authz(folder, ['explain', 'DELETE', url, '--as', 'eve']);
      return /^The whole call is [^.]*\./.exec(stdout)?.[0].replaceAll('\n', ' ');
    };
    expect(await whole(EXAMPLE_FOLDER, '/messages?messagelist=m9')).toBeUndefined();
    const folder = folderWith();
    cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
    appendFileSync(join(folder, 'authz.yaml'), '\nserver: { batch: { DELETE /messages: proceed } }\n');
    expect(await whole(folder, '/messages?messagelist=m1,m9')).toBe(
      'The whole call is allowed: of its 2 questions, 1 is not permitted, and is left out.',
    );
    expect(await whole(folder, '/messages?messagelist=m1,m2')).toBe(
      'The whole call is denied: of its 2 questions, 2 are not permitted.',
    );
    const json = await explain('DELETE', '/messages?messagelist=m1,m9', '--as', 'eve', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({ whole: 'deny' });
  });

  it('takes a whole URL, and a method in small letters', async () => {
    const { stdout } = await explain('put', 'https://api.example/campaigns/c2?x=1', '--as', 'ana');
    expect(stdout).toContain('PUT /campaigns/c2?x=1 as ana\nDENY');
  });

  it('takes a call in one word, as fixtures write it', async () => {
    const together = await explain('GET /campaigns/c1', '--as', 'ana');
    expect(together).toEqual(await explain('GET', '/campaigns/c1', '--as', 'ana'));
    expect(together.stdout).toContain('ALLOW');
  });

  it('says how a claim names entities, where it is a plain text', async () => {
    const folder = folderWith({
      'app.cedarschema': `namespace App {
        entity User { wards: Set<Ward> };
        entity Ward, Doc;
        @endpoint("GET /docs/{id} single-resource path:id")
        action read appliesTo { principal: [User], resource: [Doc] };
      }`,
      'app.cedar': 'permit (principal, action, resource);',
      'fixtures/app.fixtures.yaml':
        'principals: { ana: { sub: ana, wards: [icu] } }\nentities: [{ uid: { type: "App::Doc", id: d }, attrs: {}, parents: [] }]\ncases: []\n',
    });
    const help = `attribute \`wards\` has to hold references to entities, as in \`[{"type": "App::Ward", "id": "icu"}]\``;
    const claims = (wards: string) => `{"sub":"ana","wards":${wards}}`;
    const of = (wards: string) => authz(folder, ['explain', 'GET', '/docs/d', '--claims', claims(wards)]);
    expect((await of('["icu"]')).stderr).toContain(help);
    expect((await of('[{"type": "App::Ward", "id": "icu"}]')).stdout).toContain('ALLOW');
    expect((await authz(folder, ['test', 'fixtures'])).stdout).toContain(help);
    expect((await authz(folder, ['matrix', '--as', 'ana'])).stderr).toContain(help);
  });

  it('takes the claims of a token instead of a name', async () => {
    const claims = '{"sub":"zoe","groups":["editor"],"tenant_id":"acme"}';
    const { code, stdout } = await explain('GET', '/campaigns/c1', '--claims', claims);
    expect(code).toBe(0);
    expect(stdout).toContain('as the token of --claims\nALLOW');
    expect(stdout).toContain('EmailApp::User::"zoe" in EmailApp::Role::"editor"');
  });

  it('takes attributes of the context that no call shows', async () => {
    const schema = `namespace Shop {
      entity User;
      entity Application;
      @endpoint("GET /offers implicit-scope application")
      action "listOffers" appliesTo { principal: [User], resource: [Application], context: { hour: Long } };
    }`;
    const policies = 'permit (principal, action, resource) when { context.hour >= 9 };';
    const folder = folderWith({ 'shop.cedarschema': schema, 'policies.cedar': policies });
    const files = ['--schema', 'shop.cedarschema', '--policies', 'policies.cedar'];
    const asked = ['explain', 'GET', '/offers', '--as', 'anonymous', ...files];
    const early = await authz(folder, [...asked, '--context', '{"hour": 7}']);
    expect(early.stdout).toContain('context.hour is 7, needed: >= 9');
    expect(early.stdout).toContain('it would be allowed if `context.hour` were `9`');
    const late = await authz(folder, [...asked, '--context', '{"hour": 9}']);
    expect(late.stdout).toContain('ALLOW');
    const misspelt = await authz(folder, [...asked, '--context', '{"hours": 9}']);
    expectRefusal(misspelt);
    expect(misspelt.stderr).toContain('no attribute `hours`: did you mean `hour`?');
    const without = await authz(folder, asked);
    expect(without.stdout).toMatch(/^DENY {3}it could not be decided: [\s\S]*`hour`/m);
  });

  it('prints everything as JSON', async () => {
    const { stdout } = await explain('PUT', '/campaigns/c2', '--as', 'ana', '--format', 'json');
    const { decisions, ...call } = JSON.parse(stdout);
    expect(call).toEqual({ version: 1, method: 'PUT', url: '/campaigns/c2', as: 'ana' });
    expect(decisions).toHaveLength(1);
    expect(decisions[0]).toMatchObject({ kind: 'not-permitted', decision: 'deny', omitted: 0 });
    expect(decisions[0].policies[0]).toMatchObject({
      id: 'editors-change-drafts',
      file: 'policies/editors.cedar',
      status: 'not-satisfied',
    });
    expect(decisions[0].policies[0].parts[3].parts[0]).toMatchObject({
      kind: 'condition',
      truth: 'false',
      line: 31,
      column: 8,
      endColumn: 34,
      values: [{ expression: 'resource.status', value: '"scheduled"', expected: '"draft"' }],
    });
    expect(decisions[0].changes[0].text).toBe('it would be allowed if `resource.status` were `"draft"`');
  });

  it('fits narrow and wide terminals, and loses no word in them', async () => {
    const call = ['explain', 'DELETE', '/messages?messagelist=m1,m9', '--as', 'eve'];
    const texts: string[] = [];
    for (const columns of [60, 80, 200]) {
      const { stdout } = await authz(EXAMPLE_FOLDER, call, { env: { COLUMNS: `${columns}` } });
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
      texts.push(stdout.replaceAll(/\s+/g, ''));
    }
    expect(new Set(texts).size).toBe(1);
  });

  it('says the same with colors and without', async () => {
    const call = ['explain', 'PUT', '/campaigns/c2', '--as', 'ana'];
    const colored = await authz(EXAMPLE_FOLDER, call, { env: { FORCE_COLOR: '1' } });
    const plain = await authz(EXAMPLE_FOLDER, call);
    expect(colored.stdout).toContain('\u001b[31mDENY');
    expect(colored.stdout.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain.stdout);
  });

  it.each([
    ['nobody who calls', ['GET', '/campaigns/c1'], 'the caller is not given'],
    ['two who call', ['GET', '/campaigns/c1', '--as', 'ana', '--claims', '{}'], 'the caller is given twice'],
    [
      'an unknown principal',
      ['GET', '/campaigns/c1', '--as', 'anna'],
      'unknown principal `anna`: did you mean `ana`?',
    ],
    [
      'somebody whom no fixture has',
      ['GET', '/campaigns/c1', '--as', 'contractor'],
      '; `--claims` takes the token of anybody, as in `--claims ',
    ],
    [
      'attributes of the context that follow from the caller',
      ['GET', '/campaigns/c1', '--as', 'ana', '--context', '{"tenants": []}'],
      '`tenants` follows from the call and its principal, and cannot be given',
    ],
    ['an unknown method', ['GTE', '/campaigns/c1', '--as', 'ana'], 'unknown method `GTE`'],
    ['claims that are no JSON', ['GET', '/campaigns/c1', '--claims', '{sub'], '`--claims` is not valid JSON'],
    ['claims that are a list', ['GET', '/campaigns/c1', '--claims', '[]'], '`--claims` is not a JSON object'],
    [
      'claims without a subject',
      ['GET', '/campaigns/c1', '--claims', '{}'],
      '`--claims`: there is no claim `sub`, which says who it is',
    ],
    [
      'claims that the schema refuses',
      ['GET', '/campaigns/c1', '--claims', '{"sub":"a","email":7}'],
      'the principal does not fit the schema',
    ],
    [
      'a body that is no JSON',
      ['GET', '/campaigns/c1', '--as', 'ana', '--body', 'x'],
      '`--body` is not valid JSON',
    ],
    [
      'fixtures that are not there',
      ['GET', '/campaigns/c1', '--as', 'ana', '--fixtures', 'nowhere.yaml'],
      'there is no such file or folder',
    ],
    [
      'a format that does not exist',
      ['GET', '/campaigns/c1', '--as', 'ana', '--format', 'xml'],
      'expected one of `pretty`, `json`',
    ],
  ])('refuses %s', async (_, args, message) => {
    const run = await explain(...args);
    expectRefusal(run);
    expect(run.stderr).toContain(message);
  });

  it('refuses policies that cannot be used, and says where', async () => {
    const folder = await projectWith({ 'policies/broken.cedar': 'permit (principal, action);' });
    const run = await authz(folder, ['explain', 'GET', '/shops/1', '--as', 'anonymous']);
    expectRefusal(run);
    expect(run.stderr).toContain('policies/broken.cedar:1:');
  });

  it('takes loose files where there is no project', async () => {
    const project = (name: string) => readFileSync(join(EXAMPLE_FOLDER, name), 'utf8');
    const folder = folderWith({
      'schema.json': project('v4.policyschema.json'),
      'all.cedar': 'permit (principal, action, resource);',
    });
    const args = [
      'explain',
      'POST',
      '/login',
      '--as',
      'anonymous',
      '--schema',
      'schema.json',
      '--policies',
      'all.cedar',
    ];
    const run = await authz(folder, args);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('ALLOW  permitted by `all.cedar#1`');
  });
});

describe('a name that several fixtures files have', () => {
  const shops = (group: string, ...ids: readonly string[]) => `\
principals: { sam: { sub: sam, groups: [${group}] } }
entities: [${ids.map((id) => `{ uid: { type: "Shop::Shop", id: "${id}" }, attrs: {}, parents: [] }`).join(', ')}]
cases: [{ name: a, as: sam, call: GET /shops/1, expect: allow }]
`;

  it('is no question when it means the same', async () => {
    const folder = await projectWith({
      'fixtures/a.fixtures.yaml': shops('admin', '1'),
      'fixtures/b.fixtures.yaml': shops('admin', '1'),
    });
    expect(await authz(folder, ['explain', 'GET', '/shops/1', '--as', 'sam'])).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it.each([
    ['another principal', shops('viewer', '1'), 'which principal `sam` is meant'],
    ['other entities', shops('admin', '1', '2'), 'which entities to take'],
  ])('has to be chosen when it means %s', async (_, other, message) => {
    const folder = await projectWith({
      'fixtures/a.fixtures.yaml': shops('admin', '1'),
      'fixtures/b.fixtures.yaml': other,
    });
    const asked = ['explain', 'GET', '/shops/1', '--as', 'sam'];
    const run = await authz(folder, asked);
    expectRefusal(run);
    expect(run.stderr).toContain(
      `it is not clear ${message}: fixtures/a.fixtures.yaml, fixtures/b.fixtures.yaml differ`,
    );
    expect(run.stderr).toContain('choose one with `--fixtures fixtures/a.fixtures.yaml`');
    expect(await authz(folder, [...asked, '--fixtures', 'fixtures/b.fixtures.yaml'])).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
});
