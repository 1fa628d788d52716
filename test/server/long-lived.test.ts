import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EntityUid } from '../../src/core/cedar/entity.ts';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import { type ServerAuthorization, serverAuthorization } from '../../src/server/authorization.ts';
import type { PrepareParts, ReloadedParts, ServerOptions } from '../../src/server/options.ts';
import { principalSliceCache } from '../../src/server/principals/principal-cache.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import { uid } from '../helpers/email-entities.ts';
import { emailModel } from '../helpers/email-model.ts';
import fc from '../helpers/fast-check.ts';

interface Req {
  readonly user: Readonly<Record<string, unknown>>;
}

const EDITORS = 'permit (principal in EmailApp::Role::"editor", action, resource);';
const ISOLATION =
  'forbid (principal, action, resource is EmailApp::EmailCampaign) unless { resource in context.tenants };';
const POLICIES = {
  open: 'permit (principal, action, resource);',
  editors: `${EDITORS} ${ISOLATION}`,
  drafts: `${EDITORS} forbid (principal, action, resource is EmailApp::EmailCampaign) when { resource.status == "draft" };`,
  // Of whoever is in this tenant, a cache has it; where nobody is, it cannot be evaluated.
  plan: `${EDITORS} ${ISOLATION} forbid (principal, action, resource) when { EmailApp::Tenant::"acme".planTier == "free" };`,
} as const;
const MAIL = 'forbid (principal, action, resource) when { principal has email && principal.email == "out" };';
const withoutMail = emailModel.entityTypes.map((type) =>
  type.name === 'User' ? { ...type, attributes: [] } : type,
);
const MODELS = { mail: emailModel, plain: { ...emailModel, entityTypes: withoutMail } };

/** What a project may say, each with an engine that remembers decisions, and one that evaluates everything. */
interface Project {
  readonly remembering: ReloadedParts<Req>;
  readonly evaluating: ReloadedParts<Req>;
}

function projectOf(
  policies: keyof typeof POLICIES,
  model: keyof typeof MODELS,
  tenant: 'tenant_id' | 'org',
): Project {
  const schema = { type: 'jsonString', schema: JSON.stringify(printSchema(MODELS[model])) } as const;
  const staticPolicies = `${POLICIES[policies]} ${model === 'mail' ? MAIL : ''}`;
  const getPrincipalEntity = principalFromToken<Req>({ namespace: 'EmailApp', tenant });
  const parts = { schema, principalConfiguration: { type: 'custom', getPrincipalEntity } } as const;
  const engine = (rememberedDecisions: number) =>
    new PolicyInlineAuthorizationEngine({ staticPolicies, schema, rememberedDecisions });
  return {
    remembering: { ...parts, authorizationEngine: engine(100) },
    evaluating: { ...parts, authorizationEngine: engine(0) },
  };
}

const PROJECTS: readonly Project[] = [
  projectOf('open', 'mail', 'tenant_id'),
  projectOf('editors', 'plain', 'tenant_id'),
  projectOf('editors', 'mail', 'org'),
  projectOf('drafts', 'plain', 'org'),
  projectOf('plan', 'mail', 'tenant_id'),
];

interface Thing {
  readonly attrs: Record<string, string | number>;
  parents: EntityUid[];
}

type World = Map<string, Thing>;

function newWorld(): World {
  const tenant = (): Thing => ({ attrs: { maxUsers: 3, planTier: 'pro' }, parents: [] });
  const campaign = (id: string): Thing => ({
    attrs: { name: 'x', status: 'sent' },
    parents: [uid('Tenant', id)],
  });
  return new Map([
    ['Tenant acme', tenant()],
    ['Tenant umbrella', tenant()],
    ['EmailCampaign c1', campaign('acme')],
    ['EmailCampaign c2', campaign('umbrella')],
  ]);
}

function buildersOf(world: World): NonNullable<ServerOptions<Req>['sliceBuilders']> {
  return {
    Tenant: (id) => structuredClone(world.get(`Tenant ${id}`)),
    EmailCampaign: async (id) => world.get(`EmailCampaign ${id}`),
    EmailMessage: () => undefined,
  };
}

/** A server that lives on: it takes projects over, and may have a cache of principals. */
function longLived(world: World, isCached: boolean) {
  let current = PROJECTS[0]?.remembering as ReloadedParts<Req>;
  const handed = current;
  let prepare: PrepareParts<Req> = () => () => {};
  const cache = principalSliceCache({ ttl: TTL, size: 2 });
  const cached = { ...handed.principalConfiguration, cache, cacheKey: ({ user }: Req) => String(user.sub) };
  const authorization = serverAuthorization<Req>(
    {
      ...handed,
      ...(isCached ? { principalConfiguration: cached } : {}),
      sliceBuilders: buildersOf(world),
      reloads: {
        handed,
        current: () => current,
        join: (own) => {
          prepare = own;
        },
      },
    },
    { help: '' },
  );
  const reload = ({ remembering }: Project) => {
    const commit = prepare(remembering);
    current = remembering;
    commit();
  };
  return { authorization, reload, cache };
}

/** One that remembers nothing, and was started just now. */
function justStarted(world: World, { evaluating }: Project, isCached: boolean) {
  const [first] = PROJECTS;
  // Where the application has set a cache, it has set how callers are known.
  const own = isCached && first ? { principalConfiguration: first.evaluating.principalConfiguration } : {};
  return serverAuthorization<Req>({ ...evaluating, ...own, sliceBuilders: buildersOf(world) }, { help: '' });
}

const TTL = 10_000;
const START = 1_700_000_000_000;

const anyToken = fc.record({
  sub: fc.constantFrom('ana', 'eve', 'bob', ''),
  groups: fc.subarray(['editor', 'guest']),
  tenant_id: fc.constantFrom('acme', 'umbrella', 'none'),
  org: fc.constantFrom('acme', 'umbrella'),
  email: fc.constantFrom('in', 'out'),
  exp: fc.constantFrom(START / 1_000 + 5, START / 1_000 + 1_000),
});

type Step =
  | { readonly type: 'call'; readonly token: number; readonly id: string; readonly times: number }
  | { readonly type: 'ask'; readonly call: number; readonly id: string }
  | { readonly type: 'reload'; readonly project: Project }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'change'; readonly name: string; readonly value: string };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('call' as const),
      token: fc.nat(3),
      id: fc.constantFrom('c1', 'c2', 'c9'),
      times: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('ask' as const),
      call: fc.nat(5),
      id: fc.constantFrom('c1', 'c2', 'c9'),
    }),
  },
  fc.record({ type: fc.constant('reload' as const), project: fc.constantFrom(...PROJECTS) }),
  fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 4_000, TTL) }),
  fc.record({
    type: fc.constant('change' as const),
    name: fc.constantFrom('Tenant acme', 'EmailCampaign c1', 'EmailCampaign c2'),
    value: fc.constantFrom('free', 'pro', 'draft', 'umbrella'),
  }),
);

/** What a tenant says changes where the application drops all that is remembered of those in it. */
function change(world: World, name: string, value: string): void {
  const one = world.get(name);
  if (one === undefined) return;
  if (value === 'umbrella' && one.parents.length > 0) one.parents = [uid('Tenant', value)];
  else one.attrs[name.startsWith('Tenant') ? 'planTier' : 'status'] = value;
}

async function statusOf(server: ServerAuthorization<Req>, call: CallOf): Promise<unknown> {
  const ruling = await server.authorize(call);
  return ruling.type === 'pass' ? ruling.authorized : ruling.answer.status;
}

interface CallOf {
  readonly method: string;
  readonly url: string;
  readonly req: Req;
}

/** All that a handler may ask, and what it hears. */
function answersOf(server: ServerAuthorization<Req>, call: CallOf, id: string): Promise<unknown> {
  const told = (answer: Promise<unknown>) => answer.catch(() => 'rejected');
  return Promise.all([
    told(server.check(call, 'getEmailCampaign', id)),
    told(server.filter(call, 'updateEmailCampaign', [id, 'c1', 'c2'])),
    told(server.actionsOn(call, { type: 'EmailCampaign', id })),
  ]);
}

describe('a server that lives on', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
  afterEach(() => vi.useRealTimers());

  it.each([false, true])(
    'answers as one that was started just now, whatever was saved, changed or waited for, with a cache: %s',
    async (isCached) => {
      const everything = fc.record({
        tokens: fc.array(anyToken, { minLength: 4, maxLength: 4 }),
        steps: fc.array(anyStep, { maxLength: 20 }),
      });
      await fc.assert(
        fc.asyncProperty(everything, async ({ tokens, steps }) => {
          vi.setSystemTime(START);
          const world = newWorld();
          const { authorization, reload, cache } = longLived(world, isCached);
          let [project] = PROJECTS as [Project];
          const begun: CallOf[] = [];
          for (const step of steps) {
            const fresh = () => justStarted(world, project, isCached);
            if (step.type === 'reload') {
              project = step.project;
              reload(project);
            } else if (step.type === 'wait') vi.advanceTimersByTime(step.ms);
            else if (step.type === 'change') {
              change(world, step.name, step.value);
              for (const { sub } of tokens) cache.drop(sub);
            } else if (step.type === 'call') {
              const call = () => ({
                method: 'GET',
                url: `/campaigns/${step.id}`,
                req: { user: { ...tokens[step.token] } },
              });
              const expected = await statusOf(fresh(), call());
              const calls = Array.from({ length: step.times }, call);
              for (const one of calls) expect(await statusOf(authorization, one)).toEqual(expected);
              begun.push(...calls);
            } else {
              const call = begun[step.call % begun.length];
              if (!call) continue;
              const expected = await answersOf(fresh(), { ...call, req: { ...call.req } }, step.id);
              expect(await answersOf(authorization, call, step.id)).toEqual(expected);
            }
          }
        }),
      );
    },
  );
});
