import type { ServerCall } from '../server/call.ts';
import type { HttpRequest } from './http.ts';

/** What the server's authorization needs to know of a request. */
export function callOf<Req extends HttpRequest>(req: Req): ServerCall<Req> {
  return { method: req.method, url: urlOf(req), headers: req.headers, body: bodyOf(req), req };
}

/** The body parsers of Express 4 leave an empty object where they read nothing, and a mark where they did. */
function bodyOf({ body, _body, headers }: HttpRequest): unknown {
  const isUnread = _body !== true && typeof body === 'object' && body !== null && isEmptyObject(body);
  return isUnread && !hasNoRoom(headers) ? undefined : body;
}

/** Those of Express 5 leave no mark: but two bytes of JSON have no room for a member, whoever reads them. */
function hasNoRoom(headers: HttpRequest['headers']): boolean {
  return (
    headers['content-length'] === '2' &&
    /^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(headers['content-type'] ?? '')
  );
}

function isEmptyObject(value: object): boolean {
  if (Array.isArray(value)) return false;
  for (const key in value) if (Object.hasOwn(value, key)) return false;
  return true;
}

/** The path and query that the router will route by: what arrived, unless something rewrote it before the authorization. */
function urlOf({ originalUrl, baseUrl, url }: HttpRequest): string {
  const routed = `${baseUrl}${url}`;
  if (routed === originalUrl) return routed;
  // A router puts a slash before what is left after the prefix it is mounted at.
  const isMountPath = url === '/' || url.startsWith('/?');
  return isMountPath && `${baseUrl}${url.slice(1)}` === originalUrl ? originalUrl : routed;
}
