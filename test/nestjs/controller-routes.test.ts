import 'reflect-metadata';
import {
  All,
  Controller,
  type ControllerOptions,
  Get,
  type INestApplication,
  type MiddlewareConsumer,
  Module,
  Post,
  RequestMethod,
  VERSION_NEUTRAL,
  VersioningType,
} from '@nestjs/common';
import { ApplicationConfig, ModulesContainer, NestFactory, RouterModule } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { routedApp } from '../../src/express/verify-routes.ts';
import { type RouteOrigin, routeOrigins } from '../../src/nestjs/controller-routes.ts';

/** As the decorators do, which would need another compiler for the tests. */
function controller(
  options: ControllerOptions | string | string[] | undefined,
  handlers: Record<string, MethodDecorator>,
  base: new () => object = Object,
) {
  class Some extends base {}
  for (const [name, decorate] of Object.entries(handlers)) {
    const descriptor = { value: () => name, writable: true, configurable: true };
    Object.defineProperty(Some.prototype, name, descriptor);
    decorate(Some.prototype, name, descriptor as never);
  }
  Controller(options as never)(Some);
  return Some;
}

interface Parts {
  readonly controllers: readonly object[];
  readonly prepare?: (app: INestApplication) => void;
  readonly configure?: (consumer: MiddlewareConsumer) => void;
  readonly modulePath?: string;
}

/** Which of the routes of an application count as those of controllers, and which do not. */
async function told({ controllers, prepare, configure, modulePath }: Parts) {
  class Inner {
    configure(consumer: MiddlewareConsumer) {
      configure?.(consumer);
    }
  }
  Module({ controllers: controllers as [] })(Inner);
  class Outer {}
  const paths =
    modulePath === undefined ? [] : [RouterModule.register([{ path: modulePath, module: Inner }])];
  Module({ imports: [Inner, ...paths] })(Outer);
  const app = await NestFactory.create(Outer, { logger: false });
  prepare?.(app);
  await app.init();
  const adapter = app.getHttpAdapter();
  adapter.get('/metrics', () => {});
  adapter.post('/users/:id', () => {});
  const { routes } = routedApp(adapter.getInstance(), { caseSensitive: false, strict: false, help: '' });
  const originOf = routeOrigins(
    app.get(ModulesContainer, { strict: false }),
    app.get(ApplicationConfig, { strict: false }),
    routes,
  );
  const named = (origin: RouteOrigin) =>
    routes.filter((one) => originOf(one) === origin).map(({ method, paths: [path] }) => `${method} ${path}`);
  await app.close();
  return { of: named('controller'), beside: named('beside'), nest: named('nest') };
}

const users = () => controller('users', { one: Get(':id'), all: Get() });

describe('the routes of controllers', () => {
  it.each<[string, () => Parts, string[]]>([
    ['with paths of their own', () => ({ controllers: [users()] }), ['GET /users/:id', 'GET /users']],
    ['at the root', () => ({ controllers: [controller(undefined, { home: Get() })] }), ['GET /']],
    [
      'with several paths',
      () => ({ controllers: [controller(['a', 'b'], { x: Post(['c', 'd']) })] }),
      ['POST /a/c', 'POST /a/d', 'POST /b/c', 'POST /b/d'],
    ],
    ['for all methods', () => ({ controllers: [controller('any', { every: All('x') })] }), ['ALL /any/x']],
    [
      'of a class that they extend',
      () => ({ controllers: [controller('more', { own: Get('own') }, users())] }),
      ['GET /more/own', 'GET /more/:id', 'GET /more'],
    ],
    [
      'behind a prefix, and excluded from it',
      () => ({
        controllers: [users(), controller('health', { is: Get() })],
        prepare: (app) => app.setGlobalPrefix('api/v7', { exclude: ['health'] }),
      }),
      ['GET /api/v7/users/:id', 'GET /api/v7/users', 'GET /health'],
    ],
    [
      'with versions in the path',
      () => ({
        controllers: [
          controller({ path: 'users', version: ['1', '2', VERSION_NEUTRAL] }, { one: Get(':id') }),
        ],
        prepare: (app) =>
          app.setGlobalPrefix('api').enableVersioning({ type: VersioningType.URI, prefix: 'ver-' }),
      }),
      ['GET /api/ver-1/users/:id', 'GET /api/ver-2/users/:id', 'GET /api/users/:id'],
    ],
    [
      'below the path of a module',
      () => ({ controllers: [users()], modulePath: '/admin/:tenant' }),
      ['GET /admin/:tenant/users/:id', 'GET /admin/:tenant/users'],
    ],
    [
      'with patterns',
      () => ({ controllers: [controller('files', { all: Get('*path'), one: Get('v{.:format}') })] }),
      ['GET /files/*path', 'GET /files/v{.:format}'],
    ],
  ])('%s are told apart from those that are mounted beside them', async (_, parts, expected) => {
    const { of, beside } = await told(parts());
    expect(of.toSorted()).toEqual(expected.toSorted());
    expect(beside).toEqual(['GET /metrics', 'POST /users/:id']);
  });

  it('are not those by which NestJS tells that there is nothing', async () => {
    const { nest } = await told({
      controllers: [users(), controller('health', { is: Get() })],
      prepare: (app) => app.setGlobalPrefix('api', { exclude: ['health'] }),
    });
    expect(nest).toEqual(['ALL /api*path', 'ALL /health']);
  });

  it.each([
    [['*path'], ['ALL /*path']],
    [['{*path}'], ['ALL /{*path}']],
    [
      ['users', 'pages/*rest'],
      ['ALL /users', 'ALL /pages/*rest'],
    ],
  ])(
    'are not those by which NestJS tells so with %s excluded, whatever paths controllers answer',
    async (exclude, excluded) => {
      const { nest } = await told({
        controllers: [controller(undefined, { every: All('*path') }), controller('users', { every: All() })],
        prepare: (app) => app.setGlobalPrefix('api', { exclude }),
      });
      expect(nest).toEqual(['ALL /api*path', ...excluded]);
    },
  );

  it('are not those of an application for paths that are excluded from the prefix', async () => {
    const { nest, beside } = await told({
      controllers: [users()],
      prepare: (app) => {
        app.setGlobalPrefix('api', { exclude: ['health'] });
        app.getHttpAdapter().all('/health', () => {});
      },
    });
    expect(nest).toEqual(['ALL /api*path', 'ALL /health']);
    expect(beside).toContain('ALL /health');
  });

  it('are not those of a middleware for other paths', async () => {
    const configure = (consumer: MiddlewareConsumer) => {
      const routes = [{ path: 'users/*rest', method: RequestMethod.GET }];
      consumer.apply((_req: object, _res: object, next: () => void) => next()).forRoutes(...routes);
    };
    const { beside } = await told({ controllers: [users()], configure });
    expect(beside).toEqual(['GET /users/*rest', 'GET /metrics', 'POST /users/:id']);
  });
});
