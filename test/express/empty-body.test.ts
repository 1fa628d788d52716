import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import { ATTACK_POLICIES, attackSchema, startAttackServer } from '../helpers/attack-app.ts';
import { EXPRESS_VERSIONS, type RunningServer } from '../helpers/express-server.ts';

const schema = attackSchema('ResourceRest');

describe.each(EXPRESS_VERSIONS)(
  'a body without members, where policies read the body, under %s',
  (_, express) => {
    let server: RunningServer;
    beforeAll(async () => {
      const { middleware } = new ServerAuthorizationMiddleware({
        schema,
        authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: ATTACK_POLICIES, schema }),
        principalConfiguration: {
          type: 'custom',
          getPrincipalEntity: principalFromToken({ namespace: 'Shop' }),
        },
      });
      server = await startAttackServer(express, middleware as never);
    });
    afterAll(() => server.close());

    const send = (type: string, body: string) =>
      server.raw(
        `POST /notes HTTP/1.1\r\nHost: a\r\nX-Claims: {"sub":"mallory","groups":[]}\r\nContent-Type: ${type}`,
        body,
      );

    it('is decided about as a body that says nothing', async () => {
      expect((await send('application/json', '{}')).status).toBe(200);
      expect(server.takeRan()).toEqual(['POST /notes']);
    });

    it.each([
      ['text/plain', '{}'],
      ['multipart/form-data', 'a='],
      ['application/vnd.unknown', '{"pinned":true}'],
    ])('is not what nobody has read: %s %s', async (type, body) => {
      expect((await send(type, body)).status).toBe(400);
      expect(server.takeRan()).toEqual([]);
    });
  },
);
