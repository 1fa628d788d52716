import { METHODS } from '../core/endpoints/method.ts';
import { PARAMETER } from '../core/endpoints/path-template.ts';
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
import { expanded } from './route-templates.ts';

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
  const { routes, ends, unseen, routers, errorPaths } = flatRoutes(app, guardOf);
  const reached = (method: string, path: string) =>
    reachedRoutes(app, method, path, () => undefined).flatMap(({ route }) => ('stack' in route ? route : []));
  const guardsFor = (mounted: MountedRoute<object>, method: string) =>
    guardsOf(app, mounted, { method, errorPaths, guardOf });
  return {
    routes: routes.flatMap((mounted) =>
      mounted.methods.map((method) => ({
        route: mounted.route,
        method,
        paths: mounted.paths,
        templates: mounted.paths.map(templateOf),
        guards: guardsFor(mounted, method),
      })),
    ),
    routeFor: (method, path) => reached(method, path)[0],
    hidesHead: (path) => {
      const [answer, ...behind] = reached('HEAD', path);
      if (!answer || isForMethod(answer, 'HEAD')) return false;
      return behind.some((route) => isForMethod(route, 'HEAD'));
    },
    ends: ends.map(({ paths, ...mounted }) => ({
      paths: paths.map((path) => path.replace(/below$/, '')),
      guards: guardsFor({ ...mounted, paths }, 'ALL'),
    })),
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
  { route, paths, isReadable, above }: MountedRoute<object>,
  { method, errorPaths, guardOf }: Asked,
): ReadonlySet<GuardKind> {
  const verbs = method === 'ALL' ? METHODS : [method];
  const calls = isReadable
    ? paths.flatMap(templatesOf).flatMap((path) => exampleCalls(path, errorPaths))
    : [];
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
  const own = [...examplePaths(template), ...oddPaths(template)];
  return [...own, ...byHandlers].flatMap(spellings);
}

/** Calls that a guard may miss that has a pattern for its path. */
function oddPaths(template: string): readonly string[] {
  return ODD_VALUES.map((value) => template.replaceAll(PARAMETER, value));
}

const ODD_VALUES = ['0', 'A_b', '~', '-', '.a', 'a.b', 'a%2Fb', '%C3%A9', 'a'.repeat(100)];

/** As routers take them for the same that ignore letter case and a slash at the end: a guard may stand in one that does not. */
function spellings(path: string): readonly string[] {
  return [path, path.toUpperCase(), `${path}/`];
}

/** All forms of a path, with and without what may be missing, and what takes any path with one segment, two, or none. */
function templatesOf(path: string): readonly string[] {
  const any = expanded(path).flatMap((one) =>
    /\*/.test(one) ? ['{rest}', '{rest}/{more}', ''].map((rest) => one.replace(/\*\w*/, rest)) : [one],
  );
  return [...new Set(any.map(templateOf))];
}

/** A path of Express as a template: `:id`, `:id(\\d+)`, `*rest` and `{/:optional}` in either version. */
function templateOf(path: string): string {
  return path
    .replaceAll(/\{[^{}]*\}/g, '')
    .replaceAll(/:(\w+)(?:\([^()]*\))?[?*+]?/g, '{$1}')
    .replaceAll(/\*(\w*)/g, '{rest}');
}
