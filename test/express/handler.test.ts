import { createServer } from 'node:http';
import express, { type Request } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SERVER_RULES } from '../../src/core/requests/server/server-rules.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { uid } from '../helpers/email-entities.ts';
import {
  ana,
  emailOptions,
  eve,
  type RunningServer,
  running,
  validateToken,
} from '../helpers/express-server.ts';

const POLICIES = `
  permit (principal in EmailApp::Role::"editor", action, resource);
  forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants };
`;

describe('a handler for one route', () => {
  let server: RunningServer;
  beforeAll(async () => {
    const authorization = new ServerAuthorizationMiddleware(emailOptions(POLICIES));
    const ran: string[] = [];
    const record: express.RequestHandler = (req, res) => {
      ran.push(`${req.method} ${req.path}`);
      res.json(req.authorized);
    };
    const app = express();
    app.use(validateToken);
    const byParameter = { resource: (req: Request) => String(req.params.id) };
    app.get('/c/:id', authorization.handler('getEmailCampaign', byParameter as never), record);
    const several = { resource: (req: Request) => String(req.query.ids).split(',') };
    app.get('/several', authorization.handler('getEmailMessage', several as never), record);
    app.get('/nothing', authorization.handler('getEmailCampaign', { resource: () => '' }), record);
    app.get('/dashboard-data', authorization.handler('getDashboardData'), record);
    app.get('/campaigns/:id', authorization.handler('listEmailMessages'), record);
    server = await running(createServer(app), ran, []);
  });
  afterAll(() => server.close());

  it('authorizes the resource that the route names', async () => {
    const allowed = await server.send('GET', '/c/c1', { as: ana });
    expect(JSON.parse(allowed.body)).toMatchObject({
      action: 'getEmailCampaign',
      resources: [uid('EmailCampaign', 'c1')],
    });
    expect(server.takeRan()).toEqual(['GET /c/c1']);
    expect((await server.send('GET', '/c/c1', { as: eve })).status).toBe(403);
    expect((await server.send('GET', '/c/c1')).status).toBe(401);
    expect((await server.send('GET', '/c/c404', { as: ana })).status).toBe(404);
    expect((await server.send('GET', '/nothing', { as: ana })).status).toBe(400);
    expect(server.takeRan()).toEqual([]);
  });

  it('waits for the resource that the route names, and refuses what never comes', async () => {
    const named: Record<string, () => Promise<string>> = {
      c1: async () => 'c1',
      c9: async () => 'c9',
      rejects: async () => Promise.reject(new Error('no database')),
      hangs: () => new Promise(() => undefined),
    };
    const log: string[] = [];
    const logger = { log: (line: string) => void log.push(line) };
    const authorization = new ServerAuthorizationMiddleware(emailOptions(POLICIES, { logger, timeout: 50 }));
    const later = { resource: (req: Request) => named[String(req.params.id)]?.() ?? '' };
    const ran: string[] = [];
    const app = express();
    app.use(validateToken);
    app.get('/c/:id', authorization.handler('getEmailCampaign', later as never), (req, res) => {
      ran.push(req.path);
      res.json({});
    });
    const own = await running(createServer(app), ran, log);
    const statuses: number[] = [];
    for (const id of Object.keys(named))
      statuses.push((await own.send('GET', `/c/${id}`, { as: ana })).status);
    expect(statuses).toEqual([200, 403, 500, 500]);
    expect(own.takeRan()).toEqual(['/c/c1']);
    expect(log.slice(-2).join()).toMatch(/no database.*the `resource` of the handler.* took longer/);
    await own.close();
  });

  it('needs all of several resources permitted', async () => {
    expect((await server.send('GET', '/several?ids=m1', { as: ana })).status).toBe(200);
    expect((await server.send('GET', '/several?ids=m1,m9', { as: ana })).status).toBe(403);
    expect(server.takeRan()).toEqual(['GET /several']);
  });

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['a list with undefined', [undefined]],
    ['a list with an empty text', ['c1', '']],
    ['an empty list', []],
    ['a number', 7],
    ['half a character', '\ud800'],
  ])('asks nothing about the application when the route names %s', async (_, named) => {
    const ran: string[] = [];
    let lookedFor = 0;
    const getPrincipalEntity = () => {
      lookedFor += 1;
      return undefined;
    };
    const permissive = new ServerAuthorizationMiddleware(
      emailOptions('permit (principal, action, resource);', {
        principalConfiguration: { type: 'custom', getPrincipalEntity },
      }),
    );
    const app = express();
    const resource = () => named as string;
    app.get('/x', permissive.handler('getEmailCampaign', { resource }), (_req, res) => {
      ran.push('x');
      res.end();
    });
    const permitted = await running(createServer(app), ran, []);
    expect((await permitted.send('GET', '/x')).status).toBe(400);
    expect({ ran, lookedFor }).toEqual({ ran: [], lookedFor: 0 });
    await permitted.close();
  });

  it('asks about where something is moved, as the rules of the server say', async () => {
    const destination = { action: 'createEmailCampaign', resource: 'body:tenant' } as const;
    const rules = {
      ...DEFAULT_SERVER_RULES,
      maxBatchItems: 2,
      moves: { updateEmailCampaign: { destination } },
    };
    const authorization = new ServerAuthorizationMiddleware(emailOptions(POLICIES, { rules }));
    const ran: string[] = [];
    const app = express();
    app.use(express.json(), validateToken);
    const resource = (req: Request) => String(req.params.ids).split(',');
    const guard = authorization.handler('updateEmailCampaign', { resource: resource as never });
    app.put('/c/:ids', guard, (req, res) => {
      ran.push(req.params.ids);
      res.end();
    });
    const moving = await running(createServer(app), ran, []);
    const statusOf = async (ids: string, json: object) =>
      (await moving.send('PUT', `/c/${ids}`, { as: ana, json })).status;
    expect(await statusOf('c1', { tenant: 'umbrella' })).toBe(403);
    expect(await statusOf('c1', { tenant: 7.5 })).toBe(400);
    expect(await statusOf('c1,c2,c3', {})).toBe(400);
    expect(ran).toEqual([]);
    expect(await statusOf('c1', { tenant: 'acme' })).toBe(200);
    await moving.close();
  });

  it('reads the resource from the call where the schema has the endpoint, and lets no other action through', async () => {
    expect((await server.send('GET', '/dashboard-data', { as: ana })).status).toBe(200);
    expect((await server.send('GET', '/campaigns/c1', { as: ana })).status).toBe(500);
    expect(server.takeRan()).toEqual(['GET /dashboard-data']);
  });

  it('is not made for an action that the schema does not have', () => {
    const authorization = new ServerAuthorizationMiddleware(emailOptions(POLICIES));
    expect(() => authorization.handler('getEmailCampain')).toThrow(
      'the schema has no action `getEmailCampain`',
    );
  });
});
