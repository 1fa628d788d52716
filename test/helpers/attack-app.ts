import { createServer } from 'node:http';
import type express5 from 'express';
import { readEndpoints } from '../../src/core/model/endpoint-annotation.ts';
import type { Action, MappingType, Model } from '../../src/core/model/model.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import { type ExpressModule, type RunningServer, running, validateToken } from './express-server.ts';

/** An application with the traps of real ones: paths that differ in letter case only, fallbacks, routes that nobody described. */
const ENDPOINTS: readonly (readonly [action: string, resource: string, endpoint: string])[] = [
  ['login', 'Application', 'POST /login open application'],
  ['listCampaigns', 'Application', 'GET /campaigns listing application'],
  ['createCampaign', 'Application', 'POST /campaigns creation application'],
  ['getCampaign', 'Campaign', 'GET /campaigns/{campaign_id} single-resource path:campaign_id'],
  ['updateCampaign', 'Campaign', 'PUT /campaigns/{campaign_id} single-resource path:campaign_id'],
  ['deleteCampaign', 'Campaign', 'DELETE /campaigns/{campaign_id} single-resource path:campaign_id'],
  ['deleteDraft', 'Draft', 'DELETE /campaigns/{campaign_id}/drafts/{draft_id} single-resource path:draft_id'],
  ['listMessages', 'Campaign', 'GET /campaigns/{campaign_id}/messages listing path:campaign_id'],
  ['deleteMessage', 'Message', 'DELETE /messages batch query:ids'],
  ['getMe', 'Application', 'GET /users/me implicit-scope application'],
  ['getUser', 'Profile', 'GET /users/{user_id} single-resource path:user_id'],
  ['clearCaches', 'Application', 'DELETE /caches/all implicit-scope application'],
  ['deleteCache', 'Cache', 'DELETE /caches/{name} single-resource path:name'],
];

/** Types without attributes and parents: every identifier exists, so nothing but a decision stands in the way. */
function attackModel(mappingType: MappingType): Model {
  const types = ['Application', 'Cache', 'Campaign', 'Draft', 'Message', 'Profile', 'UserGroup'];
  const actions = ENDPOINTS.map(([name, resource, endpoint]): Action => {
    const isSimple = mappingType === 'SimpleRest';
    const endpoints = readEndpoints({ endpoint }) ?? [];
    return {
      name,
      resourceType: isSimple ? 'Application' : resource,
      endpoints: isSimple ? endpoints.map((one) => ({ ...one, from: 'application' })) : endpoints,
      groups: [],
      context: [],
    };
  });
  return {
    namespace: 'Shop',
    mappingType,
    entityTypes: [
      ...types.map((name) => ({ name, parents: [], attributes: [] })),
      { name: 'User', parents: ['UserGroup'], attributes: [] },
    ],
    actions,
    principalType: 'User',
    groupType: 'UserGroup',
  };
}

/** The schema as text; `SimpleRest` is understood by the Cedar project's own middleware as well. */
export function attackSchema(mappingType: MappingType): {
  readonly type: 'jsonString';
  readonly schema: string;
} {
  return { type: 'jsonString', schema: JSON.stringify(printSchema(attackModel(mappingType))) };
}

/** What mallory may do; everything else is denied. */
export const ATTACK_POLICIES = `@id("mallory") permit (
  principal == Shop::User::"mallory",
  action in [Shop::Action::"login", Shop::Action::"getUser", Shop::Action::"deleteCache", Shop::Action::"deleteDraft"],
  resource
);`;

/** The routes that may run for mallory. */
export const PERMITTED_ROUTES: readonly string[] = [
  'POST /login',
  'GET /users/{user_id}',
  'DELETE /caches/{name}',
  'DELETE /campaigns/{campaign_id}/drafts/{draft_id}',
];

/** Starts the application behind a guard. Every handler that runs is recorded. */
export async function startAttackServer(
  express: ExpressModule,
  guard: express5.RequestHandler,
): Promise<RunningServer> {
  const ran: string[] = [];
  const app = express();
  app.use(express.json({ limit: '1mb' }));
  app.use(express.urlencoded({ extended: true }));
  app.use(validateToken);
  app.use(guard);
  app.use(lateOverride);
  mountRoutes(app, ran);
  app.use((_req: express5.Request, res: express5.Response, next: express5.NextFunction) => {
    if (res.headersSent) return next();
    ran.push('fallback of the application');
    res.json({});
  });
  app.use((_error: Error, _req: express5.Request, res: express5.Response, _next: express5.NextFunction) => {
    res.status(500).json({});
  });
  return running(createServer({ maxHeaderSize: 200_000 }, app), ran, []);
}

/** Special routes come first, as in an application that was tested. */
function mountRoutes(app: express5.Express, ran: string[]): void {
  const record = (name: string) => (_req: express5.Request, res: express5.Response) => {
    ran.push(name);
    res.json({});
  };
  const fixedFirst = ENDPOINTS.map(([, , endpoint]) => endpoint.split(' ')).sort(
    (a, b) => Number(a[1]?.includes('{')) - Number(b[1]?.includes('{')),
  );
  for (const [method = '', path = ''] of fixedFirst) {
    const name = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
    app[name](path.replaceAll(/\{(\w+)\}/g, ':$1'), record(`${method} ${path}`));
  }
  app.all('/admin', record('ALL /admin'));
  app.get('/internal/stats', record('GET /internal/stats'));
  app.patch('/campaigns/:id', record('PATCH /campaigns/{id}, not in the schema'));
  app.use('/static', record('/static, not in the schema'));
}

/** What `method-override` and URL rewriting do when they are registered too late. */
function lateOverride(req: express5.Request, _res: express5.Response, next: express5.NextFunction): void {
  const method = req.headers['x-http-method-override'];
  const url = req.headers['x-rewrite-url'];
  if (typeof method === 'string') req.method = method.toUpperCase();
  if (typeof url === 'string') req.url = url;
  next();
}

/** One call as it goes over the wire. */
export interface Attack {
  readonly name: string;
  /** `METHOD target`, byte for byte. */
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  /** Calls without an identity. */
  readonly anonymous?: true;
}

const LONG = 'a'.repeat(65_536);
const json = (body: unknown) => ({ headers: ['Content-Type: application/json'], body: JSON.stringify(body) });
const form = (body: string) => ({ headers: ['Content-Type: application/x-www-form-urlencoded'], body });

/** None of these may reach a route that mallory is not permitted. */
export const ATTACKS: readonly Attack[] = [
  { name: 'plain denied call', line: 'GET /campaigns/c1' },
  { name: 'plain denied call without identity', line: 'GET /campaigns/c1', anonymous: true },
  { name: 'HEAD of a denied GET', line: 'HEAD /campaigns/c1' },
  { name: 'HEAD of a denied listing', line: 'HEAD /campaigns' },
  { name: 'HEAD of an unknown path', line: 'HEAD /internal/stats' },
  { name: 'OPTIONS of a denied path', line: 'OPTIONS /campaigns/c1' },
  { name: 'OPTIONS of a route for all methods', line: 'OPTIONS /admin' },
  { name: 'OPTIONS *', line: 'OPTIONS *' },
  { name: 'PROPFIND of a route for all methods', line: 'PROPFIND /admin' },
  { name: 'TRACE of a route for all methods', line: 'TRACE /admin' },
  { name: 'PURGE of a denied path', line: 'PURGE /campaigns/c1' },
  { name: 'M-SEARCH falls through to the fallback', line: 'M-SEARCH /campaigns/c1' },
  { name: 'LINK falls through to the fallback', line: 'LINK /campaigns/c1' },
  { name: 'REPORT of a static folder', line: 'REPORT /static/secret' },
  { name: 'PATCH that the schema does not have', line: 'PATCH /campaigns/c1' },
  { name: 'GET of a route that the schema does not have', line: 'GET /internal/stats' },
  { name: 'GET of a route for all methods', line: 'GET /admin' },
  { name: 'GET of a mounted folder', line: 'GET /static/secret' },
  { name: 'GET of the root', line: 'GET /' },
  { name: 'upper case path', line: 'GET /CAMPAIGNS/c1' },
  { name: 'mixed case listing', line: 'GET /Campaigns' },
  { name: 'a fixed segment in upper case where a parameter is permitted', line: 'DELETE /caches/ALL' },
  { name: 'a fixed segment in mixed case where a parameter is permitted', line: 'GET /users/Me' },
  { name: 'both in another case', line: 'DELETE /CACHES/All' },
  { name: 'lower case method', line: 'get /campaigns/c1' },
  { name: 'trailing slash', line: 'GET /campaigns/c1/' },
  { name: 'trailing slash after a fixed segment', line: 'GET /users/me/' },
  { name: 'trailing slash where a parameter is permitted', line: 'DELETE /caches/all/' },
  { name: 'two trailing slashes', line: 'GET /campaigns//' },
  { name: 'leading double slash', line: 'GET //campaigns/c1' },
  { name: 'double slash inside', line: 'GET /campaigns//c1' },
  { name: 'triple slash before a fixed path', line: 'GET ///users/me' },
  { name: 'encoded letter of a fixed segment', line: 'GET /%63ampaigns/c1' },
  { name: 'encoded letter of the last fixed segment', line: 'GET /users/%6De/' },
  { name: 'double encoding', line: 'GET /%2563ampaigns/c1' },
  { name: 'encoded slash as separator', line: 'GET /campaigns%2Fc1' },
  { name: 'encoded slash into another route', line: 'GET /users/x%2F..%2F..%2Fcampaigns' },
  { name: 'encoded backslash', line: 'GET /users/..%5C..%5Ccampaigns' },
  { name: 'backslash for a slash', line: 'GET /users\\..\\campaigns' },
  { name: 'dot segments', line: 'GET /users/../campaigns/c1' },
  { name: 'encoded dot segments', line: 'GET /users/%2e%2e/campaigns/c1' },
  { name: 'a dot segment as the last', line: 'GET /users/..' },
  { name: 'single dots', line: 'GET /./campaigns/./c1' },
  { name: 'dot segments to a denied sibling', line: 'DELETE /caches/x/../all' },
  { name: 'matrix parameters', line: 'GET /users;x=1/me' },
  { name: 'matrix parameters in the last segment', line: 'GET /users/me;x=1/' },
  { name: 'NUL, encoded', line: 'GET /campaigns/c1%00' },
  { name: 'NUL before a suffix', line: 'GET /campaigns%00/c1' },
  { name: 'line end, encoded', line: 'GET /campaigns/c1%0d%0aX-Claims:%20{}' },
  { name: 'broken percent-encoding', line: 'GET /campaigns/%E0%A4%A' },
  { name: 'overlong UTF-8', line: 'GET /campaigns/%c0%ae' },
  { name: 'a blank in the target', line: 'GET /users/x /campaigns' },
  { name: 'tab in the target', line: 'GET /users/x\t/../campaigns' },
  { name: 'raw bytes in the path', line: 'GET /campaigns/\u00e9' },
  { name: 'fragment that hides the rest', line: 'GET /campaigns#/../users/x' },
  { name: 'fragment after a permitted beginning', line: 'GET /campaigns/c1#/users/x' },
  { name: 'query that looks like a path', line: 'GET /campaigns?/users/x' },
  { name: 'question mark that hides the rest', line: 'DELETE /campaigns/c1?/caches/x' },
  { name: 'question mark that completes a permitted path', line: 'DELETE /campaigns/c1?/drafts/d1' },
  { name: 'query that completes a permitted path', line: 'DELETE /campaigns/c1?x=/drafts/d1' },
  { name: 'fragment that completes a permitted path', line: 'DELETE /campaigns/c1#/drafts/d1' },
  { name: 'encoded question mark', line: 'GET /campaigns%3F/users/x' },
  { name: 'query on a denied path', line: 'GET /campaigns/c1?user_id=x' },
  { name: 'absolute form', line: 'GET http://127.0.0.1/campaigns/c1' },
  { name: 'absolute form with another host', line: 'GET http://evil.example/users/me' },
  { name: 'absolute form with user information', line: 'GET http://users@127.0.0.1/campaigns' },
  { name: 'scheme-relative target', line: 'GET //users/x/campaigns' },
  { name: 'authority form', line: 'GET 127.0.0.1:80' },
  { name: 'path of 64 KB below a denied route', line: `GET /campaigns/${LONG}` },
  { name: 'path of 64 KB of slashes', line: `GET ${'/'.repeat(65_536)}campaigns` },
  { name: 'query of 64 KB', line: `GET /campaigns?x=${LONG}` },
  {
    name: 'method override, too late, to DELETE',
    line: 'GET /users/x',
    headers: ['X-HTTP-Method-Override: DELETE'],
  },
  {
    name: 'method override, too late, onto a denied route',
    line: 'DELETE /caches/me',
    headers: ['X-HTTP-Method-Override: GET', 'X-Rewrite-URL: /users/me'],
  },
  { name: 'method override in the query', line: 'POST /campaigns/c1?_method=DELETE' },
  { name: 'method override in the body', line: 'POST /campaigns/c1', ...form('_method=DELETE') },
  { name: 'URL rewritten too late', line: 'GET /users/x', headers: ['X-Rewrite-URL: /campaigns/c1'] },
  {
    name: 'URL rewritten too late to a route for all methods',
    line: 'GET /users/x',
    headers: ['X-Rewrite-URL: /admin'],
  },
  { name: 'X-Original-URL', line: 'GET /campaigns/c1', headers: ['X-Original-URL: /users/x'] },
  { name: 'X-Forwarded-Prefix', line: 'GET /campaigns/c1', headers: ['X-Forwarded-Prefix: /users'] },
  { name: 'identity in a second header', line: 'GET /campaigns/c1', headers: ['X-Claims: {"sub":"admin"}'] },
  { name: 'identity in the query', line: 'GET /campaigns/c1?sub=admin&groups=admin' },
  {
    name: 'identity in the body',
    line: 'POST /campaigns',
    ...json({ user: { sub: 'admin' }, authorized: true }),
  },
  {
    name: 'prototype in the query',
    line: 'GET /campaigns?__proto__[authorized]=1&constructor[prototype][authorized]=1',
  },
  {
    name: 'prototype in the body',
    line: 'POST /campaigns',
    headers: ['Content-Type: application/json'],
    body: '{"__proto__":{"authorized":true,"user":{"sub":"admin"}}}',
  },
  { name: 'prototype as identifier', line: 'GET /campaigns/__proto__' },
  { name: 'constructor as identifier', line: 'GET /campaigns/constructor/messages' },
  { name: 'quote that would end an identifier', line: 'GET /campaigns/c1%22%20||%20true' },
  { name: 'another type in an identifier', line: 'GET /campaigns/Shop::Cache::%22x%22' },
  { name: 'batch without items', line: 'DELETE /messages' },
  { name: 'batch with one item', line: 'DELETE /messages?ids=m1' },
  { name: 'batch with repeated parameters', line: 'DELETE /messages?ids=&ids=m1' },
  { name: 'batch with indexed parameters', line: 'DELETE /messages?ids[0]=m1' },
  { name: 'batch with nested parameters', line: 'DELETE /messages?ids[x][y]=m1' },
  { name: 'batch with items in the body', line: 'DELETE /messages', ...json({ ids: ['m1'] }) },
  { name: 'Expect: 100-continue', line: 'POST /campaigns', headers: ['Expect: 100-continue'] },
  { name: 'Upgrade', line: 'GET /campaigns/c1', headers: ['Upgrade: websocket', 'Connection: Upgrade'] },
];

/** Calls that must come through: otherwise the table would prove nothing. */
export const PERMITTED_CALLS: readonly (Attack & { readonly route: string })[] = [
  { name: 'permitted POST', line: 'POST /login', route: 'POST /login' },
  { name: 'permitted GET', line: 'GET /users/x', route: 'GET /users/{user_id}' },
  { name: 'permitted HEAD', line: 'HEAD /users/x', route: 'GET /users/{user_id}' },
  { name: 'permitted DELETE', line: 'DELETE /caches/c', route: 'DELETE /caches/{name}' },
  { name: 'permitted with a query', line: 'GET /users/x?y=1', route: 'GET /users/{user_id}' },
];

/** The attack as bytes of a request head, without the blank line. */
export function attackHead({ line, headers = [], anonymous }: Attack): string {
  const claims = anonymous ? [] : ['X-Claims: {"sub":"mallory","groups":[]}'];
  return [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...claims, ...headers].join('\r\n');
}
