/**
 * One server of `middleware.ts`: `node middleware-server.ts <kind> <policies>`, with one of the kinds at `servers`. The 13 routes of the
 * worked example, in memory; it tells its parent its port, and its own CPU time and memory whenever it is asked.
 */
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import {
  CedarInlineAuthorizationEngine,
  ExpressAuthorizationMiddleware,
} from '@cedar-policy/authorization-for-expressjs';
import { createAdaptorServer } from '@hono/node-server';
import express, { type RequestHandler } from 'express';
import fastify from 'fastify';
import { type Context, Hono } from 'hono';
import { type Entity, plainUid } from '../src/core/cedar/entity.ts';
import { FastifyAuthorization } from '../src/fastify/fastify-authorization.ts';
import { HonoAuthorization } from '../src/hono/hono-authorization.ts';
import {
  type GenerateOptions,
  generateSchema,
  loadSpec,
  PolicyInlineAuthorizationEngine,
  principalFromToken,
  ServerAuthorizationMiddleware,
} from '../src/index.ts';
import type { ServerOptions } from '../src/server/options.ts';

const ROOT = resolve(import.meta.dirname, '..');
const EXAMPLE = join(ROOT, 'fixtures/email-app');
const [kind = 'bare', count = '3'] = process.argv.slice(2);

const ACTIONS = [
  ...[
    'getDashboardData',
    'listEmailCampaigns',
    'createEmailCampaign',
    'getEmailCampaign',
    'updateEmailCampaign',
  ],
  ...[
    'deleteEmailCampaign',
    'createEmailMessage',
    'listEmailMessages',
    'getEmailMessage',
    'updateEmailMessage',
  ],
  ...['deleteEmailMessage', 'login', 'signup'],
];

/** Three that decide, and further ones for the actions in turn, each for a group of its own. */
function policies(group: string, isolation: string): string {
  const basic = [
    `permit (principal in EmailApp::${group}::"editor", action, resource);`,
    'permit (principal, action in [EmailApp::Action::"login", EmailApp::Action::"signup"], resource);',
    isolation,
  ];
  const more = Array.from(
    { length: Number(count) - basic.length },
    (_, index) =>
      `permit (principal in EmailApp::${group}::"group-${index}", action == EmailApp::Action::"${ACTIONS[index % ACTIONS.length]}", resource);`,
  );
  return [...basic, ...more].join('\n');
}

async function schemaOf(mappingType: 'ResourceRest' | 'SimpleRest'): Promise<string> {
  const documents = await loadSpec(join(EXAMPLE, 'openapi.yaml'), EXAMPLE);
  if (!documents.ok) throw new Error(JSON.stringify(documents.diagnostics));
  const options: GenerateOptions = {
    namespace: 'EmailApp',
    mappingType,
    attributes: 'scalar',
    format: 'json',
    overrides: new Map(),
  };
  const schema = generateSchema(documents.value, options);
  if (!schema.ok) throw new Error(JSON.stringify(schema.diagnostics));
  return schema.value.text;
}

/** No decision can be remembered when policies read something that is new in each call. */
const NOTHING_REPEATS = kind === 'ours-nothing-repeats' || kind === 'ours-nothing-remembered';

/** Tenant isolation, slices of principal and resource, and requests checked against the schema. */
async function oursFor<Req extends object>(claims: (req: Req) => unknown): Promise<ServerOptions<Req>> {
  const schema = { type: 'jsonString', schema: await schemaOf('ResourceRest') } as const;
  const inTenant = '(resource is EmailApp::Application || resource in context.tenants)';
  const notBlocked = '!(principal has email && principal.email like "*@blocked.example")';
  const condition = NOTHING_REPEATS ? `${inTenant} && ${notBlocked}` : inTenant;
  const isolation = `forbid (principal, action, resource) unless { ${condition} };`;
  const entities = JSON.parse(readFileSync(join(EXAMPLE, 'entities.json'), 'utf8')) as Entity[];
  // The application's own look-up is to cost next to nothing, as the bare server has none.
  const builder = (type: string) => {
    const ofType = entities.filter(({ uid }) => plainUid(uid).type === `EmailApp::${type}`);
    const known = new Map(ofType.map((entity) => [plainUid(entity.uid).id, entity]));
    return async (id: string) =>
      known.get(id) as { attrs: Entity['attrs']; parents: { type: string; id: string }[] } | undefined;
  };
  return {
    schema,
    authorizationEngine: new PolicyInlineAuthorizationEngine({
      staticPolicies: policies('Role', isolation),
      schema,
      ...(kind === 'ours-nothing-remembered' ? { rememberedDecisions: 0 } : {}),
    }),
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: principalFromToken({ namespace: 'EmailApp', claims }),
    },
    sliceBuilders: {
      Tenant: builder('Tenant'),
      EmailCampaign: builder('EmailCampaign'),
      EmailMessage: builder('EmailMessage'),
    },
  };
}

async function ours(): Promise<RequestHandler> {
  return new ServerAuthorizationMiddleware(await oursFor((req) => 'user' in req && req.user)).middleware;
}

/** What it can do: every action is about the application, nothing else is looked up, and nothing is checked against the schema. */
async function cedarProject(): Promise<RequestHandler> {
  const schema = { type: 'jsonString', schema: await schemaOf('SimpleRest') } as const;
  const isolation = 'forbid (principal in EmailApp::Role::"blocked", action, resource);';
  return new ExpressAuthorizationMiddleware({
    schema,
    authorizationEngine: new CedarInlineAuthorizationEngine({
      staticPolicies: policies('Role', isolation),
      schema,
    }),
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: async () => ({
        uid: { type: 'EmailApp::User', id: 'ana' },
        attrs: {},
        parents: [{ type: 'EmailApp::Role', id: 'editor' }],
      }),
    },
  }).middleware;
}

const IS_ALWAYS_ANA = !kind.startsWith('ours-');
let calls = 0;

/** What the validation of a token would leave. */
function claims(): object {
  calls += 1;
  const who = IS_ALWAYS_ANA ? { sub: 'ana' } : { sub: `ana-${calls}`, email: `ana-${calls}@acme.example` };
  return { ...who, groups: ['editor'], tenant_id: 'acme' };
}

const ROUTES = [
  ['post', '/login'],
  ['post', '/signup'],
  ['get', '/dashboard-data'],
  ['get', '/tenants/:tenant_id/campaigns'],
  ['post', '/tenants/:tenant_id/campaigns'],
  ['get', '/campaigns/:campaign_id'],
  ['put', '/campaigns/:campaign_id'],
  ['delete', '/campaigns/:campaign_id'],
  ['get', '/messages/:message_id'],
  ['put', '/messages/:message_id'],
  ['delete', '/messages'],
  ['get', '/campaigns/:campaign_id/messages'],
  ['post', '/campaigns/:campaign_id/messages'],
] as const;

async function onExpress(guard: () => Promise<RequestHandler>): Promise<Server> {
  const app = express();
  app.disable('x-powered-by');
  app.use((req, _res, next) => {
    Object.assign(req, { user: claims() });
    next();
  });
  app.use(await guard());
  for (const [method, path] of ROUTES) {
    app[method](path, (_req, res) => {
      res.json({ ok: true });
    });
  }
  return app.listen(0, '127.0.0.1');
}

async function onFastify(isGuarded: boolean): Promise<Server> {
  const app = fastify();
  const users = new WeakMap<object, object>();
  app.addHook('onRequest', (req, _reply, done) => {
    users.set(req, claims());
    done();
  });
  if (isGuarded) new FastifyAuthorization(await oursFor((req) => users.get(req))).protect(app);
  for (const [method, url] of ROUTES) app[method](url, (_req, reply) => void reply.send({ ok: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server;
}

async function onHono(isGuarded: boolean): Promise<Server> {
  const app = new Hono<{ Variables: { user: object } }>();
  app.use((c, next) => {
    c.set('user', claims());
    return next();
  });
  if (isGuarded) {
    const options = await oursFor((c: Context<{ Variables: { user: object } }>) => c.get('user'));
    app.use(new HonoAuthorization(options).middleware);
  }
  for (const [method, path] of ROUTES) app[method](path, (c) => c.json({ ok: true }));
  return (createAdaptorServer({ fetch: app.fetch }) as Server).listen(0, '127.0.0.1');
}

const servers: Record<string, () => Promise<Server>> = {
  bare: () => onExpress(async () => (_req, _res, next) => next()),
  ours: () => onExpress(ours),
  'ours-new-callers': () => onExpress(ours),
  'ours-nothing-repeats': () => onExpress(ours),
  'ours-nothing-remembered': () => onExpress(ours),
  'cedar-project': () => onExpress(cedarProject),
  fastify: () => onFastify(false),
  'fastify-ours': () => onFastify(true),
  hono: () => onHono(false),
  'hono-ours': () => onHono(true),
};

const server = (await servers[kind]?.()) ?? process.exit(2);
const tellPort = () => process.send?.({ port: (server.address() as AddressInfo).port });
if (server.listening) tellPort();
else server.once('listening', tellPort);
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() });
});
