import { createServer } from 'node:http';
import type express5 from 'express';
import { describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { emailModel } from '../helpers/email-model.ts';
import {
  ana,
  EXPRESS_VERSIONS,
  emailOptions,
  eve,
  running,
  validateToken,
} from '../helpers/express-server.ts';

const POLICIES = `
  permit (principal in EmailApp::Role::"editor", action, resource);
  forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants };
`;

/** The schema of the e-mail application below a base path. */
function schemaBelow(basePath: string) {
  const actions = emailModel.actions.map((action) => ({
    ...action,
    endpoints: action.endpoints.map((endpoint) => ({ ...endpoint, path: `${basePath}${endpoint.path}` })),
  }));
  return { type: 'jsonString', schema: JSON.stringify(printSchema({ ...emailModel, actions })) } as const;
}

/** As applications of Connect are made, such as the middlewares of Vite: a function with a stack of handlers, each with the beginning of a path. */
function likeConnect(route: string, handle: express5.RequestHandler): express5.RequestHandler {
  const app: express5.RequestHandler = (req, res, next) => {
    const { url } = req;
    if (!url.startsWith(route)) return next();
    req.url = url.slice(route.length);
    handle(req, res, (error) => {
      req.url = `${route}${req.url}`;
      next(error);
    });
  };
  return Object.assign(app, { route: '/', stack: [{ route, handle }] });
}

describe.each(EXPRESS_VERSIONS)('routers under %s', (_, express) => {
  function nested(ran: string[]): express5.Router {
    const record: express5.RequestHandler = (req, res) => {
      ran.push(`${req.method} ${req.originalUrl} ${req.baseUrl} ${req.url}`);
      res.json({});
    };
    const campaigns = express.Router();
    const messages = express.Router({ mergeParams: true });
    campaigns.use('/:id/messages', messages);
    messages.get('/', record);
    campaigns.get('/:id', record).put('/:id', record);
    const all = express.Router();
    all.use('/campaigns', campaigns);
    all.get('/dashboard-data', record);
    return all;
  }

  it.each([
    ['the application', ''],
    ['a prefix', '/api'],
  ])('route below the middleware of %s as they would without it', async (_where, basePath) => {
    const ran: string[] = [];
    const schema = schemaBelow(basePath);
    const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies: POLICIES, schema });
    const authorization = new ServerAuthorizationMiddleware({
      ...emailOptions(POLICIES),
      schema,
      authorizationEngine,
    });
    const app = express();
    app.use(validateToken);
    app.use(basePath || '/', authorization.middleware);
    app.use(basePath || '/', nested(ran));
    const server = await running(createServer(app), ran, []);
    const call = async (method: string, url: string, as: object) =>
      [(await server.send(method, `${basePath}${url}`, { as })).status, ...server.takeRan()] as const;
    const at = (method: string, url: string, base: string, rest: string) =>
      [200, `${method} ${basePath}${url} ${basePath}${base} ${rest}`] as const;
    expect(await call('GET', '/campaigns/c1', ana)).toEqual(at('GET', '/campaigns/c1', '/campaigns', '/c1'));
    expect(await call('PUT', '/campaigns/c1?x=1', ana)).toEqual(
      at('PUT', '/campaigns/c1?x=1', '/campaigns', '/c1?x=1'),
    );
    expect(await call('GET', '/campaigns/c1/messages', ana)).toEqual(
      at('GET', '/campaigns/c1/messages', '/campaigns/c1/messages', '/'),
    );
    expect(await call('GET', '/campaigns/c1/messages?x=/a', ana)).toEqual(
      at('GET', '/campaigns/c1/messages?x=/a', '/campaigns/c1/messages', '/?x=/a'),
    );
    expect(await call('GET', '/dashboard-data', ana)).toEqual(
      at('GET', '/dashboard-data', '', '/dashboard-data'),
    );
    expect(await call('GET', '/campaigns/c1/messages', eve)).toEqual([403]);
    expect(await call('GET', '/campaigns/c1/messages/', ana)).toEqual([404]);
    await server.close();
  });

  it('rewritten URLs and methods are decided about when they are rewritten before', async () => {
    const ran: string[] = [];
    const app = express();
    app.use(validateToken);
    app.use((req: express5.Request, _res: express5.Response, next: express5.NextFunction) => {
      if (req.url === '/mine') req.url = '/campaigns/c9';
      if (req.url === '/old/dashboard') req.url = '/dashboard-data';
      next();
    });
    app.use(new ServerAuthorizationMiddleware(emailOptions(POLICIES)).middleware);
    app.use(nested(ran));
    const server = await running(createServer(app), ran, []);
    expect((await server.send('GET', '/old/dashboard', { as: ana })).status).toBe(200);
    expect((await server.send('GET', '/mine', { as: ana })).status).toBe(403);
    expect((await server.send('GET', '/mine', { as: eve })).status).toBe(200);
    await server.close();
  });

  it('are guarded about the path that they are found by, where another one without a slash was rewritten to it', async () => {
    const app = express();
    app.use(validateToken);
    app.use((req: express5.Request, _res: express5.Response, next: express5.NextFunction) => {
      req.url = req.url.replace('/campaignsc9', '/campaigns/c9').replace('/login', '/dashboard-data');
      next();
    });
    const policies = `permit (principal, action == EmailApp::Action::"login", resource); ${POLICIES}`;
    const { middleware } = new ServerAuthorizationMiddleware(emailOptions(policies));
    const answers: express5.RequestHandler = (req, res) => void res.end(req.originalUrl);
    app.use('/campaigns', express.Router().use(middleware).get('/:id', answers));
    app.use('/dashboard-data', express.Router().use(middleware).all('/', answers));
    const server = await running(createServer(app), [], []);
    expect((await server.send('GET', '/campaignsc9', { as: eve })).status).toBe(200);
    expect((await server.send('GET', '/campaignsc9', { as: ana })).status).toBe(403);
    expect((await server.send('POST', '/login', { as: ana })).status).toBe(404);
    await server.close();
  });

  it('let calls on to an application of Connect behind the middleware, which `verifyRoutes` cannot look into', async () => {
    const ran: string[] = [];
    const authorization = new ServerAuthorizationMiddleware(emailOptions(POLICIES));
    const app = express();
    app.use(validateToken);
    app.use(authorization.middleware);
    app.use(
      likeConnect('/campaigns', (req, res) => {
        ran.push(`${req.originalUrl} ${req.url}`);
        res.end();
      }),
    );
    const server = await running(createServer(app), ran, []);
    expect((await server.send('GET', '/campaigns/c1', { as: ana })).status).toBe(200);
    expect((await server.send('GET', '/campaigns/c1', { as: eve })).status).toBe(403);
    expect(server.takeRan()).toEqual(['/campaigns/c1 /c1']);
    expect(authorization.verifyRoutes(app).notChecked).toEqual(['/']);
    await server.close();
  });

  it('answer to a hostile body that the engine cannot take, and go on', async () => {
    const ran: string[] = [];
    const context = [
      {
        name: 'body',
        required: false,
        type: { kind: 'Record', attributes: [{ name: 'note', required: false, type: { kind: 'String' } }] },
      },
    ] as const;
    const actions = [
      {
        name: 'note',
        resourceType: 'Application',
        endpoints: [{ method: 'POST', path: '/notes', pattern: 'creation', from: 'application' }],
        groups: [],
        context,
      },
    ] as const;
    const { tenantType: _tenant, ...model } = emailModel;
    const schema = {
      type: 'jsonString',
      schema: JSON.stringify(printSchema({ ...model, actions })),
    } as const;
    const policies =
      'permit (principal, action, resource) when { context has body && context.body has note && context.body.note == "hello" };';
    const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies: policies, schema });
    const app = express();
    app.use(validateToken);
    app.use(express.json({ limit: '10mb' }));
    app.use(
      new ServerAuthorizationMiddleware({
        ...emailOptions('', {}),
        schema,
        authorizationEngine,
        sliceBuilders: {
          ...emailOptions('').sliceBuilders,
        },
      }).middleware,
    );
    app.post('/notes', (req: express5.Request, res: express5.Response) => {
      ran.push(JSON.stringify(req.body));
      res.json({});
    });
    const server = await running(createServer(app), ran, []);
    const note = async (value: unknown) =>
      (await server.send('POST', '/notes', { as: ana, json: { note: value } })).status;
    expect(await note('hello')).toBe(200);
    let deep: unknown = 'x';
    for (let depth = 0; depth < 3_000; depth += 1) deep = [deep];
    for (const hostile of [deep, 2 ** 53, 1.5, null, ['hello'], { toString: 'hello' }, 'hello\ud800'])
      expect(await note(hostile)).toBe(400);
    for (const hostile of ['"; permit', '\u0000'.repeat(100_000)]) expect(await note(hostile)).toBe(403);
    expect(await note('hello')).toBe(200);
    expect(server.takeRan()).toHaveLength(2);
    await server.close();
  });
});
