import type { GuardKind } from '../server/compare-routes.ts';
import {
  afterPrefix,
  answersMethod,
  isAtRoot,
  type Layer,
  matchedPart,
  methodsOf,
  prefixesOf,
  type Route,
  routerOf,
  type Stack,
  UNREADABLE,
} from './layer.ts';

/** Which kind of guard a handler is, if any. */
export type GuardOf = (handler: object) => GuardKind | undefined;

/** A route as it was mounted. */
export interface MountedRoute {
  readonly route: Route;
  /** In upper case; `ALL` for `app.all`. */
  readonly methods: readonly string[];
  /** With the prefixes of the routers around it, as far as they can be read. */
  readonly paths: readonly string[];
  /** Whether calls can be made of the paths. */
  readonly isReadable: boolean;
  /** The guards at the root of the routers around it, which every call passes. */
  readonly above: readonly GuardKind[];
}

export interface FlatRoutes {
  readonly routes: readonly MountedRoute[];
  /** The paths of applications inside this one. */
  readonly unseen: readonly string[];
  /** All routers with a route of their own, with the first path that each is mounted at. */
  readonly routers: readonly { readonly path: string; readonly router: Stack }[];
}

/** All routes of an application, and the applications inside it. */
export function flatRoutes(app: object, guardOf: GuardOf): FlatRoutes {
  const routes: MountedRoute[] = [];
  const unseen: string[] = [];
  const routers: { path: string; router: Stack }[] = [];
  const walk = (router: Stack, prefixes: readonly string[], guardsAbove: readonly GuardKind[]): void => {
    let above = guardsAbove;
    if (router.stack.some(({ route }) => route)) routers.push({ path: prefixes[0] || '/', router });
    for (const layer of router.stack) {
      const kind = layer.handle && guardOf(layer.handle);
      if (layer.route) routes.push(mounted(layer.route, prefixes, above));
      else if (isRouter(layer)) walk(layer.handle, below(prefixes, layer), above);
      else if (layer.name === 'mounted_app')
        unseen.push(...below(prefixes, layer).map((path) => path || '/'));
      else if (kind && isAtRoot(layer)) above = [...above, kind];
    }
  };
  walk(routerOf(app), [''], []);
  return { routes, unseen, routers };
}

function isRouter(layer: Layer): layer is Layer & { readonly handle: Stack } {
  return Array.isArray(layer.handle?.stack);
}

function below(prefixes: readonly string[], layer: Layer): string[] {
  return prefixes.flatMap((prefix) => prefixesOf(layer).map((path) => `${prefix}${path}`));
}

function mounted(route: Route, prefixes: readonly string[], above: readonly GuardKind[]): MountedRoute {
  const own: unknown[] = Array.isArray(route.path) ? route.path.flat(Number.POSITIVE_INFINITY) : [route.path];
  const paths = prefixes.flatMap((prefix) => own.map((path) => `${prefix}${String(path)}`));
  const isReadable = own.every((path) => typeof path === 'string') && !prefixes.some(isUnreadable);
  return { route, methods: methodsOf(route), paths, isReadable, above };
}

function isUnreadable(prefix: string): boolean {
  return prefix.includes(UNREADABLE);
}

/** A route that a call reaches. */
export interface Reached {
  readonly route: Route;
  /** The guards that the call has passed before the handlers of the route. */
  readonly guards: ReadonlySet<GuardKind>;
}

/** The routes that would get to see a call, in the order of registration: the first answers it. */
export function reachedRoutes(app: object, method: string, path: string, guardOf: GuardOf): Reached[] {
  const passed = new Set<GuardKind>();
  const reached: Reached[] = [];
  const walk = ({ stack }: Stack, left: string): void => {
    for (const layer of stack) {
      const part = matchedPart(layer, left);
      if (part === undefined) continue;
      if (layer.route) visit(layer.route);
      else if (isRouter(layer)) walk(layer.handle, afterPrefix(left, part));
      else addTo(passed, layer.handle && guardOf(layer.handle));
    }
  };
  const visit = (route: Route): void => {
    if (!answersMethod(route, method)) return;
    const own = guardsOf(route, method, guardOf);
    reached.push({ route, guards: new Set([...passed, ...own.all]) });
    // What stands before a guard may hand the call on to the next route.
    addTo(passed, own.first);
  };
  walk(routerOf(app), path);
  return reached;
}

function addTo(kinds: Set<GuardKind>, kind: GuardKind | undefined): void {
  if (kind) kinds.add(kind);
}

/** The guards of a route itself. One that stands last guards nothing. */
function guardsOf(
  { stack }: Route,
  method: string,
  guardOf: GuardOf,
): { readonly all: readonly GuardKind[]; readonly first: GuardKind | undefined } {
  const names = method === 'HEAD' ? ['head', 'get'] : [method.toLowerCase()];
  const kinds = stack
    .filter((layer) => layer.method === undefined || names.includes(layer.method))
    .map(({ handle }) => handle && guardOf(handle));
  return { all: kinds.slice(0, -1).filter((kind) => kind !== undefined), first: kinds[0] };
}
