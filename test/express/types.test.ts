import type express from 'express';
import { describe, expectTypeOf, it } from 'vitest';
import {
  type Authorized,
  type HttpRequest,
  type MiddlewareOptions,
  principalFromToken,
  ServerAuthorizationMiddleware,
  type SliceBuilders,
  sliceBuildersFor,
} from '../../src/index.ts';

/** Never called: the compiler says whether it fits. */
function mountedOn(app: express.Express, options: MiddlewareOptions): void {
  const plain = new ServerAuthorizationMiddleware(options);
  app.use(plain.middleware);
  app.get('/x', plain.handler('x'), (req, res) => res.json(req.authorized?.items));
  const typed = new ServerAuthorizationMiddleware({
    ...options,
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: async (req: express.Request) =>
        req.params.id
          ? { uid: { type: 'A::User', id: String(req.params.id) }, attrs: {}, parents: [] }
          : undefined,
    },
    sliceBuilders: sliceBuildersFor<{ A: { entityTypes: { Tenant: object } } }>()({}),
  });
  app.use(typed.middleware);
  app.get('/y', typed.handler('y', { resource: (req) => String(req.params.id) }));
}

describe('the public types', () => {
  it('fit Express', () => {
    expectTypeOf(mountedOn).toBeFunction();
    expectTypeOf<express.Request>().toExtend<HttpRequest>();
    expectTypeOf<express.Request['authorized']>().toEqualTypeOf<Authorized | undefined>();
    expectTypeOf<
      ServerAuthorizationMiddleware<express.Request>['middleware']
    >().toExtend<express.RequestHandler>();
  });

  it('need no more than the three options of the specification', () => {
    const required: Pick<MiddlewareOptions, 'schema' | 'authorizationEngine' | 'principalConfiguration'> = {
      schema: { type: 'jsonString', schema: '' },
      authorizationEngine: { isAuthorized: async () => ({ type: 'deny' }) },
      principalConfiguration: { type: 'custom', getPrincipalEntity: principalFromToken({ namespace: 'A' }) },
    };
    expectTypeOf(required).toExtend<MiddlewareOptions>();
  });

  it('refuse what is not an option', () => {
    // @ts-expect-error 404 and 403 are the only choices
    const wrong: Partial<MiddlewareOptions> = { missingResource: 200 };
    expectTypeOf(wrong).toExtend<Partial<MiddlewareOptions>>();
    expectTypeOf<SliceBuilders<HttpRequest>[string]>().parameters.toEqualTypeOf<[string, HttpRequest]>();
  });
});
