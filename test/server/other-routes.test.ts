import 'reflect-metadata';
import { createServer } from 'node:http';
import { Controller, Get, Module, VersioningType } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import express5 from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import type { ModelEndpoint } from '../../src/core/requests/map-call.ts';
import { routerOf } from '../../src/express/layer.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { FastifyAuthorization } from '../../src/fastify/fastify-authorization.ts';
import { HonoAuthorization } from '../../src/hono/hono-authorization.ts';
import { AuthorizationGuard } from '../../src/nestjs/authorization-guard.ts';
import type { ServerOptions } from '../../src/server/options.ts';
import { otherRoutes } from '../../src/server/other-routes.ts';
import { attackSchema } from '../helpers/attack-app.ts';
import { EXPRESS_VERSIONS, type ExpressModule, running } from '../helpers/express-server.ts';
import { shopOptions } from '../helpers/tiny-shop.ts';

/** Anybody may do anything but read another user. */
function options<Req extends object>(more: Partial<ServerOptions<Req>> = {}): ServerOptions<Req> {
  const schema = attackSchema('ResourceRest');
  const staticPolicies =
    'permit (principal, action, resource); forbid (principal, action == Shop::Action::"getUser", resource);';
  const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
  return { ...shopOptions(), schema, authorizationEngine, ...more };
}

/** With an endpoint more, about which anybody may ask. */
function withEndpoint(line: string) {
  const { schema } = options();
  const text = String(schema.schema).replace('GET /search ', `${line} `);
  const more = { ...schema, schema: text } as typeof schema;
  const staticPolicies = 'permit (principal, action, resource);';
  return {
    schema: more,
    authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies, schema: more }),
  };
}

const REPORT = { mode: 'report', logger: { log: () => {} } } as const;
const PARTLY = { mode: { report: ['GET /users/me'] }, logger: { log: () => {} } } as const;

const onExpress =
  (
    express: ExpressModule,
    mount: (app: express5.Express, answer: (name: string) => express5.RequestHandler) => void,
    more?: Partial<ServerOptions<express5.Request>>,
  ) =>
  async (url: string) => {
    const app = express();
    app.use(new ServerAuthorizationMiddleware(options<express5.Request>(more)).middleware);
    mount(app, (name) => (_req, res) => void res.end(name));
    const server = await running(createServer(app), [], []);
    const { status, body } = await server.send('GET', url);
    await server.close();
    return status === 200 ? body : status;
  };

describe.each(EXPRESS_VERSIONS)('a route of another endpoint, under %s,', (_, express) => {
  const goesOn: express5.RequestHandler = (_req, _res, next) => next();

  it.each<[string, Parameters<typeof onExpress>[1]]>([
    [
      'stands before its own',
      (app, answer) => app.get('/users/:id', answer('a user')).get('/users/me', answer('me')),
    ],
    [
      'stands behind its own, which hands it on',
      (app, answer) => app.get('/users/me', goesOn).get('/users/:id', answer('a user')),
    ],
    ['is in a router', (app, answer) => app.use('/users', express.Router().get('/:id', answer('a user')))],
    [
      'is in an application inside',
      (app, answer) => app.use('/users', express().get('/:id', answer('a user'))),
    ],
    [
      'is in an application that a router has for a handler',
      (app, answer) => app.use('/users', express.Router().use(express().get('/:id', answer('a user')))),
    ],
    [
      'is in an application that a handler calls',
      (app, answer) => {
        const inside = express().get('/:id', answer('a user'));
        app.use('/users', (req, res, next) => inside(req, res, next));
      },
    ],
    [
      'is in a router of such an application',
      (app, answer) => {
        const inside = express().use('/users', express.Router().get('/:id', answer('a user')));
        app.use((req, res, next) => inside(req, res, next));
      },
    ],
    [
      'is written in another case, and with a slash',
      (app, answer) => app.get('/Users/:id/', answer('a user')),
    ],
    [
      'is in a router at a pattern',
      (app, answer) => app.use(/^\/user\w/, express.Router().get('/:id', answer('a user'))),
    ],
    ['is for all methods', (app, answer) => app.all('/users/:id', answer('a user'))],
    ['has several paths', (app, answer) => app.get(['/people/:id', '/users/:id'], answer('a user'))],
    ['follows what is no route', (app, answer) => app.use(goesOn).get('/users/:id', answer('a user'))],
  ])('runs for no call when it %s', async (_how, mount) => {
    expect(await onExpress(express, mount)('/users/me')).toBe(500);
  });

  it('runs for its own calls, as routes of paths do that the schema lacks, and those of several endpoints', async () => {
    const optional = express === EXPRESS_VERSIONS[0]?.[1] ? '/campaigns{/:id}' : '/campaigns/:id?';
    const call = onExpress(express, (app, answer) => {
      app.get(optional, answer('campaigns')).get(['/users/:id', '/users/me'], answer('a user or me'));
      app.use('/:kind', express.Router({ mergeParams: true }).get('/d1', answer('one')));
      const inside = express().get('/d3', answer('three'));
      app.use('/drafts', (req, res, next) => inside(req, res, next));
      app.get('/:any/:id', answer('anything'));
    });
    expect(await call('/users/me')).toBe('a user or me');
    expect(await call('/campaigns')).toBe('campaigns');
    expect(await call('/campaigns/c1')).toBe('campaigns');
    expect(await call('/drafts/d1')).toBe('one');
    expect(await call('/drafts/d2')).toBe('anything');
    expect(await call('/drafts/d3')).toBe('three');
  });

  it('runs for no call when it is in a router with a parameter in its path, or an endpoint for other methods', async () => {
    const inRouter = onExpress(
      express,
      (app, answer) => app.use('/:kind', express.Router().get('/me', answer('anybody'))),
      withEndpoint('GET /{kind}/me'),
    );
    expect(await inRouter('/users/me')).toBe(500);
    expect(await inRouter('/tenants/me')).toBe('anybody');
    const atSeveral = onExpress(
      express,
      (app, answer) => app.use(['/any', '/:kind'], express.Router().get('/me', answer('anybody'))),
      withEndpoint('GET /{kind}/me'),
    );
    expect(await atSeveral('/users/me')).toBe(500);
    expect(await atSeveral('/tenants/me')).toBe('anybody');
    const alsoAtRoot = onExpress(
      express,
      (app, answer) => {
        const router = express.Router().get('/me', answer('anybody'));
        app.use('/:kind', router).use(router);
      },
      withEndpoint('GET /{kind}/me'),
    );
    expect(await alsoAtRoot('/users/me')).toBe(500);
    expect(await alsoAtRoot('/tenants/me')).toBe('anybody');
    const [, [, express4]] = EXPRESS_VERSIONS;
    const inOlderRouter = onExpress(
      express4 as never,
      (app, answer) => {
        app.use('/:kind', express4.Router().get('/me', answer('anybody')));
        const layer = routerOf(app).stack.at(-1);
        // As Express made it before 4.20.
        const source = layer?.regexp?.source.replace(String.raw`(?:\/([^/]+?))`, String.raw`\/(?:([^\/]+?))`);
        Object.assign(layer ?? {}, { regexp: new RegExp(source ?? '', 'i') });
      },
      withEndpoint('GET /{kind}/me'),
    );
    expect(await inOlderRouter('/users/me')).toBe(500);
    expect(await inOlderRouter('/tenants/me')).toBe('anybody');
    const forAll = onExpress(
      express,
      (app, answer) => app.all('/campaigns/new', answer('new')).get('/campaigns/:id', answer('old')),
      withEndpoint('DELETE /campaigns/new'),
    );
    expect(await forAll('/campaigns/new')).toBe(500);
    expect(await forAll('/campaigns/old')).toBe('old');
  });

  it.each<[string, (inside: express5.Express) => express5.RequestHandler]>([
    ['is mounted', (inside) => inside],
    ['a router has for a handler', (inside) => express.Router().use(inside)],
    ['a handler calls', (inside) => (req, res, next) => inside(req, res, next)],
  ])('runs for no call when it is in such a router of an application that %s', async (_how, asHandler) => {
    const call = onExpress(
      express,
      (app, answer) =>
        app.use(asHandler(express().use('/:kind', express.Router().get('/me', answer('anybody'))))),
      withEndpoint('GET /{kind}/me'),
    );
    expect(await call('/users/me')).toBe(500);
    expect(await call('/tenants/me')).toBe('anybody');
  });

  it('is known by the path that its router is mounted at for the call, of several', async () => {
    const call = onExpress(
      express,
      (app, answer) => {
        const router = express.Router().get('/:id', answer('a user'));
        app.use('/users', router).use('/:kind/:more', router).use('/people', router);
      },
      withEndpoint('GET /people/{id}'),
    );
    expect(await call('/users/u1')).toBe('a user');
    expect(await call('/people/p1')).toBe('a user');
    expect(await call('/users/me')).toBe(500);
  });

  it('runs for no call when it is guarded by itself', async () => {
    const app = express();
    const { middleware } = new ServerAuthorizationMiddleware(options<express5.Request>());
    const answers: express5.RequestHandler = (_req, res) => void res.end('ran');
    app.get('/campaigns/:id', goesOn).get('/users/:id', middleware, answers);
    app.use('/campaigns', express.Router().get('/:id', middleware, answers));
    const server = await running(createServer(app), [], []);
    expect((await server.send('GET', '/users/me')).status).toBe(500);
    expect((await server.send('GET', '/campaigns/c1')).status).toBe(200);
    await server.close();
  });

  it('runs for no call when it is guarded by itself, and a router by the same guard', async () => {
    const { middleware } = new ServerAuthorizationMiddleware(options<express5.Request>());
    const answers: express5.RequestHandler = (_req, res) => void res.end('ran');
    const app = express().use('/campaigns', express.Router().use(middleware).get('/:id', answers));
    app.get('/users/:id', middleware, answers);
    const server = await running(createServer(app), [], []);
    expect((await server.send('GET', '/users/me')).status).toBe(500);
    expect((await server.send('GET', '/campaigns/c1')).status).toBe(200);
    await server.close();
  });

  it('runs for no call when it is guarded by itself and what wraps the guard, and for all when it stands before the guard', async () => {
    const { middleware } = new ServerAuthorizationMiddleware(options<express5.Request>());
    const answers: express5.RequestHandler = (_req, res) => void res.end('ran');
    const wrapped = express().get('/users/:id', (...call) => middleware(...call), answers);
    const before = express().get('/users/:id', goesOn).use(middleware).get('/users/me', answers);
    for (const [app, status] of [
      [wrapped, 500],
      [before, 200],
    ] as const) {
      const server = await running(createServer(app), [], []);
      expect((await server.send('GET', '/users/me')).status).toBe(status);
      await server.close();
    }
  });

  it('runs for no call where one of two authorizations knows it', async () => {
    const first = options<express5.Request>(withEndpoint('GET /{kind}/me'));
    const app = express().use(new ServerAuthorizationMiddleware(first).middleware);
    app.use(new ServerAuthorizationMiddleware(options<express5.Request>()).middleware);
    app.get('/:kind/me', (_req, res) => void res.end('anybody'));
    const server = await running(createServer(app), [], []);
    expect((await server.send('GET', '/users/me')).status).toBe(500);
    await server.close();
  });

  it('tells a route of a router from that of the same path without a slash', async () => {
    const more = { ...withEndpoint('GET /campaigns/'), strictRouting: true };
    const call = onExpress(
      (() => Object.assign(express(), {}).enable('strict routing')) as never,
      (app, answer) => app.use('/campaigns', express.Router({ strict: true }).get('/', answer('all'))),
      more,
    );
    expect(await call('/campaigns/')).toBe('all');
    expect(await call('/campaigns')).toBe(500);
  });

  it('runs where calls are only reported, unless some endpoints are named', async () => {
    const mount: Parameters<typeof onExpress>[1] = (app, answer) => app.get('/users/:id', answer('a user'));
    expect(await onExpress(express, mount, REPORT)('/users/me')).toBe('a user');
    expect(await onExpress(express, mount, PARTLY)('/users/me')).toBe(500);
  });
});

describe('a route for HEAD', () => {
  const endpoint = (method: 'GET' | 'HEAD', path: string, name = `${method} ${path}`): ModelEndpoint => ({
    method,
    path,
    pattern: 'listing',
    from: 'application',
    action: { name, resourceType: 'Application', endpoints: [], groups: [], context: [] },
  });
  const [headOne, getMe, headMe] = [
    endpoint('HEAD', '/users/{id}'),
    endpoint('GET', '/{kind}/me'),
    endpoint('HEAD', '/{kind}/me'),
  ] as const;

  it('is that of another endpoint where only that for GET of the same path was decided about', () => {
    const exact = { caseSensitive: true, strict: true };
    const found = { method: 'HEAD', templates: ['/{kind}/me'] };
    expect(otherRoutes([headOne, getMe, headMe], exact)(found, [headOne, getMe])).toBe(true);
    expect(otherRoutes([headOne, getMe, headMe], exact)(found, [headMe, getMe])).toBe(false);
    expect(otherRoutes([headOne, getMe], exact)(found, [headOne, getMe])).toBe(false);
    expect(otherRoutes([headOne, getMe], exact)(found, [headOne])).toBe(true);
    const asGet = endpoint('HEAD', '/{kind}/me', getMe.action.name);
    expect(otherRoutes([headOne, getMe, asGet], exact)(found, [asGet])).toBe(false);
    expect(otherRoutes([headOne, getMe, asGet], exact)(found, [headOne])).toBe(true);
  });
});

describe('a route for GET that answers HEAD', () => {
  /** The schema in which the action of `GET /search` is for `HEAD` as well. */
  function both<Req extends object>(): ServerOptions<Req> {
    const { schema, ...others } = options<Req>();
    const endpoint = 'GET /search listing application';
    const text = String(schema.schema).replace(endpoint, `${endpoint}\\n${endpoint.replace('GET', 'HEAD')}`);
    return { ...others, schema: { ...schema, schema: text } as typeof schema };
  }

  it('is not that of another endpoint where one action is for both methods', async () => {
    const onExpress = express5().use(new ServerAuthorizationMiddleware(both<express5.Request>()).middleware);
    onExpress.get('/search', (_req, res) => void res.end());
    const server = await running(createServer(onExpress), [], []);
    expect((await server.send('HEAD', '/search')).status).toBe(200);
    await server.close();
    const onFastify = fastify();
    new FastifyAuthorization(both()).protect(onFastify);
    onFastify.get('/search', async () => ({}));
    expect((await onFastify.inject({ method: 'HEAD', url: '/search' })).statusCode).toBe(200);
    const onHono = new Hono().use(new HonoAuthorization(both()).middleware);
    onHono.get('/search', (c) => c.text(''));
    expect((await onHono.request('/search', { method: 'HEAD' })).status).toBe(200);
  });
});

describe('a route of another endpoint, under Fastify,', () => {
  const call = async (url: string, paths: readonly string[], more = {}) => {
    const app = fastify();
    new FastifyAuthorization(options(more)).protect(app);
    app.get('/users/me', { constraints: { version: '2.0.0' } }, async () => 'me');
    for (const path of paths) app.get(path, async () => path);
    const { statusCode, body } = await app.inject(url);
    return statusCode === 200 ? body : statusCode;
  };

  it('runs for no call that lacks what its own route asks for', async () => {
    expect(await call('/users/me', ['/users/:id'])).toBe(500);
    expect(await call('/users/me', ['/users/:id?'])).toBe(500);
    expect(await call('/users/me', ['/users/:id'], REPORT)).toBe('/users/:id');
    expect(await call('/users/me', ['/users/:id'], PARTLY)).toBe(500);
  });

  it('runs for its own calls, as routes of paths do that the schema lacks, and those of several endpoints', async () => {
    expect(await call('/users/me', ['/:any/:id'])).toBe('/:any/:id');
    expect(await call('/users/me', ['/users/*'])).toBe('/users/*');
    expect(await call('/campaigns/c1', ['/campaigns/:id?'])).toBe('/campaigns/:id?');
    expect(await call('/campaigns', ['/campaigns/:id?'])).toBe('/campaigns/:id?');
    const slash = withEndpoint('GET /campaigns/');
    expect(await call('/campaigns/', ['/campaigns', '/campaigns/'], slash)).toBe('/campaigns/');
    expect(await call('/files/a.b', ['/files/:part(^[^.]+\\.[^.]+$)'])).toBe('/files/:part(^[^.]+\\.[^.]+$)');
  });
});

describe('a route of another endpoint, under Hono,', () => {
  const call = async (url: string, add: (app: Hono) => unknown, more = {}) => {
    const app = new Hono().onError((_, c) => c.text('', 500));
    app.use(new HonoAuthorization(options(more)).middleware);
    add(app);
    const response = await app.request(url);
    return response.status === 200 ? response.text() : response.status;
  };

  it.each<[string, (app: Hono) => unknown]>([
    [
      'stands before its own',
      (app) => app.get('/users/:id', (c) => c.text('a user')).get('/users/me', (c) => c.text('me')),
    ],
    [
      'stands behind its own, which hands it on',
      (app) => app.get('/users/me', (_, next) => next()).get('/users/:id', (c) => c.text('a user')),
    ],
    [
      'is in an application inside',
      (app) =>
        app.route(
          '/users',
          new Hono().get('/:id', (c) => c.text('a user')),
        ),
    ],
    [
      'is in one with error handlers of its own',
      (app) =>
        app.route(
          '/users',
          new Hono().onError((_, c) => c.text('', 500)).get('/:id', (c) => c.text('a user')),
        ),
    ],
    ['has a parameter that may be missing', (app) => app.get('/users/:id?', (c) => c.text('a user'))],
    ['is for all methods', (app) => app.all('/users/:id', (c) => c.text('a user'))],
    ['may hand it on', (app) => app.get('/users/:id', async (c, _next) => c.text('a user'))],
  ])('runs for no call when it %s', async (_how, add) => {
    expect(await call('/users/me', add)).toBe(500);
    expect(await call('/users/me', add, PARTLY)).toBe(500);
    expect(await call('/users/me', add, REPORT)).not.toBe(500);
  });

  it('runs for its own calls, as routes of paths do that the schema lacks, and those of several endpoints', async () => {
    const answers = (path: string) => (app: Hono) =>
      app.use('/users/:id', (_, next) => next()).get(path, (c) => c.text(path));
    expect(await call('/users/me', answers('/users/me'))).toBe('/users/me');
    expect(await call('/users/me', answers('/:any/:id'))).toBe('/:any/:id');
    expect(await call('/users/me', answers('/users/*'))).toBe('/users/*');
    expect(await call('/campaigns/c1', answers('/campaigns/:id?'))).toBe('/campaigns/:id?');
    expect(await call('/campaigns', answers('/campaigns/:id?'))).toBe('/campaigns/:id?');
    expect(await call('/files/a.b', answers('/files/:part{[^.]+\\.[^.]+}'))).toBe(
      '/files/:part{[^.]+\\.[^.]+}',
    );
  });
});

describe('a route of another endpoint, behind two authorizations of Hono,', () => {
  it('runs for no call where one of them knows it', async () => {
    const app = new Hono().onError((_, c) => c.text('', 500));
    app.use(new HonoAuthorization(options(withEndpoint('GET /{kind}/me'))).middleware);
    app.use(new HonoAuthorization(options()).middleware);
    app.get('/:kind/me', (c) => c.text('anybody')).get('/users/:id', (c) => c.text('a user'));
    expect((await app.request('/users/me')).status).toBe(500);
    expect((await app.request('/tenants/me')).status).toBe(404);
  });
});

describe.each([
  ['Express', () => new ExpressAdapter(), {}],
  ['Fastify', () => new FastifyAdapter(), { caseSensitiveRouting: true }],
])('a route of another endpoint, under NestJS on %s,', (_, adapter, more) => {
  it('runs for no call that lacks the version that its own route asks for', async () => {
    const users = (path: string, version: string) => {
      class Users {
        read() {
          return path;
        }
      }
      Get(path)(Users.prototype, 'read', Object.getOwnPropertyDescriptor(Users.prototype, 'read') as never);
      Controller({ path: 'users', version })(Users);
      return Users;
    };
    class Versions {}
    Module({ controllers: [users('me', '2'), users(':id', '1')] })(Versions);
    const app = await NestFactory.create(Versions, adapter(), { logger: false });
    app.enableVersioning({ type: VersioningType.HEADER, header: 'version' });
    app.useGlobalGuards(new AuthorizationGuard(options(more)));
    await app.listen(0, '127.0.0.1');
    const call = async (version: string) => {
      const response = await fetch(`${await app.getUrl()}/users/me`, { headers: { version } });
      return response.status === 200 ? response.text() : response.status;
    };
    expect(await call('2')).toBe('me');
    expect(await call('1')).toBe(500);
    await app.close();
  });
});
