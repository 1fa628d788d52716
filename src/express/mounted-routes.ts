/**
 * What can be seen of the routers of Express 4 and 5: their stacks of layers, each with a route, a router or a plain handler. None of it
 * is documented, so everything is read with care, and only for reports.
 */
interface Layer {
  readonly handle?: object & { readonly stack?: readonly Layer[] };
  readonly name?: string;
  readonly route?: Route;
  readonly match: (path: string) => unknown;
  /** After a match in Express 4 and early Express 5: the part that matched. */
  readonly path?: string;
  /** In later Express 5: the path as it was written. */
  readonly rawPath?: unknown;
  /** In Express 4. */
  readonly regexp?: RegExp & { readonly fast_slash?: boolean };
  /** In Express 5: mounted at the root. */
  readonly slash?: boolean;
}

interface Route {
  readonly path: unknown;
  readonly methods: Readonly<Record<string, boolean>>;
  readonly stack: readonly Layer[];
}

/** A route as it was mounted. */
export interface MountedRoute {
  readonly route: object;
  /** In upper case; `ALL` for `app.all`. */
  readonly methods: readonly string[];
  /** With the prefixes of the routers around it, as far as they can be read. */
  readonly path: string;
  /** Whether a call that reaches it has passed an authorization. */
  readonly guarded: boolean;
}

type IsGuard = (handler: object) => boolean;

/** All routes of an application, and the applications inside it. */
export function flatRoutes(app: object, isGuard: IsGuard): { routes: MountedRoute[]; unseen: string[] } {
  const routes: MountedRoute[] = [];
  const unseen: string[] = [];
  const walk = (stack: readonly Layer[], prefix: string, guardedAbove: boolean): void => {
    let guarded = guardedAbove;
    for (const layer of stack) {
      if (layer.route) routes.push(mounted(layer.route, prefix, guarded, isGuard));
      else if (layer.handle?.stack) walk(layer.handle.stack, prefix + prefixOf(layer), guarded);
      else if (layer.name === 'mounted_app') unseen.push(prefix + prefixOf(layer) || '/');
      else if (layer.handle && isGuard(layer.handle)) guarded ||= isAtRoot(layer) || prefixOf(layer) !== '';
    }
  };
  walk(stackOf(app), '', false);
  return { routes, unseen };
}

/** The route that would answer a call: the first in the order of registration that matches. */
export function probe(app: object, method: string, path: string): object | undefined {
  return firstRoute(stackOf(app), method, path);
}

function stackOf(app: object): readonly Layer[] {
  // Express 4 throws when `router` is asked for.
  const router = '_router' in app && app._router ? app._router : 'router' in app ? app.router : app;
  const stack =
    typeof router === 'function' || typeof router === 'object'
      ? (router as { stack?: unknown })?.stack
      : undefined;
  return Array.isArray(stack) ? stack : [];
}

function firstRoute(stack: readonly Layer[], method: string, path: string): object | undefined {
  for (const layer of stack) {
    const match = matched(layer, path);
    if (match === undefined) continue;
    if (layer.route && answers(layer.route, method)) return layer.route;
    const inner = layer.handle?.stack;
    const found = !layer.route && inner ? firstRoute(inner, method, afterPrefix(path, match)) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** The part of the path that a layer matches. */
function matched(layer: Layer, path: string): string | undefined {
  const answer = layer.match(path);
  if (!answer) return undefined;
  if (typeof answer === 'object' && 'path' in answer) return String(answer.path);
  return layer.path ?? '';
}

function afterPrefix(path: string, prefix: string): string {
  const rest = path.slice(prefix.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

function answers({ methods }: Route, method: string): boolean {
  const name = method.toLowerCase();
  return methods._all === true || methods[name] === true || (name === 'head' && methods.get === true);
}

function mounted(route: Route, prefix: string, guarded: boolean, isGuard: IsGuard): MountedRoute {
  const own = route.stack.some(({ handle }) => handle && isGuard(handle));
  return {
    route,
    methods: methodsOf(route),
    path: `${prefix}${Array.isArray(route.path) ? route.path.join(', ') : String(route.path)}`,
    guarded: guarded || own,
  };
}

/** `app.all` mounts every method that Node knows, one by one. */
function methodsOf({ methods }: Route): string[] {
  const names = Object.keys(methods);
  return names.includes('_all') || names.length > 20 ? ['ALL'] : names.map((name) => name.toUpperCase());
}

function isAtRoot(layer: Layer): boolean {
  return layer.slash === true || layer.regexp?.fast_slash === true;
}

/** The path that a router is mounted at; `/...` when it cannot be read any more. */
function prefixOf(layer: Layer): string {
  if (isAtRoot(layer)) return '';
  if (typeof layer.rawPath === 'string') return layer.rawPath.replace(/\/+$/, '');
  const source = /^\^((?:\\\/[\w.~-]+)+)\\\/\?\(\?=/.exec(layer.regexp?.source ?? '')?.[1];
  return source ? source.replaceAll('\\/', '/') : '/...';
}
