import { describe, expect, it } from 'vitest';
import { generatePolicies } from '../../../../src/core/generation/generate-policies.ts';
import { recordFixtures } from '../../../../src/core/generation/recording/record-fixtures.ts';
import type { StarterFixtures } from '../../../../src/core/generation/recording/starter-fixtures.ts';
import type { Action, ActionEndpoint, Model } from '../../../../src/core/model/model.ts';
import { printSchema } from '../../../../src/core/model/print-schema.ts';
import type { PolicyFile } from '../../../../src/core/policies/policy.ts';
import type { ProjectReport } from '../../../../src/core/replay/report.ts';
import { DEFAULT_CLAIMS } from '../../../../src/core/requests/principal.ts';
import { verify } from '../../../../src/core/verification/verify.ts';
import { chooseTemplates } from '../../../../src/project/templates.ts';
import { printStarterFixtures } from '../../../../src/project/writing/print-fixtures.ts';
import { usualModel } from '../../../helpers/arbitrary-model.ts';
import { emailModel } from '../../../helpers/email-model.ts';
import fc from '../../../helpers/fast-check.ts';
import { generate, operation } from '../../../helpers/generate.ts';
import { told, valueIn } from '../../../helpers/outcome.ts';
import { policyFile } from '../../../helpers/policies.ts';
import { runs } from '../../../helpers/runs.ts';
import { sourceOf } from '../../../helpers/source.ts';

function schemaOf(model: Model) {
  return { file: 'schema.json', text: JSON.stringify(printSchema(model)) };
}

function policiesOf(model: Model): PolicyFile[] {
  return valueIn(generatePolicies(valueIn(chooseTemplates(['standard'])), model)).map((file) =>
    policyFile(file.text, file.name),
  );
}

function record(model: Model, policies = policiesOf(model), claims = DEFAULT_CLAIMS): StarterFixtures {
  return valueIn(recordFixtures({ schema: schemaOf(model), policies, claims }));
}

/** Writes the fixtures as files, and replays those. */
function replay(
  fixtures: StarterFixtures,
  model: Model,
  policies = policiesOf(model),
  claims = DEFAULT_CLAIMS,
): ProjectReport {
  const files = new Map(printStarterFixtures(fixtures).map(({ name, text }) => [name, sourceOf(text, name)]));
  const source = files.get('starter.fixtures.yaml');
  return verify({
    name: 'starter',
    schema: schemaOf(model),
    policies,
    claims,
    fixtures: source ? [{ source, shared: files }] : [],
  });
}

function expectGreen({ diagnostics, results }: ProjectReport): void {
  expect(told(diagnostics.filter((one) => one.severity === 'error'))).toEqual([]);
  expect(results.filter((result) => result.status !== 'passed')).toEqual([]);
}

function actionCalled(name: string, resourceType: string, endpoints: readonly ActionEndpoint[]): Action {
  const [{ context } = { context: [] }] = emailModel.actions;
  return { name, resourceType, endpoints, context, groups: [] };
}

describe('starter fixtures', () => {
  it('have somebody in each group of the policies, somebody in none, and somebody of another tenant', () => {
    const { principals } = record(emailModel);
    expect(Object.keys(principals)).toEqual(['admin', 'member', 'viewer', 'no-group', 'other-tenant-admin']);
    expect(principals['other-tenant-admin']).toMatchObject({ groups: ['admin'], tenant_id: 'tenant-2' });
  });

  it('give everybody the claims that required attributes are read from', () => {
    const mail = { name: 'mail', required: true, type: { kind: 'String' }, claim: 'email' } as const;
    const model: Model = {
      ...emailModel,
      entityTypes: emailModel.entityTypes.map((type) =>
        type.name === 'User' ? { ...type, attributes: [mail] } : type,
      ),
    };
    const fixtures = record(model);
    expect(Object.keys(fixtures.principals.admin ?? {})).toEqual(['sub', 'groups', 'tenant_id', 'email']);
    expectGreen(replay(fixtures, model));
  });

  it('call every endpoint as everybody', () => {
    const fixtures = record(emailModel);
    const rows = fixtures.tables.flatMap((table) => Object.keys(table.rows));
    expect(new Set([...rows, ...fixtures.cases.map((one) => one.call)]).size).toBe(9);
    const cells = fixtures.tables.flatMap(({ rows: own }) => Object.values(own).flat());
    expect(cells.length + fixtures.cases.length).toBe(9 * 6);
    expect(fixtures.cases.map((one) => one.as)).toEqual(fixtures.tables[0]?.columns);
  });

  it('are marked where somebody without a group may change something, until a person takes the mark away', () => {
    const { tables, cases } = record(emailModel);
    const marked = tables.filter(({ review }) => review !== undefined);
    expect(marked.map(({ columns, rows }) => [columns, Object.keys(rows)])).toEqual([
      [['no-group', 'anonymous'], ['POST /login']],
    ]);
    expect(cases.filter(({ review }) => review !== undefined)).toEqual([]);
    const everybody = policyFile('@id("all") permit (principal, action, resource);');
    const open = record(emailModel, [everybody]);
    expect(open.cases.filter(({ review }) => review !== undefined).map(({ as }) => as)).toEqual([
      'no-group',
      'anonymous',
    ]);
    expect(
      replay(record(emailModel), emailModel).results.filter(({ fixture }) => fixture.review),
    ).toHaveLength(2);
  });

  it('name an item of each tenant in a batch, and record each decision', () => {
    const batch = record(emailModel).tables.find((table) => table.name === 'EmailMessage')?.rows;
    expect(batch?.['DELETE /messages?messagelist=email-message-1,email-message-2']?.[0]).toEqual({
      'email-message-1': 'allow',
      'email-message-2': 'deny',
    });
  });

  it('are of two tenants as well where a type is in a tenant only by way of another', () => {
    const entityTypes = emailModel.entityTypes.map((type) =>
      type.name === 'EmailMessage' ? { ...type, parents: ['EmailCampaign'] } : type,
    );
    const model = { ...emailModel, entityTypes };
    const fixtures = record(model);
    const batch = fixtures.tables.find((table) => table.name === 'EmailMessage')?.rows;
    expect(batch?.['DELETE /messages?messagelist=email-message-1,email-message-2']?.[0]).toEqual({
      'email-message-1': 'allow',
      'email-message-2': 'deny',
    });
    expectGreen(replay(fixtures, model));
  });

  it('have values that there can be, where the API description lists them', () => {
    const status = { type: 'string', enum: ['archived', 'active'] };
    const tags = { type: 'array', items: { type: 'string', enum: ['new', 'old'] } };
    const Doc = { type: 'object', properties: { name: { type: 'string' }, status, tags } };
    const answer = { 200: { description: 'ok', content: { 'application/json': { schema: Doc } } } };
    const paths = { '/docs/{id}': { get: operation('getDoc', ['id'], { responses: answer }) } };
    const { model, firstValues } = valueIn(generate(paths, { attributes: 'all' }));
    const input = { schema: schemaOf(model), policies: policiesOf(model), claims: DEFAULT_CLAIMS };
    const listed = valueIn(recordFixtures({ ...input, firstValues }));
    expect(listed.entities[0]?.attrs).toEqual({ name: 'sample', status: 'archived', tags: ['new'] });
    expect(record(model).entities[0]?.attrs).toEqual({ name: 'sample', status: 'sample', tags: ['sample'] });
  });

  it('name two things of the own tenant where a call joins two of one type', () => {
    const merge = actionCalled('mergeCampaigns', 'EmailCampaign', [
      {
        method: 'POST',
        path: '/campaigns/{campaign_id}/merge/{other_id}',
        pattern: 'single-resource',
        from: 'path:other_id',
        second: { action: 'getEmailCampaign', from: 'path:campaign_id' },
      },
      {
        method: 'PUT',
        path: '/campaigns/{campaign_id}/after/{other_id}',
        pattern: 'single-resource',
        from: 'path:other_id',
      },
    ]);
    const model = { ...emailModel, actions: [...emailModel.actions, merge] };
    const fixtures = record(model);
    const rows = fixtures.tables.flatMap((table) => Object.entries(table.rows));
    for (const call of [
      'POST /campaigns/email-campaign-1-other/merge/email-campaign-1',
      'PUT /campaigns/email-campaign-1-other/after/email-campaign-1',
    ])
      expect(rows.find(([row]) => row === call)?.[1][0]).toBe('allow');
    expectGreen(replay(fixtures, model));
    expect(fixtures.entities.map(({ uid }) => ('id' in uid ? uid.id : ''))).toContain(
      'email-campaign-1-other',
    );
  });

  it('are green when they are replayed with the policies that they were recorded from', () => {
    const report = replay(record(emailModel), emailModel);
    expect(told(report.diagnostics.filter((one) => one.severity === 'error'))).toEqual([]);
    expect(report.results.length).toBeGreaterThan(50);
    expect(new Set(report.results.map((result) => result.status))).toEqual(new Set(['passed']));
    const decisions = new Set(
      report.results.flatMap((result) => result.decisions.map((one) => one.actual.kind)),
    );
    expect(decisions).toEqual(new Set(['allowed', 'forbidden', 'not-permitted']));
  });

  it('speak of groups as tokens do when the user pool has a prefix', () => {
    const claims = { ...DEFAULT_CLAIMS, userPoolId: 'pool' };
    const policies = [policyFile('permit (principal in EmailApp::Role::"pool|editor", action, resource);')];
    const fixtures = record(emailModel, policies, claims);
    expect(fixtures.principals.editor).toMatchObject({ groups: ['editor'] });
    const report = replay(fixtures, emailModel, policies, claims);
    expect(report.results.filter((result) => result.status === 'passed')).toHaveLength(report.results.length);
    expect(
      report.results.some((result) => result.decisions.some((one) => one.actual.kind === 'allowed')),
    ).toBe(true);
  });

  it('are the same every time, and for policies in any order', () => {
    const policies = policiesOf(emailModel);
    expect(JSON.stringify(record(emailModel, policies.toReversed()))).toBe(
      JSON.stringify(record(emailModel, policies)),
    );
  });

  it('leave out an endpoint that no call is decided about for', () => {
    const [action, ...others] = emailModel.actions;
    if (!action) throw new Error('the model has no actions');
    const [endpoint] = action.endpoints;
    if (!endpoint) throw new Error('the action has no endpoint');
    const odd = { ...action, endpoints: [{ ...endpoint, path: `${endpoint.path}/.` }] };
    const { tables, cases } = record({ ...emailModel, actions: [odd, ...others] });
    const calls = [...tables.flatMap(({ rows }) => Object.keys(rows)), ...cases.map(({ call }) => call)];
    expect(calls.length).toBeGreaterThan(5);
    expect(calls.filter((call) => call.includes('/.'))).toEqual([]);
  });

  it('call with the body that the endpoint of GET reads, where HEAD by itself would need none', () => {
    const action = actionCalled('login', 'Application', [
      { method: 'HEAD', path: '/pair', pattern: 'single-resource', from: 'body[]' },
      { method: 'GET', path: '/pair', pattern: 'batch', from: 'body[]' },
    ]);
    const model = { ...emailModel, actions: [action] };
    const fixtures = record(model);
    expect(fixtures.tables).toEqual([]);
    expect(new Set(fixtures.cases.map(({ call, body }) => JSON.stringify([call, body])))).toEqual(
      new Set(['["GET /pair",["application-1"]]', '["HEAD /pair",["application-1"]]']),
    );
    expectGreen(replay(fixtures, model));
  });

  it('have names of their own where two endpoints of one action need a body', () => {
    const removal = (path: string) =>
      ({ method: 'DELETE', path, pattern: 'batch', from: 'body:ids' }) as const;
    const action = actionCalled('remove', 'EmailMessage', [removal('/drafts'), removal('/sent')]);
    const model = { ...emailModel, actions: [action] };
    const fixtures = record(model);
    const names = fixtures.cases.map(({ name }) => name);
    expect(names).toContain('DELETE /drafts as anonymous');
    expect(new Set(names).size).toBe(names.length);
    expect(told(replay(fixtures, model).diagnostics)).toEqual([]);
  });

  it('leave out a call whose items HEAD and GET decide about differently', () => {
    const pair = (method: 'HEAD' | 'GET') =>
      actionCalled(`${method} of a pair`, 'EmailMessage', [
        { method, path: '/pair', pattern: 'batch', from: 'query:ids' },
      ]);
    const model = { ...emailModel, actions: [pair('HEAD'), pair('GET')] };
    const policies = [
      policyFile(
        `permit (principal in EmailApp::Role::"a", action == EmailApp::Action::"HEAD of a pair", resource)
           when { resource in EmailApp::Tenant::"tenant-1" };`,
      ),
    ];
    const fixtures = record(model, policies);
    expect(fixtures.tables.flatMap(({ rows }) => Object.keys(rows))).toEqual([
      'GET /pair?ids=email-message-1,email-message-2',
    ]);
    expectGreen(replay(fixtures, model, policies));
  });

  it('are green whatever HEAD and GET of one path ask for', () => {
    const asked = fc.record({
      pattern: fc.constantFrom('batch', 'single-resource', 'creation'),
      from: fc.constantFrom('body[]', 'body:ids', 'body[].id', 'query:ids'),
      resourceType: fc.constantFrom('Application', 'EmailCampaign', 'EmailMessage'),
    });
    fc.assert(
      fc.property(asked, asked, (head, get) => {
        const actions = Object.entries({ HEAD: head, GET: get }).map(([method, { resourceType, ...one }]) =>
          actionCalled(method, resourceType, [{ method: method as 'HEAD' | 'GET', path: '/pair', ...one }]),
        );
        const model = { ...emailModel, actions };
        const policies = [
          policyFile(
            `permit (principal in EmailApp::Role::"reader", action, resource);
             permit (principal in EmailApp::Role::"header", action == EmailApp::Action::"HEAD", resource);`,
          ),
        ];
        expectGreen(replay(record(model, policies), model, policies));
      }),
      runs(100),
    );
  });

  it('are green for any model', () => {
    let replayed = 0;
    fc.assert(
      fc.property(usualModel, (model) => {
        const policies = [
          policyFile(`permit (principal in ${model.namespace}::UserGroup::"editor", action, resource);`),
        ];
        const recorded = recordFixtures({ schema: schemaOf(model), policies, claims: DEFAULT_CLAIMS });
        if (valueIn(recorded).tables.length > 0) replayed += 1;
        const report = replay(valueIn(recorded), model, policies);
        expectGreen(report);
      }),
      runs(60),
    );
    expect(replayed).toBeGreaterThan(20);
  });
});

describe('recordFixtures', () => {
  const claims = DEFAULT_CLAIMS;

  it('records nothing from policies or a schema that are wrong', () => {
    const policies = [policyFile('permit (principal is EmailApp::Usr, action, resource);')];
    expect(recordFixtures({ schema: schemaOf(emailModel), policies, claims })).toMatchObject({ ok: false });
    expect(recordFixtures({ schema: { file: 's', text: '{' }, policies: [], claims })).toMatchObject({
      ok: false,
    });
  });

  it('says when there is nothing to record', () => {
    const none = { ...emailModel, actions: [] };
    const outcome = recordFixtures({ schema: schemaOf(none), policies: [], claims });
    expect(outcome.diagnostics.map(({ message }) => message)).toContain(
      'the schema has no endpoints, so there is nothing to record',
    );
  });

  it('says when no call tells the endpoints apart', () => {
    const actions = emailModel.actions.map((action) => ({
      ...action,
      endpoints: action.endpoints.map((endpoint) => ({
        ...endpoint,
        method: 'POST' as const,
        path: `/#${action.name}`,
      })),
    }));
    const outcome = recordFixtures({ schema: schemaOf({ ...emailModel, actions }), policies: [], claims });
    expect(outcome.diagnostics.map(({ message }) => message)).toContain(
      'no call says which endpoint it is for, so there is nothing to record',
    );
  });
});
