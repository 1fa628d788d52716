import { compareText } from '../core/values/compare-text.ts';

/** How the routes of an application and the endpoints of the schema fit together. */
export interface RouteReport {
  /** Whether all lists are empty. */
  readonly ok: boolean;
  /** Mounted, but not in the schema (nor skipped): the middleware refuses all calls to them. */
  readonly notInSchema: readonly string[];
  /** In the schema, but no route answers. */
  readonly notMounted: readonly string[];
  /** Endpoints of the schema whose calls the route of another endpoint would answer: register the more special route first. */
  readonly shadowed: readonly string[];
  /** Routes that calls reach without passing the authorization: register the middleware before them, and not below a path. */
  readonly unguarded: readonly string[];
  /** Whole applications mounted inside this one: what they have cannot be seen. */
  readonly notChecked: readonly string[];
  /** Routers that ignore letter case, or a slash at the end, although the options of the authorization say that none does. */
  readonly looseRouters: readonly string[];
}

/** Each list in order, and everything once. */
export function routeReport(lists: Omit<RouteReport, 'ok'>): RouteReport {
  const inOrder = (list: readonly string[]) => [...new Set(list)].sort(compareText);
  return {
    ok: Object.values(lists).every((list) => list.length === 0),
    notInSchema: inOrder(lists.notInSchema),
    notMounted: inOrder(lists.notMounted),
    shadowed: inOrder(lists.shadowed),
    unguarded: inOrder(lists.unguarded),
    notChecked: inOrder(lists.notChecked),
    looseRouters: inOrder(lists.looseRouters),
  };
}
