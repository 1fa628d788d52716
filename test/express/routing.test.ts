import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type express5 from 'express';
import { describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { readEndpoints } from '../../src/core/model/endpoint-annotation.ts';
import type { Action } from '../../src/core/model/model.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import type { MiddlewareOptions } from '../../src/express/options.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { emailModel } from '../helpers/email-model.ts';
import {
  EXPRESS_VERSIONS,
  type ExpressModule,
  emailOptions,
  mount,
  running,
} from '../helpers/express-server.ts';

/** A schema of endpoints about the application; the action of each is called as the endpoint. */
function schemaOf(lines: readonly string[]): MiddlewareOptions['schema'] {
  const actions = lines.map((line): Action => {
    const endpoints = readEndpoints({ endpoint: `${line} implicit-scope application` }) ?? [];
    return { name: line, resourceType: 'Application', endpoints, groups: [], context: [] };
  });
  const { tenantType: _, ...model } = emailModel;
  return { type: 'jsonString', schema: JSON.stringify(printSchema({ ...model, actions })) };
}

interface Application {
  readonly express: ExpressModule;
  /** Endpoints of the schema. */
  readonly endpoints: readonly string[];
  /** Those that everybody may call. */
  readonly permitted: readonly string[];
  /** Routes in the order of registration; all endpoints when left out. */
  readonly routes?: readonly string[];
  readonly options?: Partial<MiddlewareOptions>;
  /** Before the middleware, and between it and the routes. */
  readonly prepare?: (app: express5.Express) => void;
  readonly between?: (app: express5.Express) => void;
}

/** What becomes of calls: the status, and the route that ran. */
async function callsTo(
  { express, endpoints, permitted, routes = endpoints, options = {}, prepare, between }: Application,
  ...calls: readonly string[]
): Promise<string[]> {
  const schema = schemaOf(endpoints);
  const staticPolicies = permitted
    .map((name) => `permit (principal, action == EmailApp::Action::${JSON.stringify(name)}, resource);`)
    .join('\n');
  const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
  const authorization = new ServerAuthorizationMiddleware({
    ...emailOptions(''),
    schema,
    authorizationEngine,
    ...options,
  });
  const ran: string[] = [];
  const app = express();
  prepare?.(app);
  app.use(authorization.middleware);
  between?.(app);
  for (const line of routes) {
    const [method = '', path = ''] = line.split(' ');
    mount(app, method, path, ran);
  }
  app.use((_error: Error, _req: express5.Request, res: express5.Response, _next: express5.NextFunction) => {
    res.status(500).end();
  });
  const server = await running(createServer(app), ran, []);
  const seen: string[] = [];
  for (const call of calls) {
    const [method = '', url = ''] = call.split(' ');
    const { status } = await server.send(method, url);
    seen.push([status, ...server.takeRan()].join(' '));
  }
  await server.close();
  return seen;
}

describe.each(EXPRESS_VERSIONS)('routing under %s', (_, express) => {
  const both = ['HEAD /files/{id}', 'GET /files/{id}'];

  it.each([
    ['HEAD', ['HEAD /files/{id}']],
    ['GET', ['GET /files/{id}']],
  ])('runs nothing for HEAD where only the endpoint of %s is permitted', async (_method, permitted) => {
    for (const routes of [both, both.toReversed()])
      expect(await callsTo({ express, endpoints: both, permitted, routes }, 'HEAD /files/x')).toEqual([
        '401',
      ]);
  });

  it('runs what is there for HEAD where both endpoints are permitted', async () => {
    const [own, asGet] = await Promise.all(
      [both, both.toReversed()].map((routes) =>
        callsTo({ express, endpoints: both, permitted: both, routes }, 'HEAD /files/x'),
      ),
    );
    expect(own).toEqual(['200 HEAD /files/{id}']);
    expect(asGet).toEqual(['200 GET /files/{id}']);
  });

  it('decides about the endpoint of GET when that of HEAD is skipped, and the reverse', async () => {
    const app = { express, endpoints: both, permitted: [] };
    const skipped = (httpVerb: string) => ({ skippedEndpoints: [{ httpVerb, path: '/files/:id' }] });
    for (const routes of [both, both.toReversed()]) {
      expect(await callsTo({ ...app, routes, options: skipped('head') }, 'HEAD /files/x')).toEqual(['401']);
      expect(await callsTo({ ...app, routes, options: skipped('get') }, 'HEAD /files/x')).toEqual(['401']);
    }
  });

  const reports = ['GET /reports', 'GET /reports/'];

  const byCase = (app: express5.Express) => app.enable('case sensitive routing');

  const caches = {
    express,
    endpoints: ['DELETE /caches/all', 'DELETE /caches/{name}'],
    permitted: ['DELETE /caches/{name}'],
    options: { caseSensitiveRouting: true },
  };

  it('needs strict routing where endpoints differ in a slash at the end', async () => {
    const app = { express, endpoints: reports, permitted: ['GET /reports'] };
    await expect(callsTo(app)).rejects.toThrow(/cannot be told apart .*`strictRouting: true`/);
    const strict = {
      ...app,
      options: { strictRouting: true },
      prepare: (one: express5.Express) => one.enable('strict routing'),
    };
    expect(await callsTo(strict, 'GET /reports', 'GET /reports/')).toEqual(['200 GET /reports', '401']);
  });

  it('runs no route for `GET` for a call with `HEAD` that was decided as another path', async () => {
    const app = {
      express,
      endpoints: ['GET /docs/latest', 'GET /docs/{id}', 'HEAD /docs/{id}'],
      permitted: ['GET /docs/{id}', 'HEAD /docs/{id}'],
    };
    const heads = ['HEAD /docs/x', 'HEAD /docs/latest', 'HEAD /docs/Latest', 'HEAD /docs/latest/'];
    expect(await callsTo(app, ...heads)).toEqual(['200 GET /docs/{id}', '401', '404', '404']);
  });

  it('runs nothing when the application is less strict than the options say', async () => {
    const strict = {
      express,
      endpoints: reports,
      permitted: ['GET /reports'],
      options: { strictRouting: true },
    };
    expect(await callsTo(strict, 'GET /reports', 'GET /reports/')).toEqual(['500', '500']);
    const cased = {
      express,
      endpoints: ['GET /Me', 'GET /me'],
      permitted: ['GET /me'],
      options: { caseSensitiveRouting: true },
    };
    expect(await callsTo(cased, 'GET /me', 'GET /Me')).toEqual(['500', '500']);
    expect(await callsTo({ ...cased, prepare: byCase }, 'GET /me', 'GET /Me')).toEqual([
      '200 GET /me',
      '401',
    ]);
  });

  it('runs nothing when the setting came too late for the router, or a router inside does without', async () => {
    expect(await callsTo({ ...caches, between: byCase }, 'DELETE /caches/ALL')).toEqual(['500']);
    const inside = (options?: express5.RouterOptions) => ({
      ...caches,
      prepare: byCase,
      between: (app: express5.Express) => {
        const router = express.Router(options);
        router.delete(['/all', '/:name'], (req, res) => void res.json(req.path));
        app.use('/caches', router);
      },
    });
    expect(await callsTo(inside(), 'DELETE /caches/ALL')).toEqual(['500']);
    expect(await callsTo(inside({ caseSensitive: true }), 'DELETE /caches/ALL')).toEqual(['200']);
  });

  it('runs nothing in an application inside that is less strict than the options say', async () => {
    const ran: string[] = [];
    const app = (isStrict: boolean) => ({
      ...caches,
      routes: [],
      prepare: byCase,
      between: (one: express5.Express) => {
        const inner = express();
        if (isStrict) byCase(inner);
        for (const path of ['/all', '/:name'])
          inner.delete(path, (_req, res) => {
            ran.push(path);
            res.end();
          });
        one.use('/caches', (_req, _res, next) => void setImmediate(next));
        one.use('/caches', inner);
      },
    });
    const calls = ['DELETE /caches/ALL', 'DELETE /caches/k'];
    expect(await callsTo(app(false), ...calls)).toEqual(['500', '500']);
    expect(ran).toEqual([]);
    const reported = { ...app(false).options, mode: 'report', logger: { log: () => undefined } } as const;
    expect(await callsTo({ ...app(false), options: reported }, ...calls)).toEqual(['200', '200']);
    expect(ran.splice(0)).toEqual(['/all', '/:name']);
    expect(await callsTo(app(true), ...calls)).toEqual(['200', '200']);
    expect(ran).toEqual(['/:name', '/:name']);
  });

  it('runs nothing that is mounted at a path in an application inside that ignores letter case', async () => {
    const ran: string[] = [];
    const app = (
      isStrict: boolean,
      add: (inner: express5.Express, answer: express5.RequestHandler) => void,
    ) => ({
      ...caches,
      routes: ['DELETE /caches/{name}'],
      prepare: byCase,
      between: (one: express5.Express) => {
        const inner = express();
        if (isStrict) byCase(inner);
        add(inner, (req, res) => {
          ran.push(`${req.baseUrl}${req.url}`);
          res.end();
        });
        one.use('/caches', inner);
      },
    });
    const calls = ['DELETE /caches/ALL', 'DELETE /caches/k'];
    const handler = (inner: express5.Express, answer: express5.RequestHandler) => inner.use('/all', answer);
    const router = (inner: express5.Express, answer: express5.RequestHandler) =>
      inner.use(express.Router({ caseSensitive: true }).use('/all', answer));
    const looseRouter = (inner: express5.Express, answer: express5.RequestHandler) =>
      inner.use(express.Router().use('/all', answer));
    const asNamed = ['200 DELETE /caches/{name}', '200 DELETE /caches/{name}'];
    expect(await callsTo(app(false, handler), ...calls)).toEqual(['500', asNamed[1]]);
    expect(await callsTo(app(false, router), ...calls)).toEqual(asNamed);
    expect(await callsTo(app(true, looseRouter), ...calls)).toEqual(['500', asNamed[1]]);
    expect(await callsTo(app(true, handler), ...calls)).toEqual(asNamed);
    expect(ran).toEqual([]);
  });

  it.each<[string, (inner: express5.Express) => express5.RequestHandler]>([
    ['is mounted', (inner) => inner],
    ['a handler calls', (inner) => (req, res, next) => inner(req, res, next)],
    ['the last handler calls', (inner) => (req, res) => inner(req, res)],
    ['a router has for a handler', (inner) => express.Router({ caseSensitive: true }).use(inner)],
  ])('runs nothing at a path in an application that ignores letter case and %s', async (_how, asHandler) => {
    const ran: string[] = [];
    const app = {
      ...caches,
      routes: [],
      prepare: byCase,
      between: (one: express5.Express) => {
        const inner = express().use('/all', (req, res) => {
          ran.push(req.originalUrl);
          res.end();
        });
        one.use('/caches', asHandler(inner));
      },
    };
    expect(await callsTo(app, 'DELETE /caches/ALL', 'DELETE /caches/k')).toEqual(['500', '404']);
    expect(ran).toEqual([]);
  });

  it('runs nothing where a router ignores letter case in the paths that others are mounted at, also later', async () => {
    const app = (isLater: boolean, options?: express5.RouterOptions) => ({
      express,
      endpoints: ['DELETE /caches/all', 'DELETE /caches/{name}', 'GET /later'],
      routes: ['DELETE /caches/{name}'],
      permitted: ['DELETE /caches/{name}', 'GET /later'],
      options: { caseSensitiveRouting: true },
      prepare: byCase,
      between: (one: express5.Express) => {
        const between = express.Router({ caseSensitive: true });
        const all = express.Router({ caseSensitive: true }).delete('/', (_req, res) => void res.end());
        const mounts = () => void between.use('/caches', express.Router(options).use('/all', all));
        one.use(between);
        one.get('/later', (_req, res) => {
          mounts();
          res.end();
        });
        if (!isLater) mounts();
      },
    });
    const strict = { caseSensitive: true };
    const loose = ['DELETE /caches/k', 'GET /later', 'DELETE /caches/ALL'];
    expect(await callsTo(app(false), 'DELETE /caches/ALL')).toEqual(['500']);
    expect(await callsTo(app(false, strict), 'DELETE /caches/ALL')).toEqual(['200 DELETE /caches/{name}']);
    expect(await callsTo(app(true), ...loose)).toEqual(['200 DELETE /caches/{name}', '200', '500']);
  });

  it('runs nothing then either when an error handler before the routes hands calls on', async () => {
    const lines: string[] = [];
    const cased = {
      express,
      endpoints: ['GET /Me', 'GET /me'],
      permitted: ['GET /me'],
      options: { caseSensitiveRouting: true, logger: { log: (line: string) => lines.push(line) } },
      between: (app: express5.Express) => {
        const goesOn: express5.ErrorRequestHandler = (_error, _req, _res, next) => next();
        app.use(goesOn);
      },
    };
    expect(await callsTo(cased, 'GET /me', 'GET /Me')).toEqual(['500', '500']);
    expect(lines.map((line) => JSON.parse(line).errors)).toEqual(
      ['GET /me', 'GET /Me'].map(() => [expect.stringContaining('has no `case sensitive routing`')]),
    );
  });

  it('runs nothing then either for calls of an endpoint that is only reported', async () => {
    const cased = {
      express,
      endpoints: ['GET /me', 'GET /Me'],
      permitted: [],
      options: {
        caseSensitiveRouting: true,
        mode: { report: ['GET /Me'] },
        logger: { log: () => undefined },
      },
    };
    expect(await callsTo(cased, 'GET /Me', 'GET /me')).toEqual(['500', '500']);
    const prepare = (app: express5.Express) => void app.enable('case sensitive routing');
    expect(await callsTo({ ...cased, prepare }, 'GET /Me', 'GET /me')).toEqual(['200 GET /Me', '401']);
  });

  it('runs nothing where a segment can be taken apart in more than one way', async () => {
    const endpoints = ['GET /files/{name}.{ext}', 'GET /report.{ext}', 'GET /{name}'];
    const app = { express, endpoints, permitted: endpoints };
    expect(
      await callsTo(
        app,
        'GET /files/public.txt',
        'GET /files/public.secret.txt',
        'GET /report.pdf',
        'GET /report.secret.pdf',
        'GET /report',
      ),
    ).toEqual(['200 GET /files/{name}.{ext}', '400', '200 GET /report.{ext}', '400', '200 GET /{name}']);
  });

  it('serves no file by an encoded slash that is below what is permitted or skipped', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'authz-files-'));
    mkdirSync(join(folder, 'private'));
    for (const file of ['page.txt', 'private/page.txt']) writeFileSync(join(folder, file), file);
    const app = {
      express,
      endpoints: ['GET /site/{page}', 'GET /site/private/{page}', 'GET /docs/private/{page}'],
      permitted: ['GET /site/{page}'],
      routes: [],
      options: { skippedEndpoints: [{ httpVerb: 'get', path: '/docs/{page}' }] },
      between: (server: express5.Express) => void server.use(['/site', '/docs'], express.static(folder)),
    };
    for (const start of ['GET /site', 'GET /docs'])
      expect(
        await callsTo(app, `${start}/page.txt`, `${start}/private/page.txt`, `${start}/private%2Fpage.txt`),
      ).toEqual(['200', '401', '400']);
    rmSync(folder, { recursive: true });
  });
});
