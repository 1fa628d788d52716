import type { ServerCall } from '../server/call.ts';
import type { FastifyCall } from './http.ts';
import { filledIn } from './template.ts';

/** What the server's authorization needs to know of a request. */
export function callOf<Req extends FastifyCall>(req: Req): ServerCall<Req> {
  const { method, url, headers, body } = req;
  // Where there is no body, some versions say `null`.
  return { method, url, headers, body: body ?? undefined, req };
}

/**
 * Whether the router read the path that was decided about: the path of the route, filled in with the values that its handler will see, must
 * be that path. It is another one where something rewrote the URL after it was routed, where the router cuts paths at `;`, and where a
 * validator made another value of a parameter.
 */
export function isRoutedAs(url: string, req: FastifyCall): boolean {
  const { routeOptions, params } = req;
  // Later versions warn of whoever asks for `routerPath`.
  const template = routeOptions ? routeOptions.url : req.routerPath;
  // Without a route only the handler for what was not found can run.
  if (template === undefined) return true;
  const mark = url.indexOf('?');
  const path = decoded(mark < 0 ? url : url.slice(0, mark));
  return path !== undefined && (path === template || path === filledIn(template, params));
}

function decoded(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
