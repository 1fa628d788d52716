import { BatchIsAuthorizedCommand, VerifiedPermissionsClient } from '@aws-sdk/client-verifiedpermissions';
import { AVPAuthorizationEngine } from '@verifiedpermissions/authorization-clients-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Entity } from '../../../src/core/cedar/entity.ts';
import type { AuthorizationEngine } from '../../../src/core/engine/authorization-engine.ts';
import { PolicyInlineAuthorizationEngine } from '../../../src/core/engine/inline-engine.ts';
import {
  type BatchIsAuthorizedOutput,
  verifiedPermissionsEngine,
} from '../../../src/core/engine/verified-permissions.ts';
import { emailEntities, uid, user } from '../../helpers/email-entities.ts';
import {
  ana,
  buildersOver,
  EXPRESS_VERSIONS,
  emailOptions,
  emailStringSchema,
  eve,
  startEmailServer,
} from '../../helpers/express-server.ts';
import { type StandIn, startVerifiedPermissions } from '../../helpers/verified-permissions-server.ts';

const POLICIES = `
  @id("editors") permit (principal in EmailApp::Role::"editor", action, resource);
  @id("isolation") forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants };
  @id("erring") forbid (principal, action == EmailApp::Action::"updateEmailCampaign", resource)
  when { EmailApp::Tenant::"gone".planTier == "free" };
`;

const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'secret' };

let standIn: StandIn;
beforeAll(async () => {
  const engine = new PolicyInlineAuthorizationEngine({ staticPolicies: POLICIES, schema: emailStringSchema });
  standIn = await startVerifiedPermissions(engine);
  // The engine of the package takes no endpoint: the client reads it from the environment.
  vi.stubEnv('AWS_ENDPOINT_URL_VERIFIEDPERMISSIONS', standIn.url);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
});
beforeEach(() => {
  standIn.operations.length = 0;
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await standIn.close();
});

function packagedEngine(policyStoreId = 'store-1'): AuthorizationEngine {
  return new AVPAuthorizationEngine({ policyStoreId, callType: 'isAuthorized', credentials });
}

function ownEngine(policyStoreId = 'store-1'): AuthorizationEngine {
  const client = new VerifiedPermissionsClient({ region: 'eu-west-1', endpoint: standIn.url, credentials });
  return verifiedPermissionsEngine({
    policyStoreId,
    send: (input) => client.send(new BatchIsAuthorizedCommand(input)),
  });
}

async function statuses(authorizationEngine: AuthorizationEngine): Promise<number[]> {
  const [[, express]] = EXPRESS_VERSIONS;
  const server = await startEmailServer({ express, options: emailOptions('', { authorizationEngine }) });
  const answers = [
    await server.send('GET', '/campaigns/c1', { as: ana }),
    await server.send('GET', '/campaigns/c1', { as: eve }),
    await server.send('GET', '/campaigns/c1'),
    await server.send('GET', '/campaigns/c404', { as: ana }),
    await server.send('DELETE', '/messages?messagelist=m1,m9', { as: ana }),
  ];
  await server.close();
  return answers.map(({ status }) => status);
}

describe('Amazon Verified Permissions', () => {
  it('decides for the middleware through the engine of its own package', async () => {
    expect(await statuses(packagedEngine())).toEqual([200, 403, 401, 404, 403]);
    expect(new Set(standIn.operations.map(({ name }) => name))).toEqual(new Set(['IsAuthorized']));
  });

  it('decides for the middleware through ours, a batch in one operation', async () => {
    expect(await statuses(ownEngine())).toEqual([200, 403, 401, 404, 403]);
    expect(standIn.operations.at(-1)).toEqual({ name: 'BatchIsAuthorized', questions: 2 });
  });

  it('is asked at most 30 questions at once', async () => {
    const [[, express]] = EXPRESS_VERSIONS;
    const ids = Array.from({ length: 70 }, (_, index) => `x${index}`);
    const messages = ids.map((id) => ({
      uid: uid('EmailMessage', id),
      attrs: { subject: '', recipientCount: 1 },
      parents: [uid('EmailCampaign', 'c1'), uid('Tenant', 'acme')],
    }));
    const options = emailOptions('', {
      authorizationEngine: ownEngine(),
      sliceBuilders: buildersOver([...emailEntities, ...messages]),
    });
    const server = await startEmailServer({ express, options });
    const answer = await server.send('DELETE', `/messages?messagelist=${ids.join(',')}`, { as: ana });
    await server.close();
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.body).authorized.items).toEqual(ids);
    expect(standIn.operations.map(({ questions }) => questions).sort()).toEqual([10, 30, 30]);
  });

  it('gets questions of several principals, or with contradicting entities, in operations of their own', async () => {
    const question = (id: string, status: string) => ({
      request: {
        principal: uid('User', id),
        action: uid('Action', 'getEmailCampaign'),
        resource: uid('EmailCampaign', 'c1'),
        context: { tenants: [{ __entity: uid('Tenant', 'acme') }] },
      },
      entities: [
        user(id, 'editor', 'acme'),
        { uid: uid('EmailCampaign', 'c1'), attrs: { name: '', status }, parents: [uid('Tenant', 'acme')] },
      ],
    });
    const inputs = [question('ana', 'a'), question('bob', 'a'), question('ana', 'b'), question('ana', 'a')];
    const results = await ownEngine().batchIsAuthorized?.(inputs);
    expect(results?.map(({ type }) => type)).toEqual(['allow', 'allow', 'allow', 'allow']);
    expect(standIn.operations.map(({ questions }) => questions).sort()).toEqual([1, 1, 2]);
  });

  it('gets questions that differ in the context alone in operations of their own, since no answer says to which it is', async () => {
    const question = (tenant: string) => ({
      request: {
        principal: uid('User', 'ana'),
        action: uid('Action', 'getEmailCampaign'),
        resource: uid('EmailCampaign', 'c1'),
        context: { tenants: [{ __entity: uid('Tenant', tenant) }] },
      },
      entities: [...emailEntities, user('ana', 'editor', 'acme', 'umbrella')],
    });
    const inputs = [question('acme'), question('umbrella'), question('acme')];
    const results = await ownEngine().batchIsAuthorized?.(inputs);
    expect(results?.map(({ type }) => type)).toEqual(['allow', 'deny', 'allow']);
    expect(standIn.operations.map(({ questions }) => questions).sort()).toEqual([1, 2]);
  });

  it.each([
    ['Rate exceeded', 'ThrottlingException', 'ThrottlingException: Rate exceeded'],
    [
      "Value 'x' at 'requests' failed",
      'ValidationException',
      "ValidationException: Value 'x' at 'requests' failed",
    ],
    ['out of order', 'no name: x', 'an error: out of order'],
  ])('is said to have failed, and with what: %s', async (message, name, said) => {
    const send = () => Promise.reject(Object.assign(new Error(message), { name }));
    const engine = verifiedPermissionsEngine({ policyStoreId: 'store-1', send });
    const request = {
      principal: uid('User', 'ana'),
      action: uid('Action', 'login'),
      resource: uid('Application', 'a'),
    };
    expect(await engine.isAuthorized({ ...request, context: {} }, [])).toMatchObject({
      type: 'error',
      message: `Verified Permissions failed with ${said}`,
    });
  });

  it('is told nothing about a question that only another one sends', async () => {
    const schema = {
      type: 'cedarFormat',
      schema: `namespace Docs { entity User; entity Doc { "model"?: Doc, "published"?: Bool };
        action "read" appliesTo { principal: User, resource: Doc }; }`,
    } as const;
    const staticPolicies = `permit (principal, action, resource)
      when { resource has model && resource.model has published && resource.model.published };`;
    const inline = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
    const service = await startVerifiedPermissions(inline);
    const client = new VerifiedPermissionsClient({ region: 'eu-west-1', endpoint: service.url, credentials });
    const engine = verifiedPermissionsEngine({
      policyStoreId: 'store-1',
      send: (input) => client.send(new BatchIsAuthorizedCommand(input)),
    });
    const ana = { type: 'Docs::User', id: 'ana' };
    const doc = (id: string) => ({ type: 'Docs::Doc', id });
    const question = (id: string, attrs: Entity['attrs']) => ({
      request: {
        principal: ana,
        action: { type: 'Docs::Action', id: 'read' },
        resource: doc(id),
        context: {},
      },
      entities: [
        { uid: ana, attrs: {}, parents: [] },
        { uid: doc(id), attrs, parents: [] },
      ],
    });
    const referring = question('a', { model: { __entity: doc('b') } });
    const others = [question('b', { published: true }), question('c', {})];
    for (const inputs of [
      [referring, ...others],
      [...others, referring],
    ]) {
      service.operations.length = 0;
      const together = await engine.batchIsAuthorized?.(inputs);
      const alone = await Promise.all(
        inputs.map(({ request, entities }) => inline.isAuthorized(request, entities)),
      );
      expect(together?.map(({ type }) => type)).toEqual(alone.map(({ type }) => type));
      expect(service.operations.map(({ questions }) => questions).sort()).toEqual([1, 2]);
    }
    await service.close();
  });

  it('is told nothing about a principal that only another question sends', async () => {
    const request = {
      principal: uid('User', 'ana'),
      action: uid('Action', 'getEmailCampaign'),
      resource: uid('EmailCampaign', 'c1'),
      context: { tenants: [{ __entity: uid('Tenant', 'acme') }] },
    };
    const known = { request, entities: [user('ana', 'editor', 'acme'), ...emailEntities] };
    const unknown = { request, entities: emailEntities };
    for (const inputs of [
      [known, unknown],
      [unknown, known],
    ]) {
      const results = await ownEngine().batchIsAuthorized?.(inputs);
      expect(results?.map(({ type }) => type)).toEqual(
        inputs.map((input) => (input === known ? 'allow' : 'deny')),
      );
    }
  });

  describe('that answers otherwise than it was asked', () => {
    const question = (action: string, id: string) => ({
      request: {
        principal: uid('User', 'ana'),
        action: uid('Action', action),
        resource: uid('EmailCampaign', id),
        context: { tenants: [{ __entity: uid('Tenant', 'acme') }] },
      },
      entities: [user('ana', 'editor', 'acme'), ...emailEntities],
    });
    const inputs = [
      question('getEmailCampaign', 'c1'),
      question('getEmailCampaign', 'c9'),
      question('moveEmailMessage', 'c1'),
    ];
    const [first, second, third] = [0, 1, 2] as const;
    type Results = NonNullable<BatchIsAuthorizedOutput['results']>;
    /** What the engine makes of the answers of the service, changed on the way. */
    const typesWith = async (change: (results: Results) => Results | undefined) => {
      const client = new VerifiedPermissionsClient({
        region: 'eu-west-1',
        endpoint: standIn.url,
        credentials,
      });
      const engine = verifiedPermissionsEngine({
        policyStoreId: 'store-1',
        send: async (input) => {
          const { results = [] } = await client.send(new BatchIsAuthorizedCommand(input));
          const changed = change(results);
          return changed ? { results: changed } : {};
        },
      });
      return (await engine.batchIsAuthorized?.(inputs))?.map(({ type }) => type);
    };
    const picked =
      (...indices: readonly (0 | 1 | 2)[]) =>
      (results: Results) =>
        indices.flatMap((index) => results[index] ?? []);
    const all = ['error', 'error', 'error'];

    it.each<[string, (results: Results) => Results | undefined, readonly string[]]>([
      ['in the order of the questions', picked(first, second, third), ['allow', 'deny', 'allow']],
      ['in another order', picked(second, third, first), all],
      ['with two that have changed places', picked(third, second, first), ['error', 'deny', 'error']],
      ['with one twice', picked(first, first, third), ['allow', 'error', 'allow']],
      ['with one too few', picked(first, third), all],
      ['with one too many', picked(first, second, third, third), all],
      ['not at all', () => undefined, all],
    ])('is believed only where an answer is to its question: %s', async (_, change, types) => {
      expect(await typesWith(change)).toEqual(types);
    });

    it.each([
      { principal: { entityType: 'EmailApp::User', entityId: 'eve' } },
      { principal: { entityType: 'EmailApp::Robot', entityId: 'ana' } },
      { action: { actionType: 'EmailApp::Action', actionId: 'listEmailCampaigns' } },
      { action: { actionType: 'Action', actionId: 'getEmailCampaign' } },
      { resource: { entityType: 'EmailApp::EmailCampaign', entityId: 'c2' } },
      { resource: { entityType: 'EmailApp::EmailMessage', entityId: 'c1' } },
      { resource: undefined },
    ])('is not believed about %j', async (other) => {
      const renamed = ([first, ...others]: Results) =>
        first ? [{ ...first, request: { ...first.request, ...other } }, ...others] : [];
      expect(await typesWith(renamed)).toEqual(['error', 'deny', 'allow']);
    });

    it('is believed in the order of the questions where it does not name them', async () => {
      const unnamed = (results: Results) => results.map(({ request: _, ...result }) => result);
      expect(await typesWith(unnamed)).toEqual(['allow', 'deny', 'allow']);
    });
  });

  it('denies through ours when a policy could not be evaluated, and does not through its own package', async () => {
    const request = {
      principal: uid('User', 'ana'),
      action: uid('Action', 'updateEmailCampaign'),
      resource: uid('EmailCampaign', 'c1'),
      context: { tenants: [{ __entity: uid('Tenant', 'acme') }] },
    };
    const entities = [user('ana', 'editor', 'acme'), ...emailEntities];
    expect(await ownEngine().isAuthorized(request, entities)).toMatchObject({
      type: 'error',
      kind: 'errored',
    });
    expect(await packagedEngine().isAuthorized(request, entities)).toMatchObject({ type: 'allow' });
  });

  it('refuses an unknown policy store, and every call is then answered with 500', async () => {
    expect(await statuses(ownEngine('nowhere'))).toEqual([500, 500, 500, 404, 500]);
    expect(await statuses(packagedEngine('nowhere'))).toEqual([500, 500, 500, 404, 500]);
  });
});

it.each([
  [{ send: async () => ({}) }, '`verifiedPermissionsEngine` has no `policyStoreId`'],
  [{ policyStoreId: 'x', client: {} }, '`verifiedPermissionsEngine` has no option `client`'],
  [{ policyStoreId: 'x', send: 'x' }, '`send` of `verifiedPermissionsEngine` is the text "x"'],
  [undefined, 'the options of `verifiedPermissionsEngine` are undefined'],
])('is not made of %j, so that a server with it does not start', (options, message) => {
  expect(() => verifiedPermissionsEngine(options as never)).toThrow(message);
});
