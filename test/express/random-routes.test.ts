import type express5 from 'express';
import { describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { serverAuthorization } from '../../src/server/authorization.ts';
import { ATTACKED_ROUTES, attackSchema } from '../helpers/attack-app.ts';
import { EXPRESS_VERSIONS } from '../helpers/express-server.ts';
import fc from '../helpers/fast-check.ts';
import { runs } from '../helpers/runs.ts';
import { serverOfMany } from '../helpers/server-of-many.ts';
import { shopOptions } from '../helpers/tiny-shop.ts';

const schema = attackSchema('ResourceRest');
const authorizationEngine = new PolicyInlineAuthorizationEngine({
  staticPolicies: 'permit (principal, action, resource);',
  schema,
});
const options = { ...shopOptions<express5.Request>(), schema, authorizationEngine };
const { endpoints } = serverAuthorization(options, { help: '' });

const NAMES = ['user_id', 'name', 'campaign_id', 'x'];
/** A path of the schema, written as a route; mounted at its first segment, at any, or at none. */
const route = fc.record({
  endpoint: fc.constantFrom(
    ...ATTACKED_ROUTES.filter(([, path]) => /^\/(?:users|caches|campaigns)/.test(path)),
  ),
  name: fc.constantFrom(...NAMES),
  mountedAt: fc.constantFrom(undefined, 'first', 'any'),
  verb: fc.constantFrom('own', 'own', 'own', 'all'),
  ending: fc.constantFrom('', '', '', '/'),
  goesOn: fc.boolean(),
});
type Route = typeof route extends fc.Arbitrary<infer Value> ? Value : never;
const call = fc.record({
  method: fc.constantFrom('GET', 'DELETE', 'PUT'),
  url: fc.constantFrom(
    ...['/users/me', '/users/x', '/users/ME', '/caches/all', '/caches/All', '/caches/k', '/campaigns/c1'],
    ...['/campaigns', '/campaigns/', '/campaigns//c1', '/campaigns/c1/messages', '/users/m%65', '//users/me'],
  ),
});

interface Ran {
  /** Missing below `/:any`, where the route has no path of the schema. */
  readonly template: string | undefined;
  readonly action: string | undefined;
}

function mountOn(
  app: express5.Express,
  express: { Router: typeof express5.Router },
  given: Route,
  ran: Ran[],
): void {
  const { endpoint, name, mountedAt, verb, ending, goesOn } = given;
  const [method, template] = endpoint;
  const path = template.replace(/\{\w+\}/, `:${name}`).replaceAll(/\{(\w+)\}/g, ':$1');
  const handler: express5.RequestHandler = (req, res, next) => {
    ran.push({ template: mountedAt === 'any' ? undefined : template, action: req.authorized?.action });
    if (goesOn) next();
    else res.end();
  };
  const [, first = '', rest = ''] = /^(\/[^/]+)(.*)$/.exec(path) ?? [];
  const key = (verb === 'all' ? 'all' : method.toLowerCase()) as 'all';
  if (mountedAt === undefined) app[key](`${path}${ending}`, handler);
  else {
    const router = express.Router({ mergeParams: true });
    router[key](rest === '' ? '/' : `${rest}${ending}`, handler);
    app.use(mountedAt === 'first' ? first : '/:any', router);
  }
}

describe.each(EXPRESS_VERSIONS)('random routes under %s', (_, express) => {
  const { send, serve } = serverOfMany();

  it('run for no call that was decided about as one of another endpoint', async () => {
    let ranOnes = 0;
    const tables = fc.array(route, { minLength: 1, maxLength: 6 });
    const property = fc.asyncProperty(
      tables,
      fc.array(call, { minLength: 4, maxLength: 8 }),
      async (table, calls) => {
        const ran: Ran[] = [];
        const app = express();
        app.use(new ServerAuthorizationMiddleware(options).middleware);
        for (const one of table) mountOn(app, express, one, ran);
        const fails: express5.ErrorRequestHandler = (_error, _req, res, _next) => void res.status(500).end();
        app.use(fails);
        serve(app);
        for (const { method, url } of calls) {
          await send(method, url);
          const saw = ran.splice(0);
          ranOnes += saw.length;
          const actionsAt = (template: string | undefined) =>
            endpoints.filter(({ path }) => path === template).map(({ action }) => action.name);
          const wrong = saw.filter(
            ({ template, action }) =>
              action === undefined || (template !== undefined && !actionsAt(template).includes(action)),
          );
          expect({ method, url, wrong }).toEqual({ method, url, wrong: [] });
        }
      },
    );
    await fc.assert(property, runs(60));
    expect(ranOnes).toBeGreaterThan(0);
  });
});
