import type { GuardKind } from '../server/compare-routes.ts';
import {
  afterPrefix,
  answers,
  answersMethod,
  isAtRoot,
  isErrorHandler,
  isRouter,
  isStack,
  type Layer,
  matchedPart,
  methodsOf,
  prefixesOf,
  type Route,
  routerOf,
  type Stack,
  UNREADABLE,
} from './layer.ts';
import type { SeenStacks } from './remembered-looks.ts';

/** Which kind of guard a handler is, if any. */
export type GuardOf = (handler: object) => GuardKind | undefined;

/** A route as it was mounted, or a handler below a path that answers all calls. */
export interface MountedRoute<Mounted = Route> {
  readonly route: Mounted;
  /** In upper case; `ALL` for `app.all`. */
  readonly methods: readonly string[];
  /** With the prefixes of the routers around it, as far as they can be read. */
  readonly paths: readonly string[];
  /** Of the routers around it. */
  readonly prefixes: readonly string[];
  /** Whether calls can be made of the paths. */
  readonly isReadable: boolean;
  /** The guards at the root of the routers around it, which every call passes. */
  readonly above: readonly GuardKind[];
}

export interface FlatRoutes {
  readonly routes: readonly MountedRoute[];
  /** Handlers that are no routes, and hand no call on. */
  readonly ends: readonly MountedRoute<Layer>[];
  /** The paths of applications inside this one. */
  readonly unseen: readonly string[];
  /** All routers, with the first path that each is mounted at. */
  readonly routers: readonly { readonly path: string; readonly router: Stack }[];
  /** Where error handlers are mounted that do not get the errors of all calls. */
  readonly errorPaths: readonly string[];
}

/** All routes of an application, and the applications inside it. */
export function flatRoutes(app: object, guardOf: GuardOf): FlatRoutes {
  const routes: MountedRoute[] = [];
  const ends: MountedRoute<Layer>[] = [];
  const unseen: string[] = [];
  const routers: { path: string; router: Stack }[] = [];
  const errorPaths: string[] = [];
  const walk = (router: Stack, prefixes: readonly string[], guardsAbove: ReadonlySet<GuardKind>): void => {
    let passed: Passed = { guards: guardsAbove };
    routers.push({ path: prefixes[0] || '/', router });
    for (const layer of router.stack) {
      const kind = layer.handle && guardOf(layer.handle);
      if (!kind || isAtRoot(layer)) passed = passedBy(layer, kind, passed);
      errorPaths.push(...errorPathsOf(layer, prefixes));
      if (layer.route) routes.push(mounted(layer.route, prefixes, [...passed.guards]));
      else if (isRouter(layer)) walk(layer.handle, below(prefixes, layer), passed.guards);
      else note(layer, below(prefixes, layer), [...passed.guards]);
    }
  };
  const note = (layer: Layer, paths: readonly string[], above: readonly GuardKind[]) => {
    if (isApplication(layer)) unseen.push(...paths.map((path) => path || '/'));
    else if (answers(layer)) ends.push(ending(layer, paths, above));
  };
  walk(routerOf(app), [''], new Set());
  return { routes, ends, unseen, routers, errorPaths };
}

export function stacksOf(routers: FlatRoutes['routers']): SeenStacks {
  return routers.map(({ router: { stack } }) => [stack, stack.length]);
}

/** A router has the application itself for a handler. What has a stack and is no router is one of another framework. */
function isApplication({ name, handle = {} }: Layer): boolean {
  return name === 'mounted_app' || ('handle' in handle && 'set' in handle) || isStack(handle);
}

function errorPathsOf(layer: Layer, prefixes: readonly string[]): string[] {
  return isErrorHandler(layer) && !isAtRoot(layer) ? below(prefixes, layer) : [];
}

function below(prefixes: readonly string[], layer: Layer): string[] {
  return prefixes.flatMap((prefix) => prefixesOf(layer).map((path) => `${prefix}${path}`));
}

function mounted(route: Route, prefixes: readonly string[], above: readonly GuardKind[]): MountedRoute {
  const own: unknown[] = Array.isArray(route.path) ? route.path.flat(Number.POSITIVE_INFINITY) : [route.path];
  const paths = prefixes.flatMap((prefix) => own.map((path) => `${prefix}${String(path)}`));
  const isReadable = own.every((path) => typeof path === 'string') && !prefixes.some(isUnreadable);
  return { route, methods: methodsOf(route), paths, prefixes, isReadable, above };
}

function ending(layer: Layer, prefixes: readonly string[], above: readonly GuardKind[]): MountedRoute<Layer> {
  const paths = prefixes.map((prefix) => `${prefix}/*below`);
  const isReadable = !prefixes.some(isUnreadable);
  return { route: layer, methods: ['ALL'], paths, prefixes, isReadable, above };
}

function isUnreadable(prefix: string): boolean {
  return prefix.includes(UNREADABLE);
}

/** The guards that every call has passed that comes to a place in a stack of layers. */
interface Passed {
  readonly guards: ReadonlySet<GuardKind>;
  /** Those that it had passed at the first layer that an error may come from. */
  readonly beforeErrors?: ReadonlySet<GuardKind>;
}

/** An error leads a call past everything up to the next error handler of the stack, guards as well; and that may hand the call on. */
function passedBy(layer: Layer, kind: GuardKind | undefined, passed: Passed): Passed {
  const { guards, beforeErrors } = passed;
  if (isErrorHandler(layer)) return { ...passed, guards: beforeErrors ?? guards };
  return kind ? withGuard(kind, passed) : { guards, beforeErrors: beforeErrors ?? guards };
}

function withGuard(kind: GuardKind | undefined, passed: Passed): Passed {
  return kind ? { ...passed, guards: new Set([...passed.guards, kind]) } : passed;
}

/** A route that a call reaches. */
export interface Reached {
  /** A handler that is no route, and hands no call on, is known by its layer. */
  readonly route: Route | Layer;
  /** The guards that the call has passed before the handlers of the route. */
  readonly guards: ReadonlySet<GuardKind>;
}

/**
 * What would get to see a call, in the order of registration. What leads past the guards of a router, or `next('router')`, leads to what is behind
 * the router: those guards count there that stand before anything else.
 */
export function reachedRoutes(app: object, method: string, path: string, guardOf: GuardOf): Reached[] {
  const reached: Reached[] = [];
  const walk = ({ stack }: Stack, left: string, guards: ReadonlySet<GuardKind>): ReadonlySet<GuardKind> => {
    let passed: Passed = { guards };
    for (const layer of stack) {
      const part = matchedPart(layer, left);
      if (part === undefined) continue;
      if (layer.route) {
        passed = visit(layer, layer.route, passed);
        continue;
      }
      passed = passedBy(layer, layer.handle && guardOf(layer.handle), passed);
      if (isRouter(layer))
        passed = { ...passed, guards: walk(layer.handle, afterPrefix(left, part), passed.guards) };
      else if (answers(layer)) reached.push({ route: layer, guards: passed.guards });
    }
    return passed.beforeErrors ?? passed.guards;
  };
  const visit = (layer: Layer, route: Route, passed: Passed): Passed => {
    if (!answersMethod(route, method)) return passed;
    const own = guardsOf(route, method, guardOf);
    reached.push({ route, guards: new Set([...passed.guards, ...own.all]) });
    // What stands before a guard may hand the call on to the next route.
    return passedBy(layer, undefined, withGuard(own.first, passed));
  };
  walk(routerOf(app), path, new Set());
  return reached;
}

/** The guards of a route itself. One that stands last guards nothing. */
function guardsOf(
  { stack, methods }: Route,
  method: string,
  guardOf: GuardOf,
): { readonly all: ReadonlySet<GuardKind>; readonly first: GuardKind | undefined } {
  const names = [method === 'HEAD' && !methods.head ? 'get' : method.toLowerCase()];
  const layers = stack.filter((layer) => layer.method === undefined || names.includes(layer.method));
  const kindOf = ({ handle }: Layer) => handle && guardOf(handle);
  const start: Passed = { guards: new Set() };
  const passed = layers.slice(0, -1).reduce((before, layer) => passedBy(layer, kindOf(layer), before), start);
  return { all: passed.guards, first: layers[0] && kindOf(layers[0]) };
}
