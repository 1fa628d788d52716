import { describe, expect, it } from 'vitest';
import type {
  AuthorizationEngine,
  PlainAuthorizationResult,
} from '../../src/core/engine/authorization-engine.ts';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { serverAuthorization } from '../../src/server/authorization.ts';
import { principalSliceCache } from '../../src/server/principals/principal-cache.ts';
import { ana, buildersOver, emailOptions, emailStringSchema } from '../helpers/express-server.ts';

const POLICIES = { staticPolicies: 'permit (principal, action, resource);', schema: emailStringSchema };

/** An engine of an application that permits less than its policies, in whichever function it says so. */
class Stricter extends PolicyInlineAuthorizationEngine {
  override decide: PolicyInlineAuthorizationEngine['decide'] = () => denied();
}
class StricterTogether extends PolicyInlineAuthorizationEngine {
  override decideAll: PolicyInlineAuthorizationEngine['decideAll'] = (inputs) => inputs.map(denied);
}
class StricterLater extends PolicyInlineAuthorizationEngine {
  override isAuthorized: PolicyInlineAuthorizationEngine['isAuthorized'] = async () => denied();
  override batchIsAuthorized: PolicyInlineAuthorizationEngine['batchIsAuthorized'] = async (inputs) =>
    inputs.map(denied);
}

function denied() {
  return { type: 'deny', decision: 'deny', kind: 'not-permitted', determining: [], errors: [] } as const;
}

describe('an engine of an application', () => {
  it.each([
    ['decides about one question', Stricter],
    ['decides about many questions', StricterTogether],
    ['answers later', StricterLater],
  ])('is asked in its own way where it %s itself', async (_, Engine) => {
    const statusBy = async (engine: PolicyInlineAuthorizationEngine, method: string, url: string) => {
      const options = emailOptions('', { authorizationEngine: engine });
      const ruling = await serverAuthorization<object>(options as never, { help: '' }).authorize({
        method,
        url,
        req: { user: ana },
      });
      return ruling.type === 'pass' ? 200 : ruling.answer.status;
    };
    const calls = [
      ['GET', '/campaigns/c1'],
      ['DELETE', '/messages?messagelist=m1,m9'],
    ] as const;
    for (const [method, url] of calls) {
      expect(await statusBy(new PolicyInlineAuthorizationEngine(POLICIES), method, url)).toBe(200);
      expect(await statusBy(new Engine(POLICIES), method, url)).toBe(403);
    }
  });

  it('is asked about all of a long list at once where it decides about many questions itself', async () => {
    const asked: number[] = [];
    class Counting extends PolicyInlineAuthorizationEngine {
      override decideAll: PolicyInlineAuthorizationEngine['decideAll'] = (inputs) => {
        asked.push(inputs.length);
        return inputs.map(denied);
      };
    }
    const sliceBuilders = {
      ...buildersOver(),
      EmailCampaign: () => ({ attrs: { name: 'x', status: 'draft' } }),
    };
    const options = emailOptions('', { authorizationEngine: new Counting(POLICIES), sliceBuilders });
    const authorization = serverAuthorization<object>(options as never, { help: '' });
    const items = Array.from({ length: 500 }, (_, index) => `c${index}`);
    const call = { method: 'GET', url: '/campaigns/c1', req: { user: ana } };
    expect(await authorization.filter(call, 'getEmailCampaign', items)).toEqual([]);
    expect(asked).toEqual([500]);
  });
});

describe('a long list', () => {
  it('lets a call that comes meanwhile be decided before its end', async () => {
    const options = emailOptions('', { authorizationEngine: new PolicyInlineAuthorizationEngine(POLICIES) });
    const authorization = serverAuthorization<object>(options as never, { help: '' });
    const call = { method: 'GET', url: '/campaigns/c1', req: { user: ana } };
    const items = Array.from({ length: 500 }, (_, index) => ({ id: `c${index}` }));
    const entity = () => ({ attrs: { name: 'x', status: 'draft' }, parents: [] });
    const ended: string[] = [];
    const list = authorization
      .filter(call, 'getEmailCampaign', items, { entity })
      .then(({ length }) => ended.push(`a list of ${length}`));
    await new Promise(setImmediate);
    await Promise.resolve(authorization.authorize(call)).then(({ type }) => ended.push(type));
    await list;
    expect(ended).toEqual(['pass', 'a list of 500']);
  });
});

describe('an engine that says about whom it has decided', () => {
  const statusBy = async (id: string, url: string) => {
    const allowed: PlainAuthorizationResult = {
      type: 'allow',
      authorizerInfo: { principalUid: { type: 'EmailApp::User', id }, determiningPolicies: [] },
    };
    const engines: readonly AuthorizationEngine[] = [
      { isAuthorized: async () => allowed },
      {
        isAuthorized: async () => allowed,
        batchIsAuthorized: async (inputs) => inputs.map(() => allowed),
      },
    ];
    const statuses = engines.map(async (authorizationEngine) => {
      const { authorize } = serverAuthorization<object>(emailOptions('', { authorizationEngine }) as never, {
        help: '',
      });
      const ruling = await authorize({ method: 'DELETE', url, req: { user: ana } });
      return ruling.type === 'pass' ? 200 : ruling.answer.status;
    });
    return Promise.all(statuses);
  };

  it('is believed about the caller, and about nobody else', async () => {
    for (const url of ['/messages?messagelist=m1', '/messages?messagelist=m1,m9']) {
      expect(await statusBy('ana', url)).toEqual([200, 200]);
      expect(await statusBy('pool|ana', url)).toEqual([500, 500]);
    }
  });
});

describe('what is above the groups of a caller', () => {
  const schema = {
    type: 'cedarFormat',
    schema: `namespace App {
      entity Org;
      entity Team in [Org];
      entity User in [Team];
      entity Application;
      entity Doc;
      @endpoint("GET /docs/{id} single-resource path:id")
      action read appliesTo { principal: [User], resource: [Doc] };
      @endpoint("DELETE /docs batch query:ids")
      action remove appliesTo { principal: [User], resource: [Doc] };
    }`,
  } as const;
  const staticPolicies =
    'permit (principal, action, resource); forbid (principal in App::Org::"closed", action, resource);';
  const engine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
  class AskedLater extends PolicyInlineAuthorizationEngine {
    override isAuthorized: PolicyInlineAuthorizationEngine['isAuthorized'] = async (...question) =>
      super.isAuthorized(...question);
  }
  const cache = principalSliceCache({ ttl: 1_000_000, size: 10 });

  it.each([
    ['one call', 'GET', '/docs/d1', {}],
    ['a list', 'DELETE', '/docs?ids=d1,d2', {}],
    [
      'one call by another engine',
      'GET',
      '/docs/d1',
      { authorizationEngine: new AskedLater({ staticPolicies, schema }) },
    ],
    [
      'one call of a remembered caller',
      'GET',
      '/docs/d1',
      { cache, cacheKey: ({ user }: { user: string }) => user },
    ],
    [
      'a list of a remembered caller',
      'DELETE',
      '/docs?ids=d1,d2',
      { cache, cacheKey: ({ user }: { user: string }) => user },
    ],
  ])(
    'is looked up for %s',
    async (_, method, url, {
      authorizationEngine = engine,
      ...remembering
    }: object & { authorizationEngine?: object }) => {
      const orgs: Readonly<Record<string, string>> = { red: 'closed', blue: 'open' };
      const { authorize } = serverAuthorization<{ user: string; team: string }>(
        {
          schema,
          authorizationEngine: authorizationEngine as PolicyInlineAuthorizationEngine,
          principalConfiguration: {
            type: 'custom',
            getPrincipalEntity: ({ user, team }) => ({
              uid: { type: 'App::User', id: user },
              attrs: {},
              parents: [{ type: 'App::Team', id: team }],
            }),
            ...remembering,
          },
          sliceBuilders: { Team: (id) => ({ parents: [{ type: 'App::Org', id: orgs[id] ?? '' }] }) },
        },
        { help: '' },
      );
      for (const _again of [1, 2, 3]) {
        expect(await authorize({ method, url, req: { user: 'ana', team: 'red' } })).toMatchObject({
          answer: { status: 403 },
        });
        expect(await authorize({ method, url, req: { user: 'bob', team: 'blue' } })).toMatchObject({
          type: 'pass',
        });
      }
    },
  );
});
