import { connect, createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type express5 from 'express';
import { describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { DEFAULT_SERVER_RULES } from '../../src/core/requests/server/server-rules.ts';
import type { MiddlewareOptions } from '../../src/express/options.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import { ATTACK_POLICIES, attackSchema } from '../helpers/attack-app.ts';
import { ana, EXPRESS_VERSIONS, emailOptions, startEmailServer } from '../helpers/express-server.ts';

const schema = attackSchema('ResourceRest');
const notes: MiddlewareOptions = {
  schema,
  authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: ATTACK_POLICIES, schema }),
  principalConfiguration: {
    type: 'custom',
    getPrincipalEntity: principalFromToken({ namespace: 'Shop' }),
  },
};
const destination = { action: 'createEmailCampaign', resource: 'body:tenant' } as const;
const MOVERS = `permit (principal, action == EmailApp::Action::"updateEmailCampaign", resource);
  permit (principal, action == EmailApp::Action::"createEmailCampaign", resource == EmailApp::Tenant::"acme");`;
const moving = emailOptions(MOVERS, {
  rules: { ...DEFAULT_SERVER_RULES, moves: { updateEmailCampaign: { destination } } },
});
const movingByFunction = emailOptions(MOVERS, {
  moves: {
    updateEmailCampaign: ({ body }) => {
      const { tenant }: { tenant?: string } = Object(body);
      return tenant === undefined
        ? undefined
        : { destination: { action: destination.action, resource: tenant } };
    },
  },
});

describe.each(EXPRESS_VERSIONS)('a body that a handler takes apart itself, under %s,', (_, express) => {
  /** The status of a call, and whether a handler ran, where a parser leaves another body than that of JSON. */
  async function called(
    options: MiddlewareOptions,
    parser: express5.RequestHandler,
    line: string,
    json: object,
  ): Promise<string> {
    const ran: string[] = [];
    const handler: express5.RequestHandler = (_req, res) => {
      ran.push('ran');
      res.end();
    };
    const server = await startEmailServer({
      express,
      options,
      before: (app) => app.use(parser),
      after: (app) => app.post('/notes', handler).put('/campaigns/:id', handler),
    });
    const [method = '', url = ''] = line.split(' ');
    const { status } = await server.send(method, url, { as: { ...ana, sub: 'mallory' }, json });
    const others = server.takeRan();
    await server.close();
    return [status, ...ran, ...others.map(() => 'ran')].join(' ');
  }

  const parsers: [string, express5.RequestHandler][] = [
    ['bytes', express.raw({ type: '*/*' })],
    ['a text', express.text({ type: '*/*' })],
  ];

  it.each(parsers)('is refused where policies read it, and it is %s', async (_what, parser) => {
    expect(await called(notes, parser, 'POST /notes', { pinned: true })).toBe('400');
  });

  it.each(parsers)('is refused where it may name a destination, and it is %s', async (_what, parser) => {
    const line = 'PUT /campaigns/c1';
    expect(await called(moving, parser, line, { tenant: 'umbrella' })).toBe('400');
    expect(await called(movingByFunction, parser, line, { tenant: 'umbrella' })).toBe('400');
  });

  it('is refused where it may name a destination, and only a handler parses it', async () => {
    const late: express5.RequestHandler = (req, _res, next) => {
      req.headers['content-type'] = 'application/x-www-form-urlencoded';
      next();
    };
    const line = 'PUT /campaigns/c1';
    expect(await called(moving, late, line, { tenant: 'umbrella' })).toBe('400');
    expect(await called(movingByFunction, late, line, { tenant: 'umbrella' })).toBe('400');
  });

  it('is decided about where it is read as JSON', async () => {
    const line = 'PUT /campaigns/c1';
    const json = express.json();
    expect(await called(notes, json, 'POST /notes', { pinned: false })).toBe('200 ran');
    expect(await called(moving, json, line, { tenant: 'umbrella' })).toBe('403');
    expect(await called(moving, json, line, { tenant: 'acme' })).toBe('200 ran');
    expect(await called(moving, json, line, {})).toBe('200 ran');
    expect(await called(movingByFunction, json, line, { tenant: 'umbrella' })).toBe('403');
    expect(await called(movingByFunction, json, line, {})).toBe('200 ran');
  });
});

describe('a body by HTTP/2, of which no header tells,', () => {
  it('is refused where policies read it', async () => {
    const { middleware } = new ServerAuthorizationMiddleware(notes);
    const read: string[] = [];
    const claims = { ...ana, sub: 'mallory' };
    // Routers that take handlers of Express run on such a server as well.
    const server = createServer((given, res) => {
      const { url } = given;
      const req = Object.assign(given, { originalUrl: url, baseUrl: '', user: claims }) as never;
      middleware(req, res as never, async () => {
        read.push(await text(given));
        res.end();
      });
    });
    await new Promise<void>((done) => void server.listen(0, done));
    const { port } = server.address() as AddressInfo;
    const client = connect(`http://localhost:${port}`);
    const statusOf = (body: string) =>
      new Promise<number>((resolve) => {
        const call = client.request({ ':method': 'POST', ':path': '/notes' }, { endStream: body === '' });
        call.on('response', (answer) => resolve(Number(answer[':status'])));
        if (body !== '') call.end(body);
        call.resume();
      });
    expect(await statusOf('{"pinned":true}')).toBe(400);
    expect(await statusOf('')).toBe(200);
    expect(read).toEqual(['']);
    client.close();
    server.close();
  });
});
