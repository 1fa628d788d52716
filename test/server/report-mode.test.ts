import { describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { serverAuthorization } from '../../src/server/authorization.ts';
import type { ServerOptions } from '../../src/server/options.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import { attackSchema } from '../helpers/attack-app.ts';
import { buildersOver, emailStringSchema } from '../helpers/express-server.ts';

interface Req {
  readonly user?: object;
}

const ana: Req = { user: { sub: 'ana', tenant_id: 'acme' } };

/** A server that denies everything but one campaign, with its log. */
function serverWith(options: Partial<ServerOptions<Req>>) {
  const lines: Record<string, unknown>[] = [];
  const authorization = serverAuthorization<Req>(
    {
      schema: emailStringSchema,
      authorizationEngine: new PolicyInlineAuthorizationEngine({
        staticPolicies: 'permit (principal, action, resource == EmailApp::EmailCampaign::"c1");',
        schema: emailStringSchema,
      }),
      principalConfiguration: {
        type: 'custom',
        getPrincipalEntity: principalFromToken({ namespace: 'EmailApp' }),
      },
      sliceBuilders: buildersOver(),
      logger: { log: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) },
      ...options,
    },
    { help: '' },
  );
  const send = async (method: string, url: string, req = ana) => {
    const ruling = await authorization.authorize({ method, url, headers: {}, req: { ...req } });
    return ruling.type === 'pass' ? (ruling.authorized ?? 'passed') : ruling.answer.status;
  };
  return { authorization, lines, send };
}

describe('the mode `report`', () => {
  it('counts calls with methods that nobody knows as one, since callers may make up as many as they like', async () => {
    const { authorization, send } = serverWith({ mode: 'report' });
    for (let index = 0; index < 50; index++) await send(`METHOD${index}`, '/campaigns/c1');
    await send('PROPFIND', '/campaigns/c1');
    await send('TRACE', '/campaigns/c1');
    expect([...authorization.letThrough()]).toEqual([
      ['another method outside the schema', 51],
      ['TRACE outside the schema', 1],
    ]);
  });

  it('lets refused calls through, and tells and counts each of them', async () => {
    const { authorization, lines, send } = serverWith({ mode: 'report' });
    expect(lines).toMatchObject([{ warning: expect.stringContaining('ALL calls are let through') }]);
    lines.length = 0;
    expect(await send('DELETE', '/messages?messagelist=m1,m9')).toMatchObject({
      items: ['m1', 'm9'],
      refusedItems: [],
    });
    expect(await send('GET', '/campaigns/c9', {})).toMatchObject({ action: 'getEmailCampaign' });
    expect(await send('GET', '/nowhere')).toBe('passed');
    expect(await send('GET', '/campaigns/c1')).toMatchObject({ action: 'getEmailCampaign' });
    expect(lines.map(({ decision, kind, letThrough }) => [decision, kind, letThrough])).toEqual([
      ['deny', 'not-permitted', true],
      ['deny', 'not-permitted', true],
      ['deny', 'not-permitted', true],
      ['deny', 'no-endpoint', true],
      ['allow', 'allowed', undefined],
    ]);
    expect([...authorization.letThrough()]).toEqual([
      ['DELETE /messages', 1],
      ['GET /campaigns/{campaign_id}', 1],
      ['GET outside the schema', 1],
    ]);
  });

  it('is for the named endpoints only', async () => {
    const { authorization, lines, send } = serverWith({ mode: { report: ['GET /campaigns/{campaign_id}'] } });
    expect(lines).toMatchObject([{ warning: expect.stringContaining('GET /campaigns/{campaign_id}') }]);
    expect(await send('GET', '/campaigns/c9')).toMatchObject({ action: 'getEmailCampaign' });
    expect(await send('PUT', '/campaigns/c9')).toBe(403);
    expect(await send('GET', '/nowhere')).toBe(404);
    expect(await send('GET', '/Campaigns/c9')).toBe(404);
    expect([...authorization.letThrough()]).toEqual([['GET /campaigns/{campaign_id}', 1]]);
  });

  it('is for no call of a named endpoint that a server may take for one with another method', async () => {
    const headers = { 'x-http-method-override': 'PUT' };
    const statusIn = async (mode: NonNullable<ServerOptions<Req>['mode']>) => {
      const { authorization } = serverWith({ mode });
      const call = { method: 'GET', url: '/campaigns/c9', headers, req: { ...ana } };
      const ruling = await authorization.authorize(call);
      return ruling.type === 'pass' ? 'passed' : ruling.answer.status;
    };
    expect(await statusIn({ report: ['GET /campaigns/{campaign_id}'] })).toBe(400);
    expect(await statusIn('report')).toBe('passed');
  });

  it('is for no call of a named endpoint for which a server would run the route of another', async () => {
    const { authorization } = serverWith({
      mode: { report: ['GET /campaigns/{campaign_id}', 'DELETE /messages'] },
    });
    const rulingOn = async (method: string, url: string, template: string) =>
      (await authorization.authorize({ method, url, templates: [template], req: { ...ana } })).type;
    const denied = ['GET', '/campaigns/c9'] as const;
    const unusable = ['DELETE', '/messages'] as const;
    expect(await rulingOn(...denied, '/campaigns/{campaign_id}')).toBe('pass');
    expect(await rulingOn(...denied, '/messages/{message_id}')).toBe('answer');
    expect(await rulingOn(...unusable, '/messages')).toBe('pass');
    expect(await rulingOn(...unusable, '/messages/{message_id}')).toBe('answer');
    // As adapters say that know it from elsewhere.
    const call = { method: 'GET', url: '/campaigns/c9', req: { ...ana } };
    expect((await authorization.refuse(call, 'the router is set up in another way')).type).toBe('answer');
  });

  it('lets a HEAD through only where the endpoint for GET, whose route may answer it, is named as well', async () => {
    const schema = attackSchema('ResourceRest');
    const drafts = ['HEAD /drafts/{draft_id}', 'GET /drafts/{draft_id}'] as const;
    const statuses = async (...report: readonly string[]) => {
      const { send } = serverWith({
        schema,
        authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: '', schema }),
        principalConfiguration: {
          type: 'custom',
          getPrincipalEntity: principalFromToken({ namespace: 'Shop' }),
        },
        sliceBuilders: {},
        mode: { report },
      });
      const isThrough = async (method: string) => typeof (await send(method, '/drafts/d1')) === 'object';
      return [await isThrough('HEAD'), await isThrough('GET')];
    };
    expect(await statuses(drafts[0])).toEqual([false, false]);
    expect(await statuses(drafts[1])).toEqual([false, true]);
    expect(await statuses(...drafts)).toEqual([true, true]);
  });

  it('refuses what could not be told', async () => {
    const { authorization, send } = serverWith({
      mode: 'report',
      onDecision: () => {
        throw new Error('the audit trail is full');
      },
    });
    expect(await send('GET', '/campaigns/c9')).toBe(500);
    expect(authorization.letThrough().size).toBe(0);
  });

  it('is never on by itself, and does not start unheard or for what is not there', async () => {
    const { lines, send } = serverWith({});
    expect(lines).toEqual([]);
    expect(await send('GET', '/campaigns/c9')).toBe(403);
    expect(() => serverWith({ mode: 'report', logger: { debug: () => {} } })).toThrow(
      'nobody would hear of it',
    );
    expect(() => serverWith({ mode: { report: ['GET /campaign'] } })).toThrow(
      'not an endpoint of the schema',
    );
    expect(() => serverWith({ mode: 'observe' as 'report' })).toThrow('`mode`');
  });
});
