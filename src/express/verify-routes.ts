import type { ModelEndpoint } from '../core/requests/map-call.ts';
import { commonPath, coversTemplate, examplePaths } from '../core/requests/template.ts';
import { groupBy } from '../core/values/group.ts';
import type { EndpointTable, Routing } from '../server/endpoint-table.ts';
import { type RouteReport, routeReport } from '../server/route-report.ts';
import { isForMethod, type Route } from './layer.ts';
import {
  flatRoutes,
  type GuardKind,
  type GuardOf,
  type MountedRoute,
  reachedRoutes,
} from './mounted-routes.ts';

/** What the routes of an application are compared with. */
export interface VerifiedBy {
  readonly table: EndpointTable;
  readonly endpoints: readonly ModelEndpoint[];
  readonly routing: Routing;
  readonly guardOf: GuardOf;
}

/** Compares the routes of an Express application (4 or 5) with the schema, by trying every endpoint on its routers. */
export function verifyRoutes(app: object, by: VerifiedBy): RouteReport {
  const { routes, unseen, routers } = flatRoutes(app, by.guardOf);
  const found = by.endpoints
    .filter((endpoint) => by.table.find(endpoint.method, exampleOf(endpoint)).type !== 'skipped')
    .map((endpoint) => ({ endpoint, answer: answering(app, endpoint) }));
  const answered = found.filter((one): one is AnsweredEndpoint => one.answer !== undefined);
  const guarded = routes.flatMap((mounted) =>
    mounted.methods.map((method) => ({
      mounted,
      method,
      guards: guardsOf(app, mounted, method, by.guardOf),
    })),
  );
  return routeReport({
    notInSchema: guarded
      .filter((one) => !isKnown(one, by.table, answered) && !isOfResource(one.guards))
      .map(nameOfRoute),
    notMounted: found.filter(({ answer }) => !answer).map(({ endpoint }) => nameOf(endpoint)),
    shadowed: shadows(app, answered, by.table),
    unguarded: guarded.filter(({ guards }) => guards.size === 0).map(nameOfRoute),
    notChecked: unseen,
    looseRouters: routers.flatMap(({ path, router }) => looseNames(path, router, by.routing)),
  });
}

interface AnsweredEndpoint {
  readonly endpoint: ModelEndpoint;
  /** The route that would answer. */
  readonly answer: Route;
}

/** A route for one of its methods. */
interface Guarded {
  readonly mounted: MountedRoute;
  readonly method: string;
  readonly guards: ReadonlySet<GuardKind>;
}

function nameOf({ method, path }: ModelEndpoint): string {
  return `${method} ${path}`;
}

function nameOfRoute({ mounted, method }: Pick<Guarded, 'mounted' | 'method'>): string {
  return `${method} ${mounted.paths.join(', ')}`;
}

function exampleOf({ path }: ModelEndpoint): string {
  return examplePaths(path)[0] ?? path;
}

function answering(app: object, { method, path }: ModelEndpoint): Route | undefined {
  for (const example of examplePaths(path)) {
    const route = routeFor(app, method, example);
    if (route) return route;
  }
  return undefined;
}

function routeFor(app: object, method: string, path: string): Route | undefined {
  return reachedRoutes(app, method, path, () => undefined)[0]?.route;
}

// ---- guards ----

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

/** Guarded by what the route itself names and by nothing else: such a route need not be in the schema. */
function isOfResource(guards: ReadonlySet<GuardKind>): boolean {
  return guards.has('resource') && !guards.has('endpoints');
}

// ---- the schema ----

/** Whether an endpoint leads to a route. One for all methods needs some: the others are refused anyway. */
function isKnown(
  { mounted, method }: Guarded,
  table: EndpointTable,
  answered: readonly AnsweredEndpoint[],
): boolean {
  const leading = answered.filter(({ answer }) => answer === mounted.route);
  if (method === 'ALL' ? leading.length > 0 : leading.some(({ endpoint }) => endpoint.method === method))
    return true;
  return mounted.paths.every(
    (path) => table.find(method, examplePaths(templateOf(path))[0] ?? path).type === 'skipped',
  );
}

function shadows(app: object, answered: readonly AnsweredEndpoint[], table: EndpointTable): string[] {
  const byMethod = groupBy(answered, ({ endpoint }) => endpoint.method);
  return [...byMethod.values()].flatMap((alike) =>
    alike.flatMap((one) => [...shadowsOf(one, alike, app, table), ...headShadow(one, app, answered)]),
  );
}

/** One route may well answer several endpoints; it may not answer one that has the very shape of another, nor calls of another. */
function shadowsOf(
  one: AnsweredEndpoint,
  alike: readonly AnsweredEndpoint[],
  app: object,
  table: EndpointTable,
): string[] {
  const { method, path } = one.endpoint;
  return alike.flatMap((other) => {
    if (other === one) return [];
    if (other.answer === one.answer)
      return coversTemplate(other.endpoint.path, path) ? [answeredBy(one, other)] : [];
    const common = commonPath(path, other.endpoint.path);
    const place = common === undefined ? undefined : table.find(method, common);
    if (common === undefined || place?.type !== 'endpoint' || place.endpoint !== one.endpoint) return [];
    return routeFor(app, method, common) === other.answer ? [answeredBy(one, other, common)] : [];
  });
}

/** A route for GET answers HEAD as well: a route for HEAD behind it never runs. */
function headShadow(one: AnsweredEndpoint, app: object, answered: readonly AnsweredEndpoint[]): string[] {
  const { method, path } = one.endpoint;
  if (method !== 'HEAD' || isForMethod(one.answer, 'HEAD')) return [];
  const own = reachedRoutes(app, 'HEAD', examplePaths(path)[0] ?? path, () => undefined).find(({ route }) =>
    isForMethod(route, 'HEAD'),
  );
  const other = answered.find(({ answer, endpoint }) => answer === one.answer && endpoint.method === 'GET');
  return own && other ? [answeredBy(one, other)] : [];
}

function answeredBy(one: AnsweredEndpoint, other: AnsweredEndpoint, call?: string): string {
  const what = call === undefined ? nameOf(one.endpoint) : `${nameOf(one.endpoint)}, called as ${call},`;
  return `${what} is answered by the route of ${nameOf(other.endpoint)}`;
}

// ---- routers ----

function looseNames(
  path: string,
  { caseSensitive, strict }: { readonly caseSensitive?: boolean; readonly strict?: boolean },
  routing: Routing,
): string[] {
  return [
    ...(routing.caseSensitive && caseSensitive !== true ? [`${path} ignores letter case`] : []),
    ...(routing.strict && strict !== true ? [`${path} ignores a slash at the end`] : []),
  ];
}
