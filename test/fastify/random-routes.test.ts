import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import { FastifyAuthorization } from '../../src/fastify/fastify-authorization.ts';
import type { Authorized } from '../../src/server/call.ts';
import fc from '../helpers/fast-check.ts';
import {
  anyCall,
  anyMethod,
  fewPermitted,
  type Ran,
  routePath,
  wronglyRan,
} from '../helpers/random-routes.ts';
import { runs } from '../helpers/runs.ts';

const route = fc.record({
  method: fc.oneof(fc.constantFrom('GET', 'DELETE', 'ALL'), anyMethod),
  path: routePath([':id', ':user_id', ':name(^[a-z]+)', 'x-:y', ':a.:b'], ['*']),
});
type Route = typeof route extends fc.Arbitrary<infer Value> ? Value : never;
const table = fc.array(route, { minLength: 1, maxLength: 6 });
const application = fc.record({
  routerOptions: fc.record({
    caseSensitive: fc.boolean(),
    ignoreTrailingSlash: fc.boolean(),
    ignoreDuplicateSlashes: fc.boolean(),
  }),
  /** What a hook makes of a call before the guard sees it. */
  before: fc.option(fc.constantFrom('method', 'url'), { nil: undefined, freq: 2 }),
  own: table,
  inner: fc.option(fc.record({ prefix: fc.constantFrom('/users', '/caches', '/:any'), own: table }), {
    nil: undefined,
  }),
});
type Application = typeof application extends fc.Arbitrary<infer Value> ? Value : never;

function addTo(app: FastifyInstance, routes: readonly Route[], ran: Ran[]): void {
  for (const { method, path } of routes) {
    const methods = method === 'ALL' ? app.supportedMethods : [method];
    // Another route may have taken one of them already.
    for (const one of methods)
      attempted(() =>
        app.route({
          method: one,
          url: path,
          handler: async (req) => {
            ran.push({ method: one, authorized: (req as { authorized?: Authorized }).authorized });
            return '';
          },
        }),
      );
  }
}

/** Some tables have a route twice, or one that the router does not take. */
function attempted(work: () => unknown): void {
  try {
    work();
  } catch (error) {
    const isOfRouter = /declared for route|must|Route|parameter|wildcard/i.test(String(error));
    if (!isOfRouter) throw error;
  }
}

function applicationOf(
  { routerOptions, before, own, inner }: Application,
  ran: Ran[],
  seen: string[],
): FastifyInstance {
  const app = fastify({ routerOptions });
  app.addHook('onRequest', async ({ raw }: FastifyRequest) => void seen.push(raw.url ?? ''));
  if (before)
    app.addHook('onRequest', async ({ raw }: FastifyRequest) => {
      if (before === 'method') raw.method = raw.method === 'GET' ? 'DELETE' : 'GET';
      else raw.url = '/users/x';
    });
  new FastifyAuthorization<FastifyRequest>(fewPermitted()).protect(app);
  addTo(app, own, ran);
  if (inner) {
    const { prefix, own: inside } = inner;
    app.register(async (plugin) => addTo(plugin, inside, ran), { prefix });
  }
  return app;
}

/** The path of a call as routes are found by it, where its URL was replaced by one that these are found by as well. */
function foundBy(url: string, { before, routerOptions }: Application): string {
  if (before !== 'url') return url;
  const { caseSensitive, ignoreTrailingSlash, ignoreDuplicateSlashes } = routerOptions;
  const [path = ''] = url.split(/[?#]/);
  const cased = caseSensitive ? path : path.toLowerCase();
  const single = ignoreDuplicateSlashes ? cased.replaceAll(/\/+/g, '/') : cased;
  const bare = ignoreTrailingSlash ? single.replace(/\/$/, '') : single;
  return decodeURI(bare) === '/users/x' ? '/users/x' : url;
}

it('any Fastify application runs its handlers only after a decision about the call as it was sent', async () => {
  let ranOnes = 0;
  const calls = fc.array(anyCall, { minLength: 4, maxLength: 8 });
  const property = fc.asyncProperty(application, calls, async (given, sent) => {
    const ran: Ran[] = [];
    const seen: string[] = [];
    const app = applicationOf(given, ran, seen);
    try {
      for (const { method, url } of sent) {
        await app.inject({ method: method as 'GET', url });
        const saw = ran.splice(0);
        ranOnes += saw.length;
        // Only what came: a call that is sent without a network has no dots in its path.
        const asSent = { method, url: foundBy(seen.splice(0)[0] ?? '', given) };
        expect(saw.filter((one) => wronglyRan(asSent, one))).toEqual([]);
      }
    } finally {
      await app.close();
    }
  });
  await fc.assert(property, runs(20));
  expect(ranOnes).toBeGreaterThan(0);
});
