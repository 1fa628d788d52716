import { createServer } from 'node:http';
import { parse } from 'node:querystring';
import type express5 from 'express';
import qs from 'qs';
import { readEndpoints } from '../../src/core/model/endpoint-annotation.ts';
import type { Action, Attribute, AttributeType, MappingType, Model } from '../../src/core/model/model.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import type { Authorized } from '../../src/server/call.ts';
import { type ExpressModule, type RunningServer, running, validateToken } from './express-server.ts';

type EndpointRow = readonly [action: string, resource: string, endpoint: string];

/** An application with the traps of real ones: paths that differ in letter case only, fallbacks, routes that nobody described. */
const COMMON: readonly EndpointRow[] = [
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

/** Endpoints that not every middleware takes: several parameters in a segment, HEAD, and a context made of the call. */
const OTHERS: readonly EndpointRow[] = [
  ['getReport', 'Application', 'GET /files/report.{ext} implicit-scope application'],
  ['getFile', 'File', 'GET /files/{name}.{ext} single-resource path:name'],
  ['getLatest', 'File', 'GET /files/{name} single-resource path:name'],
  ['compare', 'Branch', 'GET /compare/{base}...{head} single-resource path:base'],
  ['getRange', 'Branch', 'GET /ranges/{from}-{to} single-resource path:from'],
  ['search', 'Application', 'GET /search listing application'],
  ['addNote', 'Application', 'POST /notes creation application'],
  ['getDraft', 'Draft', 'GET /drafts/{draft_id} single-resource path:draft_id'],
  ['headDraft', 'Draft', 'HEAD /drafts/{draft_id} single-resource path:draft_id'],
  ['archiveDrafts', 'Draft', 'DELETE /drafts batch query:ids'],
  ['exportPage', 'File', 'GET /pages/{name}.{format} single-resource path:name'],
  ['getPage', 'File', 'GET /pages/{name} single-resource path:name'],
];

const ENDPOINTS = [...COMMON, ...OTHERS];

/** Method and path of the routes, special ones first, as in an application that was tested; that for GET before that for HEAD. */
export const ATTACKED_ROUTES: readonly (readonly [method: string, path: string])[] = ENDPOINTS.map(
  ([, , endpoint]) => endpoint.split(' '),
)
  .sort((a, b) => Number(a[1]?.includes('{')) - Number(b[1]?.includes('{')))
  .map(([method = '', path = '']) => [method, path]);

const optional = (name: string, type: AttributeType) => ({ name, required: false, type });
const record = (...attributes: Attribute[]): AttributeType => ({ kind: 'Record', attributes });

/** What policies may know of a call besides its identifiers. */
const CONTEXTS: Readonly<Record<string, readonly Attribute[]>> = {
  search: [
    optional(
      'queryStringParameters',
      record(
        optional('limit', { kind: 'Long' }),
        optional('levels', { kind: 'Set', element: { kind: 'Long' } }),
        optional('scope', { kind: 'String' }),
        optional('trashed', { kind: 'Bool' }),
      ),
    ),
  ],
  addNote: [
    optional('body', record(optional('pinned', { kind: 'Bool' }), optional('size', { kind: 'Long' }))),
  ],
};

/** Types without attributes and parents: every identifier exists, so nothing but a decision stands in the way. */
function attackModel(mappingType: MappingType, rows: readonly EndpointRow[]): Model {
  const types = [
    'Application',
    'Branch',
    'Cache',
    'Campaign',
    'Draft',
    'File',
    'Message',
    'Profile',
    'UserGroup',
  ];
  const actions = rows.map(([name, resource, endpoint]): Action => {
    const isSimple = mappingType === 'SimpleRest';
    const endpoints = readEndpoints({ endpoint }) ?? [];
    return {
      name,
      resourceType: isSimple ? 'Application' : resource,
      endpoints: isSimple ? endpoints.map((one) => ({ ...one, from: 'application' })) : endpoints,
      groups: [],
      context: CONTEXTS[name] ?? [],
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

type SchemaText = { readonly type: 'jsonString'; readonly schema: string };

/** The schema as text. */
export function attackSchema(mappingType: MappingType): SchemaText {
  return { type: 'jsonString', schema: JSON.stringify(printSchema(attackModel(mappingType, ENDPOINTS))) };
}

/** The part of the schema that the Cedar project's own middleware takes as well. */
export function commonSchema(): SchemaText {
  return { type: 'jsonString', schema: JSON.stringify(printSchema(attackModel('SimpleRest', COMMON))) };
}

/** What mallory may do in the application of that part. */
export const COMMON_POLICIES = `@id("mallory") permit (
  principal == Shop::User::"mallory",
  action in [Shop::Action::"login", Shop::Action::"getUser", Shop::Action::"deleteCache", Shop::Action::"deleteDraft"],
  resource
);`;

/** What mallory may do; everything else is denied. Of searches and notes, some are forbidden by what the call says. */
export const ATTACK_POLICIES = `@id("mallory") permit (
  principal == Shop::User::"mallory",
  action in [
    Shop::Action::"login", Shop::Action::"getUser", Shop::Action::"deleteCache", Shop::Action::"deleteDraft",
    Shop::Action::"getFile", Shop::Action::"compare", Shop::Action::"getRange", Shop::Action::"search", Shop::Action::"addNote",
    Shop::Action::"headDraft", Shop::Action::"archiveDrafts", Shop::Action::"getPage"
  ],
  resource
);
@id("searches") forbid (principal, action == Shop::Action::"search", resource) when {
  context has queryStringParameters && (
    (context.queryStringParameters has limit && context.queryStringParameters.limit > 100) ||
    (context.queryStringParameters has levels && context.queryStringParameters.levels.contains(9)) ||
    (context.queryStringParameters has scope && context.queryStringParameters.scope == "all") ||
    (context.queryStringParameters has trashed && context.queryStringParameters.trashed)
  )
};
@id("notes") forbid (principal, action == Shop::Action::"addNote", resource) when {
  context has body && ((context.body has pinned && context.body.pinned) || (context.body has size && context.body.size > 10))
};`;

/** The routes that may run for mallory, of those that every middleware takes. */
export const COMMON_ROUTES: readonly string[] = [
  'POST /login',
  'GET /users/{user_id}',
  'DELETE /caches/{name}',
  'DELETE /campaigns/{campaign_id}/drafts/{draft_id}',
];

/** The routes that may run for mallory. */
export const PERMITTED_ROUTES: readonly string[] = [
  ...COMMON_ROUTES,
  'GET /files/{name}.{ext}',
  'GET /compare/{base}...{head}',
  'GET /ranges/{from}-{to}',
  'GET /search',
  'POST /notes',
  'HEAD /drafts/{draft_id}',
  'DELETE /drafts',
  'GET /pages/{name}',
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

function mountRoutes(app: express5.Express, ran: string[]): void {
  const record = (name: string) => (req: express5.Request, res: express5.Response) => {
    ran.push(name, ...surprises(name, req));
    res.json({});
  };
  for (const [method, path] of ATTACKED_ROUTES) {
    const name = method.toLowerCase() as 'get' | 'head' | 'post' | 'put' | 'delete';
    app[name](path.replaceAll(/\{(\w+)\}/g, ':$1'), record(`${method} ${path}`));
  }
  app.all('/admin', record('ALL /admin'));
  app.get('/internal/stats', record('GET /internal/stats'));
  app.patch('/campaigns/:id', record('PATCH /campaigns/{id}, not in the schema'));
  app.use('/static', record('/static, not in the schema'));
}

/** What a handler sees of a call, whatever its framework. */
export interface SeenCall {
  readonly url: string;
  /** Without those that the framework does not take apart as the schema does. */
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: unknown;
  readonly authorized?: Authorized | undefined;
}

/** What a handler sees that was not decided about: another identifier than the one that was, or a value that is forbidden. */
export function surprises(name: string, req: SeenCall): string[] {
  const decided = req.authorized?.resources.map(({ id }) => id) ?? [];
  const [first] = Object.values(req.params ?? {});
  const isNamed = decided.length === 1 && req.authorized?.resources[0]?.type !== 'Shop::Application';
  const isOther =
    req.params && isNamed && name.includes('{') && !name.includes('{campaign_id}') && first !== decided[0];
  return [
    ...(isOther
      ? [`${name} with \`${String(first)}\`, and \`${String(decided[0])}\` was decided about`]
      : []),
    ...(name === 'GET /search' && readings(req.url).some(isForbiddenSearch)
      ? [`${name} that is forbidden`]
      : []),
    ...(name === 'POST /notes' && isForbiddenNote(req) ? [`${name} that is forbidden`] : []),
    ...(name === 'DELETE /drafts' && readings(req.url).some((query) => hasOtherIds(query, req))
      ? [`${name} of others`]
      : []),
  ];
}

type Query = Readonly<Record<string, unknown>>;

/** The query as the parsers that applications use read it. */
function readings(url: string): Query[] {
  const query = url.includes('?') ? url.slice(url.indexOf('?') + 1) : '';
  return [
    qs.parse(query),
    qs.parse(query, { allowDots: true }),
    qs.parse(query, { allowDots: true, allowEmptyArrays: true, depth: 20, parameterLimit: 100_000 }),
    parse(query),
    Object.fromEntries(new URLSearchParams(query)),
  ];
}

/** As lenient as handlers are. */
function isForbiddenSearch({ limit, levels, scope, trashed }: Query): boolean {
  return (
    leavesOf(limit).some((value) => Number(value) > 100 || Number.parseInt(value, 10) > 100) ||
    leavesOf(levels).some((value) => value.split(',').some((one) => Number(one) === 9)) ||
    leavesOf(scope).includes('all') ||
    leavesOf(trashed).some((value) => ['true', '1', 'on', 'yes'].includes(value.toLowerCase()))
  );
}

function isForbiddenNote(req: SeenCall): boolean {
  const { pinned, size } = (req.body ?? {}) as Query;
  return (
    leavesOf(pinned).some((value) => value !== '' && value !== 'false') ||
    leavesOf(size).some((value) => Number(value) > 10)
  );
}

/** Identifiers that a handler would find where it was permitted others. */
function hasOtherIds({ ids }: Query, { authorized }: SeenCall): boolean {
  if (!authorized || authorized.items.length === 0) return false;
  return leavesOf(ids)
    .flatMap((value) => value.split(','))
    .some((id) => !authorized.items.includes(id));
}

/** All texts, numbers and flags in a value, however deep. */
function leavesOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leavesOf) : [String(value)];
}

/** What `method-override` and URL rewriting do when they are registered too late. */
function lateOverride(req: express5.Request, _res: express5.Response, next: express5.NextFunction): void {
  const method = req.headers['x-http-method-override'];
  const url = req.headers['x-rewrite-url'];
  if (typeof method === 'string') req.method = method.toUpperCase();
  if (typeof url === 'string') req.url = url;
  next();
}
