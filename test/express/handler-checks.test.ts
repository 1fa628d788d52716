import { createServer } from 'node:http';
import express, { type Request } from 'express';
import { describe, expect, it } from 'vitest';
import type { HttpRequest, MiddlewareOptions } from '../../src/index.ts';
import { ServerAuthorizationMiddleware } from '../../src/index.ts';
import { uid } from '../helpers/email-entities.ts';
import {
  ana,
  buildersOver,
  emailOptions,
  eve,
  running,
  type SendOptions,
  validateToken,
} from '../helpers/express-server.ts';

const POLICIES = `
  @id("editors") permit (principal in EmailApp::Role::"editor", action, resource)
  unless { action == EmailApp::Action::"listEmailMessages" };
  @id("isolation") forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants };
`;

type Handle = (authorization: ServerAuthorizationMiddleware, req: HttpRequest & Request) => Promise<unknown>;

/** What a handler of `GET /campaigns/c1` answers that uses the authorization itself. */
async function handled(
  handle: Handle,
  {
    as = ana,
    options = {},
    log = [],
  }: { as?: SendOptions['as']; options?: Partial<MiddlewareOptions>; log?: string[] } = {},
): Promise<unknown> {
  const logger = { log: (line: string) => log.push(line) };
  const authorization = new ServerAuthorizationMiddleware(emailOptions(POLICIES, { logger, ...options }));
  const app = express();
  app.use(validateToken);
  app.use(authorization.middleware);
  app.get('/campaigns/:id', async (req, res) => {
    try {
      res.json({ answer: await handle(authorization, req as never) });
    } catch (error) {
      res.json({ error: String(error) });
    }
  });
  const server = await running(createServer(app), [], []);
  const { status, body } = await server.send('GET', '/campaigns/c1', as ? { as } : {});
  await server.close();
  const { answer, error } = JSON.parse(body);
  return status === 200 ? (answer ?? error) : status;
}

describe('check, in a handler', () => {
  it.each([
    ['updateEmailCampaign', 'c1', true],
    ['updateEmailCampaign', 'c9', false],
    ['listEmailMessages', 'c1', false],
    ['getEmailMessage', 'm1', true],
    ['getEmailCampaign', 'c404', false],
  ])('says of %s on %s: %s', async (action, id, expected) => {
    expect(await handled((authorization, req) => authorization.check(req, action, id))).toBe(expected);
  });

  it('is told to the log under the id of the call, with the caller of the call', async () => {
    const log: string[] = [];
    await handled((authorization, req) => authorization.check(req, 'getEmailMessage', 'm9'), { log });
    const [call, check] = log.map((line) => JSON.parse(line));
    expect(check).toMatchObject({
      requestId: call.requestId,
      principal: uid('User', 'ana'),
      action: 'getEmailMessage',
      resource: uid('EmailMessage', 'm9'),
      decision: 'deny',
      kind: 'forbidden',
    });
  });

  it('asks for no second principal', async () => {
    let asked = 0;
    const { principalConfiguration } = emailOptions(POLICIES);
    const getPrincipalEntity: typeof principalConfiguration.getPrincipalEntity = (req, model) => {
      asked += 1;
      return principalConfiguration.getPrincipalEntity(req, model);
    };
    const options = { principalConfiguration: { ...principalConfiguration, getPrincipalEntity } };
    await handled((authorization, req) => authorization.check(req, 'getEmailMessage', 'm1'), { options });
    expect(asked).toBe(1);
  });

  it.each<[string, string, unknown, RegExp]>([
    ['an action that does not exist', 'getEmailCampain', 'c1', /did you mean `getEmailCampaign`/],
    ['no identifier', 'getEmailCampaign', undefined, /not an identifier/],
    ['an empty identifier', 'getEmailCampaign', '', /not an identifier/],
    ['half a character', 'getEmailCampaign', '\ud800', /not an identifier/],
  ])('rejects for %s', async (_, action, id, message) => {
    expect(await handled((authorization, req) => authorization.check(req, action, id as string))).toMatch(
      message,
    );
  });

  it('rejects when it could not be decided', async () => {
    const broken = { ...buildersOver(), EmailMessage: () => Promise.reject(new Error('no database')) };
    const asks: Handle = (authorization, req) => authorization.check(req, 'getEmailMessage', 'm1');
    expect(await handled(asks, { options: { sliceBuilders: broken } })).toMatch('no database');
    const wrong = { ...buildersOver(), EmailMessage: () => ({ attrs: { subject: 5 } }) };
    const said = await handled(asks, { options: { sliceBuilders: wrong as never } });
    expect(said).toMatch('`getEmailMessage` could not be decided');
    expect(said).not.toMatch('`5`');
  });
});

describe('filter, in a handler', () => {
  const rows = ['c1', 'c9', 'c404', 'c1'].map((id, index) => ({ id, index }));

  it('keeps the items that are permitted, in their order', async () => {
    const filter: Handle = (authorization, req) => authorization.filter(req, 'getEmailCampaign', rows);
    expect(await handled(filter)).toEqual([rows[0], rows[3]]);
    expect(
      await handled((authorization, req) => authorization.filter(req, 'getEmailCampaign', ['c9', 'c1'])),
    ).toEqual(['c1']);
    expect(
      await handled((authorization, req) => authorization.filter(req, 'listEmailMessages', rows)),
    ).toEqual([]);
    expect(await handled((authorization, req) => authorization.filter(req, 'getEmailCampaign', []))).toEqual(
      [],
    );
  });

  it('looks nothing up that the items say, and what is above them once', async () => {
    const looked: string[] = [];
    const items = [
      { key: 'x1', tenant: 'acme' },
      { key: 'x2', tenant: 'umbrella' },
      { key: 'x3', tenant: 'acme' },
    ];
    const filter: Handle = (authorization, req) => {
      looked.length = 0;
      return authorization.filter(req, 'getEmailCampaign', items, {
        id: ({ key }) => key,
        entity: ({ tenant }) => ({
          attrs: { name: 'x', status: 'draft' },
          parents: [uid('Tenant', tenant)],
        }),
      });
    };
    const options = { sliceBuilders: buildersOver(undefined, looked) };
    expect(await handled(filter, { options })).toEqual([items[0], items[2]]);
    expect(looked.sort()).toEqual(['Tenant acme', 'Tenant umbrella']);
  });

  it('rejects for an action about the application, which permits all items or none', async () => {
    for (const items of [['a', 'b'], []]) {
      const filter: Handle = (authorization, req) => authorization.filter(req, 'getDashboardData', items);
      expect(await handled(filter)).toMatch('`getDashboardData` is about the application');
    }
  });

  it('rejects for items that it does not know, options that are none, and what could not be decided', async () => {
    const filter =
      (items: unknown[], options = {}): Handle =>
      (authorization, req) =>
        authorization.filter(req, 'getEmailCampaign', items, options);
    expect(await handled(filter([{ name: 'x' }]))).toMatch('an item has no identifier');
    expect(await handled(filter([undefined]))).toMatch('an item has no identifier');
    expect(await handled(filter([{ id: 'c1' }], { entty: () => ({}) }))).toMatch('did you mean `entity`');
    expect(await handled(filter([{ id: 'c1' }], { entity: () => ({ attrs: { name: 5 } }) }))).toMatch(
      'could not be decided',
    );
  });

  it('decides as the calls themselves would be', async () => {
    const campaigns = ['c1', 'c9', 'c404'];
    for (const as of [ana, eve]) {
      const direct = await Promise.all(
        campaigns.map((id) =>
          handled((authorization, req) => authorization.check(req, 'getEmailCampaign', id), { as }),
        ),
      );
      const filter: Handle = (authorization, req) => authorization.filter(req, 'getEmailCampaign', campaigns);
      const kept = await handled(filter, { as });
      // Eve may not call the endpoint at all.
      expect(kept).toEqual(as === eve ? 403 : campaigns.filter((_, index) => direct[index] === true));
    }
  });
});

describe('actionsOn, in a handler', () => {
  it('names what the caller may do', async () => {
    const on = (resource: string | { type: string; id: string }) =>
      handled((authorization, req) => authorization.actionsOn(req, resource));
    const all = ['getEmailCampaign', 'moveEmailMessage', 'updateEmailCampaign'];
    expect(await on('c1')).toEqual(all);
    expect(await on({ type: 'EmailCampaign', id: 'c1' })).toEqual(all);
    expect(await on('c9')).toEqual([]);
    expect(await on({ type: 'EmailMessage', id: 'm1' })).toContain('getEmailMessage');
    expect(await on({ type: 'EmailCampain', id: 'c1' })).toMatch('did you mean `EmailCampaign`');
    expect(await on('')).toMatch('not an identifier');
  });

  it('takes a resource as `req.authorized` names it, with its namespace', async () => {
    const answer = await handled((authorization, req) => {
      const [resource] = req.authorized?.resources ?? [];
      return authorization.actionsOn(req, resource ?? 'none');
    });
    expect(answer).toEqual(['getEmailCampaign', 'moveEmailMessage', 'updateEmailCampaign']);
  });

  it.each([undefined, null, 5, {}, { id: 'c1' }, { type: 5, id: 'c1' }])(
    'says what a resource is when it is asked about %j',
    async (resource) => {
      const asks: Handle = (authorization, req) => authorization.actionsOn(req, resource as never);
      expect(await handled(asks)).toMatch('give its identifier, or { type, id }');
    },
  );

  it('asks for a type where the call is about no resource', async () => {
    const options = { skippedEndpoints: [{ httpVerb: 'get', path: '/campaigns/{id}' }] };
    const asks: Handle = (authorization, req) => authorization.actionsOn(req, 'c1');
    expect(await handled(asks, { options })).toMatch('give { type, id }');
  });
});
