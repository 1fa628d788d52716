import { endpointKey } from '../core/endpoints/endpoint-key.ts';
import type { ModelEndpoint } from '../core/requests/map-call.ts';
import { type EndpointTable, fixedPath } from '../core/requests/server/endpoint-table.ts';
import { commonPath, coversTemplate, examplePaths } from '../core/requests/template.ts';
import { groupBy } from '../core/values/group.ts';
import { methodsAnswering } from './other-routes.ts';
import { type RouteReport, routeReport } from './route-report.ts';

/** What a guard lets through: calls to endpoints of the schema, or calls about a resource that the route itself names. */
export type GuardKind = 'endpoints' | 'resource';

/** What the routes of an application are compared with. */
export interface ComparedWith {
  readonly table: EndpointTable;
  readonly endpoints: readonly ModelEndpoint[];
}

/** A route of an application, for one of its methods. `Route` is what the framework knows it by. */
export interface GuardedRoute<Route> {
  readonly route: Route;
  /** In upper case; `ALL` for a route for all methods. */
  readonly method: string;
  /** As they were written, for reports. */
  readonly paths: readonly string[];
  /** The same with parameters as `{name}`. */
  readonly templates: readonly string[];
  /** The guards that every call to the route passes. */
  readonly guards: ReadonlySet<GuardKind>;
}

/** The routes of an application, and which of them answers a call: that is what frameworks differ in. */
export interface RoutedApp<Route> {
  readonly routes: readonly GuardedRoute<Route>[];
  /** The route that answers a call. */
  readonly routeFor: (method: string, path: string) => Route | undefined;
  /** Whether the route that answers a call with `HEAD` is one for `GET`, and one for `HEAD` stands behind it. */
  readonly hidesHead: (path: string) => boolean;
  /** Routes that calls reach without passing a guard, and that are not listed. */
  readonly unseenUnguarded?: readonly string[];
  /**
   * Further routes that may answer calls of an endpoint, each with the reason, such as a pattern of theirs that matches slashes. `isItsOwn`
   * says whether a call with a path is decided about as one of the endpoint.
   */
  readonly takersOf?: (
    method: string,
    template: string,
    isItsOwn: (path: string) => boolean,
  ) => readonly Taker[];
  /** What is no route, and answers all calls below its paths: those that pass no guard are told of, unless the options skip the path. */
  readonly ends?: readonly { readonly paths: readonly string[]; readonly guards: ReadonlySet<GuardKind> }[];
  readonly notChecked: readonly string[];
  readonly looseRouters: readonly string[];
}

/** A route that answers calls of another's endpoint. */
export interface Taker {
  readonly name: string;
  /** One of these calls. */
  readonly path?: string;
}

/** Compares the routes of an application with the schema, by trying every endpoint on them. */
export function compareRoutes<Route>(app: RoutedApp<Route>, by: ComparedWith): RouteReport {
  const found = by.endpoints
    .filter((endpoint) => by.table.find(endpoint.method, exampleOf(endpoint)).type !== 'skipped')
    .map((endpoint) => ({ endpoint, answer: answering(app, endpoint) }));
  const answered = found.filter((one): one is AnsweredEndpoint<Route> => one.answer !== undefined);
  return routeReport({
    notInSchema: app.routes
      .filter((one) => !isKnown(one, { ...by, answered }) && !isOfResource(one.guards))
      .map(nameOfRoute),
    notMounted: found
      .filter(({ answer }) => answer === undefined)
      .map(({ endpoint }) => endpointKey(endpoint)),
    shadowed: [
      ...shadows(app, answered, by.table),
      ...app.routes.flatMap((one) => strays(one, app, { ...by, answered })),
      ...found.flatMap(({ endpoint }) => takes(app, endpoint, by.table)),
    ],
    unguarded: [
      ...app.routes.filter((one) => one.guards.size === 0 && !isSkipped(one, by)).map(nameOfRoute),
      ...(app.ends ?? [])
        .filter((end) => end.guards.size === 0 && !isEndSkipped(end, by))
        .map(({ paths }) => `ALL ${paths.join(', ')}`),
      ...(app.unseenUnguarded ?? []),
    ],
    notChecked: app.notChecked,
    looseRouters: app.looseRouters,
  });
}

/** What the routes are compared with, and what was found so far. */
interface ComparedRoutes<Route> extends ComparedWith {
  readonly answered: readonly AnsweredEndpoint<Route>[];
}

interface AnsweredEndpoint<Route> {
  readonly endpoint: ModelEndpoint;
  /** The route that would answer. */
  readonly answer: Route;
}

function nameOfRoute<Route>({ method, paths }: GuardedRoute<Route>): string {
  return `${method} ${paths.join(', ')}`;
}

function takes<Route>(
  { takersOf }: RoutedApp<Route>,
  endpoint: ModelEndpoint,
  table: EndpointTable,
): string[] {
  const isItsOwn = (path: string) => {
    const place = table.find(endpoint.method, path);
    return place.type === 'endpoint' && place.endpoint === endpoint;
  };
  const takers = takersOf?.(endpoint.method, endpoint.path, isItsOwn) ?? [];
  return takers.map(({ name, path }) => `${calledAs(endpoint, path)} is answered by the route ${name}`);
}

function calledAs(endpoint: ModelEndpoint, path: string | undefined): string {
  const name = endpointKey(endpoint);
  return path === undefined ? name : `${name}, called as ${path},`;
}

function exampleOf({ path }: ModelEndpoint): string {
  return examplePaths(path)[0] ?? path;
}

function answering<Route>(app: RoutedApp<Route>, { method, path }: ModelEndpoint): Route | undefined {
  for (const example of examplePaths(path)) {
    const route = app.routeFor(method, example);
    if (route !== undefined) return route;
  }
  return undefined;
}

/** Guarded by what the route itself names and by nothing else: such a route need not be in the schema. */
function isOfResource(guards: ReadonlySet<GuardKind>): boolean {
  return guards.has('resource') && !guards.has('endpoints');
}

/** Whether an endpoint leads to a route, or would where nothing stood before it. One for all methods needs some: the others are refused anyway. */
function isKnown<Route>(
  one: GuardedRoute<Route>,
  { table, endpoints, answered }: ComparedRoutes<Route>,
): boolean {
  const { route, method, templates } = one;
  const methods = methodsAnswering(method);
  const isItsOwn = (endpoint: ModelEndpoint) => method === 'ALL' || methods.includes(endpoint.method);
  return (
    answered.some(({ endpoint, answer }) => answer === route && isItsOwn(endpoint)) ||
    isSkipped({ method, templates }, { table }) ||
    endpoints.some((endpoint) => isItsOwn(endpoint) && isOfShape(endpoint, one))
  );
}

/** But for names of parameters and a slash at the end. */
function isOfShape<Route>({ path }: ModelEndpoint, { templates }: GuardedRoute<Route>): boolean {
  const shapeOf = (template: string) => fixedPath(template).replace(/(?<=.)\/$/, '');
  return templates.every((template) => shapeOf(template) === shapeOf(path));
}

/** Whether the options say that nothing is decided about the calls to a route. */
function isSkipped(
  { method, templates }: Pick<GuardedRoute<unknown>, 'method' | 'templates'>,
  { table }: Pick<ComparedWith, 'table'>,
): boolean {
  return templates.every(
    (template) => table.find(method, examplePaths(template)[0] ?? template).type === 'skipped',
  );
}

function isEndSkipped({ paths }: { readonly paths: readonly string[] }, by: ComparedWith): boolean {
  const templates = paths.map((path) => path.replace(/\/\*$/, '') || '/');
  return isSkipped({ method: 'GET', templates }, by);
}

function shadows<Route>(
  app: RoutedApp<Route>,
  answered: readonly AnsweredEndpoint<Route>[],
  table: EndpointTable,
): string[] {
  const byMethod = groupBy(answered, ({ endpoint }) => endpoint.method);
  return [...byMethod.values()].flatMap((alike) =>
    alike.flatMap((one) => {
      const found = [...shadowsOf(one, alike, app, table), ...headShadow(one, app, answered)];
      return found.length > 0 ? found : standsBehind(one, app);
    }),
  );
}

/** Where a route of another shape, which may be that of no endpoint, stands before that of an endpoint. */
function standsBehind<Route>(
  { endpoint, answer }: AnsweredEndpoint<Route>,
  { routes }: RoutedApp<Route>,
): string[] {
  const answering = routes.filter(({ route }) => route === answer);
  const [first] = answering;
  if (!first || answering.some((one) => isOfShape(endpoint, one))) return [];
  const isOwn = (one: GuardedRoute<Route>) =>
    ['ALL', endpoint.method].includes(one.method) && isOfShape(endpoint, one);
  if (!routes.some(isOwn)) return [];
  return [
    `${endpointKey(endpoint)} is answered by the route ${nameOfRoute(first)}, which stands before its own`,
  ];
}

/**
 * Calls of other endpoints that a route answers by a path of its own: a route for all methods answers `GET /users/me` as well where only
 * `DELETE /users/me` is an endpoint, and `GET /users/{id}` another. One that leads to no endpoint is told of as such, and paths that are those
 * of endpoints are compared with these.
 */
function strays<Route>(
  one: GuardedRoute<Route>,
  app: RoutedApp<Route>,
  compared: ComparedRoutes<Route>,
): string[] {
  const { table, answered } = compared;
  if (!isKnown(one, compared)) return [];
  const others = answered.filter(
    ({ endpoint: { method }, answer }) =>
      answer !== one.route && (one.method === 'ALL' || one.method === method),
  );
  return others.flatMap(({ endpoint }) => {
    const { method, path } = endpoint;
    const isOfEndpoint = (template: string) =>
      answered.some(
        (found) =>
          (found.endpoint === endpoint || (found.answer === one.route && found.endpoint.method === method)) &&
          fixedPath(found.endpoint.path) === fixedPath(template),
      );
    const taken = templatesIn(one)
      .filter((template) => !isOfEndpoint(template))
      .flatMap((template) => commonPath(template, path) ?? [])
      .find((call) => {
        const place = app.routeFor(method, call) === one.route ? table.find(method, call) : undefined;
        return place?.type === 'endpoint' && place.endpoint === endpoint;
      });
    return taken === undefined
      ? []
      : [`${calledAs(endpoint, taken)} is answered by the route ${nameOfRoute(one)}`];
  });
}

/** What takes anything at its end takes several segments as well. */
function templatesIn<Route>({ paths, templates }: GuardedRoute<Route>): readonly string[] {
  if (!paths.some((path) => path.includes('*'))) return templates;
  return templates.flatMap((template) => [template, `${template}/{more}`, `${template}/{more}/{most}`]);
}

/** One route may well answer several endpoints; it may not answer one that has the very shape of another, nor calls of another. */
function shadowsOf<Route>(
  one: AnsweredEndpoint<Route>,
  alike: readonly AnsweredEndpoint<Route>[],
  app: RoutedApp<Route>,
  table: EndpointTable,
): string[] {
  const { method, path } = one.endpoint;
  return alike.flatMap((other) => {
    if (other === one) return [];
    if (other.answer === one.answer)
      return coversTemplate(other.endpoint.path, path) || losesSlash(one, other, app)
        ? [answeredBy(one, other)]
        : [];
    const common = commonPath(path, other.endpoint.path);
    const place = common === undefined ? undefined : table.find(method, common);
    if (common === undefined || place?.type !== 'endpoint' || place.endpoint !== one.endpoint) return [];
    return app.routeFor(method, common) === other.answer ? [answeredBy(one, other, common)] : [];
  });
}

/** Whether a route answers two paths that differ in the slash at the end, though only one of them was written: what is mounted at a path does. */
function losesSlash<Route>(
  { endpoint: { path }, answer }: AnsweredEndpoint<Route>,
  { endpoint: other }: AnsweredEndpoint<Route>,
  { routes }: RoutedApp<Route>,
): boolean {
  if (path !== `${other.path}/`) return false;
  const written = routes.flatMap(({ route, templates }) => (route === answer ? templates : []));
  return ![path, other.path].every((one) => written.some((own) => fixedPath(own) === fixedPath(one)));
}

/** A route for GET answers HEAD as well: a route for HEAD behind it never runs. */
function headShadow<Route>(
  one: AnsweredEndpoint<Route>,
  app: RoutedApp<Route>,
  answered: readonly AnsweredEndpoint<Route>[],
): string[] {
  if (one.endpoint.method !== 'HEAD' || !app.hidesHead(exampleOf(one.endpoint))) return [];
  const other = answered.find(({ answer, endpoint }) => answer === one.answer && endpoint.method === 'GET');
  return other ? [answeredBy(one, other)] : [];
}

function answeredBy<Route>(
  one: AnsweredEndpoint<Route>,
  other: AnsweredEndpoint<Route>,
  call?: string,
): string {
  return `${calledAs(one.endpoint, call)} is answered by the route of ${endpointKey(other.endpoint)}`;
}
