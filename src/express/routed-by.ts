import type { HttpRequest } from './http.ts';

/** Whether a call is routed by just this path and query, in whatever router it has come to. */
export function isRoutedBy({ baseUrl, url }: HttpRequest, whole: string): boolean {
  if (`${baseUrl}${url}` === whole) return true;
  // A router puts a slash before what is left after the prefix it is mounted at.
  return isEmptyPath(url) && `${baseUrl}${url.slice(1)}` === whole;
}

/** Whether nothing is left of the path behind the prefix of a router. */
export function isEmptyPath(url: string): boolean {
  return url === '/' || url.startsWith('/?');
}
