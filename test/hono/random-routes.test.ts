import { Hono } from 'hono';
import { UnsupportedPathError } from 'hono/router';
import { LinearRouter } from 'hono/router/linear-router';
import { PatternRouter } from 'hono/router/pattern-router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { TrieRouter } from 'hono/router/trie-router';
import { expect, it } from 'vitest';
import { HonoAuthorization } from '../../src/hono/hono-authorization.ts';
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

const path = routePath(
  [':id', ':user_id', ':name{[a-z]+}', ':rest{.+}', ':x{[^.]+}', '*'],
  ['*', ':last?', ':tail{.*}'],
);
/** What a middleware does to a call before it hands it on. */
const meddling = fc.option(fc.constantFrom('method', 'url', 'twice'), { nil: undefined, freq: 5 });
const route = fc.record({
  method: fc.oneof(fc.constantFrom('GET', 'DELETE', 'ALL', 'USE'), anyMethod),
  path,
  goesOn: fc.boolean(),
  meddling,
});
type Route = typeof route extends fc.Arbitrary<infer Value> ? Value : never;
const table = fc.array(route, { minLength: 1, maxLength: 6 });
const ROUTERS = { default: undefined, LinearRouter, PatternRouter, RegExpRouter, TrieRouter } as const;
const application = fc.record({
  router: fc.constantFrom(...(Object.keys(ROUTERS) as (keyof typeof ROUTERS)[])),
  strict: fc.boolean(),
  before: fc.option(fc.constantFrom('method', 'url'), { nil: undefined, freq: 2 }),
  own: table,
  inner: fc.option(fc.record({ at: fc.constantFrom('/', '/users', '/caches', '/:any'), own: table }), {
    nil: undefined,
  }),
});
type Application = typeof application extends fc.Arbitrary<infer Value> ? Value : never;

/** The path by which routes were found, too. */
interface Seen extends Ran {
  readonly path: string;
}

const authorization = new HonoAuthorization(fewPermitted());

function replaced(raw: Request, how: string | undefined): Request {
  if (how === 'method') return new Request(raw.url, { method: raw.method === 'GET' ? 'DELETE' : 'GET' });
  return how === 'url' ? new Request('http://localhost/users/x', { method: raw.method }) : raw;
}

function addTo(app: Hono, routes: readonly Route[], ran: Seen[]): void {
  for (const { method, path, goesOn, meddling } of routes) {
    const handler = async (...[c, next]: Parameters<Parameters<Hono['use']>[1]>) => {
      ran.push({
        method: method === 'USE' ? 'ALL' : method,
        path: c.req.path,
        authorized: c.get('authorized'),
      });
      c.req.raw = replaced(c.req.raw, meddling);
      if (!goesOn) return c.text('');
      await next();
      if (meddling === 'twice') await next().catch(() => {});
      return undefined;
    };
    if (method === 'USE') app.use(path, handler);
    else if (method === 'ALL') app.all(path, handler);
    else app.on(method, path, handler);
  }
}

function applicationOf({ router, strict, before, own, inner }: Application, ran: Seen[]): Hono {
  const Router = ROUTERS[router];
  const app = new Hono({ strict, ...(Router ? { router: new Router() } : {}) });
  app.onError((_, c) => c.text('', 500));
  if (before)
    app.use(async (c, next) => {
      c.req.raw = replaced(c.req.raw, before);
      await next();
    });
  app.use(authorization.middleware);
  addTo(app, own, ran);
  if (inner) {
    const inside = new Hono({ strict });
    addTo(inside, inner.own, ran);
    app.route(inner.at, inside);
  }
  return app;
}

/** Not every router takes every table, and some say so when the first call comes: such an application cannot be. */
async function taken<Value>(work: () => Value): Promise<Awaited<Value> | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnsupportedPathError) return undefined;
    throw error;
  }
}

it('any Hono application runs its handlers only after a decision about the call as it was sent', async () => {
  let ranOnes = 0;
  const calls = fc.array(anyCall, { minLength: 4, maxLength: 8 });
  const property = fc.asyncProperty(application, calls, async (given, sent) => {
    const ran: Seen[] = [];
    const app = await taken(() => applicationOf(given, ran));
    if (!app) return;
    for (const call of sent) {
      const request = new Request(`http://localhost${call.url}`, { method: call.method });
      const { pathname, search } = new URL(request.url);
      await taken(() => app.fetch(request));
      const saw = ran.splice(0);
      ranOnes += saw.length;
      // A `Request` has resolved dots in the path before anybody sees it. Another method is that of the call for all handlers; of another
      // URL it is enough that the path by which routes are found is what was decided about.
      const { method } = given.before === 'method' ? replaced(request, 'method') : request;
      const asSent = ({ path }: Seen) => ({
        method,
        url: given.before === 'url' ? path : `${pathname}${search}`,
      });
      expect(saw.filter((one) => wronglyRan(asSent(one), one))).toEqual([]);
    }
  });
  await fc.assert(property, runs(200));
  expect(ranOnes).toBeGreaterThan(0);
});
