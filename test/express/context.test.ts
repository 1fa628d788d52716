import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Attribute, Model } from '../../src/core/model/model.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import { PolicyInlineAuthorizationEngine } from '../../src/index.ts';
import { emailModel } from '../helpers/email-model.ts';
import {
  ana,
  EXPRESS_VERSIONS,
  emailOptions,
  type RunningServer,
  startEmailServer,
} from '../helpers/express-server.ts';

const PAGED: Attribute = {
  name: 'queryStringParameters',
  required: true,
  type: { kind: 'Record', attributes: [{ name: 'page', required: true, type: { kind: 'Long' } }] },
};

const withHour: Model = {
  ...emailModel,
  actions: emailModel.actions.map((action) => ({
    ...action,
    context: [
      ...action.context,
      { name: 'hour', required: false, type: { kind: 'Long' } },
      ...(action.name === 'listEmailMessages' ? [PAGED] : []),
    ],
  })),
};

const schema = { type: 'jsonString', schema: JSON.stringify(printSchema(withHour)) } as const;
const staticPolicies = 'permit (principal, action, resource) when { context has hour && context.hour > 8 };';

describe.each(EXPRESS_VERSIONS)('the context of a call under %s', (_, express) => {
  let hour: string | number = 9;
  let server: RunningServer;
  beforeAll(async () => {
    const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
    const getContext = async () => {
      if (hour === 'broken') throw new Error('no clock');
      return { hour, tenants: [], nonsense: 5 };
    };
    const options = emailOptions('', { schema, authorizationEngine, getContext });
    server = await startEmailServer({ express, options });
  });
  afterAll(() => server.close());

  it.each([
    [9, 200],
    [2, 403],
    ['nine', 500],
    ['broken', 500],
  ])(
    'holds what the application adds to it: with the hour %s it is answered with %i',
    async (value, status) => {
      hour = value;
      expect((await server.send('GET', '/campaigns/c1', { as: ana })).status).toBe(status);
    },
  );

  it.each([
    ['/campaigns/c1/messages?page=2', 200],
    ['/campaigns/c1/messages?page=two', 400],
    ['/campaigns/c1/messages', 400],
  ])('takes what is required of callers from the call: %s is answered with %i', async (url, status) => {
    hour = 9;
    expect((await server.send('GET', url, { as: ana })).status).toBe(status);
  });

  it('does not decide about a call that a header makes another of', async () => {
    hour = 9;
    const headers = { 'X-HTTP-Method-Override': 'DELETE' };
    expect((await server.send('GET', '/campaigns/c1', { as: ana, headers })).status).toBe(400);
    expect(
      (await server.send('GET', '/campaigns/c1', { as: ana, headers: { 'X-HTTP-Method-Override': 'get' } }))
        .status,
    ).toBe(200);
  });
});

describe.each(EXPRESS_VERSIONS)(
  'an attribute of the context whose type only Cedar reads, under %s',
  (_, express) => {
    const withLast: string = JSON.stringify(printSchema(emailModel)).replaceAll(
      '"context":{"type":"Record","attributes":{',
      '"context":{"type":"Record","attributes":{"last":{"type":"EntityOrCommon","name":"Action","required":false},',
    );
    const policies =
      'permit (principal, action, resource); forbid (principal, action, resource) when { context has last && context.last == EmailApp::Action::"login" };';

    it('is in no call: one that says it within its own values is refused, and no policy misses it', async () => {
      const withQuery = JSON.stringify(printSchema(emailModel)).replaceAll(
        '"context":{"type":"Record","attributes":{',
        '"context":{"type":"Record","attributes":{"queryStringParameters":{"type":"Record","required":false,"attributes":{"last":{"type":"EntityOrCommon","name":"Action","required":false}}},',
      );
      const staticPolicies =
        'permit (principal, action, resource); forbid (principal, action, resource) when { context has queryStringParameters.last };';
      const schema = { type: 'jsonString', schema: withQuery } as const;
      const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
      const server = await startEmailServer({
        express,
        options: emailOptions('', { schema, authorizationEngine }),
      });
      try {
        expect((await server.send('GET', '/campaigns/c1?last=login', { as: ana })).status).toBe(400);
        expect((await server.send('GET', '/campaigns/c1', { as: ana })).status).toBe(200);
      } finally {
        await server.close();
      }
    });

    it.each([
      ['login', 403],
      ['getEmailCampaign', 200],
    ])('reaches the policies as the application says it: %s is answered with %i', async (id, status) => {
      const schema = { type: 'jsonString', schema: withLast } as const;
      const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies: policies, schema });
      const getContext = () => ({ last: { __entity: { type: 'EmailApp::Action', id } } });
      const options = emailOptions('', { schema, authorizationEngine, getContext });
      const server = await startEmailServer({ express, options });
      try {
        expect((await server.send('GET', '/campaigns/c1', { as: ana })).status).toBe(status);
      } finally {
        await server.close();
      }
    });
  },
);
