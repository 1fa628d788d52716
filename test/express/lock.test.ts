import { once } from 'node:events';
import { createServer } from 'node:http';
import type express5 from 'express';
import { describe, expect, it } from 'vitest';
import { routerOf } from '../../src/express/layer.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { ana, EXPRESS_VERSIONS, emailOptions, running, validateToken } from '../helpers/express-server.ts';

const POLICIES = `
  permit (principal, action == EmailApp::Action::"getEmailCampaign", resource);
  permit (principal, action == EmailApp::Action::"getDashboardData", resource);
`;

describe.each(EXPRESS_VERSIONS)('a call under %s, once it was authorized,', (_, express) => {
  /** What becomes of `GET /campaigns/c1`, in an application whose rest is made by `mount`: the status, what ran, and the answer. */
  async function called(
    mount: (app: express5.Express, ran: string[]) => void,
    {
      url = '/campaigns/c1',
      later = () => {},
    }: { url?: string; later?: (app: express5.Express) => void } = {},
  ) {
    const ran: string[] = [];
    const app = express();
    app.use(validateToken);
    app.use(new ServerAuthorizationMiddleware(emailOptions(POLICIES)).middleware);
    mount(app, ran);
    const fails: express5.ErrorRequestHandler = (error, _req, res, _next) => {
      res.status(500).json(String(error));
    };
    app.use(fails);
    const server = await running(createServer(app), ran, []);
    await server.send('GET', url, { as: ana });
    later(app);
    server.takeRan();
    const { status, body } = await server.send('GET', url, { as: ana });
    await server.close();
    return { status, ran: server.takeRan(), body };
  }

  const shows =
    (name: string, ran: string[]): express5.RequestHandler =>
    (req, res) => {
      ran.push(name);
      const isPlain = Object.getOwnPropertyDescriptor(req, 'url')?.get === undefined;
      res.json({ isPlain, route: req.route?.path, authorized: req.authorized?.action });
    };

  const rewrites: express5.RequestHandler = (req, _res, next) => {
    req.url = '/dashboard-data';
    next();
  };
  const overrides: express5.RequestHandler = (req, _res, next) => {
    req.method = 'DELETE';
    next();
  };

  it('keeps its properties as they are where nothing but routes follows, and knows its route', async () => {
    const inRouter = await called((app, ran) => {
      const campaigns = express.Router();
      campaigns.get('/:id', shows('campaign', ran));
      app.get('/dashboard-data', shows('dashboard', ran));
      app.use('/campaigns', campaigns);
      app.use((_req: express5.Request, res: express5.Response) => {
        res.status(404).end();
      });
    });
    expect(inRouter).toMatchObject({ status: 200, ran: ['campaign'] });
    expect(JSON.parse(inRouter.body)).toEqual({
      isPlain: true,
      route: '/:id',
      authorized: 'getEmailCampaign',
    });
  });

  it.each(['/dashboard-data', '/dashboard-data?x=1'])(
    'is found at the path %s of a router itself',
    async (url) => {
      const atMount = await called(
        (app, ran) => {
          const dashboard = express.Router();
          dashboard.get('/', shows('dashboard', ran));
          app.use('/dashboard-data', dashboard);
        },
        { url },
      );
      expect(atMount).toMatchObject({ status: 200, ran: ['dashboard'] });
      expect(JSON.parse(atMount.body).isPlain).toBe(true);
    },
  );

  it.each([
    ['rewritten', rewrites],
    ['made another method', overrides],
  ])('runs no other route when a route has it %s', async (_how, changes) => {
    const changed = await called((app, ran) => {
      app.get('/campaigns/:id', changes, (_req, _res, next) => next());
      app.get('/dashboard-data', shows('dashboard', ran));
      app.delete('/campaigns/:id', shows('deletion', ran));
    });
    expect(changed).toMatchObject({ status: 500, ran: [] });
    expect(changed.body).toMatch('was changed after it was authorized');
  });

  it.each([
    ['a middleware', (app: express5.Express) => app.use(rewrites)],
    ['a middleware that changes the method', (app: express5.Express) => app.use(overrides)],
    ['a middleware in a router', (app: express5.Express) => app.use(express.Router().use(rewrites))],
    ['a middleware below a path', (app: express5.Express) => app.use('/campaigns', rewrites)],
    [
      'a middleware that leaves nothing of its path, and another query,',
      (app: express5.Express) =>
        app.use((req: express5.Request, _res: express5.Response, next: express5.NextFunction) => {
          req.url = '/?x=2';
          next();
        }),
    ],
    ['an application inside', (app: express5.Express) => app.use(express().use(rewrites))],
  ])('runs nothing when %s changes it', async (_what, add) => {
    const changed = await called((app, ran) => {
      add(app);
      app.get('/campaigns/:id', shows('campaign', ran));
      app.get('/dashboard-data', shows('dashboard', ran));
      app.use('/static', shows('folder', ran));
    });
    expect(changed).toMatchObject({ status: 500, ran: [] });
  });

  it.each(['/campaigns/c1?x=/fallback', '/campaigns/c1?/fallback', '/campaigns/c1?x=?/fallback'])(
    'runs nothing at a path that is written in its query, when a middleware has it rewritten to that: %s',
    async (url) => {
      const changed = await called(
        (app, ran) => {
          app.use((req, _res, next) => {
            req.url = '/fallback';
            next();
          });
          app.get('/fallback', shows('fallback', ran));
        },
        { url },
      );
      expect(changed).toMatchObject({ status: 500, ran: [] });
    },
  );

  it.each<[string, (app: express5.Express) => void]>([
    ['a route', (app) => app.get('/campaigns/:id', rewrites)],
    [
      'a route that hides its parameters',
      (app) => app.get('/campaigns/:id', (...all: Parameters<express5.RequestHandler>) => rewrites(...all)),
    ],
    ['a router', (app) => app.use('/campaigns', express.Router().get('/:id', rewrites))],
    [
      'what looks at a parameter',
      (app) => {
        app.param('id', (req, _res, next) => {
          req.url = '/dashboard-data';
          next('route');
        });
        app.get('/campaigns/:id', (_req, res) => void res.end());
      },
    ],
    [
      'what looks at a parameter in a router',
      (app) => {
        const campaigns = express.Router();
        campaigns.param('id', (req, _res, next) => {
          req.url = '/dashboard-data';
          next('route');
        });
        app.use(
          '/campaigns',
          campaigns.get('/:id', (_req, res) => void res.end()),
        );
      },
    ],
    [
      'the first handler of a route, which skips the others,',
      (app) =>
        app.get(
          '/campaigns/:id',
          (req, _res, next) => {
            req.url = '/dashboard-data';
            next('route');
          },
          (_req, res) => void res.end(),
        ),
    ],
    [
      'an error handler',
      (app) => {
        app.get('/campaigns/:id', (_req, _res) => {
          throw new Error();
        });
        app.use(((_error, req, _res, next) => {
          req.url = '/dashboard-data';
          next();
        }) satisfies express5.ErrorRequestHandler);
      },
    ],
  ])('does not get to a last handler when %s has rewritten it', async (_what, add) => {
    const changed = await called((app, ran) => {
      add(app);
      app.use((req: express5.Request, res: express5.Response) => {
        ran.push(`last handler of ${req.url}`);
        res.end();
      });
    });
    expect(changed.ran.filter((name) => name !== 'last handler of /campaigns/c1')).toEqual([]);
    expect(changed.status).toBe(500);
  });

  it('keeps its method for the handlers of a route when what looks at a parameter changes it', async () => {
    const changed = await called((app, ran) => {
      app.param('id', (req, _res, next) => {
        req.method = 'DELETE';
        next();
      });
      app.route('/campaigns/:id').get(shows('campaign', ran)).delete(shows('deletion', ran));
    });
    expect(changed).toMatchObject({ status: 500, ran: [] });
  });

  it.each([
    ['rewritten', rewrites],
    ['made another method', overrides],
  ])('is answered, and ends no process, when a route has it %s in a later tick', async (_how, changes) => {
    const changed = await called((app, ran) => {
      app.get('/campaigns/:id', (req, res, next) => void setImmediate(() => changes(req, res, next)));
      app.get('/dashboard-data', shows('dashboard', ran));
      app.delete('/campaigns/:id', shows('deletion', ran));
    });
    expect(changed).toMatchObject({ status: 500, ran: [] });
    expect(changed.body).toMatch('was changed after it was authorized');
  });

  it.each<[string, (url: string) => string]>([
    ['the URL that arrived', (url) => `/campaigns${url}`],
    ['an end of what is left', () => '/'],
  ])(
    'gets an answer where a router inside has set %s, and nothing in it answers',
    async (_how, rewritten) => {
      const mount = (app: express5.Express, ran: string[]) => {
        const inside = express.Router();
        inside.use((req, _res, next) => {
          req.url = rewritten(req.url);
          next();
        });
        app.use('/campaigns', inside);
        for (const path of ['/campaigns', '/campaigns/:id', '/:a/:b/:c', '/dashboard'])
          app.get(path, (_req, res) => {
            ran.push(path);
            res.end();
          });
      };
      const ended = new AbortController();
      const thrown = once(process, 'uncaughtExceptionMonitor', { signal: ended.signal });
      const answer = await Promise.race([called(mount), thrown.catch(() => undefined)]);
      ended.abort();
      expect(answer).toMatchObject({ ran: [] });
      expect(Object(answer).status).toBeGreaterThanOrEqual(400);
    },
  );

  it('gets an answer where the guard stands below a path, of which a router takes a slash more', async () => {
    const ran: string[] = [];
    const app = express();
    app.use(validateToken);
    app.use('/campaigns', new ServerAuthorizationMiddleware(emailOptions(POLICIES)).middleware);
    app.use((_req, _res, next) => next());
    app.get('/campaigns/:id', shows('campaign', ran));
    const ended = new AbortController();
    const thrown = once(process, 'uncaughtExceptionMonitor', { signal: ended.signal });
    const server = await running(createServer(app), ran, []);
    const sent = server.send('GET', '/campaigns//c1', { as: ana });
    const answer = await Promise.race([sent, thrown.catch(() => undefined)]);
    ended.abort();
    expect(Object(answer).status).toBeGreaterThanOrEqual(400);
    expect(ran).toEqual([]);
    await server.close();
  });

  it('gets an answer where an application inside is refused, and an error handler hands it on', async () => {
    const ran: string[] = [];
    const app = express();
    app.enable('case sensitive routing');
    const options = emailOptions(POLICIES, { caseSensitiveRouting: true });
    app.use(validateToken, new ServerAuthorizationMiddleware(options).middleware);
    app.use(express().use('/campaigns', shows('inside', ran)));
    const handsOn: express5.ErrorRequestHandler = (_error, _req, _res, next) => next();
    app.use(handsOn);
    app.use('/campaigns', shows('behind', ran));
    const ended = new AbortController();
    const thrown = once(process, 'uncaughtExceptionMonitor', { signal: ended.signal });
    const server = await running(createServer(app), ran, []);
    const sent = server.send('GET', '/campaigns/c1', { as: ana });
    const answer = await Promise.race([sent, thrown.catch(() => undefined)]);
    ended.abort();
    expect(Object(answer).status).toBeGreaterThanOrEqual(400);
    expect(ran).toEqual([]);
    await server.close();
  });

  it.each<[string, express5.RequestHandler]>([
    ['a callback', (_req, _res, next) => void setImmediate(next)],
    ['a promise', async (_req, _res, next) => void (await Promise.resolve().then(next))],
  ])(
    'finds nothing at a path in an application inside that ignores letter case when %s hands it on, and ends no process',
    async (_how, later) => {
      const ran: string[] = [];
      const app = express();
      app.enable('case sensitive routing');
      const options = emailOptions(POLICIES, { caseSensitiveRouting: true });
      app.use(validateToken, new ServerAuthorizationMiddleware(options).middleware);
      const inside = express().use(later);
      inside.use('/campaigns', shows('inside', ran)).get('/campaigns/:id', shows('route inside', ran));
      app.use(inside);
      app.get('/campaigns/:id', shows('behind', ran));
      const ended = new AbortController();
      const stop = { signal: ended.signal };
      const thrown = ['uncaughtExceptionMonitor', 'unhandledRejection'].map((name) =>
        once(process, name, stop).catch(() => undefined),
      );
      const server = await running(createServer(app), ran, []);
      const sent = server.send('GET', '/campaigns/c1', { as: ana });
      const answer = await Promise.race([sent, ...thrown]);
      ended.abort();
      expect(Object(answer).status).toBeGreaterThanOrEqual(200);
      expect(ran.filter((name) => name !== 'behind')).toEqual([]);
      await server.close();
    },
  );

  it('runs nothing when it is rewritten between two places of the same guard', async () => {
    const changed = await called((app, ran) => {
      const guard = routerOf(app).stack.at(-1)?.handle as express5.RequestHandler;
      app.use(rewrites);
      app.use('/dashboard-data', shows('folder', ran));
      app.use(guard);
      app.get('/campaigns/:id', shows('campaign', ran));
    });
    expect(changed).toMatchObject({ status: 500, ran: [] });
  });

  it('is looked after again when the application got more layers', async () => {
    const changed = await called(
      (app, ran) => {
        app.get('/campaigns/:id', (req, res, next) => {
          if (req.query.first) res.end();
          else next();
        });
        const late = express.Router();
        late.get('/dashboard-data', shows('dashboard', ran));
        Object.assign(app, { late });
      },
      {
        later: (app) => {
          app.use(rewrites);
          app.use((app as unknown as { late: express5.Router }).late);
        },
      },
    );
    expect(changed).toMatchObject({ status: 500, ran: [] });
  });

  it('does not get to a last handler when a router got a layer more that rewrites it', async () => {
    const inside = express.Router();
    const changed = await called(
      (app, ran) => {
        app.use('/campaigns', inside);
        app.use((req: express5.Request, res: express5.Response) => {
          ran.push(`last handler of ${req.url}`);
          res.end();
        });
      },
      { later: () => inside.use(rewrites) },
    );
    expect(changed).toMatchObject({ status: 500, ran: [] });
  });

  it.each<[string, (app: express5.Express, last: express5.RequestHandler) => () => void]>([
    [
      'the application got layers more',
      (app, last) => () => void app.use(rewrites).use('/dashboard-data', last),
    ],
    [
      'a route got a handler more',
      (app, last) => {
        const route = app.route('/campaigns/:id').put((_req, res) => void res.end());
        app.use('/dashboard-data', last);
        return () => void route.get(rewrites);
      },
    ],
    [
      'a route fails, and an error handler has it rewritten',
      (app, last) => {
        app.get('/campaigns/:id', (_req, _res) => {
          throw new Error('no campaign');
        });
        const goesOn: express5.ErrorRequestHandler = (_error, req, res, next) => rewrites(req, res, next);
        app.use(goesOn).use('/dashboard-data', last);
        return () => {};
      },
    ],
  ])('does not get to a last handler below another path when %s', async (_what, prepare) => {
    let later = () => {};
    const changed = await called(
      (app, ran) => {
        later = prepare(app, (_req, res) => void res.end(String(ran.push('last'))));
      },
      { later: () => later() },
    );
    expect(changed).toMatchObject({ status: 500, ran: [] });
  });

  it('does not get to a handler behind the application that guards it when a route of that has rewritten it', async () => {
    const ran: string[] = [];
    const inside = express().use(validateToken);
    inside.use(new ServerAuthorizationMiddleware(emailOptions(POLICIES)).middleware);
    inside.get('/campaigns/:id', rewrites);
    const app = express().use(inside).use('/dashboard-data', shows('dashboard', ran));
    const server = await running(createServer(app), ran, []);
    expect((await server.send('GET', '/campaigns/c1', { as: ana })).status).toBe(500);
    expect(ran).toEqual([]);
    await server.close();
  });

  it('does not get to what is mounted behind a handler that hides its parameters and has rewritten it', async () => {
    const changed = await called((app, ran) => {
      app.use((...all: Parameters<express5.RequestHandler>) => rewrites(...all));
      app.use('/dashboard-data', (_req, res) => void res.end(String(ran.push('folder'))));
    });
    expect(changed).toMatchObject({ status: 500, ran: [] });
  });

  it('is guarded in full where a handler follows that may hand it on', async () => {
    const guarded = await called((app, ran) => {
      app.get('/campaigns/:id', shows('campaign', ran));
      app.use(express.static('/nowhere'));
    });
    expect(JSON.parse(guarded.body)).toMatchObject({ isPlain: false });
  });
});
