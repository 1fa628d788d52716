import { describe, expect, it } from 'vitest';
import { verifiedPermissionsEngine } from '../../../src/core/engine/verified-permissions.ts';
import type { MiddlewareOptions } from '../../../src/express/options.ts';
import { serverAuthorization } from '../../../src/server/authorization.ts';
import type { DecisionEvent } from '../../../src/server/reporting/log.ts';
import { ana, buildersOver, emailOptions } from '../../helpers/express-server.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2VjcmV0';
const POLICIES = 'permit (principal, action, resource) when { context.tenants.isEmpty() == false };';

/** A server whose builder of messages fails, and what it told of its decisions. */
function server(more: Partial<MiddlewareOptions> = {}) {
  const events: DecisionEvent[] = [];
  const lines: unknown[] = [];
  const sliceBuilders = {
    ...buildersOver(),
    EmailMessage: () => {
      throw new Error(`no answer to Bearer ${TOKEN}`);
    },
  };
  const authorization = serverAuthorization<object>(
    emailOptions(POLICIES, {
      sliceBuilders,
      logger: { log: (line: string) => lines.push(JSON.parse(line)) },
      onDecision: (event) => void events.push(event),
      requestId: () => 'r1',
      ...more,
    }) as never,
    { help: '' },
  );
  return { authorization, events, lines };
}

describe('what is told of decisions', () => {
  it.each([
    ['in the place of an identifier', 'GET', `/campaigns/${TOKEN}`, ana],
    ['in a path that no endpoint has', 'GET', `/reset/${TOKEN}`, ana],
    ['in an error of the application', 'GET', '/messages/m1', ana],
    ['as the subject of its claims', 'GET', '/campaigns/c1', { ...ana, sub: TOKEN }],
  ])('has no token that stands %s, neither as a line nor as an object', async (_, method, url, user) => {
    const { authorization, events, lines } = server();
    await authorization.authorize({ method, url, req: { user } });
    expect(events).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain('eyJ');
    expect(JSON.stringify(events)).toContain('[token]');
    expect(lines).toEqual(events);
  });

  it('has no token that stands in an error of the engine either', async () => {
    const send = () => Promise.reject(new Error(`no answer to Bearer ${TOKEN}`));
    const authorizationEngine = verifiedPermissionsEngine({ policyStoreId: 'store-1', send });
    const { authorization, events, lines } = server({ authorizationEngine });
    await authorization.authorize({ method: 'GET', url: '/campaigns/c1', req: { user: ana } });
    expect(events).toMatchObject([
      { errors: ['Verified Permissions failed with Error: no answer to Bearer [token]'] },
    ]);
    expect(lines).toEqual(events);
  });

  it('is each decision once, also those that a handler asks for, with the id of the call', async () => {
    const { authorization, events, lines } = server();
    const call = { method: 'GET', url: '/campaigns/c1', req: { user: ana } };
    await authorization.authorize(call);
    for (const id of ['c1', 'c9', 'none']) await authorization.check(call, 'updateEmailCampaign', id);
    await authorization.filter(call, 'getEmailCampaign', ['c1', 'c9']);
    await authorization.actionsOn(call, 'c1');
    expect(lines).toEqual(events);
    expect(events.map(({ requestId, action, resource }) => [requestId, action, resource?.id])).toEqual([
      ['r1', 'getEmailCampaign', 'c1'],
      ['r1', 'updateEmailCampaign', 'c1'],
      ['r1', 'updateEmailCampaign', 'c9'],
      ['r1', 'updateEmailCampaign', 'none'],
    ]);
  });

  it('is also why a question of a handler could not be decided', async () => {
    const { authorization, events } = server();
    const call = { method: 'GET', url: '/campaigns/c1', req: { user: ana } };
    await authorization.authorize(call);
    events.length = 0;
    await expect(authorization.check(call, 'getEmailMessage', 'm1')).rejects.toThrow('no answer');
    expect(events).toEqual([
      {
        requestId: 'r1',
        method: 'GET',
        decision: 'deny',
        kind: 'failed',
        policies: [],
        errors: ['no answer to Bearer [token]'],
        duration: expect.any(Number),
      },
    ]);
  });
});
