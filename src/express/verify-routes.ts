import type { Routing } from '../core/requests/server/endpoint-table.ts';
import { examplePaths } from '../core/requests/template.ts';
import {
  type ComparedWith,
  compareRoutes,
  type GuardKind,
  type RoutedApp,
} from '../server/compare-routes.ts';
import type { RouteReport } from '../server/route-report.ts';
import { isForMethod, type Route } from './layer.ts';
import { ignoredBy } from './loose-routing.ts';
import { flatRoutes, type GuardOf, type MountedRoute, reachedRoutes } from './mounted-routes.ts';

/** What the routes of an application are compared with. */
export interface VerifiedBy extends ComparedWith {
  readonly routing: Routing;
  readonly guardOf: GuardOf;
}

/** Compares the routes of an Express application (4 or 5) with the schema, by trying every endpoint on its routers. */
export function verifyRoutes(app: object, by: VerifiedBy): RouteReport {
  return compareRoutes(routedApp(app, by.routing, by.guardOf), by);
}

/** The routes of an Express application, and which of them answers a call. */
export function routedApp(
  app: object,
  routing: Routing,
  guardOf: GuardOf = () => undefined,
): RoutedApp<Route> {
  const { routes, unseen, routers } = flatRoutes(app, guardOf);
  const reached = (method: string, path: string) => reachedRoutes(app, method, path, () => undefined);
  return {
    routes: routes.flatMap((mounted) =>
      mounted.methods.map((method) => ({
        route: mounted.route,
        method,
        paths: mounted.paths,
        templates: mounted.paths.map(templateOf),
        guards: guardsOf(app, mounted, method, guardOf),
      })),
    ),
    routeFor: (method, path) => reached(method, path)[0]?.route,
    hidesHead: (path) => {
      const [answer, ...behind] = reached('HEAD', path);
      if (!answer || isForMethod(answer.route, 'HEAD')) return false;
      return behind.some(({ route }) => isForMethod(route, 'HEAD'));
    },
    notChecked: unseen,
    looseRouters: routers.flatMap(({ path, router }) =>
      ignoredBy(router, routing).map((ignored) => `${path} ignores ${ignored}`),
    ),
  };
}

/** The guards that every call to a route has passed; where no call reaches it, those that all calls pass. */
function guardsOf(
  app: object,
  { route, paths, isReadable, above }: MountedRoute,
  method: string,
  guardOf: GuardOf,
): ReadonlySet<GuardKind> {
  const verb = method === 'ALL' ? 'GET' : method;
  const calls = isReadable ? paths.flatMap((path) => examplePaths(templateOf(path))) : [];
  const reached = calls.flatMap(
    (call) => reachedRoutes(app, verb, call, guardOf).find((one) => one.route === route) ?? [],
  );
  const [first, ...others] = reached.map(({ guards }) => guards);
  if (!first) return new Set(above);
  return new Set([...first].filter((kind) => others.every((guards) => guards.has(kind))));
}

/** A path of Express as a template: `:id`, `:id(\\d+)`, `*rest` and `{/:optional}` in either version. */
function templateOf(path: string): string {
  return path
    .replaceAll(/\{[^{}]*\}/g, '')
    .replaceAll(/:(\w+)(?:\([^()]*\))?[?*+]?/g, '{$1}')
    .replaceAll(/\*(\w*)/g, '{rest}');
}
