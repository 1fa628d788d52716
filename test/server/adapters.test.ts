import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { keysIn } from '../../src/core/values/keys-in.ts';
import type { DecisionEvent } from '../../src/server/reporting/log.ts';
import { ADAPTERS, type AdapterName, type AnyApp, ENTRIES } from '../helpers/adapters.ts';
import { ATTACKED_ROUTES, PERMITTED_ROUTES, type SeenCall } from '../helpers/attack-app.ts';
import { attackedApp } from '../helpers/attacked-app.ts';
import { ATTACKS, attackHead, PERMITTED_CALLS } from '../helpers/attacks.ts';

const events: DecisionEvent[] = [];
const attacked = attackedApp((event) => {
  events.push(event);
});

/** What routes a handler of the Fetch API has is its own affair. */
const SEEN_ELSEWHERE = {
  notInSchema: [],
  notMounted: [],
  unguarded: [],
  notChecked: ['the routes of the handler'],
  shadowed: [],
};

const NOBODY_DESCRIBED: Readonly<Partial<Record<AdapterName, readonly string[]>>> = {
  Express: ['GET /internal/stats'],
  Fastify: ['GET /internal/stats', 'HEAD /internal/stats'],
  Hono: ['GET /internal/stats'],
  'NestJS on Express': ['GET /internal/stats'],
};

/** Where the route for `GET` answers `HEAD`, one for `HEAD` that was registered behind it never runs. */
const HEAD_BEHIND_GET = ['HEAD /drafts/{draft_id} is answered by the route of GET /drafts/{draft_id}'];
const SHADOWED: Readonly<Partial<Record<AdapterName, readonly string[]>>> = {
  Express: HEAD_BEHIND_GET,
  Hono: HEAD_BEHIND_GET,
};

it('every entry of the package is attacked', () => {
  const { exports } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
  const entries = Object.keys(exports).filter((entry) => typeof exports[entry] === 'object');
  expect([...new Set(Object.values(ENTRIES))].sort()).toEqual(entries.sort());
});

/** Their routers decode a path before they match it, and the others do not. */
const DECODING: readonly AdapterName[] = ['Fastify', 'Hono', 'NestJS on Fastify'];

/** Percent-encoded, but for parameters. */
function withoutOdd(path: string): string {
  return path.replaceAll(/[^!-~]+/g, encodeURIComponent);
}

/** An application in which everybody may do everything; its handlers are known by what they are given. */
function openApp(
  actions: string,
  routes: AnyApp['routes'],
  knownBy: (route: string, seen: SeenCall) => string = (route) => route,
): AnyApp {
  const text = `namespace Shop { @principal entity User; entity Application; entity Order; ${actions} }`;
  const schema = { type: 'cedarFormat', schema: text } as const;
  const staticPolicies = 'permit (principal, action, resource);';
  return {
    namespace: 'Shop',
    options: { schema, authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies, schema }) },
    routes,
    handle: (route, seen, ran) => {
      ran.push(knownBy(route, seen));
      return {};
    },
  };
}

/** Express has the same table in its own folder, with both versions and mappings. */
const others = keysIn(ADAPTERS).filter((name) => name !== 'Express');

describe.each(others)('an attack on %s', (name) => {
  const start = ADAPTERS[name];
  let server: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    server = await start(attacked);
  });
  afterAll(() => server.close());

  it('reaches no handler that was not decided about, by any of the table', async () => {
    for (const attack of ATTACKS) {
      events.length = 0;
      const answer = await server.raw(attackHead(attack), attack.body);
      const ran = server.takeRan();
      expect(
        ran.filter((route) => !PERMITTED_ROUTES.includes(route)),
        attack.name,
      ).toEqual([]);
      // Where something ran, it is because a decision allowed just that.
      const allowed = events.filter(({ decision }) => decision === 'allow').map(({ endpoint }) => endpoint);
      expect(allowed, attack.name).toEqual(expect.arrayContaining(ran));
      if (ran.length === 0 && !answer.status.toString().startsWith('1'))
        expect([0, 400, 401, 403, 404, 405, 413, 414, 415, 417, 431, 500], attack.name).toContain(
          answer.status,
        );
    }
  });

  it('differs from what is permitted', async () => {
    for (const call of PERMITTED_CALLS) {
      const { status } = await server.raw(attackHead(call), call.body);
      expect({ status, ran: server.takeRan() }, call.name).toEqual({ status: 200, ran: [call.route] });
    }
  });
});

describe.each(keysIn(ADAPTERS))('%s', (name) => {
  const start = ADAPTERS[name];
  const asksMore = (more: Partial<AnyApp>): AnyApp => ({ ...attacked, ...more });

  it('compares its routes with the schema, where the framework can tell', async () => {
    const server = await start(asksMore({ routes: [...ATTACKED_ROUTES, ['GET', '/internal/stats']] }));
    onTestFinished(() => server.close());
    const { notInSchema, notMounted, unguarded, notChecked, shadowed } =
      server.verifyRoutes?.() ?? SEEN_ELSEWHERE;
    const isSeen = notChecked.length === 0;
    const hidden = SHADOWED[name] ? ['HEAD /drafts/'] : [];
    const others = notInSchema.filter((route) => !hidden.some((known) => route.startsWith(known)));
    expect({ name, others }).toEqual({ name, others: isSeen ? NOBODY_DESCRIBED[name] : [] });
    expect({ name, unguarded }).toEqual({ name, unguarded: [] });
    if (isSeen) expect({ name, notMounted }).toEqual({ name, notMounted: [] });
    expect({ name, shadowed }).toEqual({ name, shadowed: SHADOWED[name] ?? [] });
  });

  it('finds the routes of paths with blanks and other letters, as its router has them written', async () => {
    const paths = ['/my files/{id}', '/café/{id}', '/one%20two/{id}'];
    const written = (path: string) => (DECODING.includes(name) ? decodeURI(path) : withoutOdd(path));
    const routes = paths.map((path) => ['GET', written(path)] as const);
    const endpoints = paths.map((path) => `GET ${withoutOdd(path.replaceAll('%', '%25'))} open application`);
    const action = `@endpoint("${endpoints.join('\\n')}") action show appliesTo { principal: User, resource: Application };`;
    const server = await start(openApp(action, routes));
    onTestFinished(() => server.close());
    const { notInSchema, ...others } = server.verifyRoutes?.() ?? SEEN_ELSEWHERE;
    expect({ name, notMounted: others.notMounted, shadowed: others.shadowed }).toEqual({
      name,
      notMounted: [],
      shadowed: [],
    });
    expect(notInSchema.filter((route) => !route.startsWith('HEAD'))).toEqual([]);
    for (const path of paths) {
      const { status } = await server.send('GET', withoutOdd(path).replace('{id}', 'x'));
      expect({ name, path, status }).toEqual({ name, path, status: 200 });
    }
    expect(server.takeRan()).toEqual(routes.map(([method, path]) => `${method} ${path}`));
  });

  it('decides about the number of a JSON body that its handler gets, however it was spelled', async () => {
    const action = `@endpoint("POST /orders single-resource body:id")
      action order appliesTo { principal: User, resource: Order };`;
    const server = await start(
      openApp(action, [['POST', '/orders']], (_, { body, authorized }) =>
        JSON.stringify([body, authorized?.resources[0]?.id]),
      ),
    );
    onTestFinished(() => server.close());
    const statusOf = async (number: string) => {
      const head = 'POST /orders HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json';
      return (await server.raw(head, `{"id":${number}}`)).status;
    };
    for (const number of ['1', '1.0', '1e3', '-0'])
      expect([name, number, (await statusOf(number)) < 300]).toEqual([name, number, true]);
    expect(server.takeRan()).toEqual(
      [1, 1, 1000, 0].map((number) => JSON.stringify([{ id: number }, String(number)])),
    );
    for (const number of ['1.5', '9007199254740993', '1e400', 'null'])
      expect([name, number, await statusOf(number)]).toEqual([name, number, 400]);
    expect(server.takeRan()).toEqual([]);
  });
});
