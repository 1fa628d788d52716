import type { ServerCall } from '../server/call.ts';
import type { HttpRequest } from './http.ts';

/** What the server's authorization needs to know of a request. */
export function callOf<Req extends HttpRequest>(req: Req): ServerCall<Req> {
  return { method: req.method, url: urlOf(req), headers: req.headers, body: req.body, req };
}

/** The path and query that the router will route by: what arrived, unless something rewrote it before the authorization. */
function urlOf({ originalUrl, baseUrl, url }: HttpRequest): string {
  const routed = `${baseUrl}${url}`;
  if (routed === originalUrl) return routed;
  // A router puts a slash before what is left after the prefix it is mounted at.
  const isMountPath = url === '/' || url.startsWith('/?');
  return isMountPath && `${baseUrl}${url.slice(1)}` === originalUrl ? originalUrl : routed;
}
