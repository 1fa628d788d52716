import { compareText } from '../core/diagnostics/diagnostic.ts';
import type { ModelEndpoint } from '../core/requests/map-call.ts';
import type { EndpointTable } from '../server/endpoint-table.ts';
import { flatRoutes, type MountedRoute, probe } from './mounted-routes.ts';

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
  /** Routes that calls reach without passing the authorization: register the middleware before them. */
  readonly unguarded: readonly string[];
  /** Whole applications mounted inside this one: what they have cannot be seen. */
  readonly notChecked: readonly string[];
}

/** Compares the routes of an Express application (4 or 5) with the schema, by trying every endpoint on its routers. */
export function verifyRoutes(
  app: object,
  table: EndpointTable,
  endpoints: readonly ModelEndpoint[],
  isGuard: (handler: object) => boolean,
): RouteReport {
  const { routes, unseen } = flatRoutes(app, isGuard);
  const found = endpoints
    .filter((endpoint) => table.find(endpoint.method, examplePath(endpoint, 'x')).type !== 'skipped')
    .map((endpoint) => ({ endpoint, answer: answering(app, endpoint) }));
  const answered = found.filter(({ answer }) => answer !== undefined);
  const report = {
    notInSchema: routes.flatMap((route) => methodsNotIn(route, table, answered)),
    notMounted: found.filter(({ answer }) => !answer).map(({ endpoint }) => nameOf(endpoint)),
    shadowed: answered.flatMap((one) => shadowsOf(one, answered)),
    unguarded: routes
      .filter(({ guarded }) => !guarded)
      .flatMap(({ methods, path }) => methods.map((method) => `${method} ${path}`)),
    notChecked: unseen,
  };
  const lists = Object.values(report).map((list) => [...new Set(list)].sort(compareText));
  const [notInSchema = [], notMounted = [], shadowed = [], unguarded = [], notChecked = []] = lists;
  const ok = lists.every((list) => list.length === 0);
  return { ok, notInSchema, notMounted, shadowed, unguarded, notChecked };
}

interface Answered {
  readonly endpoint: ModelEndpoint;
  /** The route that would answer. */
  readonly answer: object | undefined;
}

function nameOf({ method, path }: ModelEndpoint): string {
  return `${method} ${path}`;
}

/** Parameters may be restricted to some form: the first that finds a route will do. */
const EXAMPLES = ['authz-probe', '1', '00000000-0000-4000-8000-000000000000'];

function examplePath({ path }: ModelEndpoint, value: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, value);
}

function answering(app: object, endpoint: ModelEndpoint): object | undefined {
  for (const value of EXAMPLES) {
    const route = probe(app, endpoint.method, examplePath(endpoint, value));
    if (route) return route;
  }
  return undefined;
}

/** The methods of a route that no endpoint leads to. One for all methods needs some: the others are refused anyway. */
function methodsNotIn(route: MountedRoute, table: EndpointTable, answered: readonly Answered[]): string[] {
  const leading = answered
    .filter(({ answer }) => answer === route.route)
    .map(({ endpoint }) => endpoint.method);
  const known = new Set<string>(leading);
  const left = route.methods.filter((method) => !known.has(method) && !isSkipped(method, route.path, table));
  if (route.methods.includes('ALL') && known.size > 0) return [];
  return left.map((method) => `${method} ${route.path}`);
}

function isSkipped(method: string, path: string, table: EndpointTable): boolean {
  return table.find(method, path.replaceAll(/[:*](\w+)/g, 'x')).type === 'skipped';
}

/** One route may well answer several endpoints; it may not answer one that has the very shape of another. */
function shadowsOf(one: Answered, all: readonly Answered[]): string[] {
  const others = all.filter(
    (other) =>
      other !== one &&
      other.answer === one.answer &&
      other.endpoint.method === one.endpoint.method &&
      covers(other.endpoint.path, one.endpoint.path),
  );
  return others.map(
    (other) => `${nameOf(one.endpoint)} is answered by the route of ${nameOf(other.endpoint)}`,
  );
}

/** Whether every call to the special template also fits the general one. */
function covers(general: string, special: string): boolean {
  const wide = general.split('/');
  const narrow = special.split('/');
  return (
    wide.length === narrow.length &&
    wide.every((segment, index) => segment === narrow[index] || /^\{[^{}]*\}$/.test(segment)) &&
    wide.some((segment, index) => segment.startsWith('{') && !narrow[index]?.startsWith('{'))
  );
}
