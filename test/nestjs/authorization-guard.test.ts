import 'reflect-metadata';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  Get,
  type INestApplication,
  Module,
  VERSION_NEUTRAL,
  VersioningType,
} from '@nestjs/common';
import { APP_GUARD, ApplicationConfig, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import express, { type Request, type Response } from 'express';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { AuthorizationGuard } from '../../src/nestjs/authorization-guard.ts';
import { ADAPTERS } from '../helpers/adapters.ts';
import { attackedApp } from '../helpers/attacked-app.ts';
import { shopOptions } from '../helpers/tiny-shop.ts';

const guard = () => new AuthorizationGuard(shopOptions());

async function appWith(
  providers: object[],
  prepare: (app: INestApplication) => void = () => {},
  controllers: object[] = [],
) {
  class Empty {}
  Module({ providers: providers as [], controllers: controllers as [] })(Empty);
  const app = await NestFactory.create(Empty, { logger: false });
  prepare(app);
  return app.init();
}

describe('the guard of NestJS', () => {
  it('refuses what is no HTTP call', async () => {
    const context = { getType: () => 'rpc' } as ExecutionContext;
    expect(await guard().canActivate(context)).toBe(false);
  });

  it('tells whether it is there for the whole application', async () => {
    const own = guard();
    const globally = await appWith([], (app) => void app.useGlobalGuards(own));
    expect(own.verifyRoutes(globally).unguarded).toEqual([]);
    const provided = await appWith([{ provide: APP_GUARD, useValue: own }]);
    expect(own.verifyRoutes(provided).unguarded).toEqual([]);
    const forgotten = await appWith([]);
    expect(own.verifyRoutes(forgotten).unguarded).toHaveLength(1);
  });

  it('tells of routes beside those of controllers, unless the options skip them', async () => {
    const beside = (app: INestApplication) => {
      app.setGlobalPrefix('users');
      for (const path of ['/metrics', '/docs']) app.getHttpAdapter().get(path, () => {});
    };
    class Users {
      read() {}
    }
    Get(':id')(Users.prototype, 'read', Object.getOwnPropertyDescriptor(Users.prototype, 'read') as never);
    Controller()(Users);
    const own = new AuthorizationGuard({
      ...shopOptions(),
      skippedEndpoints: [{ httpVerb: 'get', path: '/docs' }],
    });
    const app = await appWith([], (one) => beside(one.useGlobalGuards(own)), [Users]);
    const { unguarded, notInSchema } = own.verifyRoutes(app);
    expect({ unguarded, notInSchema }).toEqual({
      unguarded: ['GET /metrics'],
      notInSchema: ['GET /metrics'],
    });
    await app.close();
    const forgotten = await appWith([], beside, [Users]);
    expect(own.verifyRoutes(forgotten).unguarded).toEqual([
      'GET /metrics',
      'GET /users/:id',
      'the authorization is not a guard of the whole application',
    ]);
    await forgotten.close();
  });

  it('tells of what is mounted below a path and answers calls, of which NestJS asks no guard', async () => {
    const own = guard();
    const answers = (_req: unknown, res: Response) => void res.end();
    const app = await appWith([], (one) => {
      one.useGlobalGuards(own);
      one.use('/files', answers);
      one.use('/inner', express().get('/', answers));
      one.use('/router', express.Router().get('/:id', answers));
    });
    expect(own.verifyRoutes(app)).toMatchObject({
      unguarded: ['ALL /files/*', 'GET /router/:id'],
      notChecked: ['/inner'],
    });
    await app.close();
  });

  it('tells of calls that the route of another endpoint answers, as they lack the version that their own asks for', async () => {
    type Version = string | typeof VERSION_NEUTRAL;
    const users = (path: string, version: Version) => {
      class Users {
        read() {}
      }
      Get(path)(Users.prototype, 'read', Object.getOwnPropertyDescriptor(Users.prototype, 'read') as never);
      Controller({ path: 'users', version })(Users);
      return Users;
    };
    const shadowed = async (me: readonly Version[], others: Version) => {
      const own = guard();
      const controllers = [...me.map((version) => users('me', version)), users(':id', others)];
      const app = await appWith(
        [],
        (one) =>
          one.useGlobalGuards(own).enableVersioning({ type: VersioningType.HEADER, header: 'version' }),
        controllers,
      );
      const report = own.verifyRoutes(app);
      await app.close();
      return report.shadowed;
    };
    const told = [
      'GET /users/me, called as /users/me, is answered by the route of GET /users/{user_id}, where it lacks what its own asks for',
    ];
    expect(await shadowed(['2'], VERSION_NEUTRAL)).toEqual(told);
    expect(await shadowed(['2'], '1')).toEqual(told);
    expect(await shadowed(['1', '2'], '1')).toEqual([]);
    expect(await shadowed(['2', VERSION_NEUTRAL], '1')).toEqual([]);
    expect(await shadowed([VERSION_NEUTRAL], '1')).toEqual([]);
  });

  it('says of no endpoint that it is not mounted where it cannot see the routes', async () => {
    const own = guard();
    const fastify = new FastifyAdapter();
    const app = await NestFactory.create(class {}, fastify, { logger: false });
    app.useGlobalGuards(own);
    await app.init();
    expect(own.verifyRoutes(app)).toMatchObject({
      ok: false,
      notMounted: [],
      unguarded: [],
      notChecked: ['the routes of the platform `fastify`'],
    });
    await app.close();
  });

  it('tells of messages that NestJS may not ask it about', async () => {
    class Gateway {}
    Reflect.defineMetadata('websockets:is_gateway', true, Gateway);
    const own = guard();
    const app = await appWith([Gateway], (one) => void one.useGlobalGuards(own));
    expect(own.verifyRoutes(app).notChecked).toEqual(['messages of the gateway `Gateway`']);
    const connect = (one: object) => void (app.getMicroservices() as object[]).push(one);
    connect({ applicationConfig: app.get(ApplicationConfig) });
    expect(own.verifyRoutes(app).unguarded).toEqual([]);
    connect({ applicationConfig: new ApplicationConfig() });
    expect(own.verifyRoutes(app).unguarded).toEqual([
      'messages of a microservice: connect it with `inheritAppConfig: true`',
    ]);
  });

  it('lets no call on where the routers of Express are looser than its options say, also none that is skipped', async () => {
    const given = attackedApp();
    for (const skippedEndpoints of [[], [{ httpVerb: 'delete', path: '/caches/{name}' }]]) {
      const options = { ...given.options, caseSensitiveRouting: true, skippedEndpoints };
      const server = await ADAPTERS['NestJS on Express']({ ...given, options });
      for (const path of ['/caches/ALL', '/caches/c1']) {
        const answer = await server.send('DELETE', path, { as: { sub: 'mallory' } });
        expect(answer.status).toBe(500);
      }
      expect(server.takeRan()).toEqual([]);
      await server.close();
    }
  });

  it('logs why it lets no call on for which the router of Fastify has read another path', async () => {
    const ran: string[] = [];
    class Users {
      read() {
        ran.push('a user');
      }
    }
    Get(':id')(Users.prototype, 'read', Object.getOwnPropertyDescriptor(Users.prototype, 'read') as never);
    Controller('users')(Users);
    class App {}
    Module({ controllers: [Users] })(App);
    const log: string[] = [];
    const logger = { log: (line: string) => void log.push(line) };
    const platform = new FastifyAdapter({ useSemicolonDelimiter: true });
    const app = await NestFactory.create<NestFastifyApplication>(App, platform, { logger: false });
    app.useGlobalGuards(new AuthorizationGuard({ ...shopOptions(), caseSensitiveRouting: true, logger }));
    await app.init();
    expect((await app.inject('/users/x')).statusCode).toBe(200);
    expect(ran.splice(0)).toEqual(['a user']);
    expect((await app.inject('/users/x;y')).statusCode).toBe(500);
    expect(ran).toEqual([]);
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({
      decision: 'deny',
      kind: 'failed',
      errors: [expect.stringContaining('are not those that the route was found by')],
    });
    await app.close();
  });

  it('refuses an API whose paths end with slashes where its options say that these count', () => {
    const options = shopOptions();
    const text = String(options.schema.schema).replace(/"GET (\/users\/\{[^}]*\}) /, '"GET $1/ ');
    const given = { ...options, schema: { ...options.schema, schema: text } as typeof options.schema };
    expect(() => new AuthorizationGuard({ ...given, strictRouting: true })).toThrow(
      /takes the slash off `\/users\/\{\w+\}\/`: its handler answers `\/users\/\{\w+\}`/,
    );
    expect(() => new AuthorizationGuard(given)).not.toThrow();
    expect(() => new AuthorizationGuard({ ...options, strictRouting: true })).not.toThrow();
  });

  it('fits the types of NestJS', () => {
    const typed = new AuthorizationGuard<Request>(shopOptions());
    expectTypeOf(typed).toExtend<CanActivate>();
    expectTypeOf(typed.handler('getUser', { resource: (req) => req.url })).toExtend<CanActivate>();
    expectTypeOf(typed.verifyRoutes).toBeCallableWith({} as INestApplication);
  });
});
