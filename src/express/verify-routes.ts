import { METHODS } from '../core/endpoints/method.ts';
import type { Routing } from '../core/requests/server/endpoint-table.ts';
import { commonPath, examplePaths } from '../core/requests/template.ts';
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
  const { routes, unseen, routers, errorPaths } = flatRoutes(app, guardOf);
  const reached = (method: string, path: string) => reachedRoutes(app, method, path, () => undefined);
  return {
    routes: routes.flatMap((mounted) =>
      mounted.methods.map((method) => ({
        route: mounted.route,
        method,
        paths: mounted.paths,
        templates: mounted.paths.map(templateOf),
        guards: guardsOf(app, mounted, { method, errorPaths, guardOf }),
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

/** What the calls to a route depend on. */
interface Asked {
  /** `ALL` for a route for all methods. */
  readonly method: string;
  readonly errorPaths: readonly string[];
  readonly guardOf: GuardOf;
}

/** The guards that every call to a route has passed; where no call reaches it, those that all calls pass. */
function guardsOf(
  app: object,
  { route, paths, isReadable, above }: MountedRoute,
  { method, errorPaths, guardOf }: Asked,
): ReadonlySet<GuardKind> {
  const verbs = method === 'ALL' ? METHODS : [method];
  const calls = isReadable ? paths.map(templateOf).flatMap((path) => exampleCalls(path, errorPaths)) : [];
  const reached = verbs.flatMap((verb) =>
    calls.flatMap((call) => reachedRoutes(app, verb, call, guardOf).find((one) => one.route === route) ?? []),
  );
  const [first, ...others] = reached.map(({ guards }) => guards);
  if (!first) return new Set(above);
  return new Set([...first].filter((kind) => others.every((guards) => guards.has(kind))));
}

/** Paths that a route may match, also such as come by an error handler with a path of its own. */
function exampleCalls(template: string, errorPaths: readonly string[]): readonly string[] {
  const depth = template.split('/').length;
  const byHandlers = errorPaths.map(templateOf).flatMap((path) => {
    const below = `${path}${'/{rest}'.repeat(Math.max(0, depth - path.split('/').length))}`;
    const [example = ''] = examplePaths(path);
    return [commonPath(template, below) ?? [], example, `${example}/authzprobe`].flat();
  });
  return [...examplePaths(template), ...byHandlers];
}

/** A path of Express as a template: `:id`, `:id(\\d+)`, `*rest` and `{/:optional}` in either version. */
function templateOf(path: string): string {
  return path
    .replaceAll(/\{[^{}]*\}/g, '')
    .replaceAll(/:(\w+)(?:\([^()]*\))?[?*+]?/g, '{$1}')
    .replaceAll(/\*(\w*)/g, '{rest}');
}
