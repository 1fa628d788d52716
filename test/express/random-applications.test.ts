import type express5 from 'express';
import { describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { attackSchema } from '../helpers/attack-app.ts';
import { EXPRESS_VERSIONS, type ExpressModule } from '../helpers/express-server.ts';
import fc from '../helpers/fast-check.ts';
import { runs } from '../helpers/runs.ts';
import { serverOfMany } from '../helpers/server-of-many.ts';

/** What a handler does to a call before it hands it on, and how it does that. */
interface Step {
  readonly url?: string | undefined;
  readonly method?: string | undefined;
  readonly goesOn: 'next' | 'route' | 'router' | 'throw' | 'later' | 'answer';
}

type Layer =
  | { readonly type: 'route'; readonly method: string; readonly path: string; readonly step: Step }
  | { readonly type: 'middleware'; readonly step: Step }
  | { readonly type: 'parameter'; readonly step: Step }
  | { readonly type: 'errors'; readonly step: Step }
  | { readonly type: 'router' | 'application'; readonly at: string; readonly layers: readonly Layer[] };

const URLS = ['/users/x', '/campaigns/c1', '/caches/k', '/campaigns', '/users/me', '/caches/all'];
// None is the end of a call's URL: to those routers set it themselves.
const OTHERS = ['/users/y', '/campaigns/c2', '/caches/j', '/campaigns?x=1', '/users/me?x'];
const METHODS = ['GET', 'DELETE', 'PUT', 'POST', 'HEAD'];
const PATHS = ['/users/:user_id', '/campaigns/:id', '/caches/:name', '/campaigns', '/:a/:b', '/'];

const maybe = (values: readonly string[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 3 });
const step: fc.Arbitrary<Step> = fc.record({
  url: maybe(OTHERS),
  method: maybe(METHODS),
  goesOn: fc.constantFrom('next', 'next', 'route', 'router', 'throw', 'later', 'answer'),
});
const route: fc.Arbitrary<Layer> = fc.record({
  type: fc.constant('route'),
  method: fc.constantFrom('get', 'delete', 'put', 'all'),
  path: fc.constantFrom(...PATHS),
  step,
});
const other: fc.Arbitrary<Layer> = fc.record({
  type: fc.constantFrom('middleware', 'parameter', 'errors'),
  step,
});
const layersUpTo = (depth: number): fc.Arbitrary<readonly Layer[]> => {
  const flat = [
    { weight: 5, arbitrary: route },
    { weight: 1, arbitrary: other },
  ];
  if (depth === 0) return fc.array(fc.oneof(...flat), { maxLength: 4 });
  const nested: fc.Arbitrary<Layer> = fc.record({
    type: fc.constantFrom('router', 'router', 'application'),
    at: fc.constantFrom('/', '/users', '/campaigns', '/caches'),
    layers: layersUpTo(depth - 1),
  });
  return fc.array(fc.oneof(...flat, { weight: 2, arbitrary: nested }), { maxLength: 5 });
};
const call = fc.record({
  method: fc.constantFrom('GET', 'GET', 'DELETE', ...METHODS),
  url: fc.constantFrom('/users/x', '/users/x', '/caches/k', ...URLS),
});

type AnyRouter = express5.Router;
type Handling = Record<'get' | 'delete' | 'put' | 'all', (path: string, ...handlers: unknown[]) => void>;

/** Which calls each handler saw, in whose words. */
type Seen = (req: express5.Request) => void;

function act({ url, method, goesOn }: Step, { req, res, next }: Parts, seen: Seen): void {
  seen(req);
  if (goesOn === 'answer') {
    res.end();
    return;
  }
  // An application may take no notice of what is thrown.
  attempted(() => url !== undefined && Object.assign(req, { url }));
  attempted(() => method !== undefined && Object.assign(req, { method }));
  if (goesOn === 'throw') throw new Error('of the application');
  if (goesOn === 'later')
    setImmediate(() =>
      attempted(
        () => next(),
        () => res.end(),
      ),
    );
  else if (goesOn === 'next') next();
  else next(goesOn);
}

interface Parts {
  readonly req: express5.Request;
  readonly res: express5.Response;
  readonly next: (error?: unknown) => void;
}

function attempted(work: () => unknown, failed: (error: unknown) => void = () => {}): void {
  try {
    work();
  } catch (error) {
    failed(error);
  }
}

function addTo(router: AnyRouter, layers: readonly Layer[], express: ExpressModule, seen: Seen): void {
  for (const layer of layers) {
    if (layer.type === 'route') {
      const handler: express5.RequestHandler = (req, res, next) => act(layer.step, { req, res, next }, seen);
      const answers: express5.RequestHandler = (req, res) => {
        seen(req);
        res.end();
      };
      const handing = layer.step.goesOn === 'answer' ? answers : handler;
      (router as unknown as Handling)[layer.method as 'get'](layer.path, handing);
    } else if (layer.type === 'middleware') {
      router.use((req, res, next) => act(layer.step, { req, res, next }, seen));
    } else if (layer.type === 'parameter') {
      router.param('id', (req, res, next) => act(layer.step, { req, res, next }, seen));
    } else if (layer.type === 'errors') {
      const handler: express5.ErrorRequestHandler = (_, req, res, next) =>
        act(layer.step, { req, res, next }, () => {});
      router.use(handler);
    } else {
      const inner = layer.type === 'router' ? express.Router({ mergeParams: true }) : express();
      addTo(inner as AnyRouter, layer.layers, express, seen);
      router.use(layer.at, inner as AnyRouter);
    }
  }
}

const schema = attackSchema('ResourceRest');
const authorizationEngine = new PolicyInlineAuthorizationEngine({
  staticPolicies:
    'permit (principal, action in [Shop::Action::"getUser", Shop::Action::"deleteCache"], resource);',
  schema,
});
const PERMITTED = ['GET /users/x', 'HEAD /users/x', 'DELETE /caches/k'];

describe.each(EXPRESS_VERSIONS)('any application under %s', (_, express) => {
  const { send, serve } = serverOfMany();

  function applicationOf(layers: readonly Layer[], hasLast: boolean, seen: Seen): express5.Express {
    const app = express();
    const authorization = new ServerAuthorizationMiddleware({
      schema,
      authorizationEngine,
      principalConfiguration: {
        type: 'custom',
        getPrincipalEntity: () => ({ uid: { type: 'Shop::User', id: 'u' }, attrs: {}, parents: [] }),
      },
    });
    app.use(authorization.middleware);
    addTo(app as unknown as AnyRouter, layers, express, seen);
    if (hasLast)
      app.use((req: express5.Request, res: express5.Response) => {
        seen(req);
        res.end();
      });
    const fails: express5.ErrorRequestHandler = (_error, _req, res, _next) => void res.status(500).end();
    app.use(fails);
    return app;
  }

  it('runs handlers only for the call that was decided about, whatever its own handlers make of it', async () => {
    let ranOnes = 0;
    const property = fc.asyncProperty(
      layersUpTo(2),
      fc.boolean(),
      fc.array(call, { minLength: 3, maxLength: 6 }),
      async (layers, hasLast, calls) => {
        const seen: string[] = [];
        serve(
          applicationOf(layers, hasLast, ({ method, baseUrl, url }) =>
            seen.push(`${method} ${baseUrl}${url}`.replace(/(?<=\/\w+)\/$/, '')),
          ),
        );
        for (const { method, url } of calls) {
          await send(method, url);
          const saw = seen.splice(0);
          ranOnes += saw.length;
          const line = `${method} ${url}`;
          expect(saw.filter((one) => one !== line || !PERMITTED.includes(line))).toEqual([]);
        }
      },
    );
    await fc.assert(property, runs(60));
    expect(ranOnes).toBeGreaterThan(0);
  });
});
