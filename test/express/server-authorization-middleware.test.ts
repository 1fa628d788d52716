import type { Request } from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PlainAuthorizationResult } from '../../src/core/engine/authorization-engine.ts';
import type { MiddlewareOptions } from '../../src/express/options.ts';
import { principalSliceCache } from '../../src/server/principals/principal-cache.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import { emailEntities, uid } from '../helpers/email-entities.ts';
import {
  type Answer,
  ana,
  buildersOver,
  EXPRESS_VERSIONS,
  emailOptions,
  eve,
  type RunningServer,
  type SendOptions,
  startEmailServer,
} from '../helpers/express-server.ts';

const POLICIES = `
  @id("editors") permit (principal in EmailApp::Role::"editor", action, resource);
  @id("open") permit (principal, action == EmailApp::Action::"login", resource);
  @id("isolation") forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants };
`;

const [[, express5]] = EXPRESS_VERSIONS;

/** One call to a server of its own. */
async function once(
  more: Partial<MiddlewareOptions>,
  method: string,
  url: string,
  options: SendOptions = { as: ana },
  policies = POLICIES,
): Promise<Answer & { ran: string[]; log: string[] }> {
  const server = await startEmailServer({ express: express5, options: emailOptions(policies, more) });
  const answer = await server.send(method, url, options);
  const seen = { ...answer, ran: server.takeRan(), log: server.takeLog() };
  await server.close();
  return seen;
}

describe.each(EXPRESS_VERSIONS)('the middleware under %s', (_, express) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startEmailServer({ express, options: emailOptions(POLICIES) });
  });
  afterAll(() => server.close());

  it('hands an allowed call on, and tells the handler what was authorized', async () => {
    const answer = await server.send('GET', '/campaigns/c1', { as: ana });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body).authorized).toEqual({
      principal: { type: 'EmailApp::User', id: 'ana' },
      action: 'getEmailCampaign',
      resources: [{ type: 'EmailApp::EmailCampaign', id: 'c1' }],
      items: [],
      refusedItems: [],
    });
    expect(server.takeRan()).toEqual(['GET /campaigns/{campaign_id}']);
  });

  it('answers a denied call with 403, and without a word about policies', async () => {
    const answer = await server.send('GET', '/campaigns/c1', { as: eve });
    expect(answer).toMatchObject({ status: 403, headers: { 'content-type': 'application/problem+json' } });
    expect(JSON.parse(answer.body)).toEqual({
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
      detail: 'You may not do this.',
      requestId: expect.any(String),
    });
    expect(server.takeRan()).toEqual([]);
  });

  it('asks a caller without an identity for one', async () => {
    const answer = await server.send('GET', '/campaigns/c1');
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
  });

  it('lets anyone use an open endpoint that a policy opens', async () => {
    expect((await server.send('POST', '/login')).status).toBe(200);
    expect(server.takeRan()).toEqual(['POST /login']);
  });
});

describe('answers', () => {
  it.each([
    ['a resource that does not exist', {}, 'GET', '/campaigns/c404', 404],
    ['the same, hidden', { missingResource: 403 as const }, 'GET', '/campaigns/c404', 403],
    ['an unknown path', {}, 'GET', '/nowhere', 404],
    ['the same, hidden', { unknownEndpoint: 403 as const }, 'GET', '/nowhere', 403],
    ['a batch without items', {}, 'DELETE', '/messages', 400],
    ['too many items', { maxBatchItems: 2 }, 'DELETE', '/messages?messagelist=a,b,c', 400],
    ['a target that is too long', { maxUrlLength: 20 }, 'GET', '/campaigns/c1?xxxxxxxxxxxxxxxx', 414],
    ['broken percent-encoding', {}, 'GET', '/campaigns/%zz', 400],
    ['OPTIONS', {}, 'OPTIONS', '/campaigns/c1', 404],
  ])('to %s', async (_, more, method, url, status) => {
    const answer = await once(more, method, url);
    expect(answer.status).toBe(status);
    expect(answer.ran).toEqual([]);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('to a missing resource do not differ from a denial when existence is hidden, but for the id of the call', async () => {
    const hidden = await once({ missingResource: 403 }, 'GET', '/campaigns/c404');
    const denied = await once({ missingResource: 403 }, 'GET', '/campaigns/c1', { as: eve });
    const comparable = ({ body }: Answer) => ({ ...JSON.parse(body), requestId: '' });
    expect(comparable(hidden)).toEqual(comparable(denied));
  });

  it('to OPTIONS by choice list the methods, and no handler runs', async () => {
    const answer = await once({ optionsRequests: 'answer' }, 'OPTIONS', '/campaigns/c1');
    expect(answer).toMatchObject({ status: 204, headers: { allow: 'GET, HEAD, PUT' }, ran: [] });
    expect((await once({ optionsRequests: 'answer' }, 'OPTIONS', '/nowhere')).status).toBe(404);
  });

  it('may be the application’s own, and fall back to ours when those fail', async () => {
    const own = await once(
      {
        challenge: 'Bearer realm="mail"',
        answer: (problem, _req, res) => {
          res.statusCode = problem.status;
          res.end(`no: ${problem.title}`);
        },
      },
      'GET',
      '/campaigns/c1',
      {},
    );
    expect(own).toMatchObject({
      status: 401,
      body: 'no: Unauthorized',
      headers: { 'www-authenticate': 'Bearer realm="mail"' },
    });
    for (const answer of [
      () => Promise.reject(new Error('x')),
      () => {
        throw new Error('x');
      },
    ]) {
      expect(await once({ answer }, 'GET', '/campaigns/c1', { as: eve })).toMatchObject({
        status: 403,
        ran: [],
      });
    }
  });

  it('ask for an identity before they tell anything about a resource', async () => {
    expect((await once({}, 'GET', '/campaigns/c404', {})).status).toBe(401);
  });
});

describe('skipped endpoints', () => {
  const skippedEndpoints = [{ httpVerb: 'get', path: '/campaigns/:id' }];

  it('run without a decision, HEAD included, and nothing else does', async () => {
    expect(await once({ skippedEndpoints }, 'GET', '/campaigns/c1', {})).toMatchObject({
      status: 200,
      ran: ['GET /campaigns/{campaign_id}'],
    });
    expect((await once({ skippedEndpoints }, 'HEAD', '/campaigns/c1', {})).status).toBe(200);
    for (const [method, url] of [
      ['PUT', '/campaigns/c1'],
      ['GET', '/campaigns/c1/'],
      ['GET', '/Campaigns/c1'],
      ['GET', '/campaigns/c1/messages'],
    ] as const)
      expect((await once({ skippedEndpoints }, method, url, {})).ran).toEqual([]);
  });
});

describe('whatever goes wrong denies', () => {
  const failing: Record<string, Partial<MiddlewareOptions>> = {
    'a slice builder that throws': {
      sliceBuilders: {
        ...buildersOver(),
        Tenant: () => {
          throw new Error('database down');
        },
      },
    },
    'a slice builder that rejects': {
      sliceBuilders: { ...buildersOver(), Tenant: async () => Promise.reject(new Error('x')) },
    },
    'a slice builder that never answers': {
      timeout: 20,
      sliceBuilders: { ...buildersOver(), EmailCampaign: () => new Promise(() => {}) },
    },
    'a slice builder that answers nonsense': {
      sliceBuilders: { ...buildersOver(), EmailCampaign: () => ({ attrs: 5 }) as never },
    },
    'a slice builder that answers another entity': {
      sliceBuilders: {
        ...buildersOver(),
        EmailCampaign: () => ({
          uid: uid('EmailCampaign', 'c9'),
          attrs: { name: '', status: '' },
          parents: [],
        }),
      },
    },
    'a slice builder with an attribute of another type': {
      sliceBuilders: { ...buildersOver(), EmailCampaign: () => ({ attrs: { name: 5, status: 'draft' } }) },
    },
    'a parent that does not exist': {
      sliceBuilders: buildersOver(
        emailEntities.filter(({ uid: one }) => !('id' in one && one.id === 'acme')),
      ),
    },
    'a principal function that throws': {
      principalConfiguration: {
        type: 'custom',
        getPrincipalEntity: () => {
          throw new Error('x');
        },
      },
    },
    'a principal function that never answers': {
      timeout: 20,
      principalConfiguration: { type: 'custom', getPrincipalEntity: () => new Promise(() => {}) },
    },
    'a principal that is none': {
      principalConfiguration: { type: 'custom', getPrincipalEntity: () => ({ uid: 'ana' }) as never },
    },
    'a principal of another type': {
      principalConfiguration: {
        type: 'custom',
        getPrincipalEntity: () => ({ uid: uid('Role', 'editor'), attrs: {}, parents: [] }),
      },
    },
    'a principal in something it cannot be in': {
      principalConfiguration: {
        type: 'custom',
        getPrincipalEntity: () => ({
          uid: uid('User', 'ana'),
          attrs: {},
          parents: [uid('EmailCampaign', 'c1')],
        }),
      },
    },
    'an engine that throws': { authorizationEngine: { isAuthorized: () => Promise.reject(new Error('x')) } },
    'an engine that never answers': {
      timeout: 20,
      authorizationEngine: { isAuthorized: () => new Promise(() => {}) },
    },
    'an engine that answers nothing': {
      authorizationEngine: { isAuthorized: async () => undefined as never },
    },
    'an engine that answers nonsense': {
      authorizationEngine: { isAuthorized: async () => ({ type: 'yes' }) as never },
    },
    'an engine that answers an error': {
      authorizationEngine: { isAuthorized: async () => ({ type: 'error', message: 'no network' }) },
    },
    'an audit trail that cannot be written': { onDecision: () => Promise.reject(new Error('disk full')) },
    'a logger that throws': {
      logger: {
        log: () => {
          throw new Error('x');
        },
      },
    },
  };

  it.each(Object.keys(failing))('%s', async (name) => {
    const answer = await once(failing[name] ?? {}, 'GET', '/campaigns/c1');
    expect(answer).toMatchObject({ status: 500, ran: [] });
    expect(answer.body).not.toMatch(/database|disk|network|took|builder/);
  });

  it('an evaluation error, that of a forbid above all', async () => {
    const erring = `${POLICIES} @id("erring") forbid (principal, action, resource is EmailApp::EmailCampaign) when { EmailApp::Tenant::"gone".planTier == "free" };`;
    const answer = await once({}, 'GET', '/campaigns/c1', { as: ana }, erring);
    expect(answer).toMatchObject({ status: 500, ran: [] });
    expect(JSON.parse(answer.log[0] ?? '')).toMatchObject({
      decision: 'deny',
      kind: 'errored',
      errors: [expect.stringMatching(/^erring: /)],
    });
  });

  it('a failed call, and not the next one', async () => {
    const server = await startEmailServer({
      express: express5,
      options: emailOptions(POLICIES, {
        sliceBuilders: {
          ...buildersOver(),
          EmailMessage: () => {
            throw new Error('x');
          },
        },
      }),
    });
    for (let round = 0; round < 3; round += 1) {
      const [bad, good] = await Promise.all([
        server.send('GET', '/messages/m1', { as: ana }),
        server.send('GET', '/campaigns/c1', { as: ana }),
      ]);
      expect([bad.status, good.status]).toEqual([500, 200]);
    }
    await server.close();
  });
});

describe('several lookups that fail in one call', () => {
  const fail = (error: string) => new Error(error);
  const failing: Record<string, Partial<MiddlewareOptions>> = {
    'one at once, another later': {
      sliceBuilders: {
        ...buildersOver(),
        Tenant: async () => Promise.reject(fail('later')),
        EmailMessage: () => {
          throw fail('at once');
        },
      },
    },
    'all of a batch, each in its own time': {
      sliceBuilders: {
        ...buildersOver(),
        Tenant: () => new Promise((_, reject) => setImmediate(reject, fail('tenant'))),
        EmailMessage: (id) => {
          if (id === 'm1') throw fail('m1');
          return Promise.reject(fail(id));
        },
      },
    },
  };

  it.each(Object.keys(failing))('%s: the call is refused, and no failure is left unhandled', async (name) => {
    const unhandled: unknown[] = [];
    const note = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', note);
    const answer = await once(failing[name] ?? {}, 'DELETE', '/messages?messagelist=m1,m9');
    await new Promise((resolve) => setImmediate(resolve));
    process.off('unhandledRejection', note);
    expect(answer).toMatchObject({ status: 500, ran: [] });
    expect(unhandled).toEqual([]);
  });
});

describe('a batch', () => {
  const url = '/messages?messagelist=m1,m9';

  it('is refused whole when one item is not permitted', async () => {
    expect(await once({}, 'DELETE', url)).toMatchObject({ status: 403, ran: [] });
    expect(await once({}, 'DELETE', '/messages?messagelist=m1')).toMatchObject({ status: 200 });
    expect(await once({}, 'DELETE', '/messages?messagelist=m1,m404')).toMatchObject({ status: 404, ran: [] });
  });

  it('proceeds by choice with the permitted items, which the handler finds on the request', async () => {
    const proceed = { batch: { 'DELETE /messages': 'proceed' as const } };
    const answer = await once(proceed, 'DELETE', `${url},m404`);
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body).authorized).toMatchObject({
      action: 'deleteEmailMessage',
      items: ['m1'],
      refusedItems: ['m9', 'm404'],
      resources: [uid('EmailMessage', 'm1')],
    });
    expect(await once(proceed, 'DELETE', '/messages?messagelist=m9')).toMatchObject({ status: 403, ran: [] });
  });

  it('is one line in the log for each item', async () => {
    const { log } = await once({}, 'DELETE', url);
    expect(
      log.map((line) => JSON.parse(line)).map(({ resource, decision }) => [resource.id, decision]),
    ).toEqual([
      ['m1', 'allow'],
      ['m9', 'deny'],
    ]);
  });

  it('looks up what its items share once', async () => {
    const looked: string[] = [];
    const many = emailEntities.concat(
      ['m2', 'm3'].map((id) => ({
        uid: uid('EmailMessage', id),
        attrs: { subject: '', recipientCount: 1 },
        parents: [uid('EmailCampaign', 'c1'), uid('Tenant', 'acme')],
      })),
    );
    await once({ sliceBuilders: buildersOver(many, looked) }, 'DELETE', '/messages?messagelist=m1,m2,m3,m2');
    expect(looked.sort()).toEqual([
      'EmailCampaign c1',
      'EmailMessage m1',
      'EmailMessage m2',
      'EmailMessage m3',
      'Tenant acme',
    ]);
  });

  it('is asked in one go when the engine can, and one by one when not', async () => {
    const allow: PlainAuthorizationResult = {
      type: 'allow',
      authorizerInfo: { principalUid: uid('User', 'ana'), determiningPolicies: [] },
    };
    const batchIsAuthorized = vi.fn(async (inputs: readonly unknown[]) => inputs.map(() => allow));
    const isAuthorized = vi.fn(async () => allow);
    await once({ authorizationEngine: { isAuthorized, batchIsAuthorized } }, 'DELETE', url);
    expect([isAuthorized.mock.calls.length, batchIsAuthorized.mock.calls.length]).toEqual([0, 1]);
    await once({ authorizationEngine: { isAuthorized } }, 'DELETE', url);
    expect(isAuthorized.mock.calls.length).toBe(2);
    const short = { isAuthorized, batchIsAuthorized: async () => [allow] };
    expect(await once({ authorizationEngine: short }, 'DELETE', url)).toMatchObject({ status: 500, ran: [] });
  });
});

describe('a move', () => {
  const moves = {
    updateEmailCampaign: (req: { body?: unknown }) => {
      const { tenant } = req.body as { tenant?: string };
      return tenant ? { destination: { action: 'createEmailCampaign', resource: tenant } } : undefined;
    },
  };

  it('is two checks: at the origin and at the destination', async () => {
    const inside = await once({ moves }, 'PUT', '/campaigns/c1', { as: ana, json: { tenant: 'acme' } });
    expect(inside.status).toBe(200);
    expect(inside.log.map((line) => JSON.parse(line).action)).toEqual([
      'updateEmailCampaign',
      'createEmailCampaign',
    ]);
    const outside = await once({ moves }, 'PUT', '/campaigns/c1', { as: ana, json: { tenant: 'umbrella' } });
    expect(outside).toMatchObject({ status: 403, ran: [] });
    const stolen = await once({ moves }, 'PUT', '/campaigns/c9', { as: ana, json: { tenant: 'acme' } });
    expect(stolen).toMatchObject({ status: 403, ran: [] });
    const stays = await once({ moves }, 'PUT', '/campaigns/c1', { as: ana, json: {} });
    expect(stays).toMatchObject({ status: 200 });
  });

  const movedTo = (resource: unknown, more: object = {}) => ({
    moves: {
      updateEmailCampaign: async () => ({
        destination: { action: 'createEmailCampaign', resource: resource as string },
        ...more,
      }),
    },
  });

  it('asks about its origin besides what is moved and where it is put, and may have to be looked up', async () => {
    const from = (resource: string) => ({ origin: { action: 'getEmailCampaign', resource } });
    const inside = await once(movedTo('acme', from('c1')), 'PUT', '/campaigns/c1', { as: ana });
    expect(inside.status).toBe(200);
    expect(
      inside.log.map((line) => JSON.parse(line)).map(({ action, resource }) => [action, resource.id]),
    ).toEqual([
      ['updateEmailCampaign', 'c1'],
      ['getEmailCampaign', 'c1'],
      ['createEmailCampaign', 'acme'],
    ]);
    const others = movedTo('acme', from('c9'));
    expect(await once(others, 'PUT', '/campaigns/c1', { as: ana })).toMatchObject({ status: 403, ran: [] });
    // The origin does not stand for what is moved.
    const own = movedTo('acme', from('c1'));
    expect(await once(own, 'PUT', '/campaigns/c9', { as: ana })).toMatchObject({ status: 403, ran: [] });
    expect(await once(own, 'PUT', '/campaigns/c404', { as: ana })).toMatchObject({ status: 404, ran: [] });
  });

  it.each([
    ['nothing', ''],
    ['a list', ['acme']],
    ['no id', undefined],
    ['null', null],
    ['half a character', '\ud800'],
  ])('is answered with 400 when its destination is %s', async (_, resource) => {
    const call = once(movedTo(resource), 'PUT', '/campaigns/c1', { as: ana });
    expect(await call).toMatchObject({ status: 400, ran: [] });
  });

  it('is refused when it cannot be asked about', async () => {
    const unknown = movedTo('acme', { destination: { action: 'nothing', resource: 'acme' } });
    const fails = { moves: { updateEmailCampaign: () => Promise.reject(new Error('no database')) } };
    for (const bad of [unknown, fails, movedTo('acme', { destination: undefined })])
      expect(await once(bad, 'PUT', '/campaigns/c1', { as: ana })).toMatchObject({ status: 500, ran: [] });
  });

  it('is refused when a function answers with a value that is no move, as an empty text may be what the call names', async () => {
    for (const answer of ['', 0, Number.NaN, 'c9', true]) {
      const moves = { updateEmailCampaign: () => answer as never };
      expect(await once({ moves }, 'PUT', '/campaigns/c1', { as: ana })).toMatchObject({
        status: 500,
        ran: [],
      });
    }
    for (const none of [undefined, null, false]) {
      const moves = { updateEmailCampaign: () => none as never };
      expect(await once({ moves }, 'PUT', '/campaigns/c1', { as: ana })).toMatchObject({ status: 200 });
    }
  });

  it('of a batch asks about every item as well', async () => {
    const moves = {
      deleteEmailMessage: () => ({
        origin: { action: 'listEmailMessages', resource: 'c1' },
        destination: { action: 'createEmailCampaign', resource: 'acme' },
      }),
    };
    const own = await once({ moves }, 'DELETE', '/messages?messagelist=m1', { as: ana });
    expect(own.status).toBe(200);
    expect(JSON.parse(own.body).authorized.items).toEqual(['m1']);
    const stolen = await once({ moves }, 'DELETE', '/messages?messagelist=m1,m9', { as: ana });
    expect(stolen).toMatchObject({ status: 403, ran: [] });
  });
});

describe('a principal with attributes that the schema does not model', () => {
  const lines: string[] = [];
  const getPrincipalEntity = (req: object) => {
    const { user } = req as { user: Record<string, string> & { sub: string } };
    return {
      uid: uid('User', user.sub),
      attrs: { ...user, aud: 'mail', iat: 5 },
      parents: [uid('Role', 'editor'), uid('Tenant', 'acme')],
    };
  };

  it('is decided about without them, which is said once', async () => {
    lines.length = 0;
    const logger = { debug: (line: string) => lines.push(line) };
    const options = emailOptions(POLICIES, {
      principalConfiguration: { type: 'custom', getPrincipalEntity },
      logger,
    });
    const server = await startEmailServer({ express: express5, options });
    for (const url of ['/campaigns/c1', '/campaigns/c1', '/dashboard-data'])
      expect((await server.send('GET', url, { as: { sub: 'ana', email: 'ana@acme.example' } })).status).toBe(
        200,
      );
    await server.close();
    const told = lines.filter((line) => line.includes('left out')).map((line) => JSON.parse(line));
    expect(told).toEqual([
      { message: expect.any(String), attributes: expect.arrayContaining(['aud', 'iat', 'sub']) },
    ]);
    expect(told[0].attributes).not.toContain('email');
  });

  it('keeps an attribute of the schema, so that one of another type is not lost', async () => {
    const principalConfiguration = {
      type: 'custom' as const,
      getPrincipalEntity: () => ({
        uid: uid('User', 'ana'),
        attrs: { email: 5 },
        parents: [uid('Role', 'editor')],
      }),
    };
    expect((await once({ principalConfiguration }, 'GET', '/dashboard-data')).status).toBe(500);
  });
});

describe('the log', () => {
  it('has one line of JSON for each decision', async () => {
    const { log } = await once({ requestId: () => 'r1' }, 'GET', '/campaigns/c1?token=secret');
    expect(log.map((line) => JSON.parse(line))).toEqual([
      {
        requestId: 'r1',
        endpoint: 'GET /campaigns/{campaign_id}',
        method: 'GET',
        principal: uid('User', 'ana'),
        action: 'getEmailCampaign',
        resource: uid('EmailCampaign', 'c1'),
        decision: 'allow',
        kind: 'allowed',
        policies: ['editors'],
        duration: expect.any(Number),
      },
    ]);
  });

  it('says why there was no decision', async () => {
    const { log } = await once({}, 'GET', '/nowhere?token=secret');
    expect(log.map((line) => JSON.parse(line))).toMatchObject([{ decision: 'deny', kind: 'no-endpoint' }]);
  });

  it.each([
    ['a key of the query', '/messages?messagelist=m1&messagelist[hush]=m2', {}],
    ['another method in a header', '/messages?messagelist=m1', { 'X-HTTP-Method-Override': 'hush' }],
  ])('of a refused call and its answer have no text of the caller: %s', async (_, url, headers) => {
    const { log, ...answer } = await once({}, 'DELETE', url, { as: ana, headers });
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body).detail).toMatch(/messagelist|x-http-method-override/);
    expect(`${answer.body} ${log.join(' ')}`).not.toContain('hush');
  });

  it('never has a token, a query or an attribute in it, also when debugging', async () => {
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl';
    const lines: string[] = [];
    const principalConfiguration = {
      type: 'custom' as const,
      getPrincipalEntity: () => ({
        uid: uid('User', token),
        attrs: { email: 'ana@acme.example' },
        parents: [],
      }),
    };
    const logger = { log: (line: string) => lines.push(line), debug: (line: string) => lines.push(line) };
    await once({ logger, principalConfiguration }, 'GET', `/campaigns/c1?access_token=${token}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(lines.length).toBeGreaterThan(1);
    expect(lines.join('\n')).not.toMatch(/eyJ|access_token|acme\.example/);
  });
});

describe('a principal cache', () => {
  function cached(looked: string[], asked: string[]) {
    const cache = principalSliceCache({ ttl: 60_000, size: 10 });
    const getPrincipalEntity = principalFromToken({ namespace: 'EmailApp' });
    const principalConfiguration: MiddlewareOptions['principalConfiguration'] = {
      type: 'custom',
      getPrincipalEntity: (req, model) => {
        asked.push('principal');
        return getPrincipalEntity(req, model);
      },
      cache,
      cacheKey: (req) => (req as Request & { user?: { sub: string } }).user?.sub,
    };
    return {
      cache,
      options: emailOptions(POLICIES, {
        principalConfiguration,
        sliceBuilders: buildersOver(emailEntities, looked),
      }),
    };
  }

  it('spares the principal function and the look-ups above the principal', async () => {
    const [looked, asked]: string[][] = [[], []];
    const { cache, options } = cached(looked ?? [], asked ?? []);
    const server = await startEmailServer({ express: express5, options });
    for (let round = 0; round < 3; round += 1)
      expect((await server.send('GET', '/dashboard-data', { as: ana })).status).toBe(200);
    expect([asked, looked]).toEqual([['principal'], ['Tenant acme']]);
    cache.drop('ana');
    await server.send('GET', '/dashboard-data', { as: ana });
    expect(asked).toHaveLength(2);
    await server.send('GET', '/dashboard-data');
    await server.send('GET', '/dashboard-data');
    expect(asked).toHaveLength(4);
    await server.close();
  });
});
