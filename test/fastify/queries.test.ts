import 'reflect-metadata';
import { Controller, Delete, Get, Module, Req } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import fastify, { type FastifyInstance, type FastifyRequest, type FastifyServerOptions } from 'fastify';
import qs from 'qs';
import { describe, expect, it } from 'vitest';
import { FastifyAuthorization } from '../../src/fastify/fastify-authorization.ts';
import { AuthorizationGuard } from '../../src/nestjs/authorization-guard.ts';
import { shopOptions } from '../helpers/tiny-shop.ts';

const IGNORING_CASE: FastifyServerOptions = {
  routerOptions: { querystringParser: (text) => qs.parse(text.toLowerCase()) },
};

const numbers = {
  schema: {
    querystring: {
      type: 'object',
      properties: {
        limit: { type: 'integer', default: 20 },
        ids: { type: 'array', items: { type: 'string' } },
      },
    },
  },
};

/** An application whose routes for `/search` and `/drafts` keep what they see of the query; those below `validated` with a schema. */
function appOf(
  options: FastifyServerOptions = {},
  prepare: (app: FastifyInstance) => void = () => undefined,
  validation: object = {},
) {
  const app = fastify(options);
  const ran: unknown[] = [];
  const handler = async (req: FastifyRequest) => void ran.push(req.query);
  prepare(app);
  new FastifyAuthorization<FastifyRequest>(shopOptions()).protect(app);
  app.get('/search', validation, handler);
  app.delete('/drafts', validation, handler);
  app.get('/users/:id', validation, handler);
  return { app, ran };
}

async function send(app: FastifyInstance, ...lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const [method, url = ''] = line.split(' ');
    await app.inject({ method: method as 'GET' | 'DELETE', url });
  }
}

const rewriting = (hook: 'onRequest' | 'preValidation' | 'preHandler') => (app: FastifyInstance) =>
  void app.addHook(hook, async (req: FastifyRequest) => {
    const { url = '' } = req.raw;
    req.raw.url = url
      .replace('scope=all', 'scope=mine')
      .replace('ids=d9', 'ids=d1')
      .replace(/.trashed=true/, '');
  });

const REWRITTEN = ['GET /search?scope=all', 'DELETE /drafts?ids=d9', 'GET /search?trashed=true'];

/** Decorators of parameters are no syntax of JavaScript. */
function controllerOf(handle: (req: FastifyRequest) => void): new () => object {
  class Drafts {}
  Controller()(Drafts);
  for (const [name, route] of [
    ['search', Get('search')],
    ['archive', Delete('drafts')],
  ] as const) {
    const value = (req: FastifyRequest) => handle(req);
    Object.defineProperty(Drafts.prototype, name, { value, writable: true, configurable: true });
    Req()(Drafts.prototype, name, 0);
    route(Drafts.prototype, name, Object.getOwnPropertyDescriptor(Drafts.prototype, name) ?? {});
  }
  return Drafts;
}

describe('the query that handlers see under Fastify', () => {
  it.each(['onRequest', 'preValidation', 'preHandler'] as const)(
    'is what was decided about, where the hook %s has rewritten that of the URL',
    async (hook) => {
      for (const validation of [{}, numbers]) {
        const { app, ran } = appOf({}, rewriting(hook), validation);
        await send(app, ...REWRITTEN);
        expect(ran).toEqual([]);
        await send(app, 'GET /search?limit=7', 'GET /users/x?scope=all');
        expect(ran.length).toBe(2);
      }
    },
  );

  it('is what was decided about, where a parser of the application ignores letter case', async () => {
    for (const validation of [{}, numbers]) {
      const { app, ran } = appOf(IGNORING_CASE, undefined, validation);
      await send(app, 'GET /search?SCOPE=all', 'DELETE /drafts?ids=d1&IDS=d9', 'DELETE /drafts?ids=D1');
      expect(ran).toEqual([]);
      await send(app, 'GET /search?scope=mine&Q=Tea');
      expect(ran).toEqual([expect.objectContaining({ scope: 'mine', q: 'tea' })]);
    }
  });

  it('is what more questions in a handler are about', async () => {
    const app = fastify(IGNORING_CASE);
    const authorization = new FastifyAuthorization<FastifyRequest>(shopOptions());
    authorization.protect(app);
    app.get('/users/:id', async (req) => authorization.check(req, 'search', 'all'));
    const answerTo = async (url: string) => (await app.inject({ url })).json<unknown>();
    expect(await answerTo('/users/x?scope=mine')).toBe(true);
    expect(await answerTo('/users/x?scope=all')).toBe(false);
    for (const query of ['SCOPE=all', 'scope=ALL', 'scope=mine&Scope=all'])
      expect(await answerTo(`/users/x?${query}`)).toMatchObject({ statusCode: 500 });
  });

  it('may have defaults and values of other types by a validator', async () => {
    const { app, ran } = appOf({}, undefined, numbers);
    await send(app, 'GET /search?limit=7', 'GET /search', 'DELETE /drafts?ids=d1');
    expect(ran).toEqual([{ limit: 7 }, { limit: 20 }, { limit: 20, ids: ['d1'] }]);
  });

  it('is what was decided about, where a validator makes another value of a parameter', async () => {
    const inLowerCase = (app: FastifyInstance) =>
      void app.setValidatorCompiler(({ httpPart }) => (data: object) => {
        const changed = Object.entries(data).map(([name, value]) => [
          name.toLowerCase(),
          String(value).trim().toLowerCase(),
        ]);
        return { value: httpPart === 'querystring' ? Object.fromEntries(changed) : data };
      });
    const { app, ran } = appOf({}, inLowerCase, numbers);
    await send(app, 'GET /search?scope=ALL', 'GET /search?scope=%20all', 'GET /search?SCOPE=all');
    await send(app, 'DELETE /drafts?ids=D1', 'GET /search?limit=7&limit=8');
    expect(ran).toEqual([]);
    await send(app, 'GET /search?scope=mine&q=Tea', 'DELETE /drafts?ids=d1');
    expect(ran).toEqual([{ scope: 'mine', q: 'tea' }, { ids: 'd1' }]);
  });

  it('is what was decided about under NestJS on Fastify as well', async () => {
    const ran: unknown[] = [];
    class Shop {}
    Module({ controllers: [controllerOf((req) => ran.push(req.query))] })(Shop);
    const nest = await NestFactory.create<NestFastifyApplication>(Shop, new FastifyAdapter(), {
      logger: false,
    });
    nest.useGlobalGuards(
      new AuthorizationGuard({ ...shopOptions(), caseSensitiveRouting: true, strictRouting: true }),
    );
    const app: FastifyInstance = nest.getHttpAdapter().getInstance();
    rewriting('onRequest')(app);
    await nest.init();
    await app.ready();
    await send(app, ...REWRITTEN);
    expect(ran).toEqual([]);
    await send(app, 'GET /search?limit=7', 'DELETE /drafts?ids=d2');
    expect(ran).toEqual([{ limit: '7' }, { ids: 'd2' }]);
    await nest.close();
  });
});
