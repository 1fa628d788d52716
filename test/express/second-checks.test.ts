import { describe, expect, it } from 'vitest';
import type { MiddlewareOptions } from '../../src/express/options.ts';
import {
  ana,
  EXPRESS_VERSIONS,
  emailOptions,
  emailStringSchema,
  type SendOptions,
  startEmailServer,
} from '../helpers/express-server.ts';

const POLICIES = `
  @id("editors") permit (principal in EmailApp::Role::"editor", action, resource);
  @id("isolation") forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants };
`;

const [[, express]] = EXPRESS_VERSIONS;

/** The schema of the e-mail application, in which the calls of two endpoints ask about a second thing. */
const schema = {
  ...emailStringSchema,
  schema: emailStringSchema.schema
    .replace(
      'PUT /campaigns/{campaign_id} single-resource path:campaign_id',
      '$& createEmailCampaign body:tenant?',
    )
    .replace('DELETE /messages batch query:messagelist', '$& updateEmailCampaign query:campaign'),
};

async function status(
  method: string,
  url: string,
  more: SendOptions = {},
  options: Partial<MiddlewareOptions> = {},
) {
  const server = await startEmailServer({ express, options: emailOptions(POLICIES, { schema, ...options }) });
  const answer = await server.send(method, url, { as: ana, ...more });
  const ran = server.takeRan();
  await server.close();
  return { status: answer.status, ran: ran.length, body: answer.body };
}

describe('a call that acts on two things', () => {
  it('is refused where only the first is permitted, whatever becomes of the items of a batch', async () => {
    expect(await status('DELETE', '/messages?messagelist=m1&campaign=c1')).toMatchObject({ status: 200 });
    const proceed = { batch: { 'DELETE /messages': 'proceed' as const } };
    const others = '/messages?messagelist=m1&campaign=c9';
    expect(await status('DELETE', others, {}, proceed)).toMatchObject({ status: 403, ran: 0 });
    const some = await status('DELETE', '/messages?messagelist=m1,m9&campaign=c1', {}, proceed);
    expect(JSON.parse(some.body).authorized).toMatchObject({ items: ['m1'], refusedItems: ['m9'] });
    expect(await status('DELETE', '/messages?messagelist=m1')).toMatchObject({ status: 400, ran: 0 });
  });

  it('asks its own question only where it names nothing else', async () => {
    const move = (json: unknown, headers = {}) => status('PUT', '/campaigns/c1', { json, headers });
    expect(await move({ tenant: 'acme' })).toMatchObject({ status: 200 });
    expect(await move({ tenant: 'umbrella' })).toMatchObject({ status: 403, ran: 0 });
    expect(await move({ name: 'x' })).toMatchObject({ status: 200 });
    expect(await move({})).toMatchObject({ status: 200 });
    expect(await move(undefined)).toMatchObject({ status: 200 });
    for (const unclear of [['umbrella'], [{ tenant: 'umbrella' }], { tenant: ['acme', 'umbrella'] }])
      expect(await move(unclear)).toMatchObject({ status: 400, ran: 0 });
  });

  it.each(['campaign[0]=c9', 'campaign.x=c9', '[campaign]=c9', 'campaign[x][y]=c9', '%63ampaign%5B1%5D=c9'])(
    'is refused where it may name a second thing in a form that not every server reads: %s',
    async (query) => {
      const optional = {
        ...schema,
        schema: schema.schema.replace(
          'updateEmailCampaign query:campaign',
          'updateEmailCampaign query:campaign?',
        ),
      };
      const move = (rest: string) =>
        status('DELETE', `/messages?messagelist=m1${rest}`, {}, { schema: optional });
      expect(await move('')).toMatchObject({ status: 200 });
      expect(await move('&campaign=c9')).toMatchObject({ status: 403, ran: 0 });
      expect(await move(`&${query}`)).toMatchObject({ status: 400, ran: 0 });
    },
  );

  it('is refused where a body was in no form that was read', async () => {
    const server = await startEmailServer({ express, options: emailOptions(POLICIES, { schema }) });
    const body = 'tenant=umbrella';
    const head = [
      'PUT /campaigns/c1 HTTP/1.1',
      'Host: 127.0.0.1',
      `X-Claims: ${JSON.stringify(ana)}`,
      'Content-Type: application/x-www-form-urlencoded',
    ];
    const answer = await server.raw(head.join('\r\n'), body);
    expect(answer.status).toBe(400);
    await server.close();
  });
});
