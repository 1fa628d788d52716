/**
 * One server of `middleware.ts`: `node middleware-server.ts <kind> <policies>`, with one of the kinds at `guards`. The 13 routes of the
 * worked example, in memory; it tells its parent its port, and its own CPU time and memory whenever it is asked.
 */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import {
  CedarInlineAuthorizationEngine,
  ExpressAuthorizationMiddleware,
} from '@cedar-policy/authorization-for-expressjs';
import express, { type RequestHandler } from 'express';
import { type Entity, plainUid } from '../src/core/cedar/entity.ts';
import {
  type GenerateOptions,
  generateSchema,
  loadSpec,
  PolicyInlineAuthorizationEngine,
  principalFromToken,
  ServerAuthorizationMiddleware,
} from '../src/index.ts';

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
async function ours(): Promise<RequestHandler> {
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
  return new ServerAuthorizationMiddleware({
    schema,
    authorizationEngine: new PolicyInlineAuthorizationEngine({
      staticPolicies: policies('Role', isolation),
      schema,
      ...(kind === 'ours-nothing-remembered' ? { rememberedDecisions: 0 } : {}),
    }),
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: principalFromToken({ namespace: 'EmailApp' }),
    },
    sliceBuilders: {
      Tenant: builder('Tenant'),
      EmailCampaign: builder('EmailCampaign'),
      EmailMessage: builder('EmailMessage'),
    },
  }).middleware;
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

const guards: Record<string, () => Promise<RequestHandler>> = {
  bare: async () => (_req, _res, next) => next(),
  ours,
  'ours-new-callers': ours,
  'ours-nothing-repeats': ours,
  'ours-nothing-remembered': ours,
  'cedar-project': cedarProject,
};

const app = express();
app.disable('x-powered-by');
let calls = 0;
app.use((req, _res, next) => {
  calls += 1;
  const isAlways = kind === 'bare' || kind === 'ours' || kind === 'cedar-project';
  const who = isAlways ? { sub: 'ana' } : { sub: `ana-${calls}`, email: `ana-${calls}@acme.example` };
  Object.assign(req, { user: { ...who, groups: ['editor'], tenant_id: 'acme' } });
  next();
});
app.use((await guards[kind]?.()) ?? (() => process.exit(2)));
const answer: RequestHandler = (_req, res) => {
  res.json({ ok: true });
};
app.post(['/login', '/signup'], answer);
app.get('/dashboard-data', answer);
app.get('/tenants/:tenant_id/campaigns', answer).post('/tenants/:tenant_id/campaigns', answer);
for (const path of ['/campaigns/:campaign_id', '/messages/:message_id'])
  app.get(path, answer).put(path, answer);
app.delete('/campaigns/:campaign_id', answer).delete('/messages', answer);
app.get('/campaigns/:campaign_id/messages', answer).post('/campaigns/:campaign_id/messages', answer);

const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, rss: process.memoryUsage.rss() });
});
