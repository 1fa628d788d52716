import { createServer } from 'node:http';
import type express5 from 'express';
import { describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { readEndpoints } from '../../src/core/model/endpoint-annotation.ts';
import type { Action } from '../../src/core/model/model.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import type { MiddlewareOptions } from '../../src/express/options.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { ATTACK_POLICIES, attackSchema } from '../helpers/attack-app.ts';
import { emailModel } from '../helpers/email-model.ts';
import { EXPRESS_VERSIONS, emailOptions, mount, running } from '../helpers/express-server.ts';

const NOTHING = {
  notInSchema: [],
  notMounted: [],
  shadowed: [],
  unguarded: [],
  notChecked: [],
  looseRouters: [],
};

function authorization(more = {}): ServerAuthorizationMiddleware {
  return new ServerAuthorizationMiddleware(emailOptions('permit (principal, action, resource);', more));
}

function mountAll(app: express5.Express, except: (path: string) => boolean = () => false): void {
  for (const { endpoints } of emailModel.actions)
    for (const { method, path } of endpoints) if (!except(path)) mount(app, method, path, []);
}

/** A schema with one action for each endpoint. */
function fileSchema(lines: readonly string[]): MiddlewareOptions['schema'] {
  const actions = lines.map((line, index): Action => {
    const endpoints = readEndpoints({ endpoint: `${line} implicit-scope application` }) ?? [];
    return { name: `action${index}`, resourceType: 'Application', endpoints, groups: [], context: [] };
  });
  const { tenantType: _, ...model } = emailModel;
  return { type: 'jsonString', schema: JSON.stringify(printSchema({ ...model, actions })) };
}

function permissive(
  schema: MiddlewareOptions['schema'],
  more: Partial<MiddlewareOptions> = {},
): ServerAuthorizationMiddleware {
  const staticPolicies = 'permit (principal, action, resource);';
  const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
  return authorization({ schema, authorizationEngine, ...more });
}

function boundTo(guard: ServerAuthorizationMiddleware) {
  return { middleware: guard.middleware, verifyRoutes: (app: object) => guard.verifyRoutes(app).unguarded };
}

const handler: express5.RequestHandler = (_req, res) => {
  res.end();
};

const goesOn: express5.ErrorRequestHandler = (_error, _req, _res, next) => next();

describe.each(EXPRESS_VERSIONS)('verifyRoutes under %s', (_, express) => {
  it('reads a router that is mounted at a percent-encoded path', () => {
    const guard = permissive(fileSchema(['GET /caf%C3%A9/{id}']));
    const router = express.Router().get('/:id', handler);
    const app = express().use(guard.middleware).use('/caf%C3%A9', router);
    expect(guard.verifyRoutes(app)).toEqual({ ok: true, ...NOTHING });
  });

  it('finds nothing when routes and schema agree', () => {
    const app = express();
    const middleware = authorization();
    app.use(express.json());
    app.use(middleware.middleware);
    mountAll(app);
    expect(middleware.verifyRoutes(app)).toEqual({ ok: true, ...NOTHING });
  });

  it('finds no route in an application in which nothing is mounted', () => {
    const report = authorization().verifyRoutes(express());
    const endpoints = emailModel.actions.flatMap((action) => action.endpoints);
    expect(report.notMounted).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort());
    expect(report).toEqual({ ok: false, ...NOTHING, notMounted: report.notMounted });
  });

  it('looks into routers, also nested ones', () => {
    const app = express();
    const middleware = authorization();
    app.use(middleware.middleware);
    mountAll(app, (path) => path.startsWith('/campaigns'));
    const campaigns = express.Router();
    const messages = express.Router({ mergeParams: true });
    campaigns.get('/:id', handler).put('/:id', handler);
    messages.get('/', handler);
    campaigns.use('/:id/messages', messages);
    app.use('/campaigns', campaigns);
    expect(middleware.verifyRoutes(app)).toEqual({ ok: true, ...NOTHING });
  });

  it('lists what is mounted and not in the schema, and the reverse', () => {
    const app = express();
    const middleware = authorization({ skippedEndpoints: [{ httpVerb: 'get', path: '/health' }] });
    app.use(middleware.middleware);
    mountAll(app, (path) => path === '/login');
    app.get('/health', handler);
    app.get('/metrics', handler);
    app.route('/campaigns/:id/audit').get(handler).post(handler);
    app.all('/anything', handler);
    const admin = express.Router();
    admin.get('/users', handler);
    app.use('/admin', admin);
    expect(middleware.verifyRoutes(app)).toEqual({
      ok: false,
      ...NOTHING,
      notInSchema: [
        'ALL /anything',
        'GET /admin/users',
        'GET /campaigns/:id/audit',
        'GET /metrics',
        'POST /campaigns/:id/audit',
      ],
      notMounted: ['POST /login'],
    });
  });

  it('knows a route behind another of the same path, which may hand calls on', () => {
    const app = express();
    const middleware = authorization();
    const goesOn: express5.RequestHandler = (_req, _res, next) => next();
    app.use(middleware.middleware);
    app.get('/campaigns/:id', goesOn);
    app.all('/messages', goesOn);
    const dashboard = express.Router();
    dashboard.all('/', goesOn).get('/', handler);
    app.use('/dashboard-data', dashboard);
    mountAll(app, (path) => path === '/dashboard-data');
    app.get('/campaigns/new', handler);
    expect(middleware.verifyRoutes(app)).toEqual({
      ok: false,
      ...NOTHING,
      notInSchema: ['GET /campaigns/new'],
    });
  });

  it('lists routes that calls reach without a decision', () => {
    const app = express();
    const middleware = authorization();
    mount(app, 'POST', '/login', []);
    app.get('/dashboard-data', middleware.handler('getDashboardData'), handler);
    app.use(middleware.middleware);
    mountAll(app, (path) => path === '/login' || path === '/dashboard-data');
    expect(middleware.verifyRoutes(app)).toEqual({ ok: false, ...NOTHING, unguarded: ['POST /login'] });
  });

  it('lists routes behind an error handler that may hand on what an error has led past the guard', async () => {
    const app = express();
    const middleware = new ServerAuthorizationMiddleware(emailOptions(''));
    app.use(express.json(), middleware.middleware);
    mountAll(app, (path) => path === '/messages');
    app.use('/messages', goesOn);
    mount(app, 'DELETE', '/messages', []);
    const server = await running(createServer(app), [], []);
    const head = 'DELETE /messages?messagelist=m1 HTTP/1.1\r\nHost: a\r\nContent-Type: application/json';
    const answers = [await server.raw(head, '{}'), await server.raw(head, '{')];
    await server.close();
    expect(answers.map(({ status }) => status)).toEqual([401, 200]);
    expect(middleware.verifyRoutes(app)).toEqual({ ok: false, ...NOTHING, unguarded: ['DELETE /messages'] });
  });

  it('finds such error handlers in routers and routes', () => {
    const app = express();
    const middleware = authorization();
    const guard = middleware.handler('getDashboardData');
    app.get('/one', handler, guard, goesOn as never, handler);
    app.use('/two', express.json(), guard, goesOn);
    app.get('/two', handler);
    const router = express.Router();
    router.use(express.json(), middleware.middleware);
    router.use(goesOn);
    router.get('/', handler);
    app.use('/three', router);
    app.use(express.json(), middleware.middleware, goesOn);
    app.get(/^\/four/, handler);
    expect(middleware.verifyRoutes(app).unguarded).toEqual([
      'GET /^\\/four/',
      'GET /one',
      'GET /three/',
      'GET /two',
    ]);
  });

  it('finds such error handlers where only some calls of a route come by them', () => {
    const app = express();
    const middleware = authorization();
    app.use(express.json(), middleware.middleware);
    app.use('/users', goesOn);
    app.use('/deep/er', goesOn);
    app.get('/:type/me', handler);
    app.get('/:type/you', handler);
    app.get('/others/:id', handler);
    app.get(express === EXPRESS_VERSIONS[1][1] ? '/deep/*' : '/deep/*rest', handler);
    const { unguarded } = middleware.verifyRoutes(app);
    expect(unguarded).toEqual(['GET /:type/me', 'GET /:type/you', expect.stringContaining('GET /deep/*')]);
  });

  it('takes a route for all methods for guarded only where it is for each of them', () => {
    const app = express();
    const middleware = authorization();
    app.get('/one', middleware.handler('getDashboardData'), handler);
    app.all('/one', handler);
    expect(middleware.verifyRoutes(app).unguarded).toEqual(['ALL /one']);
  });

  it('takes routes for guarded that no error from before the guard leads to', () => {
    const middleware = authorization();
    const guard = middleware.handler('getDashboardData');
    const inner = express.Router();
    inner.use(express.json(), goesOn);
    inner.get('/', handler);
    inner.get(/^\/other/, handler);
    const router = express.Router();
    router.use(goesOn, middleware.middleware, express.json(), goesOn);
    router.get('/one', guard, handler, goesOn as never, handler);
    router.use('/two', inner);
    router.get('/three', handler);
    const app = express();
    app.use(express.json(), goesOn, router);
    app.use('/four', goesOn);
    expect(middleware.verifyRoutes(app).unguarded).toEqual([]);
  });

  it('lists endpoints that the route of another would answer', () => {
    const schema = attackSchema('ResourceRest');
    const middleware = new ServerAuthorizationMiddleware({
      schema,
      authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: ATTACK_POLICIES, schema }),
      principalConfiguration: { type: 'custom', getPrincipalEntity: () => undefined },
    });
    const general = express();
    general.use(middleware.middleware);
    general.get('/users/:id', handler).get('/users/me', handler);
    expect(middleware.verifyRoutes(general)).toMatchObject({
      shadowed: ['GET /users/me is answered by the route of GET /users/{user_id}'],
      notInSchema: [],
    });
    const special = express();
    special.use(middleware.middleware);
    special.get('/users/me', handler).get('/users/:id', handler);
    expect(middleware.verifyRoutes(special)).toMatchObject({ shadowed: [], notInSchema: [] });
  });

  it.each<[string, (app: express5.Express) => void]>([
    ['GET /:kind/:id', (app) => app.get('/:kind/:id', handler)],
    ['ALL /:kind/:id', (app) => app.all('/:kind/:id', handler)],
  ])('lists an endpoint whose route stands behind %s, which is that of no endpoint', (name, mountFirst) => {
    const middleware = permissive(fileSchema(['GET /users/me']));
    const app = express();
    app.use(middleware.middleware);
    mountFirst(app);
    app.get('/users/me', handler);
    expect(middleware.verifyRoutes(app)).toEqual({
      ok: false,
      ...NOTHING,
      shadowed: [`GET /users/me is answered by the route ${name}, which stands before its own`],
    });
  });

  it('lists no route before the middleware that the options skip', () => {
    const skippedEndpoints = [{ httpVerb: 'get', path: '/health' }];
    const middleware = authorization({ skippedEndpoints });
    const app = express();
    app.get('/health', handler).post('/health', handler).get('/metrics', handler);
    app.use(middleware.middleware);
    mountAll(app);
    const unguarded = ['GET /metrics', 'POST /health'];
    expect(middleware.verifyRoutes(app)).toMatchObject({ unguarded, notInSchema: unguarded });
  });

  it('takes no route for guarded that the middleware does not stand before, at any depth', () => {
    const app = express();
    const middleware = authorization();
    const api = express.Router();
    const tenants = express.Router({ mergeParams: true });
    tenants.get('/dashboard-data', handler);
    api.use('/admin', middleware.middleware);
    api
      .get('/admin/users', handler)
      .get('/users', handler)
      .get(/^\/other/, handler);
    api.use('/tenants/:tenant', tenants);
    app.use('/api', api);
    app.use('/messages', middleware.middleware);
    mountAll(app);
    const { ok, unguarded } = middleware.verifyRoutes(app);
    expect(ok).toBe(false);
    expect(unguarded).toEqual(expect.arrayContaining(['GET /campaigns/:campaign_id', 'POST /login']));
    expect(unguarded.filter((route) => / \/(?:api|messages)/.test(route))).toEqual([
      'GET /api/^\\/other/',
      'GET /api/tenants/:tenant/dashboard-data',
      'GET /api/users',
    ]);
  });

  it('takes routes whose path is a pattern for guarded where the middleware stands before them for all paths', () => {
    const unguarded = (mounting: (app: express5.Express, guard: express5.RequestHandler) => void) => {
      const app = express();
      const { middleware, verifyRoutes } = boundTo(authorization());
      mounting(app, middleware);
      app.get(/^\/dashboard/, handler);
      return verifyRoutes(app);
    };
    const passesOn: express5.RequestHandler = (_req, _res, next) => next();
    expect(unguarded((app, guard) => app.use(guard))).toEqual([]);
    expect(unguarded((app, guard) => app.use(passesOn, guard).use('/x', passesOn))).toEqual([]);
    const listed = ['GET /^\\/dashboard/'];
    expect(unguarded((app, guard) => app.use('/dashboard', guard))).toEqual(listed);
    expect(unguarded((app, guard) => app.use(passesOn, guard).use('/dashboard', goesOn))).toEqual(listed);
    expect(unguarded((app, guard) => app.use('/dashboard', passesOn).use(guard, goesOn))).toEqual(listed);
  });

  it('takes no route for guarded whose guard stands behind its handler', () => {
    const app = express();
    const middleware = authorization();
    app.get('/dashboard-data', handler, middleware.handler('getDashboardData'));
    app.get('/campaigns/:id', middleware.handler('getEmailCampaign'), handler);
    app.route('/messages').get(middleware.handler('getEmailMessage'), handler).delete(handler);
    expect(middleware.verifyRoutes(app).unguarded).toEqual(['DELETE /messages', 'GET /dashboard-data']);
  });

  it('lists handlers below a path that answer calls before the middleware, unless the options skip the path', () => {
    const app = express();
    const skippedEndpoints = [{ httpVerb: 'get', path: '/health' }];
    const middleware = authorization({ skippedEndpoints });
    app.use('/health', handler).use('/metrics', handler);
    app.use('/api', middleware.middleware).use('/api/files', handler);
    app.use((_req: express5.Request, _res: express5.Response, next: express5.NextFunction) => next());
    app.use(middleware.middleware);
    mountAll(app);
    app.use(handler);
    expect(middleware.verifyRoutes(app)).toEqual({
      ok: false,
      ...NOTHING,
      unguarded: ['ALL /metrics/*'],
    });
  });

  it('lists what answers all that was not found where no guard stands before it, unless the options skip the root', () => {
    const unguarded = (more = {}) => {
      const middleware = authorization(more);
      const app = express();
      app.get('/campaigns/:id', middleware.handler('getEmailCampaign'), handler).use(handler);
      return middleware.verifyRoutes(app).unguarded;
    };
    expect(unguarded()).toEqual(['ALL /*']);
    expect(unguarded({ skippedEndpoints: [{ httpVerb: 'get', path: '/' }] })).toEqual([]);
  });

  it('lists routes behind a router that may be left before the middleware in it is asked', async () => {
    const app = express();
    const middleware = new ServerAuthorizationMiddleware(emailOptions(''));
    const leaves: express5.RequestHandler = (_req, _res, next) => next('router');
    app.use(express.Router().use(leaves, middleware.middleware));
    mountAll(app);
    const server = await running(createServer(app), [], []);
    expect((await server.send('GET', '/dashboard-data')).status).toBe(200);
    await server.close();
    expect(middleware.verifyRoutes(app).unguarded).toContain('GET /dashboard-data');
    const first = express();
    first.use(express.Router().use(middleware.middleware, leaves));
    mountAll(first);
    expect(middleware.verifyRoutes(first)).toEqual({ ok: true, ...NOTHING });
  });

  it('lists routes some of whose calls pass no guard', () => {
    const isFive = express === EXPRESS_VERSIONS[0][1];
    const guarded = (
      guardAt: (app: express5.Express, guard: express5.RequestHandler) => unknown,
      path: string,
    ) => {
      const app = express();
      const middleware = authorization();
      guardAt(app, middleware.middleware as never);
      app.get(path, handler);
      return middleware.verifyRoutes(app).unguarded.filter((one) => one.startsWith('GET'));
    };
    const [optional, rest] = isFive ? ['/users{/:id}', '/files/*rest'] : ['/users/:id?', '/files/*'];
    const all = (path: string) => (app: express5.Express, guard: express5.RequestHandler) =>
      app.all(path, guard, (_req, _res, next) => next());
    expect(guarded(all('/users'), optional)).toEqual([`GET ${optional}`]);
    expect(guarded(all('/users/:id'), optional)).toEqual([`GET ${optional}`]);
    expect(guarded(all('/files/:name'), rest)).toEqual([`GET ${rest}`]);
    expect(guarded((app, guard) => app.use('/files', guard), rest)).toEqual([]);
    expect(guarded((app, guard) => app.use(/^\/users\/[\w-]+/, guard), '/users/:id')).toEqual([
      'GET /users/:id',
    ]);
    expect(guarded((app, guard) => app.use(/^\/users\/[^/]+/i, guard), '/users/:id')).toEqual([]);
    const strictly =
      (options: express5.RouterOptions) => (app: express5.Express, guard: express5.RequestHandler) =>
        app.use(express.Router(options).all('/users/:id', guard, (_req, _res, next) => next('router')));
    expect(guarded(strictly({}), '/users/:id')).toEqual([]);
    expect(guarded(strictly({ caseSensitive: true }), '/users/:id')).toEqual(['GET /users/:id']);
    expect(guarded(strictly({ strict: true }), '/users/:id')).toEqual(['GET /users/:id']);
  });

  it('takes no route for HEAD for guarded by what stands before that for GET', () => {
    const app = express();
    const middleware = authorization();
    const guard = middleware.handler('getDashboardData');
    app.route('/dashboard-data').get(guard, handler).head(handler);
    app.route('/messages').get(guard, handler);
    expect(middleware.verifyRoutes(app).unguarded).toEqual(['HEAD /dashboard-data']);
  });

  it('takes a router for guarded that the middleware is mounted in', () => {
    const app = express();
    const middleware = authorization();
    const api = express.Router();
    api.use(middleware.middleware);
    mountAll(api as express5.Express);
    app.use('/', api);
    app.get('/late', handler);
    expect(middleware.verifyRoutes(app)).toEqual({ ok: false, ...NOTHING, notInSchema: ['GET /late'] });
  });

  it('does not ask a route to be in the schema that names its own resource', () => {
    const app = express();
    const middleware = authorization();
    const resource = () => 'c1';
    app.get('/own/:id', middleware.handler('getEmailCampaign', { resource }), handler);
    app.use(middleware.middleware);
    mountAll(app);
    app.get('/late/:id', middleware.handler('getEmailCampaign', { resource }), handler);
    // Behind the middleware it is refused all the same.
    expect(middleware.verifyRoutes(app)).toEqual({ ok: false, ...NOTHING, notInSchema: ['GET /late/:id'] });
  });

  it('lists endpoints whose calls another route answers, also where neither is more special', () => {
    const endpoints = (...lines: string[]) => fileSchema(lines);
    const order = (lines: readonly string[], schema: ReturnType<typeof fileSchema>) => {
      const middleware = permissive(schema);
      const app = express();
      app.use(middleware.middleware);
      for (const line of lines) {
        const [method = '', path = ''] = line.split(' ');
        mount(app, method, path, []);
      }
      return middleware.verifyRoutes(app);
    };
    const parts = ['GET /files/{name}.{ext}', 'GET /files/{name}'];
    expect(order(parts, endpoints(...parts))).toMatchObject({ ok: true });
    expect(order(parts.toReversed(), endpoints(...parts)).shadowed).toEqual([
      'GET /files/{name}.{ext} is answered by the route of GET /files/{name}',
    ]);
    const crossing = ['GET /users/{id}', 'GET /{kind}/me'];
    expect(order(crossing, endpoints(...crossing))).toMatchObject({ ok: true });
    expect(order(crossing.toReversed(), endpoints(...crossing)).shadowed).toEqual([
      'GET /users/{id}, called as /users/me, is answered by the route of GET /{kind}/me',
    ]);
    const heads = ['HEAD /files/{name}', 'GET /files/{name}'];
    expect(order(heads, endpoints(...heads))).toMatchObject({ ok: true });
    expect(order(heads.toReversed(), endpoints(...heads)).shadowed).toEqual([
      'HEAD /files/{name} is answered by the route of GET /files/{name}',
    ]);
  });

  it('lists what a route for all methods, or one of several paths, answers of another endpoint', () => {
    const middleware = permissive(fileSchema(['GET /users/{id}', 'DELETE /users/me', 'GET /people']));
    const app = express();
    app.use(middleware.middleware);
    app.all('/users/me', handler).get(['/people', '/users/new'], handler).get('/users/:id', handler);
    expect(middleware.verifyRoutes(app)).toEqual({
      ok: false,
      ...NOTHING,
      shadowed: [
        'GET /users/{id}, called as /users/me, is answered by the route ALL /users/me',
        'GET /users/{id}, called as /users/new, is answered by the route GET /people, /users/new',
      ],
    });
  });

  it('lists what a route that takes anything at its end answers of another endpoint', () => {
    const middleware = permissive(
      fileSchema(['GET /files/public', 'GET /{kind}/me', 'GET /{kind}/{id}/parts']),
    );
    const app = express();
    app.use(middleware.middleware);
    const rest = express === EXPRESS_VERSIONS[1][1] ? '/files/*' : '/files/*rest';
    app.get(rest, handler).get('/:kind/me', handler).get('/:kind/:id/parts', handler);
    expect(middleware.verifyRoutes(app).shadowed).toEqual([
      `GET /{kind}/me, called as /files/me, is answered by the route GET ${rest}`,
      `GET /{kind}/{id}/parts, called as /files/authzprobe/parts, is answered by the route GET ${rest}`,
    ]);
  });

  it('lists what a router mounted at a path answers for the same path with a slash at the end', () => {
    const middleware = permissive(
      fileSchema(['GET /reports', 'GET /reports/', 'GET /notes', 'GET /notes/']),
      {
        strictRouting: true,
      },
    );
    const app = express();
    app.enable('strict routing');
    app.use(middleware.middleware);
    app.use('/reports', express.Router({ strict: true }).get('/', handler));
    app.get('/reports/', handler);
    app.get(['/notes', '/notes/'], handler);
    expect(middleware.verifyRoutes(app)).toEqual({
      ok: false,
      ...NOTHING,
      shadowed: ['GET /reports/ is answered by the route of GET /reports'],
    });
  });

  it('lists routers that are less strict than the options say', () => {
    const schema = fileSchema(['GET /reports', 'GET /reports/', 'GET /Reports']);
    const middleware = permissive(schema, { caseSensitiveRouting: true, strictRouting: true });
    const strict = { caseSensitive: true, strict: true };
    const careful = express.Router(strict);
    careful.get('/reports/', handler).get('/reports', handler).get('/Reports', handler);
    const app = express();
    app.use(middleware.middleware);
    app.use(careful);
    expect(middleware.verifyRoutes(app)).toEqual({ ok: true, ...NOTHING });
    const loose = express();
    const inner = express.Router({ caseSensitive: true });
    inner.get('/reports', handler);
    loose.use(middleware.middleware);
    loose.use('/inner', inner);
    loose.get('/reports', handler);
    expect(middleware.verifyRoutes(loose).looseRouters).toEqual([
      '/ ignores a slash at the end',
      '/ ignores letter case',
      '/inner ignores a slash at the end',
    ]);
  });

  it('says that it cannot look into an application inside another', () => {
    const app = express();
    const middleware = authorization();
    app.use(middleware.middleware);
    mountAll(app);
    app.use('/inner', express());
    app.use('/router', express.Router().use('/app', express()));
    const notChecked = ['/inner', '/router/app'];
    expect(middleware.verifyRoutes(app)).toEqual({ ok: false, ...NOTHING, notChecked });
  });
});
