import { describe, expect, it } from 'vitest';
import type { AuthorizationEngine } from '../../src/core/engine/authorization-engine.ts';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import type { Model } from '../../src/core/model/model.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import { type ServerAuthorization, serverAuthorization } from '../../src/server/authorization.ts';
import type { ServerOptions } from '../../src/server/options.ts';
import { principalSliceCache } from '../../src/server/principals/principal-cache.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import type { DecisionEvent } from '../../src/server/reporting/log.ts';
import { emailModel } from '../helpers/email-model.ts';
import { buildersOver } from '../helpers/express-server.ts';
import fc from '../helpers/fast-check.ts';
import { runs } from '../helpers/runs.ts';

interface Req {
  readonly id: string;
  readonly user?: Readonly<Record<string, unknown>> | undefined;
  readonly hour: number;
  readonly to?: string | undefined;
}

/** One call, and what its handler asks afterwards. */
interface Asked {
  readonly line: string;
  readonly req: Omit<Req, 'id'>;
  readonly more: readonly { readonly question: 'check' | 'filter' | 'actionsOn'; readonly id: string }[];
}

/** What the application answers with comes when this says so. */
type Later = <T>(value: T) => Promise<T>;

const POLICIES = `
  permit (principal in EmailApp::Role::"editor", action, resource);
  permit (principal, action == EmailApp::Action::"getEmailCampaign", resource) when { resource.status == "sent" };
  forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants || resource == EmailApp::EmailCampaign::"c9" };
  forbid (principal, action == EmailApp::Action::"updateEmailCampaign", resource) when { context.hour > 12 };
  forbid (principal, action == EmailApp::Action::"createEmailCampaign", resource) when { resource.planTier == "free" };
`;

const model: Model = {
  ...emailModel,
  actions: emailModel.actions.map((action) => ({
    ...action,
    context: [...action.context, { name: 'hour', required: true, type: { kind: 'Long' } }],
  })),
};
const schema = { type: 'jsonString', schema: JSON.stringify(printSchema(model)) } as const;

const remembering = new PolicyInlineAuthorizationEngine({ staticPolicies: POLICIES, schema });
const evaluating = new PolicyInlineAuthorizationEngine({
  staticPolicies: POLICIES,
  schema,
  rememberedDecisions: 0,
});

/** Engines that answer in this process, and one that answers later. */
const ENGINES = {
  'that remembers': () => remembering,
  'that remembers nothing': () => evaluating,
  'that answers later': (later) => ({
    isAuthorized: async (...asked) => later(await evaluating.isAuthorized(...asked)),
    batchIsAuthorized: async (asked) => later(await evaluating.batchIsAuthorized(asked)),
  }),
} as const satisfies Readonly<Record<string, (later: Later) => AuthorizationEngine>>;

interface Server {
  readonly authorization: ServerAuthorization<Req>;
  readonly events: DecisionEvent[];
}

function serverOf(later: Later, engine: keyof typeof ENGINES, isCached: boolean): Server {
  const events: DecisionEvent[] = [];
  const fromToken = principalFromToken<Req>({ namespace: 'EmailApp' });
  const cache = {
    cache: principalSliceCache({ ttl: 1e9, size: 2 }),
    cacheKey: ({ user }: Req) => JSON.stringify(user),
  };
  const builders = Object.entries(buildersOver()).map(([type, build]) => [
    type,
    async (id: string, req: Req) => later(await build(id, req)),
  ]);
  const options: ServerOptions<Req> = {
    schema,
    authorizationEngine: ENGINES[engine](later),
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: async (req, own) => later(await fromToken(req, own)),
      ...(isCached ? cache : {}),
    },
    sliceBuilders: Object.fromEntries(builders),
    getContext: ({ hour }) => later({ hour }),
    moves: {
      updateEmailCampaign: ({ to }) =>
        later(
          to === undefined ? undefined : { destination: { action: 'createEmailCampaign', resource: to } },
        ),
    },
    batch: { 'DELETE /messages': 'proceed' },
    requestId: ({ id }) => id,
    onDecision: async ({ duration, ...event }) => {
      await later(undefined);
      events.push({ ...event, duration: 0 });
    },
    timeout: 1e9,
  };
  return { authorization: serverAuthorization<Req>(options, { help: '' }), events };
}

/** It serves one call at a time. */
const alone = serverOf(async (value) => value, 'that remembers nothing', false);

/** All that a call and its handler hear. */
async function heard(
  { authorization }: Server,
  { line, req: given, more }: Asked,
  id: string,
): Promise<unknown> {
  const [method = '', url = ''] = line.split(' ');
  const req = { ...given, id };
  const call = { method, url, headers: {}, req };
  const ruling = await authorization.authorize(call);
  const asked = more.map(async ({ question, id }): Promise<unknown> => {
    if (question === 'check') return authorization.check(call, 'updateEmailCampaign', id);
    if (question === 'actionsOn') return authorization.actionsOn(call, { type: 'EmailCampaign', id });
    return authorization.filter(call, 'getEmailCampaign', ['c1', id, 'c9', 'c1']);
  });
  return { ruling, answers: await Promise.all(asked) };
}

const anyCall: fc.Arbitrary<Asked> = fc.record({
  line: fc.constantFrom(
    'GET /campaigns/c1',
    'GET /campaigns/c9',
    'PUT /campaigns/c1',
    'PUT /campaigns/c9',
    'GET /campaigns/none',
    'DELETE /messages?messagelist=m1,m9',
    'POST /login',
  ),
  req: fc.record({
    user: fc.constantFrom(
      undefined,
      { sub: 'ana', groups: ['editor'], tenant_id: 'acme' },
      { sub: 'ana', groups: ['editor'], tenant_id: 'umbrella' },
      { sub: 'eve', groups: ['editor'], tenant_id: 'umbrella' },
      { sub: 'bob', tenant_id: 'acme' },
    ),
    hour: fc.constantFrom(3, 20),
    to: fc.constantFrom(undefined, 'acme', 'umbrella'),
  }),
  more: fc.array(
    fc.record({
      question: fc.constantFrom('check' as const, 'filter' as const, 'actionsOn' as const),
      id: fc.constantFrom('c1', 'c9', 'none'),
    }),
    { maxLength: 3 },
  ),
});

const kinds = Object.keys(ENGINES).flatMap((engine) =>
  [false, true].map((isCached) => ({ engine: engine as keyof typeof ENGINES, isCached })),
);

describe.each(kinds)(
  'with an engine $engine, and a cache of principals: $isCached',
  ({ engine, isCached }) => {
    it('calls that wait among each other hear and log what each would alone, in whatever order their answers come', async () => {
      const everything = fc.tuple(fc.array(anyCall, { minLength: 2, maxLength: 5 }), fc.scheduler());
      await fc.assert(
        fc.asyncProperty(everything, async ([calls, scheduler]) => {
          const shared = serverOf((value) => scheduler.schedule(Promise.resolve(value)), engine, isCached);
          const together = await scheduler.waitFor(
            Promise.all(calls.map((call, index) => heard(shared, call, `call ${index}`))),
          );
          for (const [index, call] of calls.entries()) {
            alone.events.length = 0;
            const id = `call ${index}`;
            expect(together[index]).toEqual(await heard(alone, call, id));
            const own = shared.events.filter(({ requestId }) => requestId === id);
            expect(inOrder(own)).toEqual(inOrder(alone.events));
          }
        }),
        runs(40),
      );
    });
  },
);

/** Questions that a handler asks at once may be logged in any order. */
function inOrder(events: readonly DecisionEvent[]): string[] {
  return events.map((event) => JSON.stringify(event)).sort();
}
