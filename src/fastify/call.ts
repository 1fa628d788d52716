import type { ReadOtherwise } from '../core/requests/query.ts';
import { decoded } from '../core/requests/segment.ts';
import { queryOf, readOtherwise, validatedOtherwise } from '../core/requests/server/read-otherwise.ts';
import { pathTextOf } from '../core/requests/target.ts';
import type { ServerCall } from '../server/call.ts';
import { hasUnsaidBody } from '../server/unsaid-body.ts';
import type { FastifyCall } from './http.ts';
import { filledIn, schemaTemplates } from './template.ts';

/** What a request says but for its query. */
function callWithoutQuery<Req extends FastifyCall>(req: Req): ServerCall<Req> {
  const { method, url, headers, body } = req;
  // Where there is no body, some versions say `null`.
  const call = { method, url, headers, body: body ?? undefined, ...routeOf(req), req };
  return call.body === undefined && hasUnsaidBody(req.raw, headers) ? { ...call, hasUnreadBody: true } : call;
}

/** How the query of a call was read, before a validator may have changed it. */
export interface QueryRead {
  readonly url: string;
  readonly otherwise: ReadOtherwise | undefined;
}

export function queryReadOf({ url, query }: FastifyCall): QueryRead {
  return { url, otherwise: readOtherwise(url, query) };
}

/** What the server's authorization needs to know of a request: handlers read the query that was routed, by a parser that the application may have brought, and as a validator left it. */
export function callOf<Req extends FastifyCall>(req: Req, read?: QueryRead): ServerCall<Req> {
  const call = callWithoutQuery(req);
  const otherwise = otherwiseOf(req, read);
  return otherwise ? { ...call, otherwise } : call;
}

function otherwiseOf<Req extends FastifyCall>(req: Req, read?: QueryRead): ReadOtherwise | undefined {
  const now = queryReadOf(req).otherwise;
  // What a validator may have left says no more than all that is there; and Fastify makes the options of a route whenever it is asked.
  if (!now && !read) return undefined;
  if (!read && !isQueryValidated(req.routeOptions?.schema)) return now;
  return bothOf(read && readSince(read, req.url), validatedOtherwise(req.url, req.query));
}

/** The URL may have been rewritten since. */
function readSince({ url: before, otherwise }: QueryRead, url: string): ReadOtherwise | undefined {
  if (url === before) return otherwise;
  return bothOf(otherwise, readOtherwise(url, queryOf(before)));
}

/** Where both tell of a parameter, the later look counts: the last one compares what handlers see with the URL that is decided about. */
function bothOf(
  before: ReadOtherwise | undefined,
  later: ReadOtherwise | undefined,
): ReadOtherwise | undefined {
  return before && later ? new Map([...before, ...later]) : (before ?? later);
}

/** Whether a validator may put defaults and values of other types into the query, which are no more what was sent. */
export function isQueryValidated(schema: unknown): boolean {
  const { querystring, query }: { querystring?: unknown; query?: unknown } = Object(schema);
  return (querystring ?? query) !== undefined;
}

/**
 * Whether the router read the path that was decided about: the path of the route, filled in with the values that its handler will see, must
 * be that path. It is another one where something rewrote the URL after it was routed, where the router cuts paths at `;`, and where a
 * validator made another value of a parameter. The method must be one of the route, too: a hook may have overridden it.
 */
export function isRoutedAs(url: string, req: FastifyCall): boolean {
  const { routeOptions, params } = req;
  if (!isOfRoute(req, routeOptions)) return false;
  const template = templateOf(req, routeOptions);
  // Without a route only the handler for what was not found can run.
  if (template === undefined) return true;
  const path = decoded(pathTextOf(url));
  if (path === template && !MAY_HAVE_PARAMETERS.test(template)) return true;
  const filled = filledIn(template, params);
  if (path === undefined || filled === undefined) return false;
  return path === filled || (isRootOfPlugin(req, template) && path === `${filled}/`);
}

export const ROUTED_OTHERWISE =
  'the method and the path that were decided about are not those that the route was found by: rewrite URLs before they are routed (`rewriteUrl`), let no hook override the method, and no validator change parameters of the path';

/** Fastify mounts such a route with a slash at its end as well, and says of calls of that path that the route has the other. */
function isRootOfPlugin({ server }: FastifyCall, template: string): boolean {
  return server?.prefix === template;
}

function templateOf(req: FastifyCall, routeOptions: FastifyCall['routeOptions']): string | undefined {
  // Later versions warn of whoever asks for `routerPath`.
  return routeOptions ? routeOptions.url : req.routerPath;
}

/** What is known of the route that will run; nothing where none was found. */
function routeOf(req: FastifyCall): Pick<ServerCall<FastifyCall>, 'templates' | 'misread'> {
  const template = templateOf(req, req.routeOptions);
  if (template === undefined) return {};
  const isMisread = hasEmptyValue(req.params) && filledIn(template, req.params) === undefined;
  const own = schemaTemplates(template);
  const templates = isRootOfPlugin(req, template) ? own.flatMap((path) => [path, `${path}/`]) : own;
  return { templates, misread: isMisread ? EMPTY_VALUE : undefined };
}

const EMPTY_VALUE = 'a parameter of the path is empty';

function hasEmptyValue(params: unknown): boolean {
  const values: Readonly<Record<string, unknown>> = Object(params);
  for (const name in values) if (values[name] === '') return true;
  return false;
}

/** Of a template that may, a call with the very same path has other values than a handler may see. */
const MAY_HAVE_PARAMETERS = /[:*]/;

function isOfRoute(req: FastifyCall, routeOptions: FastifyCall['routeOptions']): boolean {
  // Later versions warn of whoever asks for `context`.
  const methods = routeOptions ? routeOptions.method : req.context?.config?.method;
  if (methods === undefined) return true;
  return typeof methods === 'string' ? methods === req.method : methods.includes(req.method);
}
