import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { FetchAuthorization } from '../../src/fetch/fetch-authorization.ts';
import { HonoAuthorization } from '../../src/hono/hono-authorization.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import { ATTACK_POLICIES, attackSchema } from '../helpers/attack-app.ts';
import { buildersOver, emailStringSchema } from '../helpers/express-server.ts';

const schema = attackSchema('ResourceRest');

const options = {
  schema,
  authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: ATTACK_POLICIES, schema }),
  principalConfiguration: {
    type: 'custom' as const,
    getPrincipalEntity: principalFromToken<object>({
      namespace: 'Shop',
      claims: () => ({ sub: 'mallory', groups: [] }),
    }),
  },
};

/** Without a server in between, which would compare the header with the body. */
const HANDLERS: Readonly<Record<string, () => (request: Request) => Response | Promise<Response>>> = {
  'a handler of the Fetch API': () =>
    new FetchAuthorization(options).protect(async (request) => new Response(await request.text())),
  Hono: () => {
    const app = new Hono();
    app.use(new HonoAuthorization(options).middleware as never);
    app.post('/notes', async (c) => c.text(await c.req.text()));
    return (request) => app.fetch(request);
  },
};

describe.each(Object.entries(HANDLERS))('a body on %s', (_, made) => {
  const handle = made();
  const status = async (headers: Record<string, string>, body: string | null) =>
    (await handle(new Request('http://a/notes', { method: 'POST', headers, body }))).status;

  it('comes with no header that changes the method', async () => {
    const json = { 'content-type': 'application/json' };
    expect(await status(json, '{}')).toBe(200);
    expect(await status({ ...json, 'x-http-method-override': 'DELETE' }, '{}')).toBe(400);
  });

  it.each([
    ['application/json', 403],
    ['text/plain', 400],
  ])('as %s counts whatever length a header gives it', async (type, refused) => {
    for (const length of ['0', '2', 'x', ''])
      expect(await status({ 'content-type': type, 'content-length': length }, '{"pinned":true}')).toBe(
        refused,
      );
    expect(await status({ 'content-type': type, 'content-length': '0' }, '')).toBe(200);
    expect(await status({ 'content-type': type, 'content-length': '0' }, null)).toBe(200);
  });

  it.each([
    ['application/json', 403],
    ['text/plain', 400],
  ])('as %s counts to its end, whatever parts it comes in', async (type, refused) => {
    for (const parts of [
      ['', '{"pinned":true}'],
      ['{"pinned":false', ',"pinned":true}'],
    ]) {
      const body = new ReadableStream({
        start(controller) {
          for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
          controller.close();
        },
      });
      const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' } as RequestInit;
      expect((await handle(new Request('http://a/notes', init))).status, parts.join('|')).toBe(refused);
    }
  });

  it.each(['application/json', 'text/plain'])(
    'as %s is in no form that was read where it fails, or another reader has it',
    async (type) => {
      const sent = (source: UnderlyingDefaultSource | string) => {
        const body = typeof source === 'string' ? source : new ReadableStream(source);
        const init = { method: 'POST', headers: { 'content-type': type }, body, duplex: 'half' };
        return new Request('http://a/notes', init as RequestInit);
      };
      const failing = (...parts: unknown[]): UnderlyingDefaultSource => ({
        pull(controller) {
          if (parts.length > 0) controller.enqueue(parts.shift());
          else controller.error(new Error('the client has gone'));
        },
      });
      const locked = sent('{"pinned":true}');
      locked.body?.getReader();
      const read = sent('{"pinned":true}');
      await read.text();
      const bytes = new TextEncoder().encode('{"pinned":');
      for (const request of [locked, read, sent(failing()), sent(failing(bytes)), sent(failing('text'))])
        expect((await handle(request)).status).toBe(400);
    },
  );

  it('counts as JSON only where nobody may take it for a form', async () => {
    const body = '{"x":"&pinned=true&y="}';
    for (const type of [
      'application/json;, application/x-www-form-urlencoded',
      'application/json; charset=utf-8, application/x-www-form-urlencoded',
      'application/json; x=", application/x-www-form-urlencoded',
      'application/json;x="\\", application/x-www-form-urlencoded',
    ]) {
      const form = new Request('http://a/notes', { method: 'POST', headers: { 'content-type': type }, body });
      const taken = await form.formData().then(
        (fields) => fields.get('pinned'),
        () => undefined,
      );
      expect(await status({ 'content-type': type }, body), `${type}: ${taken}`).toBe(400);
    }
    expect(await status({ 'content-type': 'application/json; charset="utf-8"' }, body)).toBe(200);
    expect(await status({ 'content-type': 'application/merge-patch+json;charset=utf-8 ; x=y' }, body)).toBe(
      200,
    );
  });
});

it('A body that the handler has read counts in what it asks more', async () => {
  const own = new FetchAuthorization<Request>(options);
  const protectedHandler = own.protect(async (request) => {
    await request.json();
    return Response.json(await own.check(request, 'addNote', 'Shop'));
  });
  const headers = { 'content-type': 'application/json' };
  const request = new Request('http://a/notes', { method: 'POST', headers, body: '{"pinned":false}' });
  expect(await (await protectedHandler(request)).json()).toBe(true);
});

describe('a form on a handler of the Fetch API', () => {
  it('is read by the function of a move itself, and decided about as that says', async () => {
    const staticPolicies = `permit (principal, action == EmailApp::Action::"updateEmailCampaign", resource);
      permit (principal, action == EmailApp::Action::"createEmailCampaign", resource == EmailApp::Tenant::"acme");`;
    const handle = new FetchAuthorization<Request>({
      schema: emailStringSchema,
      authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies, schema: emailStringSchema }),
      principalConfiguration: {
        type: 'custom',
        getPrincipalEntity: principalFromToken({ namespace: 'EmailApp', claims: () => ({ sub: 'ana' }) }),
      },
      sliceBuilders: buildersOver(),
      moves: {
        updateEmailCampaign: async (request) => {
          const to = (await request.clone().formData()).get('tenant');
          return to === null
            ? undefined
            : { destination: { action: 'createEmailCampaign', resource: String(to) } };
        },
      },
    }).protect(() => new Response('ran'));
    const statusOf = async (form: Record<string, string>) => {
      const body = new URLSearchParams(form);
      return (await handle(new Request('http://a/campaigns/c1', { method: 'PUT', body }))).status;
    };
    expect(await statusOf({ tenant: 'acme' })).toBe(200);
    expect(await statusOf({ tenant: 'umbrella' })).toBe(403);
    expect(await statusOf({ name: 'Spring' })).toBe(200);
  });
});
