import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, contentsOf, EXAMPLE_FOLDER, expectRefusal, folderWith } from '../../helpers/cli.ts';

const EXAMPLE = contentsOf(EXAMPLE_FOLDER);

/** The worked example after a change of its API. */
function changedExample(change: (spec: string) => string): string {
  return folderWith({ ...EXAMPLE, 'openapi.yaml': change(EXAMPLE['openapi.yaml'] ?? '') });
}

/** Drops one path with all its operations. */
function withoutDashboard(spec: string): string {
  return spec.replace(/\n {2}\/dashboard-data:\n(?: {4}.*\n| *\n)+/, '\n');
}

describe('authz generate-schema, run again after the API changed', () => {
  it('says nothing when nothing changed', async () => {
    const run = await authz(folderWith(EXAMPLE), ['generate-schema']);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr.trimEnd().split('\n')).toHaveLength(3);
  });

  it('tells endpoints that were renamed and attributes that changed', async () => {
    const folder = changedExample((spec) =>
      spec
        .replace('operationId: getDashboardData', 'operationId: showDashboard')
        .replace('recipientCount: { type: integer', 'recipientCount: { type: string'),
    );
    const { stderr } = await authz(folder, ['generate-schema']);
    expect(stderr).toContain(
      'action renamed: `GET /dashboard-data` is now `showDashboard`, was `getDashboardData`',
    );
    expect(stderr).toContain('attribute changed: `EmailMessage.recipientCount` is now String, was Long');
  });

  it('points at policies and fixtures that now name something that does not exist', async () => {
    const folder = changedExample(withoutDashboard);
    const { code, stderr } = await authz(folder, ['generate-schema']);
    expect(code).toBe(0);
    expect(stderr).toContain('endpoint removed: `GET /dashboard-data`');
    expect(stderr).toMatch(
      /unrecognized action `EmailApp::Action::"getDashboardData"`.*\n {2}--> policies\/dashboard\.cedar:\d+:\d+/,
    );
    expect(stderr).toMatch(
      /no endpoint answers `GET \/dashboard-data`.*\n {2}--> fixtures\/\w+\.fixtures\.yaml:\d+:\d+/,
    );
  });

  it('points at invariants that name an action by its old name, and so does `validate`', async () => {
    const folder = changedExample((spec) =>
      spec.replace('operationId: deleteEmailCampaign', 'operationId: removeEmailCampaign'),
    );
    const { code, stderr } = await authz(folder, ['generate-schema']);
    expect(code).toBe(0);
    const place = String.raw`unrecognized action \`EmailApp::Action::"deleteEmailCampaign"\`.*\n {2}--> invariants/campaigns\.cedar:\d+:\d+`;
    expect(stderr).toMatch(
      new RegExp(`warning: ${place}(?:\\n .*)*\\n {2}= help: .*is now action \`removeEmailCampaign\``),
    );
    const validated = await authz(folder, ['validate']);
    expect(validated.code).toBe(2);
    expect(validated.stdout).toMatch(new RegExp(`error: ${place}`));
  });

  it('points at the first fixtures of each file alone where all of them call what is elsewhere now', async () => {
    const folder = changedExample((spec) => spec.replace('localhost:3000', 'localhost:3000/v2'));
    const { stderr } = await authz(folder, ['generate-schema']);
    const inCampaigns = stderr.match(/\[fixture-unusable\]\n {2}--> fixtures\/campaigns\.fixtures\.yaml:\d/g);
    expect(inCampaigns).toHaveLength(5);
    expect(stderr).toMatch(
      /warning: \d+ more problems of this kind \[fixture-unusable\]\n {2}--> fixtures\/campaigns\.fixtures\.yaml\n {2}= help: `authz test` lists them all/,
    );
  });

  it('points at policies and fixtures about an endpoint that is now something else', async () => {
    const folder = folderWith({
      ...EXAMPLE,
      'authz.yaml': `${EXAMPLE['authz.yaml']}\noverrides:\n  GET /dashboard-data: { pattern: open }\n`,
    });
    const { code, stderr } = await authz(folder, ['generate-schema']);
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /names action `getDashboardData`: `GET \/dashboard-data` is now open on `Application` \(application\); it was implicit-scope.*\n {2}--> policies\/dashboard\.cedar:\d+:\d+/,
    );
    expect(stderr).toMatch(
      /call it: `GET \/dashboard-data` is now open.*\n {2}--> fixtures\/\w+\.fixtures\.yaml:\d+:\d+/,
    );
  });

  it.each([
    [
      'x-authz-groups: [auditor]',
      'reserved for others',
      'is now for `auditor`, was for nobody in particular',
    ],
    [
      'description: Admins only.',
      'remark added',
      'is now `administrative`: its description says "admins only"',
    ],
  ])(
    'points at policies that permit what the API description now reserves: %s',
    async (said, label, what) => {
      const folder = changedExample((spec) =>
        spec.replace('operationId: getDashboardData', `operationId: getDashboardData\n      ${said}`),
      );
      const { code, stderr } = await authz(folder, ['generate-schema']);
      expect(code).toBe(0);
      const text = `\`GET /dashboard-data\` ${what}`;
      expect(stderr).toContain(`${label}: ${text}\n`);
      expect(stderr).toContain(`permits action \`getDashboardData\`: ${text} [permitted-in-spite]`);
      expect(stderr).toMatch(/\[permitted-in-spite\]\n {2}--> policies\/dashboard\.cedar:\d+:\d+/);
    },
  );

  it.each([
    ['destination', 'body:subjekt', 'names no parameter or body property, on `PUT /messages/{message_id}`'],
    ['origin', 'query:campaign', 'names no parameter or body property, on `PUT /messages/{message_id}`'],
  ])(
    'says of a %s of moves that calls cannot name it, as nothing would be asked',
    async (part, place, message) => {
      const to = { action: 'createEmailMessage', resource: 'body:campaign_id' };
      const move = { destination: to, [part]: { ...to, resource: place } };
      const rules = JSON.stringify({ moves: { updateEmailMessage: move } });
      const config = `${EXAMPLE['authz.yaml']}\nserver: ${rules}\n`;
      const folder = folderWith({ ...EXAMPLE, 'authz.yaml': config });
      for (const check of [[], ['--check']]) {
        const run = await authz(folder, ['generate-schema', ...check]);
        expectRefusal(run);
        expect(run.stderr).toContain(`\`${place}\` ${message}`);
        expect(run.stderr).toMatch(/\n {2}--> authz\.yaml:\d+:\d+/);
      }
    },
  );

  it('says where an unknown type of the tenant stands', async () => {
    const config = EXAMPLE['authz.yaml']?.replace('claim: tenant_id', 'claim: tenant_id, type: Tenat');
    const run = await authz(folderWith({ ...EXAMPLE, 'authz.yaml': config ?? '' }), ['generate-schema']);
    expectRefusal(run);
    expect(run.stderr).toMatch(/there is no entity type `Tenat` .*\n {2}--> authz\.yaml:8:37\n/);
  });

  it('takes what a move names that the body may have besides what is described', async () => {
    const rules =
      'server: { moves: { updateEmailMessage: { destination: { action: createEmailMessage, resource: "body:campaign_id" } } } }';
    const config = `${EXAMPLE['authz.yaml']}\n${rules}\n`;
    const run = await authz(folderWith({ ...EXAMPLE, 'authz.yaml': config }), ['generate-schema']);
    expect(run).toMatchObject({ code: 0, stderr: expect.not.stringContaining('campaign_id') });
  });

  it.each([
    ['GET /campaignz: { pattern: open }', 'GET /campaignz', 'no such endpoint'],
    [
      'GET /campaigns/{campaign_id}: { resource: "path:campaignid" }',
      '"path:campaignid"',
      'names no parameter',
    ],
    ['GET /campaigns/{campaign_id}: { type: in }', 'in', 'cannot be the name of an entity type'],
    [
      'PUT /campaigns/{campaign_id}: { also: "getUser body:id" }',
      '"getUser body:id"',
      'which is not an action',
    ],
    ['GET /campaigns/*: { type: EmailCampain }', 'EmailCampain', 'is a letter away'],
  ])('says where the override `%s` stands', async (written, marked, message) => {
    const config = `${EXAMPLE['authz.yaml']}\noverrides:\n  ${written}\n`;
    const { stderr } = await authz(folderWith({ ...EXAMPLE, 'authz.yaml': config }), ['generate-schema']);
    const line = config.split('\n').length - 1;
    const column = written.lastIndexOf(marked) + 3;
    expect(stderr).toContain(message);
    expect(stderr).toContain(`--> authz.yaml:${line}:${column}\n`);
  });

  it('says which endpoint it is whose action would be about a second type', async () => {
    const overrides =
      '{ "GET /campaigns/{campaign_id}": { action: get }, "GET /messages/{message_id}": { action: get } }';
    const config = `${EXAMPLE['authz.yaml']}\noverrides: ${overrides}\n`;
    const { stderr } = await authz(folderWith({ ...EXAMPLE, 'authz.yaml': config }), ['generate-schema']);
    const lines = (EXAMPLE['openapi.yaml'] ?? '').split('\n');
    const line = lines.indexOf('    get:', lines.indexOf('  /messages/{message_id}:')) + 1;
    expect(stderr).toContain('would apply to both `EmailCampaign` and `EmailMessage`');
    expect(stderr).toContain(`--> openapi.yaml:${line}:5\n`);
  });

  it('says where an attribute stands that cannot be left out', async () => {
    const config = `${EXAMPLE['authz.yaml']}\nwithoutAttributes: [EmailCampaign.statuz]\n`;
    const { stderr } = await authz(folderWith({ ...EXAMPLE, 'authz.yaml': config }), ['generate-schema']);
    expect(stderr).toContain(`--> authz.yaml:${config.split('\n').length - 1}:21\n`);
  });

  it('writes nothing with --check, and exits with 1 and a diff', async () => {
    const folder = changedExample(withoutDashboard);
    const before = readFileSync(join(folder, 'v4.policyschema.json'), 'utf8');
    const { code, stdout, stderr } = await authz(folder, ['generate-schema', '--check']);
    expect(code).toBe(1);
    expect(stdout).toContain('-      "getDashboardData": {');
    expect(stderr).toContain('endpoint removed: `GET /dashboard-data`');
    expect(readFileSync(join(folder, 'v4.policyschema.json'), 'utf8')).toBe(before);
  });
});

describe('an override that is written after the schema was generated', () => {
  it.each([
    ['GET /dashboard-data: { pattern: open }', 'open', 'the pattern `implicit-scope`'],
    ['GET /campaigns/*: { resource: application }', 'application', '`path:campaign_id`'],
    ['GET /messages/{message_id}: { type: Letter }', 'Letter', 'the type `EmailMessage`'],
    ['POST /login: { action: signIn }', 'signIn', 'the action `login`'],
  ])(
    'is a warning of `test` and `validate` until the schema follows it: %s',
    async (written, marked, instead) => {
      const config = `${EXAMPLE['authz.yaml']}\noverrides:\n  ${written}\n`;
      const folder = folderWith({ ...EXAMPLE, 'authz.yaml': config });
      const place = `--> authz.yaml:${config.split('\n').length - 1}:${written.lastIndexOf(marked) + 3}\n`;
      for (const command of ['test', 'validate']) {
        const { stdout, stderr } = await authz(folder, [command]);
        expect(stdout + stderr).toContain(`it has ${instead} for `);
        expect(stdout + stderr).toContain(place);
      }
      await authz(folder, ['generate-schema']);
      for (const command of ['test', 'validate']) {
        const { stdout, stderr } = await authz(folder, [command]);
        expect(stdout + stderr).not.toContain('does not follow');
      }
    },
  );
});

describe('the type of groups or tenants that is written after the schema was generated', () => {
  it.each([
    ['groups', 'type: Role', 'type: Roles', '`Role`', 'did you mean `Role`?'],
    ['groups', 'type: Role', 'type: Squad', '`Role`', 'run `authz generate-schema`'],
    [
      'tenant',
      '{ claim: tenant_id }',
      '{ claim: tenant_id, type: Tennant }',
      '`Tenant`',
      'did you mean `Tenant`?',
    ],
  ])('is a warning of `test` and `validate`: %s with %s as %s', async (key, written, instead, had, help) => {
    const config = EXAMPLE['authz.yaml']?.replace(written, instead) ?? '';
    const folder = folderWith({ ...EXAMPLE, 'authz.yaml': config });
    for (const command of ['test', 'validate']) {
      const { stdout } = await authz(folder, [command]);
      expect(stdout).toContain(
        `the schema does not follow \`principal.${key}.type\`: it has ${had} [schema-outdated]`,
      );
      expect(stdout).toContain(help);
      expect(stdout).toContain(`in a schema of your own, \`@${key.replace(/s$/, '')}\` marks the type`);
    }
  });

  it('is asked about where the schema is made anew and the name is a slip of the one before', async () => {
    const config = EXAMPLE['authz.yaml']?.replace('type: Role', 'type: Roles') ?? '';
    const folder = folderWith({ ...EXAMPLE, 'authz.yaml': config });
    const { code, stderr } = await authz(folder, ['generate-schema']);
    expect(code).toBe(0);
    expect(stderr).toContain(
      'warning: `Roles` is a new entity type: groups had the type `Role` [types-invalid]',
    );
    expect(stderr).toMatch(/--> authz\.yaml:\d+:\d+\n/);
    expect(stderr).toContain('did you mean `Role`?');
    expect((await authz(folder, ['test'])).stdout).not.toContain('does not follow');
  });

  it('is not asked about where the name is another', async () => {
    const config = EXAMPLE['authz.yaml']?.replace('type: Role', 'type: Squad') ?? '';
    const folder = folderWith({ ...EXAMPLE, 'authz.yaml': config });
    expect((await authz(folder, ['generate-schema'])).stderr).not.toContain('is a new entity type');
  });
});

describe('a setting of attributes that is written after the schema was generated', () => {
  it.each([
    ['types: { EmailCampaign: { attributes: { note: String } } }', 'no such attribute', 'note'],
    ['types: { EmailCampaign: { attributes: { status: Long } } }', 'another type for it', 'status'],
    ['context: { now: datetime }', 'no such attribute', 'now'],
    ['withoutAttributes: [EmailCampaign.status]', 'this attribute', 'EmailCampaign'],
  ])(
    'is a warning of `test`, `prove` and `validate` until the schema follows it: %s',
    async (written, instead, marked) => {
      const config = `${EXAMPLE['authz.yaml']}\n${written}\n`;
      const folder = folderWith({ ...EXAMPLE, 'authz.yaml': config });
      const place = `--> authz.yaml:${config.split('\n').length - 1}:${written.lastIndexOf(marked) + 1}\n`;
      for (const command of ['test', 'prove', 'validate']) {
        const { stdout, stderr } = await authz(folder, [command]);
        expect(stdout + stderr).toContain(`: it has ${instead} [schema-outdated]`);
        expect(stdout + stderr).toContain(place);
      }
      await authz(folder, ['generate-schema']);
      for (const command of ['test', 'prove', 'validate']) {
        const { stdout, stderr } = await authz(folder, [command]);
        expect(stdout + stderr).not.toContain('does not follow');
      }
    },
  );
});

it('gives no warning of types that have no attributes where everything applies to the application', async () => {
  const config = `${EXAMPLE['authz.yaml']}\ntypes: { Role: { attributes: { note: String } } }\n`;
  const simple = config.replace(/mappingType: .*/, 'mappingType: SimpleRest');
  const folder = folderWith({ ...EXAMPLE, 'authz.yaml': simple });
  await authz(folder, ['generate-schema']);
  expect((await authz(folder, ['validate'])).stdout).not.toContain('schema-outdated');
});

describe('authz generate-policies --list', () => {
  it('shows every template with what it is for, and writes nothing', async () => {
    const folder = folderWith();
    const { code, stdout } = await authz(folder, ['generate-policies', '--list']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^viewers +Viewers may read resources and change none\.$/m);
    expect(stdout).toMatch(/^groups +administrators, members, viewers$/m);
    expect(Object.keys(contentsOf(folder))).toEqual([]);
  });
});

describe('authz init with a folder', () => {
  it('makes the folder and the project in it', async () => {
    const folder = folderWith({ 'openapi.yaml': EXAMPLE['openapi.yaml'] ?? '' });
    const { code, stdout } = await authz(folder, ['init', 'app', '--yes', '--api-spec', 'openapi.yaml']);
    expect(code).toBe(0);
    expect(stdout).toContain(' passed, 0 failed');
    expect(contentsOf(folder)['app/authz.yaml']).toContain('spec: openapi.yaml');
    expect(await authz(folder, ['test', 'app'])).toMatchObject({ code: 0 });
  });
});
