import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PolicyInlineAuthorizationEngine, ServerAuthorizationMiddleware } from '../../src/index.ts';

const schema = {
  type: 'cedarFormat',
  schema: `namespace App {
    entity User;
    entity Application;
    entity Doc tags String;
    @endpoint("GET /docs/{id} single-resource path:id")
    action read appliesTo { principal: [User], resource: [Doc] };
  }`,
} as const;

const staticPolicies = `
  permit (principal, action, resource);
  forbid (principal, action, resource) when { resource.hasTag("locked") };
`;

describe('tags', () => {
  it('reach the policies of a server, and a type with tags needs a slice builder', async () => {
    const options = {
      schema,
      authorizationEngine: new PolicyInlineAuthorizationEngine({ schema, staticPolicies }),
      principalConfiguration: {
        type: 'custom',
        getPrincipalEntity: () => ({ uid: { type: 'App::User', id: 'ana' }, attrs: {}, parents: [] }),
      },
    } as const;
    expect(() => new ServerAuthorizationMiddleware(options)).toThrow(/slice builder for `Doc`/);
    const authorization = new ServerAuthorizationMiddleware({
      ...options,
      sliceBuilders: { Doc: (id) => ({ tags: id === 'secret' ? { locked: 'yes' } : {} }) },
    });
    const app = express().use(authorization.middleware);
    app.get('/docs/:id', (_, res) => void res.send('ok'));
    const server = app.listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const status = async (id: string) => (await fetch(`http://127.0.0.1:${port}/docs/${id}`)).status;
    expect(await status('open')).toBe(200);
    expect(await status('secret')).toBe(403);
  });
});
