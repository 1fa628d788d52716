import { describe, expect, it } from 'vitest';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { FastifyAuthorization } from '../../src/fastify/fastify-authorization.ts';
import { FetchAuthorization } from '../../src/fetch/fetch-authorization.ts';
import { HonoAuthorization } from '../../src/hono/hono-authorization.ts';
import { AuthorizationGuard } from '../../src/nestjs/authorization-guard.ts';
import { emailOptions } from '../helpers/express-server.ts';

const options = emailOptions('permit (principal, action, resource);') as never;

describe.each([
  ['Express', new ServerAuthorizationMiddleware(options)],
  ['Fastify', new FastifyAuthorization(options)],
  ['Hono', new HonoAuthorization(options)],
  ['the Fetch API', new FetchAuthorization(options)],
  ['NestJS', new AuthorizationGuard(options)],
])('a question in a handler of %s', (_, authorization) => {
  it.each([undefined, null, 5, 'a text', {}, { headers: {} }])(
    'says what its first argument must be when it is asked with %j',
    async (req) => {
      const said = 'the first argument must be the request that it got (in Hono its context)';
      await expect(authorization.check(req as never, 'getEmailCampaign', 'c1')).rejects.toThrow(said);
      await expect(authorization.filter(req as never, 'getEmailCampaign', ['c1'])).rejects.toThrow(said);
      await expect(authorization.actionsOn(req as never, 'c1')).rejects.toThrow(said);
    },
  );
});
