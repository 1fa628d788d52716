import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { authz, EXAMPLE_FOLDER, expectRefusal, folderWith, type Run } from '../../helpers/cli.ts';
import { commitAll, git, initRepository } from '../../helpers/git.ts';
import { sarifComplaints } from '../../helpers/sarif.ts';

/** The worked example in a repository with one commit. */
function repository(folder = folderWith()): string {
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  initRepository(folder);
  return folder;
}

/** Lets editors change campaigns that are scheduled. */
function widen(folder: string): void {
  const path = join(folder, 'policies/editors.cedar');
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace('resource.status == "draft"', 'resource.status != "sent"'),
  );
}

function withUserAttributes(schema: string, attributes: object): string {
  const json = JSON.parse(schema);
  json.EmailApp.entityTypes.User.shape = { type: 'Record', attributes };
  return JSON.stringify(json);
}

function diff(folder: string, ...args: readonly string[]): Promise<Run> {
  return authz(folder, ['diff', ...args]);
}

describe('authz diff', () => {
  let folder: string;
  beforeAll(() => {
    folder = repository(mkdtempSync(join(tmpdir(), 'authz-test-')));
    widen(folder);
    return () => rmSync(folder, { recursive: true, force: true });
  });

  it('exits with 0 where nothing changed, for every endpoint proven', async () => {
    const { code, stdout } = await diff(repository());
    expect(code).toBe(0);
    expect(stdout).toContain('0 endpoints opened, 0 closed, 13 unchanged (proven)');
    expect(stdout).toContain('assumed: ');
  });

  it('exits with 1 and shows the call, the clause and the fixtures when something opened', async () => {
    const { code, stdout } = await diff(folder);
    expect(code).toBe(1);
    expect(stdout).toContain('2 endpoints opened, 0 closed, 11 unchanged (proven)');
    expect(stdout).toContain('OPENED  PUT /campaigns/{campaign_id}');
    expect(stdout).toMatch(
      /as User "\w+" in Role "editor" and Tenant "(\w+)"\n {2}about EmailCampaign "\w+" in Tenant "\1"/,
    );
    expect(stdout).toContain(
      'editors-change-drafts now permits it  policies/editors.cedar:31:1  when { resource.status != "sent" }',
    );
    expect(stdout).toContain('2 fixtures turned');
  });

  it.each<[string, number]>([
    ['opened', 1],
    ['closed', 0],
    ['any', 1],
    ['none', 0],
  ])('obeys --fail-on %s', async (failOn, code) => {
    expect(await diff(folder, '--fail-on', failOn)).toMatchObject({ code });
  });

  it('compares two revisions, and a revision with a folder', async () => {
    expect(await diff(folder, 'HEAD', 'main')).toMatchObject({ code: 0 });
    expect(await diff(folder, 'main', folder)).toMatchObject({ code: 1 });
    const back = await diff(folder, '.', 'HEAD', '--fail-on', 'closed');
    expect(back).toMatchObject({ code: 1 });
    expect(back.stdout).toContain('0 endpoints opened, 2 closed');
  });

  it('prints the same as JSON, Markdown, annotations and a page, each to its file', async () => {
    const target = folderWith();
    const formats = ['json', 'markdown', 'github', 'html'].map(
      (name) => `--reporter=${name}=${join(target, name)}`,
    );
    const run = await diff(folder, '--reporter', 'pretty', ...formats);
    expect(run.stdout).toContain('2 endpoints opened');
    const read = (name: string) => readFileSync(join(target, name), 'utf8');
    expect(JSON.parse(read('json'))).toMatchObject({
      version: 1,
      counts: { opened: 2, closed: 0, both: 0, 'not-decided': 0, unchanged: 11 },
    });
    expect(read('markdown')).toContain('#### Opened: `PUT /campaigns/{campaign_id}`');
    expect(read('github')).toMatch(/^::error file=policies\/editors\.cedar,line=31,/);
    expect(read('html')).toContain('<h2>opened: PUT /campaigns/{campaign_id}</h2>');
    expect(read('html')).toMatch(
      /<h2>Fixtures that turned<\/h2>\n<ul><li>opened: PUT \/campaigns\/c2 as ana · deny -&#62; allow · fixtures\/campaigns\.fixtures\.yaml<\/li>/,
    );
    for (const name of ['markdown', 'html']) expect(read(name)).toContain('policies/editors.cedar:31:1');
  });

  it('writes the examples as fixtures that fail until the change is taken back', async () => {
    const own = repository();
    widen(own);
    const run = await diff(own, '--write-fixtures', 'fixtures/found.fixtures.yaml', '--fail-on', 'none');
    expect(run.stderr).toContain('wrote fixtures/found.fixtures.yaml');
    const failing = await authz(own, ['test', 'fixtures/found.fixtures.yaml']);
    expect(failing).toMatchObject({ code: 1 });
    expect(failing.stdout).toContain('0 passed, 2 failed');
    git(own, 'checkout', '--', 'policies');
    expect(await authz(own, ['test', 'fixtures/found.fixtures.yaml'])).toMatchObject({ code: 0 });
  });

  it('writes SARIF with a result for each change, at the policy that made it', async () => {
    const own = repository();
    widen(own);
    const { stdout } = await diff(own, '--reporter', 'sarif', '--fail-on', 'none');
    expect(sarifComplaints(stdout)).toEqual([]);
    const [run] = JSON.parse(stdout).runs;
    expect(run.tool.driver.rules).toEqual([
      { id: 'opened', shortDescription: { text: 'A call is allowed that was denied' } },
    ]);
    expect(run.results).toHaveLength(2);
    expect(run.results[0]).toMatchObject({
      ruleId: 'opened',
      level: 'error',
      message: {
        text: expect.stringMatching(/^opened: PUT \/campaigns\/\{campaign_id\}\nPUT \/campaigns\//),
      },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'policies/editors.cedar', uriBaseId: '%SRCROOT%' },
            region: { startLine: 31 },
          },
        },
      ],
    });
    expect(sarifComplaints((await diff(own, 'HEAD', 'HEAD', '--reporter', 'sarif')).stdout)).toEqual([]);
    git(own, 'checkout', '--', 'policies');
    writeFileSync(
      join(own, 'authz.yaml'),
      `${readFileSync(join(own, 'authz.yaml'), 'utf8')}server: { maxUrlLength: 9000 }\n`,
    );
    const settings = await diff(own, '--reporter', 'sarif', '--fail-on', 'none');
    expect(JSON.parse(settings.stdout).runs[0].results).toMatchObject([
      { locations: [{ physicalLocation: { artifactLocation: { uri: 'authz.yaml' } } }] },
    ]);
  });

  it('names files that an earlier run has left beside what it writes', async () => {
    const own = repository();
    widen(own);
    const write = () => diff(own, '--write-fixtures', 'found.fixtures.yaml', '--fail-on', 'none');
    expect((await write()).stderr).not.toContain('earlier run');
    for (const number of [2, 3]) writeFileSync(join(own, `found-${number}.fixtures.yaml`), 'cases: []\n');
    const { stderr } = await write();
    expect(stderr).toContain('found-2.fixtures.yaml is left from an earlier run');
    expect(stderr).toContain('found-3.fixtures.yaml is left from an earlier run');
  });

  it('gives the same bytes each time', async () => {
    const [one, other] = [await diff(folder, '--reporter', 'json'), await diff(folder, '--reporter', 'json')];
    expect(one.stdout).toBe(other.stdout);
  });

  it('leaves nothing behind, whatever happens', async () => {
    const own = folderWith();
    vi.stubEnv('TMPDIR', own);
    await diff(folder);
    await diff(folder, 'HEAD', 'nonsense');
    vi.unstubAllEnvs();
    expect(readdirSync(own)).toEqual([]);
    expect(existsSync(join(folder, '.git/index.lock'))).toBe(false);
  });

  it('refuses an unknown revision, and a folder that is in no repository', async () => {
    const unknown = await diff(folder, 'nonsense');
    expectRefusal(unknown);
    expect(unknown.stderr).toContain('git knows no revision `nonsense`');
    const outside = folderWith();
    cpSync(EXAMPLE_FOLDER, outside, { recursive: true });
    const bare = await authz(outside, ['diff'], { env: { GIT_CEILING_DIRECTORIES: tmpdir() } });
    expectRefusal(bare);
    expect(bare.stderr).toContain('needs a git repository');
    expect(bare.stderr).toContain('run the command in a clone');
  });

  it.each([
    ['./before', 'did you mean `befor`?'],
    ['nowhere/', 'correct the path, or name a revision of the repository'],
  ])('refuses %s as a folder that is not there, in a repository or not', async (path, help) => {
    for (const place of [folder, folderWith({ 'befor/authz.yaml': '' })]) {
      const run = await authz(place, ['diff', path]);
      expectRefusal(run);
      expect(run.stderr).toContain(`there is no folder \`${path}\``);
      if (place !== folder) expect(run.stderr).toContain(help);
    }
  });

  it('says on which side something does not parse, with its place', async () => {
    const own = repository();
    writeFileSync(join(own, 'policies/viewers.cedar'), 'permit (principal,');
    const run = await diff(own);
    expectRefusal(run);
    expect(run.stderr).toContain('the working tree: policies/viewers.cedar');
  });

  it('does not prove unchanged what moves ask another question of', async () => {
    const own = repository();
    const config = readFileSync(join(own, 'authz.yaml'), 'utf8');
    const moves =
      'server:\n  moves:\n    updateEmailMessage:\n      destination: { action: createEmailMessage, resource: "body:campaign_id" }\n';
    writeFileSync(join(own, 'authz.yaml'), `${config}${moves}`);
    const declared = await diff(own);
    const name =
      'NOT DECIDED  PUT /messages/{message_id} (moves also ask createEmailMessage about the EmailCampaign)';
    expect(declared.stdout).toContain(`${name}\n  what it asks where it moves something is not as before`);
    commitAll(own);
    expect((await diff(own)).stdout).toContain('13 unchanged (proven)');
    widen(own);
    const { stdout } = await diff(own);
    expect(stdout).toContain('2 endpoints opened, 0 closed, 1 not decided, 10 unchanged (proven)');
    expect(stdout).toContain(`${name}\n  where it moves something it asks createEmailMessage as well`);
  });

  it('does not prove unchanged who is taken for whom, where a token says it by other claims', async () => {
    const own = repository();
    const path = join(own, 'authz.yaml');
    const config = readFileSync(path, 'utf8');
    writeFileSync(path, config.replace('claim: groups', 'claim: roles, userPoolId: eu-1'));
    const groups = await diff(own);
    expect(groups.code).toBe(1);
    expect(groups.stdout).toContain('0 endpoints opened, 0 closed, 13 not decided');
    expect(groups.stdout).toContain(
      '  the groups of a caller: the claim `roles` now, the claim `groups` before\n  the user pool of a caller: `eu-1` now, none before\n',
    );
    writeFileSync(path, config);
    const schema = join(own, 'v4.policyschema.json');
    const text = readFileSync(schema, 'utf8');
    const named = { jobTitle: { type: 'String', required: false, annotations: { claim: 'custom:title' } } };
    writeFileSync(schema, withUserAttributes(text, named));
    commitAll(own);
    writeFileSync(schema, withUserAttributes(text, { jobTitle: { type: 'String', required: false } }));
    expect((await diff(own)).stdout).toContain(
      '  `jobTitle` of a caller: the claim `jobTitle` now, the claim `custom:title` before\n',
    );
  });

  it.each([
    ['Tenant', 'tenant', 'the type of the tenants of a caller: `Tenant` now, none before'],
    ['Role', 'group', 'the type of the groups of a caller: `Role` now, `UserGroup` before'],
  ])(
    'does not prove unchanged who is in what, where the schema says by %s what claims become',
    async (type, role, told) => {
      const own = repository();
      const schema = join(own, 'v4.policyschema.json');
      const text = readFileSync(schema, 'utf8');
      const without = JSON.parse(text) as {
        EmailApp: { entityTypes: Record<string, { annotations?: object }> };
      };
      expect(without.EmailApp.entityTypes[type]?.annotations).toHaveProperty(role);
      delete without.EmailApp.entityTypes[type]?.annotations;
      writeFileSync(schema, JSON.stringify(without));
      commitAll(own);
      writeFileSync(schema, text);
      const { code, stdout } = await diff(own);
      expect(code).toBe(1);
      expect(stdout).toContain('0 endpoints opened, 0 closed, 13 not decided');
      expect(stdout).toContain(told);
    },
  );

  it('takes no fact for granted that comes with the change itself, which could leave out what it opens', async () => {
    const own = repository();
    const path = join(own, 'authz.yaml');
    const config = readFileSync(path, 'utf8');
    const withFact = (when: string) =>
      config.replace('[one-tenant', `[{ id: no-scheduled, when: '${when}' }, one-tenant`);
    const condition =
      '!(resource is EmailApp::EmailCampaign) || !(resource has status) || ["draft", "sent"].contains(resource.status)';
    writeFileSync(path, withFact('resource == resource'));
    commitAll(own);
    writeFileSync(path, withFact(condition));
    widen(own);
    const { code, stdout } = await diff(own);
    expect(code).toBe(1);
    expect(stdout).toContain('OPENED  PUT /campaigns/{campaign_id}');
    expect(stdout).toContain('not assumed: the fact `no-scheduled` as it is written now, which HEAD');
    expect(stdout).not.toContain('the fact `one-tenant-per-resource` as');
    commitAll(own);
    const again = await diff(own);
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('the fact no-scheduled holds');
    expect(again.stdout).not.toContain('as it is written now');
  });

  it('says of an endpoint whose action has another name that the endpoint is still there', async () => {
    const own = repository();
    for (const file of ['policies/dashboard.cedar', 'openapi.yaml', 'v4.policyschema.json']) {
      const path = join(own, file);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('getDashboardData', 'showDashboard'));
    }
    const renamed = await diff(own, '--reporter', 'pretty', '--reporter', 'markdown=diff.md');
    expect(renamed.code).toBe(0);
    const words = 'GET /dashboard-data (action showDashboard, which was getDashboardData)';
    expect(renamed.stdout).toContain(
      `13 unchanged (proven)\n\nrenamed, and unchanged (proven)\n  ${words}\n`,
    );
    expect(readFileSync(join(own, 'diff.md'), 'utf8')).toContain(
      `#### Renamed, and unchanged (proven)\n- \`${words}\`\n`,
    );
    const path = join(own, 'v4.policyschema.json');
    const schema = JSON.parse(readFileSync(path, 'utf8'));
    schema.EmailApp.actions.showDashboard.memberOf = [{ id: 'looks' }];
    schema.EmailApp.actions.looks = {};
    writeFileSync(path, JSON.stringify(schema));
    const { code, stdout } = await diff(own);
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /OPENED {2}GET \/dashboard-data \(action showDashboard, which was getDashboardData\)\n(?: .*\n)* {2}before it asked getDashboardData\n {2}now {4}allowed\n/,
    );
    expect(stdout).toMatch(
      /CLOSED {2}GET \/dashboard-data \(action getDashboardData, which is showDashboard now\)\n(?: .*\n)* {2}before allowed\n {2}now {4}it asks showDashboard\n/,
    );
    const { endpoints } = JSON.parse((await diff(own, '--json')).stdout);
    expect(endpoints).toContainEqual(
      expect.objectContaining({ presence: 'new', action: 'showDashboard', otherAction: 'getDashboardData' }),
    );
  });

  it('says which checks a change takes away, also where it opens nothing', async () => {
    const own = repository();
    renameSync(join(own, 'fixtures/tenants.fixtures.yaml'), join(own, 'fixtures/moved.fixtures.yaml'));
    expect((await diff(own)).stdout).not.toContain('no longer checked');
    const campaigns = join(own, 'fixtures/campaigns.fixtures.yaml');
    const skipping = readFileSync(campaigns, 'utf8').replace(
      'name: c1, a draft of acme',
      '$&\n    skip: later',
    );
    writeFileSync(campaigns, skipping);
    const invariants = join(own, 'invariants/campaigns.cedar');
    const [, kept = ''] = readFileSync(invariants, 'utf8').split('@id("editors-keep-sent-campaigns")');
    writeFileSync(invariants, `@id("editors-keep-sent-campaigns")${kept.replace('"sent"', '"gone"')}`);
    const { code, stdout } = await diff(own, '--reporter', 'pretty', '--reporter', 'markdown=diff.md');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /no longer checked\n {2}\d+ calls that fixtures made before: the fixtures are gone, skipped or marked as `todo`\n/,
    );
    expect(stdout).toContain('  the invariant `viewers-change-nothing`, which is gone\n');
    expect(stdout).toContain(
      '  the invariant `editors-keep-sent-campaigns` as it was: it says something else now\n',
    );
    expect(readFileSync(join(own, 'diff.md'), 'utf8')).toContain('#### No longer checked\n- ');
  });

  it('does not prove unchanged a batch whose calls go through in part', async () => {
    const own = repository();
    const path = join(own, 'authz.yaml');
    const config = readFileSync(path, 'utf8');
    writeFileSync(path, `${config}server: { batch: { DELETE /messages: proceed } }\n`);
    const { code, stdout } = await diff(own);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'NOT DECIDED  DELETE /messages\n  items that are not permitted are left out of its calls now, and the whole call was refused\n',
    );
    expect(stdout).toContain('12 unchanged (proven)');
    commitAll(own);
    writeFileSync(path, `${config}server: { batch: { DELETE /messages: reject } }\n`);
    expect((await diff(own)).stdout).toContain('  its calls are refused as a whole now');
  });

  it('counts a batch as opened whose calls may name more items, and as closed where they may name fewer', async () => {
    const own = repository();
    const path = join(own, 'authz.yaml');
    const config = readFileSync(path, 'utf8');
    writeFileSync(path, `${config}server: { maxBatchItems: 500 }\n`);
    const { code, stdout } = await diff(own);
    expect(code).toBe(1);
    expect(stdout).toContain(
      'OPENED  DELETE /messages\n  one call may ask about 500 things now, and 100 before\n',
    );
    expect(stdout).toContain('1 endpoint opened, 0 closed, 12 unchanged (proven)');
    commitAll(own);
    writeFileSync(path, config);
    expect((await diff(own)).stdout).toContain('0 endpoints opened, 1 closed, 12 unchanged (proven)');
  });

  it('counts no batch as opened or closed by how many items its calls may name where nobody is permitted any', async () => {
    const own = repository();
    const forbid = 'forbid (principal, action == EmailApp::Action::"deleteEmailMessage", resource);\n';
    writeFileSync(join(own, 'policies/none.cedar'), forbid);
    commitAll(own);
    const path = join(own, 'authz.yaml');
    writeFileSync(path, `${readFileSync(path, 'utf8')}server: { maxBatchItems: 500 }\n`);
    expect((await diff(own)).stdout).toContain('0 endpoints opened, 0 closed, 13 unchanged (proven)');
  });

  it('says on which side `authz.yaml` does not parse, with its place', async () => {
    const own = repository();
    const config = readFileSync(join(own, 'authz.yaml'), 'utf8');
    writeFileSync(join(own, 'authz.yaml'), 'spec: [openapi.yaml\n');
    commitAll(own);
    writeFileSync(join(own, 'authz.yaml'), config);
    const run = await diff(own);
    expectRefusal(run);
    expect(run.stderr).toMatch(/--> HEAD \(\w+\): authz\.yaml:\d+:\d+/);
  });

  it('refuses a side without `authz.yaml` and schema, instead of calling every endpoint new', async () => {
    const own = repository();
    const files = ['authz.yaml', 'v4.policyschema.json'].map((name) => join(own, name));
    const texts = files.map((file) => readFileSync(file, 'utf8'));
    for (const file of files) rmSync(file);
    commitAll(own);
    files.forEach((file, at) => {
      writeFileSync(file, texts[at] ?? '');
    });
    const run = await diff(own);
    expectRefusal(run);
    expect(run.stderr).toMatch(/HEAD \(\w+\): there is no schema/);
    expect(run.stderr).not.toContain('warning');
  });

  it('compares a side without `authz.yaml` by the schema that lies there, and says what is set now', async () => {
    const own = repository();
    const config = readFileSync(join(own, 'authz.yaml'), 'utf8');
    rmSync(join(own, 'authz.yaml'));
    commitAll(own);
    writeFileSync(join(own, 'authz.yaml'), config);
    const { code, stdout } = await diff(own);
    expect(code).toBe(0);
    expect(stdout).toContain('0 endpoints opened, 0 closed, 13 unchanged (proven)');
    expect(stdout).toContain('principal.tenant.claim: "tenant_id" now, and was not set');
    expect(stdout).toContain('not assumed: the fact `one-tenant-per-resource`');
  });

  describe('where fixtures are unusable', () => {
    const BROKEN: readonly (readonly [string, string])[] = [
      ['do not parse', 'cases: [\n'],
      ['are invalid', 'cases:\n  - as: nobody\n    call: GET /nothing/of/this\n    expect: allow\n'],
    ];

    /** The revision has the fixtures; the working tree, where they are removed, also has wider policies. */
    function repaired(fixtures: string): string {
      const own = repository();
      writeFileSync(join(own, 'fixtures/broken.fixtures.yaml'), fixtures);
      commitAll(own);
      rmSync(join(own, 'fixtures/broken.fixtures.yaml'));
      return own;
    }

    it.each(BROKEN)('compares the policies all the same where the older ones %s', async (_, fixtures) => {
      const own = repaired(fixtures);
      const run = await diff(own);
      expect(run).toMatchObject({ code: 0 });
      expect(run.stdout).toContain('0 endpoints opened, 0 closed, 13 unchanged (proven)');
      expect(run.stderr).toMatch(/HEAD \(\w+\): fixtures\/broken\.fixtures\.yaml:\d+:\d+/);
      expect(run.stderr).toContain('warning');
      expect(run.stderr).not.toContain('error');
      expect(run.stderr).toContain('the fixtures of `fixtures/broken.fixtures.yaml` cannot be used');
      expect(run.stdout).not.toContain('no longer checked');
      widen(own);
      const widened = await diff(own);
      expect(widened).toMatchObject({ code: 1 });
      expect(widened.stdout).toContain('2 endpoints opened, 0 closed, 11 unchanged (proven)');
      expect(widened.stdout).toContain('2 fixtures turned');
    });

    it.each(BROKEN)('shows what opens, and fails, where the newer ones %s', async (_, fixtures) => {
      const own = repository();
      writeFileSync(join(own, 'fixtures/broken.fixtures.yaml'), fixtures);
      widen(own);
      const run = await diff(own, '--fail-on', 'none', '--write-fixtures', 'found.fixtures.yaml');
      expect(run).toMatchObject({ code: 2 });
      expect(run.stdout).toContain('2 endpoints opened, 0 closed, 11 unchanged (proven)');
      expect(run.stdout).toContain('2 fixtures turned');
      expect(run.stdout).not.toContain('no longer checked');
      expect(run.stderr).toMatch(
        /error: .*\n +--> the working tree: fixtures\/broken\.fixtures\.yaml:\d+:\d+/,
      );
      expect(run.stderr).toContain(
        'the working tree: the fixtures of `fixtures/broken.fixtures.yaml` cannot be used',
      );
      expect(run.stderr).toContain('wrote found.fixtures.yaml');
    });

    it.each(BROKEN)('names what a file asked before of which the newer fixtures %s', async (_, fixtures) => {
      const own = repository();
      writeFileSync(join(own, 'fixtures/tenants.fixtures.yaml'), fixtures);
      widen(own);
      const run = await diff(own, '--json');
      expect(run).toMatchObject({ code: 2 });
      const { fixtures: turned, noLongerChecked } = JSON.parse(run.stdout);
      expect(turned).toHaveLength(2);
      expect(noLongerChecked).toEqual([
        expect.stringMatching(
          /^\d+ calls that fixtures made before: the fixtures cannot be used any more, or /,
        ),
      ]);
    });

    it('compares no fixtures where the entities of all of them cannot be used', async () => {
      const own = repository();
      writeFileSync(join(own, 'entities.json'), '[{ "uid": { "type": "EmailApp::Nothing", "id": "1" } }]');
      widen(own);
      const run = await diff(own, '--fail-on', 'none');
      expect(run).toMatchObject({ code: 2 });
      expect(run.stdout).not.toContain('turned');
      expect(run.stdout).toContain('what the fixtures asked before: the fixtures cannot be used any more');
      expect(run.stderr).toContain('the working tree: its fixtures cannot be used');
    });

    it('shows what opens where an endpoint asks otherwise than its fixtures expect', async () => {
      const own = repository();
      const config = join(own, 'authz.yaml');
      const override =
        'overrides: { "DELETE /messages": { pattern: single-resource, resource: application } }\n';
      writeFileSync(config, `${readFileSync(config, 'utf8')}${override}`);
      const editors = join(own, 'policies/editors.cedar');
      const policies = readFileSync(editors, 'utf8');
      writeFileSync(editors, policies.replace(/,\s*EmailApp::Action::"deleteEmailMessage"\]/, ']'));
      expect(await authz(own, ['generate-schema'])).toMatchObject({ code: 0 });
      const run = await diff(own);
      expect(run).toMatchObject({ code: 2 });
      expect(run.stdout).toContain('0 endpoints opened, 0 closed, 1 not decided, 12 unchanged (proven)');
      expect(run.stdout).toContain('NOT DECIDED  DELETE /messages');
      expect(run.stderr).toContain('[fixture-unusable]');
    });

    it.each(BROKEN)(
      'refuses newer policies that do not parse, also where fixtures %s',
      async (_, fixtures) => {
        const own = repository();
        writeFileSync(join(own, 'policies/viewers.cedar'), 'permit (principal,');
        writeFileSync(join(own, 'fixtures/broken.fixtures.yaml'), fixtures);
        const run = await diff(own);
        expectRefusal(run);
        expect(run.stderr).toContain('policies/viewers.cedar:1:');
      },
    );

    it.each(BROKEN)(
      'refuses older policies that do not parse, also where fixtures %s',
      async (_, fixtures) => {
        const own = repository();
        const policies = readFileSync(join(own, 'policies/viewers.cedar'));
        writeFileSync(join(own, 'policies/viewers.cedar'), 'permit (principal,');
        writeFileSync(join(own, 'fixtures/broken.fixtures.yaml'), fixtures);
        commitAll(own);
        writeFileSync(join(own, 'policies/viewers.cedar'), policies);
        rmSync(join(own, 'fixtures/broken.fixtures.yaml'));
        const run = await diff(own);
        expectRefusal(run);
        expect(run.stderr).toContain('policies/viewers.cedar:1:');
      },
    );
  });
});
