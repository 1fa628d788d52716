import type express5 from 'express';
import { describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { ATTACK_POLICIES, attackSchema } from '../helpers/attack-app.ts';
import { emailModel } from '../helpers/email-model.ts';
import { EXPRESS_VERSIONS, emailOptions, mount } from '../helpers/express-server.ts';

const NOTHING = { notInSchema: [], notMounted: [], shadowed: [], unguarded: [], notChecked: [] };

function authorization(more = {}): ServerAuthorizationMiddleware {
  return new ServerAuthorizationMiddleware(emailOptions('permit (principal, action, resource);', more));
}

function mountAll(app: express5.Express, except: (path: string) => boolean = () => false): void {
  for (const { endpoints } of emailModel.actions)
    for (const { method, path } of endpoints) if (!except(path)) mount(app, method, path, []);
}

const handler: express5.RequestHandler = (_req, res) => {
  res.end();
};

describe.each(EXPRESS_VERSIONS)('verifyRoutes under %s', (_, express) => {
  it('finds nothing when routes and schema agree', () => {
    const app = express();
    const middleware = authorization();
    app.use(express.json());
    app.use(middleware.middleware);
    mountAll(app);
    expect(middleware.verifyRoutes(app)).toEqual({ ok: true, ...NOTHING });
  });

  it('looks into routers, also nested ones', () => {
    const app = express();
    const middleware = authorization();
    app.use(middleware.middleware);
    mountAll(app, (path) => path.startsWith('/campaigns'));
    const campaigns = express.Router();
    const messages = express.Router({ mergeParams: true });
    campaigns.get('/:id', handler).put('/:id', handler);
    messages.get('/', handler);
    campaigns.use('/:id/messages', messages);
    app.use('/campaigns', campaigns);
    expect(middleware.verifyRoutes(app)).toEqual({ ok: true, ...NOTHING });
  });

  it('lists what is mounted and not in the schema, and the reverse', () => {
    const app = express();
    const middleware = authorization({ skippedEndpoints: [{ httpVerb: 'get', path: '/health' }] });
    app.use(middleware.middleware);
    mountAll(app, (path) => path === '/login');
    app.get('/health', handler);
    app.get('/metrics', handler);
    app.route('/campaigns/:id/audit').get(handler).post(handler);
    app.all('/anything', handler);
    const admin = express.Router();
    admin.get('/users', handler);
    app.use('/admin', admin);
    expect(middleware.verifyRoutes(app)).toEqual({
      ok: false,
      ...NOTHING,
      notInSchema: [
        'ALL /anything',
        'GET /admin/users',
        'GET /campaigns/:id/audit',
        'GET /metrics',
        'POST /campaigns/:id/audit',
      ],
      notMounted: ['POST /login'],
    });
  });

  it('lists routes that calls reach without a decision', () => {
    const app = express();
    const middleware = authorization();
    mount(app, 'POST', '/login', []);
    app.get('/dashboard-data', middleware.handler('getDashboardData'), handler);
    app.use(middleware.middleware);
    mountAll(app, (path) => path === '/login' || path === '/dashboard-data');
    expect(middleware.verifyRoutes(app)).toEqual({ ok: false, ...NOTHING, unguarded: ['POST /login'] });
  });

  it('lists endpoints that the route of another would answer', () => {
    const schema = attackSchema('ResourceRest');
    const middleware = new ServerAuthorizationMiddleware({
      schema,
      authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: ATTACK_POLICIES, schema }),
      principalConfiguration: { type: 'custom', getPrincipalEntity: () => undefined },
    });
    const general = express();
    general.use(middleware.middleware);
    general.get('/users/:id', handler).get('/users/me', handler);
    expect(middleware.verifyRoutes(general)).toMatchObject({
      shadowed: ['GET /users/me is answered by the route of GET /users/{user_id}'],
      notInSchema: ['GET /users/me'],
    });
    const special = express();
    special.use(middleware.middleware);
    special.get('/users/me', handler).get('/users/:id', handler);
    expect(middleware.verifyRoutes(special)).toMatchObject({ shadowed: [], notInSchema: [] });
  });

  it('says that it cannot look into an application inside another', () => {
    const app = express();
    const middleware = authorization();
    app.use(middleware.middleware);
    mountAll(app);
    app.use('/inner', express());
    expect(middleware.verifyRoutes(app)).toEqual({ ok: false, ...NOTHING, notChecked: ['/inner'] });
  });
});
