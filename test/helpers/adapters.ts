import 'reflect-metadata';
import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import {
  Controller,
  HttpCode,
  type INestApplication,
  Module,
  Req,
  RequestMapping,
  RequestMethod,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { RequestHandler } from 'express';
import express5 from 'express';
import fastify from 'fastify';
import { Hono } from 'hono';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { FastifyAuthorization } from '../../src/fastify/fastify-authorization.ts';
import { FetchAuthorization } from '../../src/fetch/fetch-authorization.ts';
import { HonoAuthorization } from '../../src/hono/hono-authorization.ts';
import { AuthorizationGuard } from '../../src/nestjs/authorization-guard.ts';
import type { Authorized } from '../../src/server/call.ts';
import type { ServerOptions } from '../../src/server/options.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import type { RouteReport } from '../../src/server/route-report.ts';
import type { SeenCall } from './attack-app.ts';
import { type RunningServer, running, validateToken } from './express-server.ts';

/** An application as any framework can have it. */
export interface AnyApp {
  readonly namespace: string;
  readonly options: Omit<ServerOptions<object>, 'principalConfiguration'>;
  /** `ALL` for all methods; `*` at the end of a path for everything below it. */
  readonly routes: readonly (readonly [method: string, path: string])[];
  /** What a handler answers; `ran` keeps what it should be known for. */
  readonly handle: (name: string, seen: SeenCall, ran: string[]) => unknown;
}

interface Started extends RunningServer {
  /** Of the application and its authorization, where the framework can tell. */
  readonly verifyRoutes?: () => RouteReport;
}

type Start = (app: AnyApp) => Promise<Started>;

const HTTP = { maxHeaderSize: 200_000 };

/** The claims of a verified token come from a header here. */
function claimsIn(header: unknown): unknown {
  return typeof header === 'string' ? JSON.parse(header) : undefined;
}

function optionsOf<Req extends object>(
  { namespace, options }: AnyApp,
  claims?: (req: Req) => unknown,
): ServerOptions<Req> {
  const getPrincipalEntity = principalFromToken<Req>({ namespace, ...(claims ? { claims } : {}) });
  return { ...options, principalConfiguration: { type: 'custom', getPrincipalEntity } };
}

/** `:name` for `{name}`, as most frameworks have it. */
function withColons(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

const onExpress: Start = async (given) => {
  const ran: string[] = [];
  const app = express5();
  const authorization = new ServerAuthorizationMiddleware(optionsOf(given));
  app.use(express5.json(), validateToken, authorization.middleware);
  for (const [method, path] of given.routes) {
    const handler: RequestHandler = (req, res) => {
      res.json(given.handle(`${method} ${path}`, req, ran));
    };
    const name = method.toLowerCase() as 'get' | 'all';
    app[name](withColons(path).replace(/\*$/, '*rest'), handler);
  }
  const server = await running(createServer(HTTP, app), ran, []);
  return { ...server, verifyRoutes: () => authorization.verifyRoutes(app) };
};

const onFastify: Start = async (given) => {
  const ran: string[] = [];
  const app = fastify({ http: HTTP });
  const authorization = new FastifyAuthorization(optionsOf(given));
  app.decorateRequest('user', null);
  app.addHook('onRequest', async (req) => {
    Object.assign(req, { user: claimsIn(req.headers['x-claims']) });
  });
  authorization.protect(app);
  for (const [method, path] of given.routes) {
    if (path === '*') continue;
    app.route({
      method: method === 'ALL' ? app.supportedMethods : method,
      url: withColons(path),
      exposeHeadRoute: !given.routes.some(([other, same]) => other === 'HEAD' && same === path),
      handler: async (req) => given.handle(`${method} ${path}`, req as SeenCall, ran),
    });
  }
  app.setNotFoundHandler(async (req) => given.handle('ALL *', req as SeenCall, ran));
  await app.ready();
  const server = await running(app.server, ran, []);
  return { ...server, verifyRoutes: () => authorization.verifyRoutes(app) };
};

const onHono: Start = async (given) => {
  const ran: string[] = [];
  const app = new Hono<{ Variables: { user: unknown } }>();
  const authorization = new HonoAuthorization<{ Variables: { user: unknown } }>(
    optionsOf(given, (c) => c.get('user')),
  );
  app.onError((_, c) => c.json({}, 500));
  app.use(async (c, next) => {
    c.set('user', claimsIn(c.req.header('x-claims')));
    await next();
  });
  app.use(authorization.middleware);
  for (const [method, path] of given.routes) {
    // Hono has one parameter in a segment, and what it must look like.
    const pattern = path.replaceAll(/\/([^/]*\}[^/]+|[^/]+\{[^/]*)(?=\/|$)/g, (_, segment: string) => {
      return `/:part{${segment.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}}`;
    });
    app.on(method, withColons(pattern), async (c) => {
      const { pathname, search } = new URL(c.req.url);
      const seen: SeenCall = {
        url: `${pathname}${search}`,
        params: pattern === path ? c.req.param() : undefined,
        body: await c.req.json().catch(() => undefined),
        authorized: c.get('authorized'),
      };
      return c.json(given.handle(`${method} ${path}`, seen, ran) as object);
    });
  }
  const adapted = createAdaptorServer({ fetch: app.fetch, serverOptions: HTTP }) as Server;
  const server = await running(adapted, ran, []);
  return { ...server, verifyRoutes: () => authorization.verifyRoutes(app) };
};

/** With a router as people write them: it ignores letter case and a slash at the end. */
const onFetch: Start = async (given) => {
  const ran: string[] = [];
  const authorization = new FetchAuthorization(
    optionsOf<Request>(given, (request) => claimsIn(request.headers.get('x-claims'))),
  );
  const routes = given.routes.map(([method, path]) => ({ method, path, pattern: looselyMatched(path) }));
  const handler = async (request: Request, authorized: Authorized | undefined) => {
    const { pathname, search } = new URL(request.url);
    const verb = request.method === 'HEAD' ? ['GET', 'HEAD', 'ALL'] : [request.method, 'ALL'];
    for (const { method, path, pattern } of routes) {
      const match = verb.includes(method) ? pattern.exec(pathname) : null;
      if (!match) continue;
      const params = Object.entries(match.groups ?? {}).map(([name, value]) => [
        name,
        decodeURIComponent(value),
      ]);
      const seen: SeenCall = {
        url: `${pathname}${search}`,
        params: /\}[^/]/.test(path) ? undefined : Object.fromEntries(params),
        body: await request.json().catch(() => undefined),
        authorized,
      };
      return Response.json(given.handle(`${method} ${path}`, seen, ran));
    }
    return new Response('', { status: 404 });
  };
  const fetching = authorization.protect(handler);
  const adapted = createAdaptorServer({ fetch: (request) => fetching(request), serverOptions: HTTP });
  return running(adapted as Server, ran, []);
};

function looselyMatched(path: string): RegExp {
  const source = path
    .replaceAll('.', '\\.')
    .replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
    .replace(/\*$/, '.*');
  return new RegExp(`^${source}/?$`, 'i');
}

type Platform = () => {
  readonly adapter: ExpressAdapter | FastifyAdapter;
  readonly serverOf: (app: INestApplication) => Promise<Server>;
};

/** Decorators by hand: Node runs TypeScript as it is, and would not know them. */
function controllerOf(given: AnyApp, ran: string[]): new () => object {
  class AnyController {}
  Controller()(AnyController);
  for (const [index, [method, path]] of given.routes.entries()) {
    const name = `route${index}`;
    const value = (req: SeenCall) => given.handle(`${method} ${path}`, req, ran);
    Object.defineProperty(AnyController.prototype, name, { value, writable: true, configurable: true });
    const descriptor = Object.getOwnPropertyDescriptor(AnyController.prototype, name) ?? {};
    const requestMethod = RequestMethod[method as keyof typeof RequestMethod];
    Req()(AnyController.prototype, name, 0);
    HttpCode(200)(AnyController.prototype, name, descriptor);
    RequestMapping({ path: withColons(path), method: requestMethod })(
      AnyController.prototype,
      name,
      descriptor,
    );
  }
  return AnyController;
}

const onNest =
  (platform: Platform): Start =>
  async (given) => {
    const ran: string[] = [];
    class AnyModule {}
    // Fastify adds routes for HEAD to those for GET where there are none yet.
    const routes = [...given.routes].sort(([a], [b]) => Number(b === 'HEAD') - Number(a === 'HEAD'));
    Module({ controllers: [controllerOf({ ...given, routes }, ran)] })(AnyModule);
    const { adapter, serverOf } = platform();
    const app = await NestFactory.create(AnyModule, adapter, { logger: false });
    const authorization = new AuthorizationGuard(optionsOf(given));
    app.useGlobalGuards(authorization);
    const server = await running(await serverOf(app), ran, []);
    return { ...server, verifyRoutes: () => authorization.verifyRoutes(app) };
  };

const nestOnExpress = onNest(() => {
  const server = express5();
  return {
    adapter: new ExpressAdapter(server),
    serverOf: async (app) => {
      app.use(validateToken);
      await app.init();
      return createServer(HTTP, server);
    },
  };
});

const nestOnFastify = onNest(() => {
  const adapter = new FastifyAdapter({ http: HTTP });
  return {
    adapter,
    serverOf: async (app) => {
      const instance = adapter.getInstance();
      instance.addHook('onRequest', async (req) => {
        Object.assign(req, { user: claimsIn(req.headers['x-claims']) });
      });
      await app.init();
      await instance.ready();
      return instance.server as Server;
    },
  };
});

/** Every kind of server that there is an adapter for. */
export const ADAPTERS = {
  Express: onExpress,
  Fastify: onFastify,
  Hono: onHono,
  'a handler of the Fetch API': onFetch,
  'NestJS on Express': nestOnExpress,
  'NestJS on Fastify': nestOnFastify,
} as const satisfies Readonly<Record<string, Start>>;

export type AdapterName = keyof typeof ADAPTERS;

/** The entry of the package that each of them is. */
export const ENTRIES: Readonly<Record<AdapterName, string>> = {
  Express: '.',
  Fastify: './fastify',
  Hono: './hono',
  'a handler of the Fetch API': './fetch',
  'NestJS on Express': './nestjs',
  'NestJS on Fastify': './nestjs',
};
