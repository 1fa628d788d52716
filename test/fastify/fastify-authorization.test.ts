import fastify, { type FastifyInstance, type FastifyRequest, type RouteOptions } from 'fastify';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { FastifyAuthorization } from '../../src/fastify/fastify-authorization.ts';
import type { Authorized } from '../../src/server/call.ts';
import { attackSchema } from '../helpers/attack-app.ts';
import { shopOptions } from '../helpers/tiny-shop.ts';

const authorization = () => new FastifyAuthorization<FastifyRequest>(shopOptions());

/** The schema of the shop, in which other paths stand for two lists. */
function schemaWith([search = '/search', campaigns = '/campaigns']: readonly string[]) {
  const { schema } = attackSchema('ResourceRest');
  const text = schema
    .replace('GET /search ', `GET ${search} `)
    .replace('GET /campaigns ', `GET ${campaigns} `);
  return { type: 'jsonString', schema: text } as const;
}

/** The same where a list is found by another method. */
function schemaFor(method: string) {
  const { schema } = attackSchema('ResourceRest');
  return { type: 'jsonString', schema: schema.replace('GET /search ', `${method} /search `) } as const;
}

async function statusOf(
  app: FastifyInstance,
  method: 'GET' | 'HEAD' | 'DELETE' | 'POST',
  url: string,
  payload?: object,
) {
  const { statusCode } = await app.inject({ method, url, ...(payload ? { payload } : {}) });
  return statusCode;
}

describe('the authorization of Fastify', () => {
  it('guards what is registered before and behind it, in plugins too, and what is not found', async () => {
    const app = fastify();
    const ran: string[] = [];
    const route = (url: string) => ({ url, handler: async () => ran.push(url) });
    app.get('/campaigns/:id', route('/campaigns/:id').handler);
    authorization().protect(app);
    app.register(async (plugin) => {
      plugin.get('/campaigns', route('/campaigns').handler);
      plugin.register(async (inner) => void inner.get('/stats', route('/internal/stats').handler), {
        prefix: '/internal',
      });
    });
    app.setNotFoundHandler(async () => ran.push('not found'));
    for (const url of ['/campaigns/c1', '/campaigns', '/internal/stats', '/nowhere'])
      expect([403, 404]).toContain(await statusOf(app, 'GET', url));
    expect(ran).toEqual([]);
  });

  it('refuses what was routed by another path than the one that is decided about', async () => {
    const app = fastify();
    const ran: unknown[] = [];
    app.addHook('onRequest', async (req) => {
      if (req.headers['x-rewrite']) req.raw.url = '/users/x';
    });
    authorization().protect(app);
    app.get('/campaigns/:id', async () => ran.push('a campaign'));
    const integer = { params: { type: 'object', properties: { id: { type: 'integer' } } } };
    app.get('/users/:id', { schema: integer }, async (req) => ran.push(req.params));
    const rewritten = await app.inject({ url: '/campaigns/c1', headers: { 'x-rewrite': '1' } });
    expect(rewritten.statusCode).toBe(500);
    expect(await statusOf(app, 'GET', '/users/007')).toBe(500);
    expect(ran).toEqual([]);
    expect(await statusOf(app, 'GET', '/users/7')).toBe(200);
    expect(ran).toEqual([{ id: 7 }]);
  });

  it('refuses what was routed by another path where the route was registered before it', async () => {
    const app = fastify();
    const ran: unknown[] = [];
    app.get('/internal/stats', async () => ran.push('stats'));
    app.addHook('onRequest', async (req) => {
      req.raw.url = '/users/x';
    });
    authorization().protect(app);
    expect(await statusOf(app, 'GET', '/internal/stats')).toBe(500);
    expect(ran).toEqual([]);
  });

  it('refuses a method that a hook has made one of another route, also when the decision comes later', async () => {
    const { principalConfiguration, ...others } = shopOptions<FastifyRequest>();
    const { getPrincipalEntity } = principalConfiguration;
    const later: typeof getPrincipalEntity = async (...asked) => getPrincipalEntity(...asked);
    for (const found of [getPrincipalEntity, later]) {
      const own = new FastifyAuthorization<FastifyRequest>({
        ...others,
        principalConfiguration: { type: 'custom', getPrincipalEntity: found },
      });
      const app = fastify();
      const ran: string[] = [];
      app.addHook('onRequest', async (req) => {
        if (req.headers['x-read']) req.raw.method = 'GET';
      });
      own.protect(app);
      app.route({ method: ['PUT', 'POST'], url: '/users/:id', handler: async () => ran.push('changes') });
      app.route({ method: ['GET'], url: '/users/:id', handler: async () => ran.push('reads') });
      const changed = { method: 'PUT', url: '/users/x', headers: { 'x-read': '1' } } as const;
      expect((await app.inject(changed)).statusCode).toBe(500);
      expect(await statusOf(app, 'POST', '/users/x')).toBe(404);
      expect(ran).toEqual([]);
      expect(await statusOf(app, 'GET', '/users/x')).toBe(200);
      expect(ran).toEqual(['reads']);
    }
  });

  it('refuses a body that policies read and no parser has, and a header that changes the method', async () => {
    const app = fastify();
    const ran: unknown[] = [];
    app.addContentTypeParser('*', (_req, _payload, done) => done(null));
    authorization().protect(app);
    app.post('/notes', async () => ran.push('a note'));
    app.get('/users/:id', async () => ran.push('a user'));
    const headers = { 'content-type': 'application/x-note' };
    const unread = await app.inject({ method: 'POST', url: '/notes', headers, payload: 'pinned' });
    expect(unread.statusCode).toBe(400);
    const overriding = { 'x-http-method-override': 'DELETE' };
    expect((await app.inject({ url: '/users/x', headers: overriding })).statusCode).toBe(400);
    expect(ran).toEqual([]);
    expect(await statusOf(app, 'POST', '/notes')).toBe(200);
    expect(await statusOf(app, 'GET', '/users/x')).toBe(200);
  });

  it('refuses a call whose identifier is written like the parameter, where a validator makes another one of it', async () => {
    const app = fastify();
    const ran: unknown[] = [];
    authorization().protect(app);
    const another = { validatorCompiler: () => () => ({ value: { id: 'c9' } }), schema: { params: {} } };
    app.get('/users/:id', another, async (req) => ran.push(req.params));
    for (const url of ['/users/:id', '/users/%3Aid', '/users/7'])
      expect(await statusOf(app, 'GET', url)).toBe(500);
    expect(ran).toEqual([]);
  });

  it.each(['onRequest', 'preHandler'] as const)(
    'refuses a call whose method the hook %s has changed after its route was found',
    async (hook) => {
      for (const isOld of [false, true])
        for (const before of [false, true]) {
          const app = fastify();
          const ran: unknown[] = [];
          const override = () =>
            app.addHook(hook, async (req) => {
              const { url: routerPath, config } = req.routeOptions;
              const old = { routeOptions: undefined, routerPath, context: { config } };
              for (const [name, value] of Object.entries(isOld ? old : {}))
                Object.defineProperty(req, name, { value });
              if (req.headers['x-method']) req.raw.method = 'GET';
            });
          if (before) override();
          authorization().protect(app);
          if (!before) override();
          app.get('/users/:id', async () => ran.push('read'));
          app.delete('/users/:id', async () => ran.push('deleted'));
          app.post('/caches/:id', async () => ran.push('posted'));
          for (const method of ['DELETE', 'POST'] as const)
            await app.inject({ method, url: '/users/x', headers: { 'x-method': '1' } });
          expect(ran).toEqual([]);
          expect(await statusOf(app, 'GET', '/users/x')).toBe(200);
          expect(await statusOf(app, 'HEAD', '/users/x')).toBe(200);
          expect(ran).toEqual(['read', 'read']);
        }
    },
  );

  it('refuses it also where a request tells its route as before Fastify 4.10', async () => {
    const app = fastify();
    const ran: string[] = [];
    app.addHook('onRequest', async (req) => {
      const routerPath = req.routeOptions.url;
      Object.defineProperties(req, { routeOptions: { value: undefined }, routerPath: { value: routerPath } });
      if (req.headers['x-rewrite']) req.raw.url = '/users/x';
    });
    authorization().protect(app);
    app.get('/campaigns/:id', async () => ran.push('a campaign'));
    app.get('/users/:id', async () => ran.push('a user'));
    const rewritten = await app.inject({ url: '/campaigns/c1', headers: { 'x-rewrite': '1' } });
    expect(rewritten.statusCode).toBe(500);
    expect(await statusOf(app, 'GET', '/users/x')).toBe(200);
    expect(ran).toEqual(['a user']);
  });

  it('refuses what a later hook has made another identifier of', async () => {
    const app = fastify();
    const ran: unknown[] = [];
    authorization().protect(app);
    app.addHook('preHandler', async (req) => {
      const { name } = req.headers;
      if (name === 'whole') req.params = { id: 'other' };
      else Object.assign(req.params as object, { [String(name)]: 'other' });
    });
    app.get('/users/:id', async (req) => ran.push(req.params));
    const statusWith = async (name: string) =>
      (await app.inject({ url: '/users/x', headers: { name } })).statusCode;
    expect(await statusWith('id')).toBe(500);
    expect(await statusWith('whole')).toBe(500);
    expect(ran).toEqual([]);
    expect(await statusWith('row')).toBe(200);
    expect(ran).toEqual([{ id: 'x', row: 'other' }]);
  });

  it('refuses what a hook has made another identifier of that a later `onRoute` gave the route', async () => {
    const changing = async (req: FastifyRequest) => {
      req.params = { id: 'other' };
    };
    const given: ((route: RouteOptions) => void)[] = [
      (route) => (route.preHandler as unknown[]).push(changing),
      (route) => {
        route.preHandler = changing;
      },
      (route) => {
        route.preHandler = [...[route.preHandler ?? []].flat(), changing];
      },
    ];
    for (const give of given) {
      const app = fastify();
      const ran: unknown[] = [];
      authorization().protect(app);
      app.addHook('onRoute', give);
      app.get('/users/:id', async (req) => ran.push(req.params));
      expect(await statusOf(app, 'GET', '/users/x')).toBe(500);
      expect(ran).toEqual([]);
    }
    const app = fastify();
    const ran: string[] = [];
    authorization().protect(app);
    app.addHook('onRoute', (route) => {
      (route.preHandler as unknown[]).push(async () => ran.push('a hook'));
    });
    app.get('/users/:id', async () => ran.push('a user'));
    expect(await statusOf(app, 'GET', '/users/x')).toBe(200);
    expect(ran).toEqual(['a hook', 'a user']);
  });

  it('answers a call with 400 for which the router has found an empty parameter', async () => {
    const app = fastify();
    const ran: unknown[] = [];
    authorization().protect(app);
    for (const path of ['/pages/:name.:format', '/users/:first.:last'])
      app.get(path, async (req) => ran.push(req.params));
    for (const url of ['/pages/.a', '/pages/a.', '/users/.a', '/users/a.'])
      expect([url, await statusOf(app, 'GET', url)]).toEqual([url, 400]);
    expect(await statusOf(app, 'GET', '/pages/.')).toBe(404);
    expect(ran).toEqual([]);
  });

  it('refuses a path that a lenient router takes for another one', async () => {
    const app = fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } });
    const ran: string[] = [];
    authorization().protect(app);
    app.delete('/caches/all', async () => ran.push('all'));
    app.delete('/caches/:name', async () => ran.push('one'));
    expect(await statusOf(app, 'DELETE', '/caches/ALL')).toBe(500);
    expect(await statusOf(app, 'DELETE', '/caches/all/')).toBe(404);
    expect(ran).toEqual([]);
    expect(await statusOf(app, 'DELETE', '/caches/x')).toBe(200);
    expect(ran).toEqual(['one']);
  });

  it.each([
    ['/users/:id', '/users/a%2Fb'],
    ['/users/:id(^\\w+$)', '/users/ab'],
    ['/users/:id?', '/users/ab'],
    ['/users/*', '/users/ab'],
    ['/files/:name.:ext', '/files/public.txt'],
    ['/compare/:base(.+)...:head', '/compare/main...dev'],
  ])('knows the path of the route %s again in %s', async (template, url) => {
    const app = fastify();
    authorization().protect(app);
    app.get(template, async () => ({}));
    expect(await statusOf(app, 'GET', url)).toBe(200);
  });

  it('decides about the body that the handler sees', async () => {
    const app = fastify();
    authorization().protect(app);
    const pinned = { type: 'object', properties: { pinned: { type: 'boolean', default: true } } };
    app.post('/notes', async (req) => req.body);
    app.register(async (plugin) => {
      plugin.post('/login', { schema: { body: pinned } }, async () => ({}));
    });
    expect(await statusOf(app, 'POST', '/notes', { pinned: true })).toBe(403);
    expect(await statusOf(app, 'POST', '/notes', { pinned: false })).toBe(200);
  });

  it('lets a route have a guard of its own, and asks more in handlers', async () => {
    const app = fastify();
    const own = authorization();
    const preHandler = own.handler('deleteCache', {
      resource: (req) => String(Object(req.params).name),
    });
    app.delete('/own/:name', { preHandler }, async (req) => ({
      authorized: req.authorized,
      may: await own.check(req, 'getUser', 'x'),
      mayNot: await own.check(req, 'getCampaign', 'c1'),
      some: await own.filter(req, 'deleteCache', ['a', 'b']),
      actions: await own.actionsOn(req, { type: 'Campaign', id: 'c1' }),
    }));
    const { statusCode, body } = await app.inject({ method: 'DELETE', url: '/own/c' });
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      authorized: { action: 'deleteCache', resources: [{ type: 'Shop::Cache', id: 'c' }] },
      may: true,
      mayNot: false,
      some: ['a', 'b'],
      actions: [],
    });
  });

  it('guards what was registered before, and says that it cannot compare it', async () => {
    const app = fastify();
    app.register(async (plugin) => void plugin.get('/internal/stats', async () => ({})));
    await app.after();
    const late = authorization();
    late.protect(app);
    await app.ready();
    expect((await app.inject('/internal/stats')).statusCode).toBe(404);
    expect(late.verifyRoutes(app)).toMatchObject({ unguarded: [], notChecked: [expect.any(String)] });
  });

  it('compares the root of a plugin with a prefix, which Fastify mounts with a slash at the end as well', async () => {
    for (const more of [{}, { prefixTrailingSlash: 'no-slash' }] as const) {
      const app = fastify();
      const own = authorization();
      own.protect(app);
      app.register(async (plugin) => void plugin.get('/', more, async () => ({})), { prefix: '/campaigns' });
      await app.ready();
      const { notMounted, ...others } = own.verifyRoutes(app);
      expect(notMounted).not.toContain('GET /campaigns');
      expect(others).toMatchObject({ notInSchema: [], unguarded: [], notChecked: [], shadowed: [] });
    }
  });

  it('lists no route of `@fastify/cors`, whose hook answers preflights, and refuses what this leaves', async () => {
    const app = fastify();
    const own = authorization();
    own.protect(app);
    for (const prefix of ['/', '/campaigns'])
      app.register(
        async (plugin) =>
          void plugin.options('*', { schema: { hide: true } as object }, async (_, reply) => reply.send()),
        { prefix },
      );
    app.options('/others/*', async () => ({}));
    await app.ready();
    expect(own.verifyRoutes(app)).toMatchObject({ notInSchema: ['OPTIONS /others/*'], notChecked: [] });
    for (const url of ['/campaigns/c1', '/nowhere'])
      expect((await app.inject({ method: 'OPTIONS', url })).statusCode).toBe(404);
  });

  it('knows by which route an endpoint for OPTIONS is answered, also where it is like that of `@fastify/cors`', async () => {
    const schema = schemaFor('OPTIONS');
    const own = new FastifyAuthorization<FastifyRequest>({ ...shopOptions(), schema });
    const app = fastify();
    own.protect(app);
    app.options('/search*', { schema: { hide: true } as object }, async () => ({}));
    await app.ready();
    const { notMounted, notInSchema } = own.verifyRoutes(app);
    expect(notMounted).not.toContain('OPTIONS /search');
    expect(notInSchema).toEqual([]);
  });

  it.each([
    ['/searches/', ['/searches/'], ['/searches', '/searches/x']],
    ['/searches', ['/searches'], ['/searches/']],
    ['/searches and /searches/', ['/searches', '/searches/'], []],
  ])('runs the root of a plugin for calls of %s, as the schema has them', async (_, described, others) => {
    const schema = schemaWith(described);
    const staticPolicies = 'permit (principal, action, resource);';
    const own = new FastifyAuthorization<FastifyRequest>({
      ...shopOptions(),
      schema,
      authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies, schema }),
    });
    const app = fastify();
    own.protect(app);
    app.register(async (plugin) => void plugin.get('/', async () => ({})), { prefix: '/searches' });
    await app.ready();
    for (const path of described) expect(await statusOf(app, 'GET', path), path).toBe(200);
    for (const path of described) expect(await statusOf(app, 'HEAD', path), path).toBe(200);
    for (const path of others) expect(await statusOf(app, 'GET', path), path).toBe(404);
    const { notMounted, ...lists } = own.verifyRoutes(app);
    expect(notMounted.filter((endpoint) => endpoint.includes('/searches'))).toEqual([]);
    expect(lists).toMatchObject({ notInSchema: [], unguarded: [], notChecked: [], shadowed: [] });
  });

  it('tells of calls that the route of another endpoint answers, as they lack the version that their own asks for', async () => {
    type Version = { version: string } | undefined;
    const verified = async (versions: readonly Version[], ofUsers?: Version) => {
      const app = fastify();
      const own = authorization();
      own.protect(app);
      for (const constraints of versions)
        app.get('/users/me', constraints ? { constraints } : {}, async () => 'me');
      app.get('/users/:user_id', ofUsers ? { constraints: ofUsers } : {}, async (req) => req.params);
      await app.ready();
      return own.verifyRoutes(app).shadowed;
    };
    const shadowed = [
      'GET /users/me is answered by the route GET /users/:user_id, where it lacks what its own asks for',
    ];
    const [one, two] = [{ version: '1.0.0' }, { version: '2.0.0' }];
    expect(await verified([two])).toEqual(shadowed);
    expect(await verified([one, two])).toEqual(shadowed);
    expect(await verified([two], one)).toEqual(shadowed);
    expect(await verified([one, two], one)).toEqual([]);
    expect(await verified([two, undefined])).toEqual([]);
    expect(await verified([undefined])).toEqual([]);
    expect(await verified([undefined], one)).toEqual(shadowed);
    expect(await verified([one, undefined], one)).toEqual([]);
  });

  it('guards a plugin alone, and tells of routes outside, and of settings by which it would not know the path', async () => {
    const app = fastify();
    const inside = authorization();
    app.register(async (plugin) => {
      inside.protect(plugin);
      plugin.get('/campaigns', async () => ({}));
    });
    app.get('/internal/stats', async () => ({}));
    await app.ready();
    expect((await app.inject('/campaigns')).statusCode).toBe(403);
    expect((await app.inject('/internal/stats')).statusCode).toBe(200);
    expect(inside.verifyRoutes(app).unguarded).toHaveLength(1);
    const odd = fastify({ useSemicolonDelimiter: true });
    // Later versions of Fastify 4 have it where nobody sets anything.
    expect(() => authorization().protect(odd)).toThrow(/set `useSemicolonDelimiter: false`/);
  });

  it('decides once about a call of a plugin that it guards as well as the application around it', async () => {
    const app = fastify();
    const decided: string[] = [];
    const both = new FastifyAuthorization({
      ...shopOptions(),
      onDecision: ({ decision }) => void decided.push(decision),
    });
    both.protect(app);
    app.register(async (plugin) => {
      both.protect(plugin);
      plugin.get('/users/:id', async (req) => req.authorized?.resources);
    });
    both.protect(app);
    expect(await statusOf(app, 'GET', '/users/x')).toBe(200);
    expect(decided).toEqual(['allow']);
    expect(both.verifyRoutes(app)).toMatchObject({ unguarded: [], notChecked: [] });
  });

  it('guards a plugin beside another authorization that guards the application around it', async () => {
    for (const mayOf of ['the application', 'the plugin', 'both']) {
      const permitting = (who: string) => {
        const { authorizationEngine, ...others } = shopOptions<FastifyRequest>();
        const nothing = new PolicyInlineAuthorizationEngine({ staticPolicies: '', schema: others.schema });
        const may = [who, 'both'].includes(mayOf);
        return new FastifyAuthorization({
          ...others,
          authorizationEngine: may ? authorizationEngine : nothing,
        });
      };
      const app = fastify();
      const ran: unknown[] = [];
      permitting('the application').protect(app);
      app.register(async (plugin) => {
        permitting('the plugin').protect(plugin);
        plugin.get('/users/:id', async (req) => ran.push(req.authorized?.action));
      });
      expect(await statusOf(app, 'GET', '/users/x')).toBe(mayOf === 'both' ? 200 : 403);
      expect(ran).toEqual(mayOf === 'both' ? ['getUser'] : []);
    }
  });

  it('does not take the place of what an application keeps under the name of the decision', () => {
    const app = fastify();
    app.decorateRequest('authorized');
    expect(() => authorization().protect(app)).toThrow(/'authorized' has already been added/);
  });

  it('tells of routes outside and of endpoints without a route, where it guards another application as well', async () => {
    const both = authorization();
    const whole = fastify();
    both.protect(whole);
    whole.get('/users/me', async () => ({}));
    const partly = fastify();
    partly.get('/internal/stats', async () => ({}));
    partly.register(async (plugin) => {
      both.protect(plugin);
      plugin.get('/campaigns', async () => ({}));
    });
    await Promise.all([whole.ready(), partly.ready()]);
    expect((await partly.inject('/internal/stats')).statusCode).toBe(200);
    const { unguarded, notMounted } = both.verifyRoutes(partly);
    expect(unguarded).toEqual(['routes outside of what the authorization protects']);
    expect(notMounted).toContain('GET /users/me');
    expect(notMounted).not.toContain('GET /campaigns');
    expect(both.verifyRoutes(whole)).toMatchObject({ unguarded: [], notChecked: [] });
  });

  it('answers in the own way of an application, with the challenge', async () => {
    const app = fastify();
    const anonymous = { type: 'custom', getPrincipalEntity: () => undefined } as const;
    const own = new FastifyAuthorization({
      ...shopOptions(),
      principalConfiguration: anonymous,
      answer: (problem, _, reply) => {
        reply.code(problem.status);
        reply.send({ sorry: problem.title });
      },
    });
    own.protect(app);
    app.get('/campaigns', async () => ({}));
    const { statusCode, headers, body } = await app.inject('/campaigns');
    expect({ statusCode, challenge: headers['www-authenticate'], body }).toEqual({
      statusCode: 401,
      challenge: 'Bearer',
      body: '{"sorry":"Unauthorized"}',
    });
  });

  it('fits the types of Fastify', () => {
    expectTypeOf<FastifyRequest['authorized']>().toEqualTypeOf<Authorized | undefined>();
    const app = fastify({ http2: false });
    const typed = authorization();
    app.get<{ Params: { id: string } }>(
      '/x/:id',
      { preHandler: typed.handler('getUser', { resource: () => 'x' }) },
      async (req) => typed.check(req, 'getUser', req.params.id),
    );
    expectTypeOf(typed.protect).toBeCallableWith(app);
    expectTypeOf(typed.verifyRoutes).toBeCallableWith(app);
  });
});
