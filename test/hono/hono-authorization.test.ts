import { type Context, Hono } from 'hono';
import { mount } from 'hono/mount';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { FetchAuthorization } from '../../src/fetch/fetch-authorization.ts';
import { HonoAuthorization } from '../../src/hono/hono-authorization.ts';
import type { Authorized } from '../../src/server/call.ts';
import { shopOptions } from '../helpers/tiny-shop.ts';

const authorization = () => new HonoAuthorization(shopOptions());
const quiet = (app: Hono) => app.onError((_, c) => c.text('', 500));

describe('the authorization of Hono', () => {
  it('refuses what is routed by another path than the one that is decided about', async () => {
    const ran: string[] = [];
    const appWith = (options: ConstructorParameters<typeof Hono>[0]) =>
      quiet(new Hono(options))
        .use(authorization().middleware)
        .get('/users/:id', (c) => c.text(String(ran.push(c.req.path))))
        .get('/campaigns/:id', (c) => c.text(String(ran.push(c.req.path))));
    expect((await appWith({ strict: false }).request('/users/x')).status).toBe(200);
    expect((await appWith({ strict: false }).request('/users/x/')).status).toBe(404);
    const elsewhere = appWith({ getPath: () => '/campaigns/c1' });
    expect((await elsewhere.request('/users/x')).status).toBe(500);
    expect(ran).toEqual(['/users/x']);
  });

  it.each(['/users/a%20b', '/users/a%2Fb', '/users/a%25b', '/users/%C3%A9', '/users/a%252Fb'])(
    'knows the path %s again, and its handler gets what was decided about',
    async (path) => {
      const app = quiet(new Hono()).use(authorization().middleware);
      app.get('/users/:id', (c) => c.json([c.req.param('id'), c.get('authorized')?.resources[0]?.id]));
      const response = await app.request(path);
      expect(response.status).toBe(200);
      const [seen, decided] = (await response.json()) as [string, string];
      expect(seen).toBe(decided);
    },
  );

  it('tells of applications of other frameworks, also of those that get calls before it', () => {
    const other = () => new Response();
    const reportOf = (add: (app: Hono) => unknown) => {
      const own = authorization();
      const app = new Hono();
      add(app);
      app.use(own.middleware).get('/users/me', (c) => c.text('me'));
      app.route('/in', new Hono().onError((_, c) => c.text('')).mount('/late', other));
      const { unguarded, notChecked, notInSchema } = own.verifyRoutes(app);
      return { unguarded, notChecked, notInSchema };
    };
    const none = { unguarded: [], notChecked: ['/in/late/*'], notInSchema: [] };
    expect(reportOf((app) => app.use('/users/*', (_, next) => next()))).toEqual(none);
    for (const add of [
      (app: Hono) => app.mount('/users', other),
      (app: Hono) => app.route('/', new Hono().mount('/users', other, { replaceRequest: false })),
      (app: Hono) => app.all('/users/*', mount(other)),
    ])
      expect(reportOf(add)).toEqual({
        ...none,
        unguarded: ['ALL /users/*'],
        notChecked: ['/in/late/*', '/users/*'],
      });
  });

  it.each(['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override'])(
    'refuses a call that names another method in the header %s',
    async (name) => {
      const app = quiet(new Hono()).use(authorization().middleware);
      app.get('/users/:id', (c) => c.text('ran'));
      const status = async (method: string) =>
        (await app.request('/users/x', { headers: { [name]: method } })).status;
      expect(await status('DELETE')).toBe(400);
      expect(await status('get')).toBe(200);
    },
  );

  it('refuses a parameter behind another question mark, where versions before 4.11 find it first', async () => {
    const ran: string[] = [];
    const app = quiet(new Hono()).use(authorization().middleware);
    app.get('/search', (c) => c.text(String(ran.push(c.req.url))));
    app.delete('/drafts', (c) => c.text(String(ran.push(c.req.url))));
    const status = async (method: string, url: string) => (await app.request(url, { method })).status;
    for (const query of ['x=?scope=all', 'x=1?scope=all&scope=mine', 'x?scope', 'limit=1&x=??scope=all'])
      expect([query, await status('GET', `/search?${query}`)]).toEqual([query, 400]);
    for (const query of ['x=1?ids=d9&ids=d1', 'ids=d1&x=?a?ids=d9', 'x=?ids[]=d9&ids[]=d1'])
      expect([query, await status('DELETE', `/drafts?${query}`)]).toEqual([query, 400]);
    expect(ran).toEqual([]);
    expect(await status('GET', '/search?scope=mine&next=/a?page=2')).toBe(200);
    expect(await status('DELETE', '/drafts?ids=d1&next=/a?idsx=2')).toBe(200);
  });

  it('decides about the next call as about the first, whatever a handler makes of what it was told', async () => {
    const app = quiet(new Hono()).use(authorization().middleware);
    app.get('/users/:id', (c) => {
      const [resource] = c.get('authorized')?.resources ?? [];
      const { id } = resource ?? {};
      Object.assign(resource ?? {}, { id: 'another' });
      return c.text(String(id));
    });
    for (const _ of ['once', 'again']) expect(await (await app.request('/users/x')).text()).toBe('x');
  });

  it('reads JSON before the decision, and leaves it to the handler', async () => {
    const app = quiet(new Hono());
    app.use(authorization().middleware);
    app.post('/notes', async (c) => c.json(await c.req.json()));
    const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
      const init = { method: 'POST', body, duplex: 'half', headers } as RequestInit;
      const response = await app.request('/notes', init);
      return [response.status, (await response.text()).slice(0, 30)];
    };
    const json = { 'content-type': 'application/json' };
    const ok = '{"pinned":false}';
    expect(await send(ok, json)).toEqual([200, ok]);
    expect(await send(ok, { ...json, 'content-length': String(ok.length) })).toEqual([200, ok]);
    expect(await send(new Blob([ok]).stream(), json)).toEqual([200, ok]);
    expect((await send('{"pinned":true}', json))[0]).toBe(403);
    // What only the handler would read cannot be decided about.
    expect((await send('{"pinned":true}', { 'content-type': 'text/plain' }))[0]).toBe(400);
    expect((await send('{"pinned":true', json))[0]).toBe(400);
    const long = JSON.stringify({ text: 'x'.repeat(2 ** 20) });
    expect((await send(long, json))[0]).toBe(400);
    expect((await send(long, { ...json, 'content-length': String(long.length) }))[0]).toBe(400);
    expect((await app.request('/notes', { method: 'POST', headers: json })).status).toBe(500);
  });

  it('decides about a body that an earlier handler has read', async () => {
    const app = quiet(new Hono());
    app.use(async (c, next) => {
      await c.req.json();
      await next();
    });
    app.use(authorization().middleware);
    app.post('/notes', async (c) => c.json(await c.req.json()));
    const headers = { 'content-type': 'application/json' };
    const send = (body: string) => app.request('/notes', { method: 'POST', headers, body });
    expect((await send('{"pinned":true}')).status).toBe(403);
    expect((await send('{"pinned":false}')).status).toBe(200);
  });

  it('lets no call on whose request was replaced by one with another method', async () => {
    const ran: string[] = [];
    const app = quiet(new Hono());
    app.use(async (c, next) => {
      const { url } = c.req.raw;
      c.req.raw = new Request(url, { method: c.req.query('as') ?? 'GET' });
      await next();
    });
    app.use(authorization().middleware);
    app.delete('/users/:id', (c) => c.text(String(ran.push('deletion'))));
    app.get('/users/:id', (c) => c.text(String(ran.push('user'))));
    expect((await app.request('/users/x', { method: 'DELETE' })).status).toBe(500);
    expect(ran).toEqual([]);
    expect((await app.request('/users/x')).status).toBe(200);
    expect((await app.request('/users/x?as=HEAD')).status).toBe(200);
  });

  it('decides about the body that handlers see where another one was put in its place after it was read', async () => {
    const app = quiet(new Hono());
    app.use(async (c, next) => {
      await c.req.json();
      const { url, headers } = c.req.raw;
      c.req.raw = new Request(url, { method: 'POST', headers, body: '{"pinned":false}' });
      await next();
    });
    app.use(authorization().middleware);
    app.post('/notes', async (c) => c.json(await c.req.json()));
    const headers = { 'content-type': 'application/json' };
    expect((await app.request('/notes', { method: 'POST', headers, body: '{"pinned":true}' })).status).toBe(
      403,
    );
  });

  it('looks into applications inside, and tells of routes that stand before the guard', () => {
    const own = authorization();
    const inner = new Hono().get('/stats', (c) => c.text('')).onError((_, c) => c.text('', 500));
    const app = new Hono();
    app.get('/campaigns', (c) => c.text(''));
    app.use('/campaigns/*', own.middleware);
    app.get('/campaigns/:id', (c) => c.text(''));
    app.delete(
      '/caches/:name',
      own.handler('deleteCache', { resource: (c) => String(c.req.param('name')) }),
      (c) => c.text(''),
    );
    app.route('/internal', inner);
    const { unguarded, notInSchema } = own.verifyRoutes(app);
    expect(unguarded).toEqual(['GET /campaigns', 'GET /internal/stats']);
    expect(notInSchema).toEqual(['GET /internal/stats']);
    const guardedInside = new Hono().use(own.middleware).get('/stats', (c) => c.text(''));
    guardedInside.onError((_, c) => c.text('', 500));
    expect(own.verifyRoutes(new Hono().route('/internal', guardedInside)).unguarded).toEqual([]);
  });

  it('tells of routes that a guard is not for, as it has another path or method', () => {
    const own = authorization();
    const app = new Hono();
    app.use('/campaigns', own.middleware);
    app.get('/campaigns/:id', (c) => c.text(''));
    app.get('/users/:id', own.handler('getUser'), (c) => c.text(''));
    app.delete('/users/:id', (c) => c.text(''));
    expect(own.verifyRoutes(app).unguarded).toEqual(['DELETE /users/:id', 'GET /campaigns/:id']);
  });

  it('tells of a route before the guard that answers for one of the same path behind it', async () => {
    const own = authorization();
    const app = new Hono();
    app.get('/users/me', async (_, next) => next());
    app.get('/users/me', (c) => c.text('before'));
    app.use(own.middleware);
    app.get('/users/me', (c) => c.text('behind'));
    expect(await (await app.request('/users/me')).text()).toBe('before');
    expect(own.verifyRoutes(app)).toMatchObject({ unguarded: ['GET /users/me'], notInSchema: [] });
    const guarded = new Hono();
    guarded.get(
      '/users/me',
      async (_, next) => next(),
      own.handler('getMe'),
      (c) => c.text(''),
    );
    expect(own.verifyRoutes(guarded)).toMatchObject({ unguarded: [], notInSchema: [] });
  });

  it('takes for a middleware what is for all methods and takes `next`, where a handler of its path stands behind it', () => {
    const own = authorization();
    const notes = async (_: unknown, next: () => Promise<void>) => next();
    const app = (...paths: readonly string[]) => {
      const begun = new Hono().use(own.middleware).use('/users/:id', notes) as Hono;
      for (const path of paths) begun.get(path, (c) => c.text(''));
      const { shadowed, notInSchema } = own.verifyRoutes(begun);
      return [...shadowed, ...notInSchema];
    };
    expect(app('/users/me', '/users/:id')).toEqual([]);
    // Nothing else would answer.
    expect(app('/users/me')).toEqual(['GET /users/me is answered by the route of GET /users/{user_id}']);
  });

  it('tells of routes whose patterns match slashes, and so calls of longer paths', () => {
    const own = authorization();
    const shadowed = (path: string, before: readonly string[] = [], behind: readonly string[] = []) => {
      const app = new Hono().use(own.middleware) as Hono;
      for (const one of [...before, path, ...behind]) app.get(one, (c) => c.text(''));
      return own.verifyRoutes(app).shadowed.filter((line) => line.includes('slashes'));
    };
    const messages = '/campaigns/:campaign_id/messages';
    const of = (path: string) => [
      `GET /campaigns/{campaign_id}/messages is answered by the route ${path}, whose pattern matches slashes`,
    ];
    for (const path of [
      '/campaigns/:id{.+}',
      '/campaigns/:id{[^.]+}',
      '/campaigns/:id{[a-z/]+}',
      '/campaigns/:id{[a-z].*}',
      '/campaigns/:id{\\S+}',
    ]) {
      expect(shadowed(path)).toEqual(of(path));
      expect(shadowed(path, [], [messages])).toEqual(of(path));
      expect(shadowed(path, [messages])).toEqual([]);
    }
    for (const path of [
      '/campaigns/:id',
      '/campaigns/:id{[\\w.-]+}',
      '/campaigns/:id{(?!.*x)[^/]+}',
      '/campaigns/:id{.+\\.txt}',
    ])
      expect(shadowed(path, [], [messages])).toEqual([]);
    expect(shadowed('/compare/:branches{.+}')).toEqual([]);
    const app = new Hono().use(own.middleware) as Hono;
    app.get('/reports/:rest{.+}', (c) => c.text(''));
    const shadowedBy = (endpoint: string) => {
      const schema = {
        type: 'cedarFormat',
        schema: `namespace App {
          entity Application; @principal entity User;
          @endpoint("GET ${endpoint} listing application")
          action list appliesTo { principal: [User], resource: [Application] };
        }`,
      } as const;
      const staticPolicies = 'permit (principal, action, resource);';
      const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
      return new HonoAuthorization({ ...shopOptions(), schema, authorizationEngine }).verifyRoutes(app)
        .shadowed;
    };
    expect(shadowedBy('/{kind}/all/files').length).toBe(1);
    expect(shadowedBy('/{kind}/all').length).toBe(0);
    expect(shadowedBy('/other/{kind}/files').length).toBe(0);
  });

  it('tells of routes that take calls without their last segment, which are for another endpoint', () => {
    const shadowed = (endpoints: readonly string[], ...paths: readonly string[]) => {
      const actions = endpoints.map(
        (path, index) => `@endpoint("GET ${path} listing application")
          action a${index} appliesTo { principal: [User], resource: [Application] };`,
      );
      const schema = {
        type: 'cedarFormat',
        schema: `namespace App { entity Application; @principal entity User; ${actions.join('\n')} }`,
      } as const;
      const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies: '', schema });
      const own = new HonoAuthorization({ ...shopOptions(), schema, authorizationEngine });
      const app = new Hono().use(own.middleware) as Hono;
      for (const path of paths) app.get(path, (c) => c.text(''));
      return own.verifyRoutes(app).shadowed;
    };
    for (const open of ['/files/:y?', '/files/*']) {
      expect(shadowed(['/{x}', '/files/{y}'], open, '/:x')).toContain(
        `GET /{x}, called as /files, is answered by the route ${open} without its last segment`,
      );
      expect(shadowed(['/{x}', '/files/{y}'], '/:x', open)).toEqual([]);
    }
    expect(shadowed(['/{x}', '/files/{y}', '/files'], '/files/:y?', '/:x')).toEqual([]);
    expect(shadowed(['/files/{y}'], '/files/:y?')).toEqual([]);
    expect(shadowed(['/files/mine', '/files/{y}'], '/files/:y?', '/files/mine')).toContain(
      'GET /files/mine is answered by the route of GET /files/{y}',
    );
    expect(shadowed(['/{x}', '/{a}/{b}'], '/:a/:b?')).toEqual([]);
    expect(shadowed(['/other/{x}', '/files/{y}'], '/files/:y?', '/other/:x')).toEqual([]);
  });

  it('tells of routes behind the own one of an endpoint that take what does not fit its pattern', () => {
    const own = authorization();
    const shadowed = (...paths: readonly string[]) => {
      const app = new Hono().use(own.middleware) as Hono;
      for (const one of paths) app.get(one, (c) => c.text(''));
      return own.verifyRoutes(app).shadowed.filter((line) => line.includes('/messages is answered'));
    };
    const narrow = '/campaigns/:campaign_id{[a-z]+}/messages';
    const slashes = 'whose pattern matches slashes';
    expect(shadowed(narrow, '/campaigns/:id{.+}')[0]).toContain(`/campaigns/:id{.+}, ${slashes}`);
    for (const path of ['/*', '/campaigns/*', '/:a/:b/:c']) {
      expect(shadowed(narrow, path)).toEqual([
        `GET /campaigns/{campaign_id}/messages is answered by the route ${path} where it does not fit the pattern of its own`,
      ]);
      expect(shadowed('/campaigns/:campaign_id/messages', path)).toEqual([]);
      expect(shadowed('/campaigns/:campaign_id{[^/]+}/messages', path)).toEqual([]);
    }
    for (const path of ['/campaigns/:id', '/users/*']) expect(shadowed(narrow, path)).toEqual([]);
  });

  it('tells of a route with more behind a pattern that matches slashes, which routers part each in its own way', () => {
    const own = authorization();
    const app = new Hono().use(own.middleware) as Hono;
    app.get('/campaigns/:campaign_id{.*}/*', (c) => c.text(''));
    expect(own.verifyRoutes(app).shadowed).toContain(
      'GET /campaigns/{campaign_id}/messages is answered by the route /campaigns/:campaign_id{.*}/*, whose pattern matches slashes',
    );
  });

  it('answers in the own way of an application, with the challenge', async () => {
    const own = new HonoAuthorization({
      ...shopOptions<Context>(),
      principalConfiguration: { type: 'custom', getPrincipalEntity: () => undefined },
      answer: (problem, c) => c.json({ sorry: problem.title }, 401),
    });
    const response = await new Hono().use(own.middleware).request('/campaigns');
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
    expect(await response.json()).toEqual({ sorry: 'Unauthorized' });
  });

  it('answers plainly where the own way of an application gives no answer', async () => {
    const answer = () => undefined as never;
    const own = new HonoAuthorization({ ...shopOptions<Context>(), answer });
    const handle = new FetchAuthorization({ ...shopOptions<Request>(), answer }).protect(
      () => new Response(),
    );
    for (const response of [
      await new Hono().use(own.middleware).request('/campaigns'),
      await handle(new Request('http://h/campaigns')),
    ])
      expect([response?.status, response?.headers.get('content-type')]).toEqual([
        403,
        'application/problem+json',
      ]);
  });

  it('asks more in handlers', async () => {
    const own = authorization();
    const app = new Hono().use(own.middleware);
    app.post('/notes', async (c) =>
      c.json([await own.check(c, 'addNote', 'Shop'), await own.filter(c, 'getUser', ['a', 'b'])]),
    );
    const body = '{"pinned":false}';
    const headers = { 'content-type': 'application/json' };
    const response = await app.request('/notes', { method: 'POST', headers, body });
    expect(await response.json()).toEqual([true, ['a', 'b']]);
  });

  it.each([{}, { 'content-length': '16' }])(
    'leaves a body with the headers %j to a handler that reads the request itself, and asks more there',
    async (length) => {
      const own = authorization();
      const app = new Hono().use(own.middleware);
      app.post('/notes', async (c) =>
        c.json([await c.req.raw.json(), await own.check(c, 'addNote', 'Shop')]),
      );
      const headers = { 'content-type': 'application/json', ...length };
      const response = await app.request('/notes', { method: 'POST', headers, body: '{"pinned":false}' });
      expect(await response.json()).toEqual([{ pinned: false }, true]);
    },
  );

  it('fits the types of Hono', () => {
    type Variables = { Variables: { claims: { readonly sub: string } } };
    const typed = new HonoAuthorization<Variables>(shopOptions());
    const app = new Hono<Variables>();
    app.use(typed.middleware);
    app.get('/x/:id', typed.handler('getUser', { resource: (c) => c.get('claims').sub }), async (c) => {
      expectTypeOf(c.get('authorized')).toEqualTypeOf<Authorized | undefined>();
      return c.json(await typed.check(c, 'getUser', c.req.param('id')));
    });
    expectTypeOf(typed.verifyRoutes).toBeCallableWith(app);
  });
});
