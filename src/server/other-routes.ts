import { memoizeRecent } from '../core/caching/memoize.ts';
import { asksTheSame } from '../core/endpoints/same-decision.ts';
import type { ModelEndpoint } from '../core/requests/map-call.ts';
import { fixedPath, loosePath, type Routing } from '../core/requests/server/endpoint-table.ts';
import { groupBy } from '../core/values/group.ts';

/** The route that a server has found for a call. */
export interface RouteOfCall {
  /** Of the call. */
  readonly method: string;
  /** The paths that the route was written with, in the form of the schema; none where it has another form. */
  readonly templates: readonly string[];
}

/** Whether a route was written for another endpoint than those that a call was decided about; never where there are none of these. */
export type IsOfAnother = (found: RouteOfCall, decided: readonly ModelEndpoint[]) => boolean;

/**
 * Servers go on to the next route where a call lacks what its own asks for, such as a version, and take the first of two that match. A route
 * with the path of an endpoint is for calls of that endpoint and no other, also where the schema has the path for other methods only. A route
 * with a path that the schema lacks may answer all that it matches.
 */
export function otherRoutes(
  endpoints: readonly ModelEndpoint[],
  routing: Pick<Routing, 'caseSensitive' | 'strict'>,
): IsOfAnother {
  const shapeOf = memoizeRecent((path) => ({ path: loosePath(fixedPath(path), routing) }));
  const endpointsAt = groupBy(endpoints, ({ path }) => shapeOf(path).path);
  return ({ method, templates }, decided) => {
    if (decided.length === 0) return false;
    let isKnown = false;
    for (const template of templates) {
      const { path } = shapeOf(template);
      const known = endpointsAt.get(path);
      if (!known) continue;
      const own = decided.filter((one) => shapeOf(one.path).path === path);
      const asked = known.filter((one) => methodsAnswering(method).includes(one.method));
      const isDecided = (one: ModelEndpoint) =>
        own.some((decided) => decided.method === one.method || asksTheSame(decided, one));
      if (own.length > 0 && asked.every(isDecided)) return false;
      isKnown = true;
    }
    return isKnown;
  };
}

/** Of the routes that may answer a call, or of the endpoints that it may be decided as: those for `GET` as well where it is one with `HEAD`. */
export function methodsAnswering(method: string): readonly string[] {
  return method === 'HEAD' ? ['HEAD', 'GET'] : [method];
}
