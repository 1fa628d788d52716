import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type express5 from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Entity } from '../../src/core/cedar/entity.ts';
import type { ServerKeys } from '../../src/core/config/server-definition.ts';
import { hasErrors } from '../../src/core/diagnostics/diagnostic.ts';
import { readEndpoints } from '../../src/core/model/endpoint-annotation.ts';
import type { Action, Model } from '../../src/core/model/model.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import type { Call, MappedCall } from '../../src/core/requests/map-call.ts';
import { anonymousPrincipal, type Claims, replayedPrincipal } from '../../src/core/requests/principal.ts';
import { serverMapper } from '../../src/core/requests/server/server-mapper.ts';
import { verify } from '../../src/core/verification/verify.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { loadProject } from '../../src/project/loading/load.ts';
import { openProject } from '../../src/project/loading/project.ts';
import { projectOptions } from '../../src/project/loading/project-options.ts';
import { projectFiles } from '../../src/project/project-files.ts';
import { emailEntities } from '../helpers/email-entities.ts';
import { emailModel } from '../helpers/email-model.ts';
import { buildersOver, EXPRESS_VERSIONS } from '../helpers/express-server.ts';
import fc from '../helpers/fast-check.ts';
import { valueIn } from '../helpers/outcome.ts';
import { runs } from '../helpers/runs.ts';

/** What random projects have beside the endpoints of the e-mail application: spellings and methods that servers may mix up. */
const MORE_ENDPOINTS = [
  ['getAll', 'EmailCampaign', 'GET /campaigns/ALL single-resource query:all'],
  ['headCampaign', 'EmailCampaign', 'HEAD /campaigns/{campaign_id} single-resource path:campaign_id'],
  ['readSlashed', 'Application', 'GET /dashboard-data/ listing application'],
  ['health', 'Application', 'GET /health open application'],
  ['archive', 'EmailMessage', 'POST /messages/archive batch body:ids'],
  ['shout', 'Application', 'GET /Login listing application'],
  ['preflight', 'Application', 'OPTIONS /login listing application'],
  ['searchMessages', 'EmailMessage', 'POST /messages/search single-resource body:id'],
] as const;

const POLICIES = [
  '@id("editors") permit (principal in EmailApp::Role::"editor", action, resource) unless { resource has status && resource.status == "sent" };',
  '@id("open") permit (principal, action in [EmailApp::Action::"login"], resource);',
  '@id("isolation") forbid (principal, action, resource) unless { resource is EmailApp::Application || resource in context.tenants };',
  '@id("readers") permit (principal, action == EmailApp::Action::"getEmailCampaign", resource);',
  '@id("batch") permit (principal in EmailApp::Role::"editor", action == EmailApp::Action::"deleteEmailMessage", resource) when { resource.recipientCount > 0 };',
];

interface RandomProject {
  readonly model: Model;
  readonly policies: string;
  readonly entities: readonly Entity[];
  readonly server: ServerKeys;
}

function modelWith(more: readonly (typeof MORE_ENDPOINTS)[number][], left: readonly string[]): Model {
  const [{ context = [] } = {}] = emailModel.actions;
  const added = more.map(
    ([name, resourceType, endpoint]): Action => ({
      name,
      resourceType,
      endpoints: readEndpoints({ endpoint }) ?? [],
      context,
      groups: [],
    }),
  );
  return {
    ...emailModel,
    actions: [...emailModel.actions.filter(({ name }) => !left.includes(name)), ...added],
  };
}

const check = fc.record({
  action: fc.constantFrom('createEmailCampaign', 'getEmailCampaign', 'moveEmailMessage', 'login'),
  resource: fc.constantFrom('query:to', 'body:target', 'body:to.id', 'body:list[].id', 'path:campaign_id'),
});
const move = fc.record({ destination: check, origin: check }, { requiredKeys: ['destination'] });

const server = fc.record(
  {
    skippedEndpoints: fc.subarray([
      'GET /health',
      'GET /campaigns/{id}',
      'POST /login',
      'GET /docs/{page}',
      'HEAD /dashboard-data',
    ]),
    batch: fc.constantFrom(
      { 'DELETE /messages': 'proceed' as const },
      { 'DELETE /messages': 'reject' as const },
    ),
    maxBatchItems: fc.constantFrom(1, 2, 100),
    maxUrlLength: fc.constantFrom(16, 30, 2000, 3000, 8192, 9000),
    moves: fc.dictionary(
      fc.constantFrom('updateEmailCampaign', 'deleteEmailMessage', 'getEmailCampaign', 'moveEmailMessage'),
      move,
    ),
    unknownEndpoint: fc.constantFrom(403 as const, 404 as const),
    missingResource: fc.constantFrom(403 as const, 404 as const),
    optionsRequests: fc.constantFrom('deny' as const, 'answer' as const),
    caseSensitiveRouting: fc.boolean(),
    strictRouting: fc.boolean(),
  },
  { requiredKeys: [] },
);

/** What the rules name is there. */
const KEPT = new Set([
  'createEmailCampaign',
  'getEmailCampaign',
  'moveEmailMessage',
  'login',
  'updateEmailCampaign',
  'deleteEmailMessage',
]);

const project: fc.Arbitrary<RandomProject> = fc
  .record({
    more: fc.subarray([...MORE_ENDPOINTS]),
    left: fc.subarray(emailModel.actions.map(({ name }) => name).filter((name) => !KEPT.has(name))),
    policies: fc.subarray(POLICIES, { minLength: 2 }),
    // A server cannot say what applies to something in a tenant that is not there.
    absent: fc.subarray(['m1', 'm9']),
    server,
  })
  .map(({ more, left, policies, absent, server: rules }) => ({
    model: modelWith(more, left),
    policies: policies.join('\n'),
    entities: emailEntities.filter(({ uid }) => !absent.includes('id' in uid ? uid.id : '')),
    server: rules as ServerKeys,
  }));

const ids = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('c1', 'c1', 'acme', 'c9', 'umbrella', 'm1') },
  { weight: 1, arbitrary: fc.constantFrom('c404', '', 5, null, ['c1']) },
);
const path = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '/campaigns/c1',
      '/campaigns/c1',
      '/campaigns/c9',
      '/campaigns/c404',
      '/messages',
      '/messages',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      ...[
        '/campaigns/ALL',
        '/campaigns/all',
        '/CAMPAIGNS/c1',
        '/campaigns/c1/',
        '/campaigns/..',
        '/nowhere',
        '/docs/a',
        '/docs/A',
      ],
      ...[
        '/dashboard-data',
        '/dashboard-data/',
        '/login',
        '/Login',
        '/health',
        '/health/',
        '/messages/m1',
        '/messages/move',
      ],
      ...['/messages/archive', '/messages/search', '/tenants/acme/campaigns'],
    ),
  },
);
const batch = fc.constantFrom(
  '?messagelist=m1',
  '?messagelist=m1,m9',
  '?messagelist=m9',
  '?messagelist=m1,m9,m404',
);
const moved = fc.constantFrom('?to=acme', '?to=c1', '?to=c9');
const oddQuery = fc.constantFrom(
  '?to=c1&to=c9',
  '?to=',
  '?to[]=c9',
  '?to.x=c1',
  '?all=c1',
  '?messagelist=m1&to=acme',
  '?messagelist=',
);
const query = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 4, arbitrary: batch },
  { weight: 3, arbitrary: moved },
  { weight: 2, arbitrary: oddQuery },
);
const body = fc.option(
  fc.record(
    {
      target: ids,
      to: fc.oneof(ids, fc.record({ id: ids })),
      ids: fc.array(fc.constantFrom('m1', 'm9', 'm404', 3)),
      id: ids,
      list: fc.array(fc.record({ id: ids }), { maxLength: 3 }),
    },
    { requiredKeys: [] },
  ),
  { nil: undefined, freq: 8 },
);
const claims: fc.Arbitrary<Claims | undefined> = fc.constantFrom<(Claims | undefined)[]>(
  undefined,
  { sub: 'ana', groups: ['editor'], tenant_id: 'acme' },
  { sub: 'ana', groups: ['editor'], tenant_id: 'acme' },
  { sub: 'ana', groups: ['editor'], tenant_id: 'acme' },
  { sub: 'eve', groups: ['editor'], tenant_id: 'umbrella' },
  { sub: 'vic', tenant_id: ['acme', 'umbrella'] },
  { sub: 'old', groups: ['editor'], tenant_id: 'acme', exp: 0 },
  { sub: 'early', groups: ['editor'], tenant_id: 'acme', nbf: 99_999_999_999 },
  { sub: 'now', groups: ['editor'], tenant_id: 'acme', nbf: 946_684_801, exp: 99_999_999_999 },
);
/** Calls to what there is; and methods, paths and queries that do not belong together. */
const target = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.tuple(
      fc.constantFrom(
        ...[
          'GET /campaigns/c1',
          'HEAD /campaigns/c1',
          'PUT /campaigns/c1',
          'PUT /campaigns/c9',
          'GET /messages/m1',
        ],
        ...[
          'POST /messages/move',
          'POST /login',
          'OPTIONS /login',
          'GET /health',
          'POST /tenants/acme/campaigns',
        ],
        ...['GET /dashboard-data', 'GET /campaigns/c404', 'GET /campaigns/ALL', 'POST /messages/search'],
      ),
      fc.oneof(fc.constant(''), moved),
    ),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constantFrom('DELETE /messages', 'POST /messages/archive'), batch) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('GET', 'PUT', 'POST', 'DELETE', 'HEAD', 'OPTIONS'), path, query)
      .map(([method, way, rest]) => [`${method} ${way}`, rest] as const),
  },
);
const call = fc
  .record({
    target,
    body,
    override: fc.constantFrom(...Array<undefined>(15).fill(undefined), 'DELETE', 'GET'),
    claims,
  })
  .map(({ target: [line, rest], body: given, override, claims: as }) => {
    const [method = '', way = ''] = line.split(' ');
    const hasBody = given !== undefined && !['GET', 'HEAD', 'OPTIONS'].includes(method);
    return {
      call: {
        method,
        url: `${way}${rest}`,
        ...(hasBody ? { body: given } : {}),
        ...(override === undefined ? {} : { headers: { 'X-HTTP-Method-Override': override } }),
      } satisfies Call,
      claims: as,
    };
  });

type RandomCall = typeof call extends fc.Arbitrary<infer T> ? T : never;

describe.each(EXPRESS_VERSIONS)('what `authz test` says, and what a server under %s does', (_, express) => {
  let listener: RequestListener = (_request, response) => response.end();
  let http: Server;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'authz-replay-'));
    http = createServer((incoming, outgoing) => listener(incoming, outgoing));
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  });
  afterAll(async () => {
    http.closeAllConnections();
    await new Promise((done) => http.close(done));
    rmSync(folder, { recursive: true, force: true });
  });

  it('are the same for every project and every call', async () => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(project, fc.array(call, { minLength: 6, maxLength: 10 }), async (random, calls) => {
        const replayed = await replayedIn(folder, random, calls);
        const started = await startedApp(folder, random, express);
        // Endpoints that no router tells apart: replay denies, and a server does not start.
        if (typeof started === 'string') {
          expect(started).toContain('cannot be told apart');
          return;
        }
        listener = started.app;
        for (const [index, one] of calls.entries()) {
          const { status, items } = await sent(http, one);
          seen.add(status);
          const ran = started.takeRan();
          const known = replayed[index];
          expect({ call: one, status, ran, items }).toEqual({
            call: one,
            status: known?.http,
            ran: known?.http === 200 ? 1 : 0,
            items: known?.http === 200 ? known.items : undefined,
          });
        }
      }),
      runs(60),
    );
    expect([...seen]).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404, 414]));
  });
});

/** Writes the project, and says of each call which status replay gives, and which items it lets through. */
async function replayedIn(
  folder: string,
  { model, policies, entities, server: rules }: RandomProject,
  calls: readonly RandomCall[],
) {
  const mapper = valueIn(
    serverMapper(model, valueIn(await written(folder, { model, policies, rules })).config.server),
  );
  const principals = Object.fromEntries(
    calls.flatMap(({ claims: as }) => (as ? [[String(as.sub), as]] : [])),
  );
  const cases = calls.map(({ call: { method, url, ...others }, claims: as }, index) => {
    const answer = as && replayedPrincipal(as, DEFAULT_NAMES, model);
    const principal = answer?.ok ? answer.principal : anonymousPrincipal(model);
    const { type } = mapper.map({ method, url, ...others }, principal);
    const expected = EXPECTATIONS[type];
    return {
      name: `${index}`,
      as: as ? as.sub : 'anonymous',
      call: `${method} ${url}`,
      ...others,
      expect: expected,
    };
  });
  write(folder, 'fixtures/all.fixtures.json', JSON.stringify({ principals, entities, cases }));
  const opened = valueIn(await openProject(folder, folder));
  const loaded = await loadProject(projectFiles(opened, {}, folder), folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const report = verify(loaded.value, { explain: 'none' });
  if (hasErrors(report.diagnostics)) throw new Error(JSON.stringify(report.diagnostics));
  return report.results.map(({ http, decisions }) => ({
    http,
    items: decisions.flatMap(({ request: { item }, actual }) =>
      item !== undefined && actual.decision === 'allow' ? [item] : [],
    ),
  }));
}

const DEFAULT_NAMES = { subject: 'sub', groups: 'groups', tenant: 'tenant_id' };

const EXPECTATIONS: Readonly<Record<MappedCall['type'], string | number>> = {
  requests: 'allow',
  skipped: 'allow',
  options: 'allow',
  unusable: 400,
  'too-long': 414,
  'no-endpoint': 'unroutable',
};

async function written(
  folder: string,
  { model, policies, rules }: { model: Model; policies: string; rules: ServerKeys },
) {
  const config = {
    spec: 'openapi.yaml',
    namespace: model.namespace,
    principal: { groups: { type: 'Role' } },
    server: rules,
  };
  write(folder, 'authz.yaml', JSON.stringify(config));
  write(folder, 'v4.policyschema.json', JSON.stringify(printSchema(model)));
  write(folder, 'policies/all.cedar', policies);
  return openProject(folder, folder);
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}

/** The application of a project, whose routes are those of its schema and what it skips; or why it does not start. */
async function startedApp(
  folder: string,
  { model, entities, server: rules }: RandomProject,
  express: typeof express5,
) {
  const options = await projectOptions<{ headers: Record<string, unknown> }>(join(folder, 'authz.yaml'), {
    claims: ({ headers }) => headers['x-claims'] && JSON.parse(String(headers['x-claims'])),
  });
  let authorization: ServerAuthorizationMiddleware;
  try {
    authorization = new ServerAuthorizationMiddleware({
      ...options,
      sliceBuilders: buildersOver(entities),
    } as never);
  } catch (error) {
    return (error as Error).message;
  }
  let ran = 0;
  const app = express();
  if (rules.caseSensitiveRouting) app.enable('case sensitive routing');
  if (rules.strictRouting) app.enable('strict routing');
  app.use(express.json());
  app.use(authorization.middleware as never);
  const endpoints = [
    ...(rules.skippedEndpoints ?? []).map((one) => one.split(' ')),
    ...model.actions.flatMap((action) => action.endpoints.map(({ method, path: way }) => [method, way])),
  ];
  for (const [method = '', way = ''] of endpoints)
    app[method.toLowerCase() as 'get'](way.replaceAll(/\{(\w+)\}/g, ':$1'), (req, res) => {
      ran += 1;
      const { authorized } = req as { authorized?: { items: readonly string[] } };
      res.setHeader('x-items', JSON.stringify(authorized?.items ?? []));
      res.status(200).end();
    });
  return {
    app: app as unknown as RequestListener,
    takeRan: () => {
      const before = ran;
      ran = 0;
      return before;
    },
  };
}

function sent(http: Server, { call: { method, url, body: given, headers }, claims: as }: RandomCall) {
  const address = http.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const text = given === undefined ? undefined : JSON.stringify(given);
  return new Promise<{ status: number; items: readonly string[] | undefined }>((done, fail) => {
    const outgoing = request(
      {
        port,
        host: '127.0.0.1',
        // A connection that is kept may be closed by the server while the next project is made.
        agent: false,
        method,
        path: url,
        headers: {
          ...headers,
          ...(as ? { 'x-claims': JSON.stringify(as) } : {}),
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (answer) => {
        answer.resume();
        const items = answer.headers['x-items'];
        answer.on('end', () =>
          done({
            status: answer.statusCode ?? 0,
            items: typeof items === 'string' ? (JSON.parse(items) as string[]) : undefined,
          }),
        );
      },
    );
    outgoing.on('error', fail);
    outgoing.end(text);
  });
}
