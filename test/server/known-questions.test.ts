import { describe, expect, it, onTestFinished } from 'vitest';
import { type Entity, plainUid } from '../../src/core/cedar/entity.ts';
import type { ReadResult } from '../../src/core/engine/authorization-engine.ts';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { frozenCopy } from '../../src/core/values/frozen-data.ts';
import { type Authorize, type Ruling, serverAuthorization } from '../../src/server/authorization.ts';
import {
  type KnownQuestions,
  knownQuestions,
  type LookedUpQuestion,
} from '../../src/server/known-questions.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import { emailOptions, emailStringSchema } from '../helpers/express-server.ts';
import fc from '../helpers/fast-check.ts';

/** They read attributes of everything that is looked up, what is above it, the caller, and the context. */
const POLICIES = `
  @id("editors") permit (principal in EmailApp::Role::"editor", action, resource);
  @id("by mail") permit (principal, action == EmailApp::Action::"getEmailCampaign", resource)
    when { principal has email && principal.email like "*@acme.example" && resource.name == "open" };
  @id("isolation") forbid (principal, action, resource is EmailApp::EmailCampaign)
    unless { resource in context.tenants };
  @id("drafts") forbid (principal, action, resource is EmailApp::EmailCampaign) when { resource.status == "draft" };
  @id("sizes") forbid (principal, action, resource is EmailApp::EmailMessage) when { resource.recipientCount > 5 };
`;

/** What an application knows; it changes in place while calls come in. */
interface World {
  readonly entities: Map<string, { attrs?: unknown; parents?: unknown; [other: string]: unknown }>;
  readonly principals: Map<string, Entity>;
}

const uid = (type: string, id: string) => ({ type: `EmailApp::${type}`, id });

function newWorld(): World {
  const campaign = (tenant: string) => ({
    attrs: { name: 'open', status: 'sent' },
    parents: [uid('Tenant', tenant)],
  });
  const user = (id: string, parents: Entity['parents']): Entity => ({
    uid: uid('User', id),
    attrs: {},
    parents,
  });
  return {
    entities: new Map<string, Record<string, unknown>>([
      ['Tenant acme', { attrs: { maxUsers: 3, planTier: 'free' } }],
      ['Tenant other', { attrs: { maxUsers: 3, planTier: 'free' } }],
      ['EmailCampaign c1', campaign('acme')],
      ['EmailCampaign c2', campaign('other')],
      [
        'EmailMessage m1',
        { attrs: { subject: 's', recipientCount: 1 }, parents: [uid('EmailCampaign', 'c1')] },
      ],
    ]),
    principals: new Map([
      ['ana', user('ana', [uid('Role', 'editor'), uid('Tenant', 'acme')])],
      ['eve', user('eve', [uid('Tenant', 'other')])],
    ]),
  };
}

type How = 'the same object' | 'a copy' | 'a promise';

const ENGINE_OPTIONS = { staticPolicies: POLICIES, schema: emailStringSchema };
const REMEMBERING = new PolicyInlineAuthorizationEngine(ENGINE_OPTIONS);
const EVALUATING = new PolicyInlineAuthorizationEngine({ ...ENGINE_OPTIONS, rememberedDecisions: 0 });

/** What a token says of a principal; the same object for the same caller, which changes in place. */
function claimsOver({ principals }: World) {
  const tokens = new Map<string, object>();
  return (who: string | undefined) => {
    const principal = principals.get(who ?? '');
    if (!principal) return undefined;
    const named = (type: string) =>
      principal.parents
        .map(plainUid)
        .flatMap((parent) => (parent.type === `EmailApp::${type}` ? [parent.id] : []));
    const { id } = plainUid(principal.uid);
    const token = tokens.get(id) ?? {};
    tokens.set(id, token);
    return Object.assign(token, {
      sub: id,
      groups: named('Role'),
      tenant_id: named('Tenant'),
      ...principal.attrs,
    });
  };
}

/** A server over a world, which it looks at again for every call. */
function serverOf(
  world: World,
  engine: PolicyInlineAuthorizationEngine,
  readsTokens = false,
): Authorize<{ who: string; how: How }> {
  const answer = (how: How, parts: object | undefined) => {
    if (how === 'the same object' || !parts) return parts;
    return how === 'a copy' ? { ...parts } : Promise.resolve(parts);
  };
  const build = (type: string) => (id: string, req: { how: How }) =>
    answer(req.how, world.entities.get(`${type} ${id}`));
  const claims = claimsOver(world);
  const ofToken = principalFromToken({
    namespace: 'EmailApp',
    claims: (req: { who?: string }) => claims(req.who),
  });
  const ofWorld = (req: { who?: string }) => world.principals.get(req.who ?? '');
  const options = emailOptions('', {
    authorizationEngine: engine,
    principalConfiguration: { type: 'custom', getPrincipalEntity: readsTokens ? ofToken : ofWorld },
    sliceBuilders: {
      Tenant: build('Tenant'),
      EmailCampaign: build('EmailCampaign'),
      EmailMessage: build('EmailMessage'),
    },
  } as never);
  return serverAuthorization<{ who: string; how: How }>(options as never, { help: '' }).authorize;
}

/** Anything that a builder may get wrong, or right. */
const anyValue = fc.constantFrom<unknown>(
  ...['open', 'draft', 'sent', '', 1, 6, 1.5, true, null, undefined, ['open'], { name: 'open' }],
  ...[new Date(0), Number.NaN, -0, 'half \ud800', { __entity: uid('Tenant', 'acme') }],
);
const anyParents = fc.constantFrom<unknown>(
  ...[[], undefined, null, [uid('Tenant', 'acme')], [uid('Tenant', 'other')], [uid('EmailCampaign', 'c1')]],
  ...[
    [uid('EmailCampaign', 'c2')],
    [uid('Tenant', 'acme'), uid('Tenant', 'other')],
    [uid('Tenant', 'none')],
    'acme',
  ],
);

type Change = (world: World) => void;

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc
    .tuple(
      fc.constantFrom('Tenant acme', 'EmailCampaign c1', 'EmailCampaign c2', 'EmailMessage m1'),
      fc.constantFrom('name', 'status', 'recipientCount', 'planTier', 'email'),
      anyValue,
    )
    .map(
      ([name, attribute, value]): Change =>
        ({ entities }) => {
          Object.assign(entities.get(name)?.attrs ?? {}, { [attribute]: value });
        },
    ),
  fc.tuple(fc.constantFrom('EmailCampaign c1', 'EmailCampaign c2', 'EmailMessage m1'), anyParents).map(
    ([name, parents]): Change =>
      ({ entities }) =>
        void Object.assign(entities.get(name) ?? {}, { parents }),
  ),
  fc.constantFrom('Tenant acme', 'EmailCampaign c1', 'EmailMessage m1').map(
    (name): Change =>
      ({ entities }) =>
        void entities.delete(name),
  ),
  fc
    .tuple(
      fc.constantFrom('ana', 'eve'),
      fc.subarray([uid('Role', 'editor'), uid('Tenant', 'acme'), uid('Tenant', 'other')]),
      fc.constantFrom({}, { email: 'a@acme.example' }, { email: 'a@other.example' }, { email: 1 }),
    )
    .map(
      ([who, parents, attrs]): Change =>
        ({ principals }) => {
          const principal = principals.get(who);
          principal?.parents.splice(0, 3, ...parents);
          Object.assign(principal?.attrs ?? {}, attrs);
        },
    ),
  fc.constant<Change>(() => {}),
);

const anyCall = fc.record({
  who: fc.constantFrom('ana', 'eve', 'nobody'),
  how: fc.constantFrom<How>('the same object', 'a copy', 'a promise'),
  method: fc.constantFrom('GET', 'PUT'),
  url: fc.constantFrom(
    '/campaigns/c1',
    '/campaigns/c2',
    '/messages/m1',
    '/tenants/acme/campaigns',
    '/campaigns/c9',
  ),
  /** In a row: what is asked twice in a row is kept where it is asked. */
  times: fc.integer({ min: 1, max: 4 }),
});

/** All but the identifier of the call. */
function told(ruling: Ruling): unknown {
  return ruling.type === 'pass' ? ruling : { status: ruling.answer.status, detail: ruling.problem?.detail };
}

describe('a server that remembers decisions', () => {
  it('rules as a server that evaluates everything, whatever changes between two calls', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(fc.tuple(anyChange, fc.array(anyCall, { minLength: 1, maxLength: 6 })), { maxLength: 8 }),
        async (readsTokens, steps) => {
          const world = newWorld();
          const remembering = serverOf(world, REMEMBERING, readsTokens);
          const evaluating = serverOf(world, EVALUATING, readsTokens);
          for (const [change, calls] of steps) {
            change(world);
            for (const { who, how, method, url, times } of calls) {
              const call = () => ({ method, url, req: { who, how } });
              const expected = told(await evaluating(call()));
              for (let time = 0; time < times; time += 1)
                expect(told(await remembering(call()))).toEqual(expected);
            }
          }
        },
      ),
    );
  });

  it.each([false, true])(
    'gives each call objects of its own to change, by a token: %s',
    async (readsTokens) => {
      const authorize = serverOf(newWorld(), REMEMBERING, readsTokens);
      const call = () => ({
        method: 'GET',
        url: '/campaigns/c1',
        req: { who: 'ana', how: 'a copy' as const },
      });
      for (let time = 0; time < 5; time += 1) {
        const ruling = await authorize(call());
        const authorized = ruling.type === 'pass' ? ruling.authorized : undefined;
        expect(authorized).toMatchObject({
          principal: uid('User', 'ana'),
          resources: [uid('EmailCampaign', 'c1')],
        });
        Object.assign(authorized?.principal ?? {}, { id: 'eve' });
        Object.assign(authorized?.resources[0] ?? {}, { id: 'c2' });
      }
    },
  );

  it('takes nobody for a caller of before whose token is past its time since', async () => {
    const options = emailOptions('permit (principal, action, resource);');
    const { authorize } = serverAuthorization<object>(options as never, { help: '' });
    const token = { sub: 'ana', exp: 4_000_000_000 };
    const call = () => ({ method: 'GET', url: '/campaigns/c1', req: { user: token } });
    const principalOf = async () => {
      const ruling = await authorize(call());
      return ruling.type === 'pass' ? ruling.authorized?.principal.id : ruling.answer.status;
    };
    expect([await principalOf(), await principalOf()]).toEqual(['ana', 'ana']);
    token.exp = 1;
    expect(await principalOf()).toBe('anonymous');
  });

  it('hands a function of the application principals of its own, which it may change', async () => {
    const ofToken = principalFromToken({ namespace: 'EmailApp' });
    const options = emailOptions('permit (principal in EmailApp::Role::"editor", action, resource);', {
      principalConfiguration: {
        type: 'custom',
        getPrincipalEntity: (req, model) => {
          const principal = ofToken(req, model);
          principal?.parents.push(uid('Role', 'editor'));
          return principal;
        },
      },
    });
    const { authorize } = serverAuthorization<object>(options as never, { help: '' });
    const call = () => ({ method: 'GET', url: '/campaigns/c1', req: { user: { sub: 'ana' } } });
    expect([(await authorize(call())).type, (await authorize(call())).type]).toEqual(['pass', 'pass']);
  });

  it('asks another function for principals that the options have later, whatever that answers then', async () => {
    const principal = { uid: uid('User', 'ana'), attrs: {}, parents: [] };
    const given = emailOptions('permit (principal == EmailApp::User::"eve", action, resource);');
    const { authorize } = serverAuthorization<object>(given as never, { help: '' });
    const call = () => ({ method: 'GET', url: '/campaigns/c1', req: { user: { sub: 'eve' } } });
    const status = async () => {
      const ruling = await authorize(call());
      return ruling.type === 'pass' ? 200 : ruling.answer.status;
    };
    expect([await status(), await status()]).toEqual([200, 200]);
    Object.assign(given.principalConfiguration, { getPrincipalEntity: () => principal });
    expect(await status()).toBe(403);
    principal.uid.id = 'anonymous';
    expect(await status()).toBe(401);
  });

  it('asks another engine that the options have later', async () => {
    const engineOf = (staticPolicies: string) =>
      new PolicyInlineAuthorizationEngine({ staticPolicies, schema: emailStringSchema });
    const given = {
      ...emailOptions(''),
      authorizationEngine: engineOf('permit (principal, action, resource);'),
    };
    const { authorize } = serverAuthorization<object>(given as never, { help: '' });
    const call = { method: 'GET', url: '/campaigns/c1', req: { user: { sub: 'ana' } } };
    expect((await authorize(call)).type).toBe('pass');
    given.authorizationEngine = engineOf('');
    expect((await authorize(call)).type).toBe('answer');
  });

  it('sees what is above a caller of which a cache says something new', async () => {
    const schema = {
      type: 'cedarFormat',
      schema: `namespace App {
        entity Org; entity Team in [Org]; @principal entity Person in [Team]; entity Doc;
        @endpoint("GET /docs/{id} single-resource path:id")
        action readDoc appliesTo { principal: [Person], resource: [Doc] };
      }`,
    } as const;
    const staticPolicies = 'permit (principal in App::Org::"good", action, resource);';
    const team = { parents: [{ type: 'App::Org', id: 'good' }] };
    const person = {
      uid: { type: 'App::Person', id: 'ana' },
      attrs: {},
      parents: [{ type: 'App::Team', id: 't' }],
    };
    const { authorize } = serverAuthorization<object>(
      {
        schema,
        authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies, schema }),
        principalConfiguration: {
          type: 'custom',
          getPrincipalEntity: () => person,
          cache: { slice: (_, load) => load(), drop: () => {} },
          cacheKey: () => 'ana',
        },
        sliceBuilders: { Doc: () => ({}), Team: () => team, Org: () => ({}) },
      },
      { help: '' },
    );
    const call = () => ({ method: 'GET', url: '/docs/d1', req: {} });
    expect([(await authorize(call())).type, (await authorize(call())).type]).toEqual(['pass', 'pass']);
    team.parents = [{ type: 'App::Org', id: 'bad' }];
    expect((await authorize(call())).type).toBe('answer');
  });

  it.each([
    [16, 17],
    [23, 0],
  ])(
    'never keeps for one hour what was decided about another, while a clock moves on from %i to %i',
    async (from, to) => {
      const schema = {
        type: 'cedarFormat',
        schema: `namespace App {
        @principal entity Person { hour: Long }; entity Doc;
        @endpoint("GET /docs/{id} single-resource path:id")
        action readDoc appliesTo { principal: [Person], resource: [Doc], context: { at: { hour: Long } } };
      }`,
      } as const;
      const staticPolicies =
        'permit (principal, action, resource) when { context.at.hour < 17 && principal.hour < 17 };';
      for (let reads = 1; reads < 40; reads += 1) {
        let left = reads;
        const clock = {
          get hour() {
            left -= 1;
            return left < 0 ? to : from;
          },
        };
        const { authorize } = serverAuthorization<{ hour: { readonly hour: number } }>(
          {
            schema,
            authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies, schema }),
            principalConfiguration: {
              type: 'custom',
              getPrincipalEntity: (req) => ({
                uid: { type: 'App::Person', id: 'ana' },
                attrs: req.hour,
                parents: [],
              }),
            },
            getContext: (req) => ({ at: req.hour }),
            sliceBuilders: { Doc: () => ({}) },
          },
          { help: '' },
        );
        const call = (hour: { readonly hour: number }) => ({ method: 'GET', url: '/docs/d1', req: { hour } });
        await authorize(call(clock));
        for (const hour of [from, to])
          expect((await authorize(call({ hour }))).type).toBe(hour < 17 ? 'pass' : 'answer');
      }
    },
  );

  it.each(['of one engine', 'of all engines'])(
    'asks a method that was changed after the first calls: %s',
    async (of) => {
      const { prototype } = PolicyInlineAuthorizationEngine;
      const { decisions } = prototype;
      onTestFinished(() => void Object.assign(prototype, { decisions }));
      const engine = new PolicyInlineAuthorizationEngine({
        staticPolicies: 'permit (principal, action, resource);',
        schema: emailStringSchema,
      });
      const options = emailOptions('', { authorizationEngine: engine });
      const { authorize } = serverAuthorization<object>(options as never, { help: '' });
      const call = () => ({
        method: 'GET',
        url: '/campaigns/c1',
        req: { user: { sub: 'ana', groups: [], tenant_id: 'acme' } },
      });
      expect([(await authorize(call())).type, (await authorize(call())).type]).toEqual(['pass', 'pass']);
      const changed = of === 'of one engine' ? engine : prototype;
      changed.decisions = (inputs) =>
        inputs.map(() => ({ decision: 'deny', kind: 'not-permitted', determining: [], errors: [] }));
      expect((await authorize(call())).type).toBe('answer');
    },
  );
});

describe('a question that was asked before', () => {
  const principal: Entity = { uid: uid('User', 'ana'), attrs: {}, parents: [uid('Tenant', 'acme')] };
  const request = {
    principal: uid('User', 'ana'),
    action: uid('Action', 'getEmailCampaign'),
    resource: uid('EmailCampaign', 'c1'),
    context: { tenants: [{ __entity: uid('Tenant', 'acme') }] },
  };
  const campaign: Entity = { uid: uid('EmailCampaign', 'c1'), attrs: {}, parents: [] };
  const lookedUp = { kept: () => [campaign], areJust: ([one]: readonly unknown[]) => one === campaign };
  const question = { principal, request, lookedUp };
  const allowed = { decision: 'allow', kind: 'allowed', policies: [], errors: [] } as const;

  it('has the answer of before', () => {
    const known = knownQuestions(REMEMBERING);
    expect(known.answer(question)).toBeUndefined();
    keepIn(known, question, allowed);
    expect(known.answer(structuredCloneOf(question))).toBe(allowed);
  });

  it.each([
    ['action', { request: { ...request, action: uid('Deed', 'getEmailCampaign') } }],
    ['resource', { request: { ...request, resource: uid('EmailMessage', 'c1') } }],
    ['context', { request: { ...request, context: { tenants: [] } } }],
    ['type of caller', { principal: { ...principal, uid: uid('Robot', 'ana') } }],
    ['attributes of the caller', { principal: { ...principal, attrs: { email: 'a' } } }],
    ['parents of the caller', { principal: { ...principal, parents: [] } }],
    ['entities', { lookedUp: { ...lookedUp, areJust: () => false } }],
  ])('is another one with other %s', (_, change) => {
    const known = knownQuestions(REMEMBERING);
    keepIn(known, question, allowed);
    expect(known.answer({ ...question, ...change })).toBeUndefined();
  });

  it('is another one with other entities, asked by the very same object as before', () => {
    const known = knownQuestions(REMEMBERING);
    const asked = { ...question, request: frozenCopy(request) ?? request };
    keepIn(known, asked, allowed);
    expect([known.answer(asked), known.answer(asked)]).toEqual([allowed, allowed]);
    const moved = { ...asked, lookedUp: { ...lookedUp, areJust: () => false } };
    expect([known.answer(moved), known.answer(moved)]).toEqual([undefined, undefined]);
    expect(known.answer({ ...asked, principal: { ...principal, parents: [] } })).toBeUndefined();
    expect(known.answer(asked)).toBe(allowed);
  });

  it.each([
    ['that erred', question, { decision: 'deny', kind: 'errored', policies: [], errors: [] } as const],
    ['with a message', question, { ...allowed, errors: [{ message: 'odd' }] }],
    [
      'about entities that are not kept',
      { ...question, lookedUp: { ...lookedUp, kept: () => undefined } },
      allowed,
    ],
  ])('is asked again after an answer %s', (_, asked, result) => {
    const known = knownQuestions(REMEMBERING);
    keepIn(known, asked, result);
    expect(known.answer(question)).toBeUndefined();
  });
});

function structuredCloneOf<T extends { readonly principal: unknown; readonly request: unknown }>(
  question: T,
): T {
  return {
    ...question,
    principal: structuredClone(question.principal),
    request: structuredClone(question.request),
  };
}

function keepIn(known: KnownQuestions, question: LookedUpQuestion, result: ReadResult): void {
  const copy = known.copy(question);
  if (copy) known.keep(copy, result);
}
