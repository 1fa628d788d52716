import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ana,
  EXPRESS_VERSIONS,
  emailOptions,
  eve,
  type RunningServer,
  startEmailServer,
} from '../helpers/express-server.ts';

const POLICIES = `
  @id("editors") permit (principal in EmailApp::Role::"editor", action, resource);
  @id("open") permit (principal, action == EmailApp::Action::"login", resource);
  @id("isolation") forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants };
`;

describe.each(EXPRESS_VERSIONS)('the middleware under %s', (_, express) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startEmailServer({ express, options: emailOptions(POLICIES) });
  });
  afterAll(() => server.close());

  it('hands an allowed call on, and tells the handler what was authorized', async () => {
    const answer = await server.send('GET', '/campaigns/c1', { as: ana });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body).authorized).toEqual({
      principal: { type: 'EmailApp::User', id: 'ana' },
      action: 'getEmailCampaign',
      resources: [{ type: 'EmailApp::EmailCampaign', id: 'c1' }],
      items: [],
      refusedItems: [],
    });
    expect(server.takeRan()).toEqual(['GET /campaigns/{campaign_id}']);
  });

  it('answers a denied call with 403, and without a word about policies', async () => {
    const answer = await server.send('GET', '/campaigns/c1', { as: eve });
    expect(answer).toMatchObject({ status: 403, headers: { 'content-type': 'application/problem+json' } });
    expect(JSON.parse(answer.body)).toEqual({
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
      detail: 'You may not do this.',
      requestId: expect.any(String),
    });
    expect(server.takeRan()).toEqual([]);
  });

  it('asks a caller without an identity for one', async () => {
    const answer = await server.send('GET', '/campaigns/c1');
    expect(answer).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
  });

  it('lets anyone use an open endpoint that a policy opens', async () => {
    expect((await server.send('POST', '/login')).status).toBe(200);
    expect(server.takeRan()).toEqual(['POST /login']);
  });
});
