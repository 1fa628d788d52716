import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { entityStore } from '../../src/core/cedar/entity.ts';
import { createEngine, NOT_FOUND } from '../../src/core/engine/engine.ts';
import { settledStatus, statusOf } from '../../src/core/engine/http-status.ts';
import { type Call, callMapper } from '../../src/core/requests/map-call.ts';
import {
  anonymousPrincipal,
  DEFAULT_CLAIMS,
  principalFromClaims,
} from '../../src/core/requests/principal.ts';
import { sliceMaker } from '../../src/core/requests/slice.ts';
import { emailEntities } from '../helpers/email-entities.ts';
import { emailModel, emailSchema } from '../helpers/email-model.ts';
import {
  ana,
  EXPRESS_VERSIONS,
  emailOptions,
  eve,
  type RunningServer,
  startEmailServer,
} from '../helpers/express-server.ts';
import fc from '../helpers/fast-check.ts';
import { valueIn } from '../helpers/outcome.ts';
import { policySetOf } from '../helpers/policies.ts';
import { runs } from '../helpers/runs.ts';

const POLICIES = `
  @id("editors") permit (principal in EmailApp::Role::"editor", action, resource);
  @id("drafts") forbid (principal, action == EmailApp::Action::"updateEmailCampaign", resource)
  unless { resource.status == "draft" };
  @id("open") permit (principal, action == EmailApp::Action::"login", resource);
  @id("isolation") forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants };
`;

const mapper = valueIn(callMapper(emailModel));
const engine = valueIn(createEngine('random-calls', emailSchema, policySetOf(POLICIES)));
const slices = sliceMaker(entityStore(emailEntities), emailModel);

/** What replay says about a call: the statuses of its decisions, and the endpoint that may run when all are 200. */
function replayed(call: Call, claims: object | undefined) {
  const made = claims && principalFromClaims(claims as Record<string, unknown>, DEFAULT_CLAIMS, emailModel);
  const principal = made?.ok ? made.principal : anonymousPrincipal(emailModel);
  const mapped = mapper.map(call, principal);
  if (mapped.type !== 'requests') return { statuses: [settledStatus(mapped)] };
  const decisions = mapped.requests.map((request) => {
    const slice = slices.compose(principal, request.resource);
    return slice.type === 'not-found' ? NOT_FOUND : engine.decide(request, slice.entities);
  });
  const statuses = decisions.map((decision) =>
    statusOf(decision, { type: '', id: 'id' in principal.uid ? principal.uid.id : '' }),
  );
  return { statuses, endpoint: `${mapped.endpoint.method} ${mapped.endpoint.path}` };
}

const words = [
  'campaigns',
  'messages',
  'tenants',
  'dashboard-data',
  'login',
  'move',
  'c1',
  'c9',
  'm1',
  'm9',
  'acme',
  'umbrella',
  'c404',
];
const odd = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2F',
  'c1%2F..',
  '%00',
  'C1',
  'CAMPAIGNS',
  'Messages',
  '%63ampaigns',
  'c1;x=1',
  '%E0%A4%A',
  '__proto__',
  'a'.repeat(300),
];
const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 6 }).map(encodeURIComponent) },
);
const query = fc.oneof(
  fc.constant(''),
  fc.constantFrom(
    '?messagelist=m1',
    '?messagelist=m1,m9',
    '?messagelist=m9&messagelist=m1',
    '?messagelist[]=m1',
    '?messagelist[0]=m1',
    '?messagelist=',
    '?x=1',
  ),
  fc
    .array(fc.constantFrom('messagelist', 'm1', 'm9', '=', '&', ',', '[]', '%', '?', '/'), { maxLength: 6 })
    .map((parts) => `?${parts.join('')}`),
);
const likely = fc.constantFrom(
  ...[
    '/campaigns/c1',
    '/campaigns/c9',
    '/messages/m1',
    '/messages/m9',
    '/dashboard-data',
    '/login',
    '/campaigns/c1/messages',
  ],
  ...['/tenants/acme/campaigns', '/tenants/umbrella/campaigns', '/messages', '/messages/move'],
);
const path = fc.oneof(
  likely,
  fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`),
);
const method = fc.constantFrom(
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'OPTIONS',
  'PROPFIND',
  'PURGE',
);
/** Half of them are calls of the schema's endpoints: else some answers would hardly ever come. */
const target = fc.oneof(
  fc.tuple(method, path),
  fc.constantFrom<[string, string][]>(
    ['GET', '/campaigns/c1'],
    ['GET', '/campaigns/c9'],
    ['GET', '/campaigns/c404'],
    ['PUT', '/campaigns/c1'],
    ['GET', '/messages/m1'],
    ['GET', '/dashboard-data'],
    ['POST', '/login'],
  ),
);
const manyHeaders = fc.dictionary(
  fc.constantFrom(
    'X-HTTP-Method-Override',
    'X-Original-URL',
    'X-Rewrite-URL',
    'X-Forwarded-Prefix',
    'Authorization',
  ),
  fc.constantFrom('GET', 'DELETE', '/login', '/campaigns/c1', 'Bearer x'),
);
const headers = fc.oneof(fc.constant({}), manyHeaders);
const json = fc.option(
  fc.oneof(
    fc.record({ target: fc.oneof(fc.constantFrom('c1', 'c9', 'c404'), fc.jsonValue()) }),
    fc.jsonValue().filter((value) => typeof value === 'object' && value !== null),
  ),
  { nil: undefined },
);

describe.each(EXPRESS_VERSIONS)('a random call under %s', (_, express) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startEmailServer({ express, options: emailOptions(POLICIES) });
  });
  afterAll(() => server.close());

  it('runs the handler of just the endpoint that replay allows, or none', async () => {
    const reached = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        target,
        query,
        headers,
        json,
        fc.constantFrom(ana, eve, undefined),
        async ([verb, way], rest, more, body, as) => {
          const url = `${way}${rest}`;
          const given = verb === 'HEAD' || verb === 'GET' ? undefined : body;
          const answer = await server.send(verb, url, {
            ...(as ? { as } : {}),
            headers: more,
            ...(given === undefined ? {} : { json: given }),
          });
          const expected = replayed({ method: verb, url, body: given, headers: more }, as);
          const ran = server.takeRan();
          reached.add(answer.status);
          if (expected.statuses.every((status) => status === 200)) {
            expect([answer.status, ran]).toEqual([200, [expected.endpoint]]);
          } else {
            expect(ran).toEqual([]);
            // A call with two faults is refused for one of them.
            expect('endpoint' in expected ? expected.statuses : [400, 404]).toContain(answer.status);
          }
        },
      ),
      runs(400),
    );
    expect([...reached]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
  });
});
