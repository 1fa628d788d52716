import { decodedPath } from '../core/endpoints/path-template.ts';
import { examplePaths } from '../core/requests/template.ts';
import { compareText } from '../core/values/compare-text.ts';
import { isObject } from '../core/values/record.ts';
import type { GuardedRoute, GuardKind, RoutedApp, Taker } from '../server/compare-routes.ts';
import type { FastifyApp, FastifyRoute } from './http.ts';
import { partsOf, schemaTemplate, type TemplatePart } from './template.ts';

/** A route that an application told of. */
export interface ToldRoute {
  /** The application that is guarded, or the plugin. */
  readonly app: FastifyApp;
  readonly route: FastifyRoute;
  /** When it was told of: Fastify puts another path into the route where it mounts the root of a plugin with a slash at its end as well. */
  readonly url: string;
  readonly guards: ReadonlySet<GuardKind>;
}

/** A route for one of its methods, with how calls find it. */
interface ListedRoute {
  readonly method: string;
  /** What it is known by. */
  readonly url: string;
  /** The same, or the other path that Fastify has mounted it at. */
  readonly path: string;
  readonly guards: ReadonlySet<GuardKind>;
  /** Such a route is not told of, but calls of an endpoint may find it. */
  readonly isForPreflights: boolean;
  readonly pattern: RegExp;
  /** Which of several routes that match a path answers: the first in the order of texts. */
  readonly rank: string;
  /** What else calls have to ask for, such as a version: the same text for the same; empty for a route that answers all calls of its path. */
  readonly asked: string;
}

/** The methods of a route as Fastify tells of it, in upper case. */
function methodsOf({ method }: FastifyRoute): readonly string[] {
  return typeof method === 'string' ? [method] : method;
}

/** The routes that an application told of; `isWhole` says whether all of it is guarded. Its router takes fixed text before parameters, and both before anything. */
export function routedApp(app: FastifyApp, told: readonly ToldRoute[], isWhole: boolean): RoutedApp<string> {
  const own = told.filter((one) => !isSecondRoot(one, told));
  const listed = own
    .flatMap((one) =>
      pathsOf(one).flatMap((path) => methodsOf(one.route).map((method) => listedRoute(one, path, method))),
    )
    .sort((a, b) => compareText(a.rank, b.rank));
  const missing = countOfRoutes(app) - told.reduce((sum, one) => sum + countOf(one), 0);
  return {
    routes: listed.filter((one) => !one.isForPreflights).map(guardedRoute),
    routeFor: (method, path) => matchingRoutes(listed, method, path)[0]?.url,
    hidesHead: () => false,
    takersOf: (method, template, isItsOwn) =>
      examplePaths(template)
        .filter(isItsOwn)
        .slice(0, 1)
        .flatMap((path) => behindConstrained(listed, method, path)),
    unseenUnguarded: missing > 0 && !isWhole ? ['routes outside of what the authorization protects'] : [],
    notChecked: missing > 0 && isWhole ? ['routes that were registered before the authorization'] : [],
    looseRouters: [],
  };
}

/** In the order in which they are tried. */
function matchingRoutes(listed: readonly ListedRoute[], method: string, path: string): ListedRoute[] {
  const read = decodedPath(path);
  return listed.filter((one) => one.method === method && one.pattern.test(read));
}

/** The routes of other paths that answer a call where it lacks what those before them ask for. */
function behindConstrained(listed: readonly ListedRoute[], method: string, path: string): readonly Taker[] {
  const matching = matchingRoutes(listed, method, path);
  const all = matching.findIndex(({ asked }) => asked === '');
  // Calls that ask for a version pass by routes that have none.
  const reached = matching.filter(({ asked }, at) => all < 0 || at <= all || /\bversion /.test(asked));
  const isOwn = ({ rank }: ListedRoute) => rank === matching[0]?.rank;
  const answered = new Set(reached.filter(isOwn).map(({ asked }) => asked));
  const others = reached.filter((one) => !isOwn(one) && !answered.has(one.asked));
  return [...new Set(others.map(({ url }) => url))].map((url) => ({
    name: `${method} ${url}, where it lacks what its own asks for`,
  }));
}

/** In the one text in which Fastify shows all its routes, each has its methods behind it. */
function countOfRoutes(app: FastifyApp): number {
  const lists = app.printRoutes({ commonPrefix: false }).matchAll(/ \(([A-Z][A-Z, -]*)\)(?: \{.*\})?$/gm);
  return [...lists].reduce((sum, [, methods = '']) => sum + methods.split(', ').length, 0);
}

function countOf({ route, url }: ToldRoute): number {
  return methodsOf(route).length * pathsOf({ route, url }).length;
}

/** Two for the root of a plugin. */
function pathsOf({ route, url }: Pick<ToldRoute, 'route' | 'url'>): readonly string[] {
  return route.url === url ? [url] : [url, route.url];
}

/** Whether Fastify mounts a route for HEAD of itself: the root of a plugin with a slash at its end, beside the one without. */
function isSecondRoot({ route, url }: ToldRoute, told: readonly ToldRoute[]): boolean {
  const { prefix = '' } = route;
  const isForHead = (one: FastifyRoute) => methodsOf(one).join() === 'HEAD';
  if (prefix === '' || url !== `${prefix}/` || !isForHead(route)) return false;
  return told.some((one) => one.url === prefix && isForHead(one.route));
}

/**
 * The route by which `@fastify/cors` has preflights found, which a hook of it answers earlier. Calls that this hook leaves are refused like
 * any other: there is nothing that an application would have to do about it.
 */
function isForPreflights({ route, url }: ToldRoute): boolean {
  const { schema } = route;
  return methodsOf(route).join() === 'OPTIONS' && url.endsWith('*') && isObject(schema) && 'hide' in schema;
}

function guardedRoute({ method, url, path, guards }: ListedRoute): GuardedRoute<string> {
  return { route: url, method, paths: [path], templates: [schemaTemplate(path)], guards };
}

function listedRoute(told: ToldRoute, path: string, method: string): ListedRoute {
  const {
    url,
    route: { constraints = {} },
    guards,
  } = told;
  const asked = Object.entries(constraints)
    .map(([name, value]) => `${name} ${value}`)
    .sort()
    .join();
  const parts = partsOf(path);
  const pattern = new RegExp(`^${parts.map(patternOf).join('')}$`);
  return {
    method,
    url,
    path,
    guards,
    isForPreflights: isForPreflights(told),
    pattern,
    rank: parts.map((part) => RANK[part.type](part)).join(''),
    asked,
  };
}

function patternOf(part: TemplatePart): string {
  if (part.type === 'text') return part.text.replaceAll(/[^\w/]/g, '\\$&');
  if (part.type === 'anything') return '.*';
  return part.isOptional ? '[^/]*' : '[^/]+';
}

/** Characters behind all that a path has stand for what is not fixed. */
const RANK: Readonly<Record<TemplatePart['type'], (part: TemplatePart) => string>> = {
  text: (part) => ('text' in part ? part.text : ''),
  parameter: (part) => ('isNarrow' in part && part.isNarrow ? '\u{fffd}' : '\u{fffe}'),
  anything: () => '\u{ffff}',
};
