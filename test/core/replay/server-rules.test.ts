import { describe, expect, it } from 'vitest';
import { readServerRules, type ServerKeys } from '../../../src/core/config/server-definition.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { projectMapper } from '../../../src/core/verification/check-project.ts';
import { verify } from '../../../src/core/verification/verify.ts';
import { emailEntities } from '../../helpers/email-entities.ts';
import { emailModel, emailSchemaFile } from '../../helpers/email-model.ts';
import { sourceOf } from '../../helpers/source.ts';

const POLICIES = `
  @id("editors") permit (principal in EmailApp::Role::"editor", action, resource);
  @id("open") permit (principal, action == EmailApp::Action::"login", resource);
  @id("isolation") forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants };
`;

/** What replay makes of one call as ana, an editor of acme: the status of the fixture, and that of the call. */
function replayed(server: ServerKeys, call: object, schema = emailSchemaFile) {
  const fixtures = {
    principals: {
      ana: { sub: 'ana', groups: ['editor'], tenant_id: 'acme' },
      early: { sub: 'ana', groups: ['editor'], tenant_id: 'acme', nbf: 4_102_444_800 },
    },
    entities: emailEntities,
    cases: [{ name: 'a', as: 'ana', ...call }],
  };
  const { results, diagnostics, untested } = verify({
    name: '.',
    schema,
    policies: [{ file: 'all.cedar', name: 'all.cedar', text: POLICIES }],
    claims: { ...DEFAULT_CLAIMS },
    rules: { ...readServerRules(server), placeOf: () => ({}) },
    fixtures: [{ source: sourceOf(JSON.stringify(fixtures)), shared: new Map() }],
  });
  const [result] = results;
  const problems = diagnostics.filter(({ severity }) => severity === 'error').map(({ message }) => message);
  return { status: result?.status, http: result?.http, problems, untested };
}

/** What is said of skipped endpoints where the API lies below a base path. */
function messages(server: ServerKeys, base: string): string[] {
  const actions = emailModel.actions.map((action) => ({
    ...action,
    endpoints: action.endpoints.map((one) => ({ ...one, path: `${base}${one.path}` })),
  }));
  const rules = { ...readServerRules(server), placeOf: () => ({}) };
  const { diagnostics } = projectMapper({ rules }, { ...emailModel, actions });
  return diagnostics.map(({ severity, message }) => `${severity}: ${message}`);
}

const MOVE = {
  moves: {
    updateEmailCampaign: {
      destination: { action: 'createEmailCampaign', resource: 'body:tenant' },
      origin: { action: 'getEmailCampaign', resource: 'query:from' },
    },
  },
} as const satisfies ServerKeys;

const MOVES_OF_SOME = {
  moves: {
    updateEmailCampaign: { destination: { action: 'createEmailCampaign', resource: 'body:to[].tenant' } },
  },
} as const satisfies ServerKeys;

/** The schema, in which calls that update a campaign may name the tenant that it goes to. */
const SECOND = {
  file: emailSchemaFile.file,
  text: emailSchemaFile.text.replace(
    'PUT /campaigns/{campaign_id} single-resource path:campaign_id',
    '$& createEmailCampaign body:tenant?',
  ),
};

describe('replay of a call that acts on two things', () => {
  it.each<[string, string, object, object, object]>([
    [
      'is denied for the second',
      'c1',
      { tenant: 'umbrella' },
      { expect: 403 },
      { status: 'passed', http: 403 },
    ],
    [
      'is denied for the first',
      'c9',
      { tenant: 'acme' },
      { expect: 'deny' },
      { status: 'passed', http: 403 },
    ],
    ['is denied for both', 'c9', { tenant: 'umbrella' }, { expect: 403 }, { status: 'passed', http: 403 }],
    ['is not allowed for one', 'c1', { tenant: 'umbrella' }, { expect: 'allow' }, { status: 'failed' }],
    ['is allowed for both', 'c1', { tenant: 'acme' }, { expect: 'allow' }, { status: 'passed', http: 200 }],
    ['is not denied for none', 'c1', { tenant: 'acme' }, { expect: 'deny' }, { status: 'failed', http: 200 }],
    [
      'has a deny before what is missing',
      'none',
      { tenant: 'umbrella' },
      { expect: 404 },
      { status: 'failed' },
    ],
    [
      'is judged by what a fixture says of each',
      'c1',
      { tenant: 'umbrella' },
      { expect: { c1: 'deny', umbrella: 'deny' } },
      { status: 'failed', http: 403 },
    ],
  ])('%s', (_, id, body, expectation, expected) => {
    const call = { call: `PUT /campaigns/${id}`, body, ...expectation };
    expect(replayed({}, call, SECOND)).toMatchObject({ ...expected, problems: [] });
  });
});

describe('replay by the rules of a server', () => {
  it.each<[string, ServerKeys, object, object]>([
    [
      'lets a skipped endpoint through, whoever calls',
      { skippedEndpoints: ['GET /health'] },
      { as: 'anonymous', call: 'GET /health', expect: 'allow' },
      { status: 'passed', http: 200 },
    ],
    [
      'fails a fixture that expects a skipped endpoint to be denied',
      { skippedEndpoints: ['GET /campaigns/{id}'] },
      { call: 'GET /campaigns/c9', expect: 403 },
      { status: 'failed', http: 200 },
    ],
    [
      'does not skip what is spelled in another way',
      { skippedEndpoints: ['GET /health'] },
      { call: 'GET /Health', expect: 'unroutable' },
      { status: 'passed', http: 404 },
    ],
    [
      'leaves items out where a batch proceeds',
      { batch: { 'DELETE /messages': 'proceed' } },
      { call: 'DELETE /messages?messagelist=m1,m9', expect: { m1: 'allow', m9: 'deny' } },
      { status: 'passed', http: 200 },
    ],
    [
      'refuses the whole batch otherwise',
      {},
      { call: 'DELETE /messages?messagelist=m1,m9', expect: { m1: 'allow', m9: 'deny' } },
      { status: 'passed', http: 403 },
    ],
    [
      'refuses a batch that is too large',
      { maxBatchItems: 1 },
      { call: 'DELETE /messages?messagelist=m1,m9', expect: 400 },
      { status: 'passed', http: 400 },
    ],
    [
      'refuses a move to more things than a call may name',
      { ...MOVES_OF_SOME, maxBatchItems: 1 },
      { call: 'PUT /campaigns/c1', body: { to: [{ tenant: 'acme' }, { tenant: 'umbrella' }] }, expect: 400 },
      { status: 'passed', http: 400 },
    ],
    [
      'counts what is moved, and each place that it is moved to',
      { ...MOVES_OF_SOME, maxBatchItems: 1 },
      { call: 'PUT /campaigns/c1', body: { to: [{ tenant: 'acme' }] }, expect: 'allow' },
      { status: 'passed', http: 200 },
    ],
    [
      'refuses a target that is too long',
      { maxUrlLength: 10 },
      { call: 'GET /campaigns/c1', expect: 414 },
      { status: 'passed', http: 414 },
    ],
    [
      'hides what does not exist',
      { missingResource: 403 },
      { call: 'GET /campaigns/none', expect: 403 },
      { status: 'passed', http: 403 },
    ],
    [
      'hides which endpoints there are',
      { unknownEndpoint: 403 },
      { call: 'GET /nowhere', expect: 'unroutable' },
      { status: 'passed', http: 403 },
    ],
    ...['anonymous', 'early'].map(
      (as) =>
        [
          `hides which endpoints there are from who is nobody, such as ${as}`,
          { unknownEndpoint: 403 },
          { as, call: 'GET /nowhere', expect: 'unroutable' },
          { status: 'passed', http: 401 },
        ] satisfies [string, ServerKeys, object, object],
    ),
    [
      'denies a move for its destination, although what is moved may be changed',
      MOVE,
      { call: 'PUT /campaigns/c1?from=c1', body: { tenant: 'umbrella' }, expect: 403 },
      { status: 'passed', http: 403 },
    ],
    [
      'denies a move for its origin',
      MOVE,
      { call: 'PUT /campaigns/c1?from=c9', body: { tenant: 'acme' }, expect: 403 },
      { status: 'passed', http: 403 },
    ],
    [
      'allows a move that is permitted everywhere',
      MOVE,
      { call: 'PUT /campaigns/c1?from=c1', body: { tenant: 'acme' }, expect: 'allow' },
      { status: 'passed', http: 200 },
    ],
    [
      'takes a call without a destination for no move',
      MOVE,
      { call: 'PUT /campaigns/c1', body: {}, expect: 'allow' },
      { status: 'passed', http: 200 },
    ],
    [
      'refuses a destination that is no identifier',
      MOVE,
      { call: 'PUT /campaigns/c1', body: { tenant: ['acme'] }, expect: 400 },
      { status: 'passed', http: 400 },
    ],
    [
      'refuses a move that does not say from where',
      MOVE,
      { call: 'PUT /campaigns/c1', body: { tenant: 'acme' }, expect: 400 },
      { status: 'passed', http: 400 },
    ],
    [
      'asks about the origin of what is taken away, and put nowhere',
      MOVE,
      { call: 'PUT /campaigns/c1?from=c9', body: { tenant: null }, expect: 403 },
      { status: 'passed', http: 403 },
    ],
    [
      'allows to take away what may be taken from there',
      MOVE,
      { call: 'PUT /campaigns/c1?from=c1', body: { tenant: null }, expect: 'allow' },
      { status: 'passed', http: 200 },
    ],
    [
      'refuses what is put nowhere, and does not say from where',
      MOVE,
      { call: 'PUT /campaigns/c1', body: { tenant: null }, expect: 400 },
      { status: 'passed', http: 400 },
    ],
    [
      'takes a destination `null` for no move where no origin is declared: there is nothing more to ask',
      { moves: { updateEmailCampaign: { destination: MOVE.moves.updateEmailCampaign.destination } } },
      { call: 'PUT /campaigns/c1', body: { tenant: null }, expect: 'allow' },
      { status: 'passed', http: 200 },
    ],
    [
      'takes a token before its time for nobody',
      {},
      { as: 'early', call: 'GET /campaigns/c1', expect: 401 },
      { status: 'passed', http: 401 },
    ],
    [
      'answers preflights',
      { optionsRequests: 'answer' },
      { call: 'OPTIONS /campaigns/c1', expect: 204 },
      { status: 'passed', http: 204 },
    ],
  ])('%s', (_, server, call, expected) => {
    expect(replayed(server, call)).toMatchObject({ ...expected, problems: [] });
  });

  it('does not count a skipped endpoint among those that no fixture tries', () => {
    const { untested } = replayed(
      { skippedEndpoints: ['POST /login'] },
      { call: 'GET /campaigns/c1', expect: 'allow' },
    );
    expect(untested).not.toContain('POST /login');
    expect(untested).toContain('GET /messages/{message_id}');
  });

  it('warns of a skipped endpoint that the schema has below its base path only', () => {
    const skipped = ['GET /campaigns/{id}', 'GET /health', 'POST /v2/login', 'PUT /messages'];
    expect(messages({ skippedEndpoints: skipped }, '/v2')).toEqual([
      'warning: `skippedEndpoints` has `GET /campaigns/{id}`, which is not an endpoint of the schema: did you mean `GET /v2/campaigns/{campaign_id}`?',
    ]);
    expect(messages({ skippedEndpoints: ['GET /health', 'POST /login'] }, '')).toEqual([]);
  });

  it('says which batch endpoint is meant where only the base path is missing', () => {
    expect(messages({ batch: { 'DELETE /messages': 'proceed' } }, '/api/v2')).toEqual([
      'error: `batch` has `DELETE /messages`, which is not a batch endpoint: did you mean `DELETE /api/v2/messages`?',
    ]);
  });

  it('refuses rules about what the schema does not have', () => {
    const server: ServerKeys = {
      batch: { 'DELETE /mesages': 'proceed' },
      moves: { updateEmailCampaign: { destination: { action: 'nothing', resource: 'body:to' } } },
    };
    const { problems } = replayed(server, { call: 'GET /campaigns/c1', expect: 'allow' });
    expect(problems).toEqual([
      '`batch` has `DELETE /mesages`, which is not a batch endpoint: did you mean `DELETE /messages`?',
      '`moves` has `nothing`, which is not an action of the schema',
    ]);
  });
});
