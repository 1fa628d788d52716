import type { HttpRequest } from './http.ts';

/** The path and query that the router will route by: what arrived, unless something rewrote it before the authorization. */
export function urlOf({ originalUrl, baseUrl, url }: HttpRequest): string {
  const routed = `${baseUrl}${url}`;
  if (routed === originalUrl) return routed;
  // A router puts a slash before what is left after the prefix it is mounted at.
  const isMountPath = url === '/' || url.startsWith('/?');
  return isMountPath && `${baseUrl}${url.slice(1)}` === originalUrl ? originalUrl : routed;
}
