import { parse as parseSimply } from 'node:querystring';
import type { ReadOtherwise } from '../core/requests/query.ts';
import { readOtherwise, validatedOtherwise } from '../core/requests/server/read-otherwise.ts';
import { queryTextOf } from '../core/requests/target.ts';
import type { ServerCall } from '../server/call.ts';
import { isJsonType } from '../server/json-type.ts';
import { hasUnsaidBody } from '../server/unsaid-body.ts';
import type { HttpRequest } from './http.ts';
import { isRoutedBy } from './routed-by.ts';

/** What the server's authorization needs to know of a request. */
export function callOf<Req extends HttpRequest>(req: Req): ServerCall<Req> {
  const url = urlOf(req);
  const { method, headers } = req;
  const body = bodyOf(req);
  const otherwise = url.includes('?') || req.originalUrl?.includes('?') ? otherwiseOf(req, url) : undefined;
  if (body === undefined && hasUnsaidBody(req, headers))
    return { method, url, headers, hasUnreadBody: true, otherwise, req };
  return otherwise ? { method, url, headers, body, otherwise, req } : { method, url, headers, body, req };
}

/**
 * What Express 5 reads with the parser that it has by default is what was decided about, in all applications. Handlers may see something else
 * by another parser (`qs`, for `extended`, takes `a=b]=c` for a parameter `a=b]`), of an earlier URL, or where the query is one that the request
 * has itself: Express 4 leaves it there for everybody to change, and under Express 5 somebody has.
 */
function otherwiseOf(req: HttpRequest, url: string): ReadOtherwise | undefined {
  const isOwn = Object.hasOwn(req, 'query');
  if (!isOwn && isParsedSimply(req.app)) return undefined;
  const isParsedOtherwise =
    !isOwn || hasOwnParser(req.app) || queryTextOf(url) !== queryTextOf(req.originalUrl);
  try {
    return isParsedOtherwise ? readOtherwise(url, req.query) : validatedOtherwise(url, req.query);
  } catch {
    return readOtherwise(url, undefined);
  }
}

function hasOwnParser(app: object | undefined): boolean {
  return typeof settingsOf(app)['query parser'] === 'function';
}

/** Whether handlers get what Node's own parser reads; or nothing, so that they have to read the query themselves. */
function isParsedSimply(app: object | undefined): boolean {
  const parser = settingsOf(app)['query parser fn'];
  return parser === parseSimply || parser === undefined;
}

function settingsOf(app: object | undefined): { readonly [name: string]: unknown } {
  const { settings }: { settings?: unknown } = Object(app);
  return Object(settings);
}

/** The body parsers of Express 4 leave an empty object where they read nothing, and a mark where they did. */
function bodyOf({ body, _body, headers }: HttpRequest): unknown {
  const isUnread = _body !== true && typeof body === 'object' && body !== null && isEmptyObject(body);
  return isUnread && !hasNoRoom(headers) ? undefined : body;
}

/** Those of Express 5 leave no mark: but two bytes of JSON have no room for a member, whoever reads them. */
function hasNoRoom(headers: HttpRequest['headers']): boolean {
  return headers['content-length'] === '2' && isJsonType(headers['content-type']);
}

function isEmptyObject(value: object): boolean {
  if (Array.isArray(value)) return false;
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}

/** The path and query that the router will route by: what arrived, unless something rewrote it before the authorization. */
function urlOf(req: HttpRequest): string {
  return isRoutedBy(req, req.originalUrl) ? req.originalUrl : `${req.baseUrl}${req.url}`;
}
