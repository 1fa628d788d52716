import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import type { ErrorRequestHandler } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MiddlewareOptions, ServerAuthorizationMiddleware } from '../../src/index.ts';
import {
  ana,
  buildersOver,
  EXPRESS_VERSIONS,
  emailOptions,
  eve,
  mount,
  type RunningServer,
  running,
  startEmailServer,
  validateToken,
} from '../helpers/express-server.ts';

const POLICIES = `
  permit (principal in EmailApp::Role::"editor", action, resource);
  forbid (principal, action, resource) unless { resource in context.tenants };
`;

type Open = () => void;

/** Builders of which that of campaigns answers when it is let go. */
function heldBuilders() {
  const builders = buildersOver();
  const held: Open[] = [];
  let arrived: Open = () => {};
  const EmailCampaign: NonNullable<typeof builders.EmailCampaign> = async (id, req) => {
    await new Promise<void>((open) => {
      held.push(open);
      arrived();
    });
    return builders.EmailCampaign?.(id, req);
  };
  /** When so many wait. */
  const waiting = async (count: number) => {
    while (held.length < count)
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
  };
  return { sliceBuilders: { ...builders, EmailCampaign }, held, waiting };
}

function head(url: string, as: object): string {
  return `GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Claims: ${JSON.stringify(as)}\r\n\r\n`;
}

describe.each(EXPRESS_VERSIONS)('a server on %s', (_, express) => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  beforeEach(() => void process.on('unhandledRejection', note));
  afterEach(() => {
    process.off('unhandledRejection', note);
    expect(unhandled.splice(0)).toEqual([]);
  });

  async function served(
    more: Partial<MiddlewareOptions>,
    work: (server: RunningServer, gone: Promise<void>) => Promise<void>,
  ): Promise<void> {
    let left: Open = () => {};
    const gone = new Promise<void>((resolve) => {
      left = resolve;
    });
    const before = (app: import('express').Express) => {
      app.use((_req, res, next) => {
        res.once('close', left);
        next();
      });
    };
    const server = await startEmailServer({ express, options: emailOptions(POLICIES, more), before });
    try {
      await work(server, gone);
    } finally {
      await server.close();
    }
  }

  it('decides about a call whose client has gone, and serves the next one', async () => {
    const { sliceBuilders, held, waiting } = heldBuilders();
    await served({ sliceBuilders }, async (server, gone) => {
      const socket = connect(server.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(head('/campaigns/c9', ana));
      await waiting(1);
      socket.destroy();
      await gone;
      held.shift()?.();
      const next = server.send('GET', '/campaigns/c1', { as: ana });
      await waiting(1);
      held.shift()?.();
      expect((await next).status).toBe(200);
      expect(server.takeRan()).toEqual(['GET /campaigns/{campaign_id}']);
      const log = server.takeLog().map((line) => JSON.parse(line));
      expect(log.map(({ resource, decision }) => [resource.id, decision])).toEqual([
        ['c9', 'deny'],
        ['c1', 'allow'],
      ]);
    });
  });

  it.each<[string, MiddlewareOptions['answer']]>([
    ['the answer of the middleware', undefined],
    ['an answer of its own', (_problem, _req, res) => void res.end()],
  ])('hands no refused call on whose answer has already begun, with %s', async (_what, answer) => {
    const ran: string[] = [];
    const app = express();
    app.use((_req, res, next) => {
      res.flushHeaders();
      next();
    });
    app.use(new ServerAuthorizationMiddleware(emailOptions(POLICIES, answer ? { answer } : {})).middleware);
    const handsOn: ErrorRequestHandler = (_error, _req, _res, next) => next();
    app.use(handsOn);
    mount(app, 'GET', '/campaigns/{id}', ran);
    const server = await running(createServer(app), ran, []);
    await server.send('GET', '/campaigns/c1').catch(() => undefined);
    expect(server.takeRan()).toEqual([]);
    await server.close();
  });

  it('hands no call on that it cannot keep as it was decided about, and logs why', async () => {
    const log: string[] = [];
    const options = emailOptions(POLICIES, { logger: { log: (line: string) => void log.push(line) } });
    const app = express();
    app.use(validateToken);
    app.use((req, _res, next) => {
      // Accessors that nobody may replace.
      Object.defineProperties(req, { url: { value: req.url }, route: { value: undefined } });
      next();
    });
    app.use(new ServerAuthorizationMiddleware(options).middleware);
    const handsOn: ErrorRequestHandler = (_error, _req, _res, next) => next();
    app.use(handsOn);
    const ran: string[] = [];
    mount(app, 'GET', '/campaigns/{id}', ran);
    const server = await running(createServer(app), ran, []);
    expect((await server.send('GET', '/campaigns/c1', { as: ana })).status).toBe(500);
    expect(server.takeRan()).toEqual([]);
    expect(log.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ decision: 'allow' }),
      expect.objectContaining({
        kind: 'failed',
        errors: ['Cannot redefine property: route'],
      }),
    ]);
    await server.close();
  });

  it('hands no call on whose body cannot be read, and logs why', async () => {
    const ran: string[] = [];
    const log: string[] = [];
    const app = express();
    app.use((req, _res, next) => {
      const get = () => {
        throw new Error('the body is no JSON');
      };
      Object.defineProperty(req, 'body', { configurable: true, get });
      next();
    });
    const logger = { log: (line: string) => void log.push(line) };
    app.use(new ServerAuthorizationMiddleware(emailOptions(POLICIES, { logger })).middleware);
    const handsOn: ErrorRequestHandler = (_error, _req, _res, next) => next();
    app.use(handsOn);
    mount(app, 'GET', '/campaigns/{id}', ran);
    const server = await running(createServer(app), ran, log);
    expect((await server.send('GET', '/campaigns/c1', { as: ana })).status).toBe(500);
    expect(server.takeRan()).toEqual([]);
    expect(log.join()).toContain('the body is no JSON');
    await server.close();
  });

  it('gives each of many calls on one connection its own answer, in whatever order they are decided', async () => {
    const { sliceBuilders, held, waiting } = heldBuilders();
    await served({ sliceBuilders }, async (server) => {
      const calls = Array.from({ length: 12 }, (_unused, index) => (index % 3 === 0 ? ana : eve));
      const socket = connect(server.port, '127.0.0.1');
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1');
      });
      socket.write(calls.map((as) => head('/campaigns/c1', as)).join(''));
      await waiting(calls.length);
      // The last that came is decided first.
      for (const open of held.toReversed()) open();
      const statuses = () => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
      while (statuses().length < calls.length) await once(socket, 'data');
      socket.destroy();
      expect(statuses()).toEqual(calls.map((as) => (as === ana ? 200 : 403)));
      expect(server.takeRan()).toHaveLength(calls.filter((as) => as === ana).length);
    });
  });
});
