import { memoize } from '../core/caching/memoize.ts';
import { decodedPath } from '../core/endpoints/path-template.ts';
import { coversTemplate, examplePaths } from '../core/requests/template.ts';
import type { GuardedRoute, GuardKind, RoutedApp, Taker } from '../server/compare-routes.ts';
import { mountedBy } from './mounted.ts';

/** What is looked at of an application of Hono. */
export interface HonoApp {
  readonly routes: readonly HonoRoute[];
}

export interface HonoRoute {
  /** With the paths of the applications around it. */
  readonly path: string;
  /** In upper case; `ALL` for all. */
  readonly method: string;
  readonly handler: object;
}

/** The handlers of an application in the order of registration, in which they see calls. */
export function routedApp(
  app: HonoApp,
  guardOf: (handler: object) => GuardKind | undefined,
): RoutedApp<HonoRoute> {
  const patterns = new Map(app.routes.map((route) => [route, patternOf(route.path)]));
  const isMatched = (route: HonoRoute, path: string) => patterns.get(route)?.test(routedPath(path)) === true;
  const isMounted = mountedBy(app);
  const mounted = app.routes.filter(({ handler }) => isMounted(ownHandler(handler)));
  const ofRoutes = app.routes.filter(
    (route) => isRoute(route, guardOf, app.routes) && !mounted.includes(route),
  );
  const fits = (route: HonoRoute, method: string, path: string) =>
    isOfMethod(route, method) && isMatched(route, path);
  const guardsOf = (route: HonoRoute): ReadonlySet<GuardKind> => {
    const before = app.routes.slice(0, app.routes.indexOf(route));
    return new Set(
      before.flatMap((guard) => (isAround(guard, route) ? (guardOf(ownHandler(guard.handler)) ?? []) : [])),
    );
  };
  const answering = answeringOfEach(ofRoutes);
  const routeFor = (method: string, path: string) => answering.find((route) => fits(route, method, path));
  return {
    routes: answering.map((route): GuardedRoute<HonoRoute> => {
      const { method, path } = route;
      return { route, method, paths: [path], templates: [templateOf(path)], guards: guardsOf(route) };
    }),
    routeFor,
    takersOf: (method, template, isItsOwn) => {
      const examples = examplePaths(template);
      const own = examples.map((path) => routeFor(method, path)).find((route) => route !== undefined);
      const place = own ? answering.indexOf(own) : answering.length;
      return answering.flatMap((route, at): Taker[] => {
        if (!isOfMethod(route, method)) return [];
        const path = shortPath(route, template);
        if (path !== undefined && isItsOwn(path) && routeFor(method, path) === route)
          return [{ path, name: `${route.path} without its last segment` }];
        if (own && at > place && takesAll(own, template)) return [];
        if (mayTake(route, template)) return [{ name: `${route.path}, whose pattern matches slashes` }];
        const isForRest = at > place && examples.some((one) => isMatched(route, one));
        return isForRest ? [{ name: `${route.path} where it does not fit the pattern of its own` }] : [];
      });
    },
    hidesHead: (path) =>
      app.routes.some(({ method, path: own }) => method === 'HEAD' && patternOf(own).test(routedPath(path))),
    unseenUnguarded: mounted
      .filter((route) => guardsOf(route).size === 0)
      .map(({ method, path }) => `${method} ${path}`),
    notChecked: mounted.map(({ path }) => path),
    looseRouters: [],
  };
}

/** The path of a call as Hono finds routes by it: it decodes all but separators, and `%` itself. */
export function routedPath(path: string): string {
  return decodedPath(path.replaceAll('%25', '%2525'));
}

/** A call with HEAD is routed as one with GET. */
function isOfMethod(route: HonoRoute, method: string): boolean {
  return [method === 'HEAD' ? 'GET' : method, 'ALL'].includes(route.method);
}

/** A call of a template that a route takes although its last segment, or all below it, is missing: `/files` of `/files/:y?`. */
function shortPath({ path }: HonoRoute, template: string): string | undefined {
  const short = path.replace(/\/(?::\w+\?|\*)$/, '');
  // Of its own shape it may well be the endpoint that the route is for.
  if (short === path || !coversTemplate(template, templateOf(short))) return undefined;
  return examplePaths(withTextOf(short, template)).find((example) =>
    patternOf(short).test(routedPath(example)),
  );
}

/** Whether all calls of a template are for this route: none of its patterns stands where any identifier may be, and some do not fit. */
function takesAll({ path }: HonoRoute, template: string): boolean {
  const segments = template.split('/');
  return [...path.matchAll(FORMS)].every(({ index, 2: pattern }) => {
    const segment = segments[templateOf(path.slice(0, index)).split('/').length - 1] ?? '';
    return pattern === undefined || TAKES_ALL.has(pattern) || !/^\{\w+\}$/.test(segment);
  });
}

const TAKES_ALL: ReadonlySet<string> = new Set(['.+', '.*', '[^/]+']);

/**
 * Whether calls of a template may be for a route that a pattern with slashes was not meant for: those of a longer one, of which its beginning
 * fits; and all, where more stands behind the pattern, since routers of Hono part such paths each in its own way.
 */
function mayTake({ path }: HonoRoute, template: string): boolean {
  const open = [...path.matchAll(FORMS)].find(
    ([, , pattern]) => pattern !== undefined && matchesSlashes(pattern),
  );
  if (!open) return false;
  const isLast = path.length === open.index + open[0].length;
  if (isLast && template.split('/').length <= templateOf(path).split('/').length) return false;
  const examples = examplePaths(withTextOf(path, template)).map(routedPath);
  const beginning = new RegExp(`^${sourceOf(path.slice(0, open.index))}`);
  // What stands for a parameter at the end may be anything, examples are not.
  if (!isLast || template.endsWith('}')) return examples.some((example) => beginning.test(example));
  return examples.some((example) => patternOf(path).test(example));
}

/** A template with the fixed segments of a route in the place of its parameters: calls of both have them. */
function withTextOf(path: string, template: string): string {
  const fixed = templateOf(path).split('/');
  const segments = template.split('/').map((segment, at) => {
    const text = fixed[at];
    return /^\{\w+\}$/.test(segment) && text !== undefined && !text.includes('{') ? text : segment;
  });
  return segments.join('/');
}

/** Whether one of the signs in a pattern stands for a slash, among others: no pattern without such a sign matches one. */
function matchesSlashes(pattern: string): boolean {
  const signs =
    pattern.replaceAll(/\(\?<?[=!][^()]*\)/g, '').match(/\\.|\[\^?(?:\\.|[^\]\\])*\]|[./]/gs) ?? [];
  return signs.some((sign) => new RegExp(`^(?:${sign})$`).test('/'));
}

/** All forms of a path that an endpoint of the schema may have: two where the last segment may be missing, none of a pattern or of anything. */
export const schemaTemplates = memoize((path: string): readonly string[] => {
  const short = path.replace(/\/:\w+\?$/, '');
  const forms = short === path ? [path] : [short || '/', path.slice(0, -1)];
  return /[*{]/.test(path) ? [] : forms.map(templateOf);
});

/** Whether a handler is surely no middleware: these take `next`, and are for all methods. */
export function isOfOneRoute(route: HonoRoute): boolean {
  return route.method !== 'ALL' || !takesNext(route);
}

/**
 * A handler of its own method or path. A middleware takes `next` and is for all methods, of everything below a path or of a path for which a
 * handler stands behind it.
 */
function isRoute(
  route: HonoRoute,
  guardOf: (handler: object) => unknown,
  routes: readonly HonoRoute[],
): boolean {
  if (guardOf(ownHandler(route.handler)) !== undefined) return false;
  if (isOfOneRoute(route)) return true;
  const behind = () => routes.slice(routes.indexOf(route) + 1);
  return !route.path.endsWith('*') && !behind().some((one) => one.path === route.path && isOfOneRoute(one));
}

/** `app.get(path, first, second)` are two handlers of one route: the first answers that hands no call on, or else the last. */
function answeringOfEach(routes: readonly HonoRoute[]): readonly HonoRoute[] {
  const answering: HonoRoute[] = [];
  for (const route of routes) {
    const before = answering.at(-1);
    const isSame = before?.method === route.method && before.path === route.path;
    if (isSame && !takesNext(before)) continue;
    if (isSame) answering.pop();
    answering.push(route);
  }
  return answering;
}

function takesNext({ handler }: HonoRoute): boolean {
  const { length }: { readonly length?: number } = Object(ownHandler(handler));
  return (length ?? 0) > 1;
}

/** Where Hono wraps the handlers of an application inside another, it keeps the handler itself. */
function ownHandler(handler: object): object {
  const { __COMPOSED_HANDLER: own }: { readonly __COMPOSED_HANDLER?: object } = Object(handler);
  return own ? ownHandler(own) : handler;
}

/** Whether every call to a route passes a guard. */
function isAround(guard: HonoRoute, { method, path }: HonoRoute): boolean {
  if (guard.method !== 'ALL' && guard.method !== method) return false;
  if (guard.path === path) return true;
  return guard.path.endsWith('/*') && `${path}/`.startsWith(guard.path.slice(0, -1));
}

/** The forms of Hono: `:name`, `:name{[a-z]+}`, `/:name?` at the end, and `*`, alone or in the place of a segment. */
const FORMS = /\/:\w+\?$|:(\w+)(?:\{((?:[^{}]|\{[^{}]*\})*)\})?|\/\*$|\*/g;

function templateOf(path: string): string {
  return path.replaceAll(FORMS, (form, name: string | undefined) => {
    if (form.endsWith('?')) return '';
    return name === undefined ? form.replace('*', '{rest}') : `{${name}}`;
  });
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${sourceOf(path)}$`);
}

function sourceOf(path: string): string {
  const sources: string[] = [];
  let end = 0;
  for (const match of path.matchAll(FORMS)) {
    const [form, , pattern] = match;
    sources.push(escaped(path.slice(end, match.index)));
    end = match.index + form.length;
    if (form.endsWith('?')) sources.push('(?:/[^/]+)?');
    else if (form.endsWith('*')) sources.push(form === '*' ? '[^/]*' : '(?:/.*)?');
    else sources.push(pattern === undefined ? '[^/]+' : `(?:${pattern})`);
  }
  return `${sources.join('')}${escaped(path.slice(end))}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
