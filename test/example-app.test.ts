import type { AddressInfo } from 'node:net';
import { type JWTPayload, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from '../fixtures/email-app/app/application.mts';
import { openDatabase, samplePeople } from '../fixtures/email-app/app/database.mts';
import { issueToken, newKey } from '../fixtures/email-app/app/tokens.mts';
import type { Fixture } from '../src/core/fixtures/fixture.ts';
import type { DecisionResult, Result } from '../src/core/replay/replay.ts';
import { verify } from '../src/core/verification/verify.ts';
import type { DecisionEvent } from '../src/server/reporting/log.ts';
import { loadExample } from './helpers/example.ts';

/** The example application as `app/server.mts` starts it, on a port of its own. */
async function startApplication() {
  const database = openDatabase();
  const key = await newKey();
  let events: DecisionEvent[] = [];
  const onDecision = (event: DecisionEvent) => void events.push(event);
  const server = createApplication({ database, key, observers: { onDecision } }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const sendWith = async (headers: Record<string, string>, method: string, url: string, body?: unknown) => {
    events = [];
    const response = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text(), headers: response.headers, events };
  };
  const send = async (method: string, url: string, claims: object | undefined, body?: unknown) => {
    const token = claims && (await issueToken(key, claims));
    return sendWith(token ? { authorization: `Bearer ${token}` } : {}, method, url, body);
  };
  /** A token with claims that `issueToken` would set otherwise. */
  const token = (claims: JWTPayload & { exp: number }) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'sample' }).setIssuer('email-app').sign(key);
  /** Sends a call, and takes back whatever it did to the data. */
  const tryOut: typeof send = async (...call) => {
    database.exec('BEGIN');
    try {
      return await send(...call);
    } finally {
      database.exec('ROLLBACK');
    }
  };
  return { send, sendWith, token, tryOut, close: () => new Promise((resolve) => server.close(resolve)) };
}

let application: Awaited<ReturnType<typeof startApplication>>;
beforeAll(async () => {
  application = await startApplication();
});
afterAll(() => application.close());

const { ana, vic, ada, eve } = samplePeople();
const anonymous = undefined;

/** What the caller's token says. */
function claimsOf({ as }: Fixture): object | undefined {
  return samplePeople()[as];
}

/** What a decision is about, what it is, and which policies made it. */
function ofReplay({ request, actual }: DecisionResult): string {
  const { decision, kind, determining } = actual;
  return `${request.action.id} ${request.resource.id}: ${decision} ${kind} ${determining.map(({ id }) => id)}`;
}

function ofServer({ action, resource, decision, kind, policies }: DecisionEvent): string {
  return `${action} ${resource?.id}: ${decision} ${kind} ${[...policies].sort()}`;
}

describe('the example application', () => {
  it('gets for every fixture, over HTTP, the decisions that `authz test` gets', async () => {
    const { results } = verify(await loadExample());
    expect(results.length).toBeGreaterThan(250);
    for (const result of results) await expectParity(result);
  });

  async function expectParity({ fixture, decisions }: Result): Promise<void> {
    if (fixture.asks.type !== 'call') throw new Error(`${fixture.name} is no call`);
    const { method, url, body } = fixture.asks.call;
    const { status, events } = await application.tryOut(method, url, claimsOf(fixture), body);
    expect(events.map(ofServer), fixture.name).toEqual(decisions.map(ofReplay));
    const denied = decisions.map(({ actual }) => actual).find(({ decision }) => decision === 'deny');
    const refusals = denied?.kind === 'not-found' ? [404] : fixture.as === 'anonymous' ? [401] : [403, 404];
    if (denied) expect(refusals, fixture.name).toContain(status);
    else expect([401, 403, 404, 500], fixture.name).not.toContain(status);
  }

  it('does what it allows', async () => {
    const created = await application.tryOut('POST', '/tenants/acme/campaigns', ana, { name: 'Autumn' });
    expect(created.status).toBe(201);
    expect(JSON.parse(created.text)).toMatchObject({ tenantId: 'acme', name: 'Autumn', status: 'draft' });
    const renamed = await application.tryOut('PUT', '/campaigns/c1', ana, { name: 'Late spring' });
    expect(JSON.parse(renamed.text)).toMatchObject({ id: 'c1', name: 'Late spring', status: 'draft' });
    const message = { subject: 'Hi', recipientCount: 3 };
    const written = await application.tryOut('POST', '/campaigns/c1/messages', ana, message);
    expect(JSON.parse(written.text)).toMatchObject({ campaignId: 'c1', ...message });
    const listed = await application.send('GET', '/campaigns/c1/messages', vic);
    expect(JSON.parse(listed.text).map(({ id }: { id: string }) => id)).toEqual(['m1', 'm2', 'm3']);
    expect((await application.tryOut('DELETE', '/campaigns/c1', ana)).status).toBe(204);
    expect(JSON.parse((await application.send('GET', '/dashboard-data', eve)).text)).toEqual({
      campaigns: 2,
    });
  });

  it('lists what its caller may read, and of that no more than what it is called', async () => {
    const campaigns = await application.send('GET', '/tenants/acme/campaigns', vic);
    const named = JSON.parse(campaigns.text);
    expect(named.length).toBeGreaterThan(0);
    for (const campaign of named) expect(Object.keys(campaign)).toEqual(['id', 'name']);
    const messages = await application.send('GET', '/campaigns/c1/messages', vic);
    for (const message of JSON.parse(messages.text)) expect(Object.keys(message)).toEqual(['id', 'subject']);
  });

  it('logs people in whatever token they still have, and lets nobody else in by it', async () => {
    const credentials = { email: 'vic@acme.example', password: 'vic' };
    const past = await application.token({ ...vic, exp: 1 });
    for (const authorization of [`Bearer ${past}`, 'Bearer x.y.z', 'Basic dmljOnZpYw==', 'Bearer', '']) {
      const send = (method: string, url: string, body?: unknown) =>
        application.sendWith({ authorization }, method, url, body);
      expect((await send('POST', '/login', credentials)).status, authorization).toBe(200);
      expect((await send('POST', '/signup', { email: 'vic@acme.example', displayName: 'x' })).status).toBe(
        409,
      );
      expect((await send('GET', '/campaigns/c1')).status).toBe(401);
    }
  });

  it('deletes a batch of messages whole, or not at all', async () => {
    const one = (id: string) => application.send('GET', `/messages/${id}`, ada);
    expect((await application.send('DELETE', '/messages?messagelist=m1,m9', ana)).status).toBe(403);
    expect((await one('m1')).status).toBe(200);
    const deleted = await application.tryOut('DELETE', '/messages?messagelist=m1,m2', ana);
    expect(deleted.status).toBe(204);
  });

  it('signs people up and logs them in, with a token that it accepts', async () => {
    const credentials = { email: 'vic@acme.example', password: 'vic' };
    const { text } = await application.send('POST', '/login', anonymous, credentials);
    expect(JSON.parse(text).token).toMatch(/^ey/);
    const wrong = await application.send('POST', '/login', anonymous, { ...credentials, password: 'x' });
    expect(wrong.status).toBe(400);
    const account = { email: 'new@mail.example', displayName: 'New' };
    expect((await application.send('POST', '/signup', anonymous, account)).status).toBe(201);
    expect((await application.send('POST', '/signup', anonymous, account)).status).toBe(409);
  });
});
