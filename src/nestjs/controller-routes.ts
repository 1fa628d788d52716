import { RequestMethod, VERSION_NEUTRAL, VersioningType } from '@nestjs/common';
import type { ApplicationConfig, ModulesContainer } from '@nestjs/core';

/** A route as the platform has it. */
export interface PlatformRoute {
  /** In upper case. */
  readonly method: string;
  readonly paths: readonly string[];
  readonly route: {
    readonly stack: readonly { readonly handle?: object }[];
  };
}

/** A handler of a controller. */
interface HandlerRoute {
  /** In upper case; `ALL` for all of them. */
  readonly method: string;
  /** Of controller and handler, without what the application puts before them. */
  readonly path: string;
  /** Of the module, by `RouterModule`. */
  readonly modulePath: string;
  /** Versions and hosts, of which calls have to ask for one beside the path; missing where they need not. */
  readonly asked?: readonly string[];
}

/** `controller`: a guard is asked. `nest`: NestJS itself answers that there is nothing. `beside`: no guard is asked. */
export type RouteOrigin = 'controller' | 'nest' | 'beside';

/**
 * Tells the routes of controllers from those that are mounted beside them, of which NestJS asks no guard: it keeps no list of its own, so
 * methods and paths are compared with what the decorators say. A route that cannot be told apart counts as one of a controller.
 */
export function routeOrigins(
  modules: ModulesContainer,
  config: ApplicationConfig,
  routes: readonly PlatformRoute[],
): (route: PlatformRoute) => RouteOrigin {
  const handlers = handlersOf(modules, config);
  const before = pathBefore(config);
  const served = (path: string, candidates: readonly HandlerRoute[]) =>
    candidates.some((one) => isRouteOf(segmentsOf(path), one, before));
  // Below the prefix it stands in a router of its own. For the paths that are excluded from the prefix, NestJS mounts the same function.
  const belowPrefix = `/${before.prefix.join('/')}*path`;
  const notFound = new Set(
    before.prefix.length === 0
      ? []
      : routes
          .filter(({ method, paths }) => method === 'ALL' && paths.every((path) => path === belowPrefix))
          .flatMap(({ route }) => route.stack.map(({ handle }) => handle)),
  );
  return ({ method, paths, route: { stack } }) => {
    if (stack.length > 0 && stack.every(({ handle }) => notFound.has(handle))) return 'nest';
    const candidates = handlers.filter((one) => one.method === 'ALL' || one.method === method);
    return paths.every((path) => served(path, candidates)) ? 'controller' : 'beside';
  };
}

/**
 * Tells what calls of a route of controllers have to ask for beside its path, such as a version in a header: others go on to the next route.
 * `undefined` where it answers all of them.
 */
export function askedBesidePath(
  modules: ModulesContainer,
  config: ApplicationConfig,
): (route: PlatformRoute) => readonly string[] | undefined {
  const handlers = handlersOf(modules, config);
  const before = pathBefore(config);
  return ({ method, paths }) => {
    const own = handlers.filter(
      (one) =>
        (one.method === 'ALL' || one.method === method) &&
        paths.some((path) => isRouteOf(segmentsOf(path), one, before)),
    );
    if (own.length === 0 || own.some(({ asked }) => !asked)) return undefined;
    return own.flatMap(({ asked = [] }) => asked);
  };
}

function handlersOf(modules: ModulesContainer, config: ApplicationConfig): readonly HandlerRoute[] {
  return [...modules.values()].flatMap(({ metatype, controllers }) => {
    const modulePath =
      textOf(Reflect.getMetadata(`${MODULE_PATH}${modules.applicationId}`, metatype)) ??
      textOf(Reflect.getMetadata(MODULE_PATH, metatype)) ??
      '';
    return [...controllers.values()].flatMap(({ metatype: controller }) =>
      typeof controller === 'function'
        ? pathsIn(controller).flatMap((path) => handlersIn(controller, { path, modulePath }, config))
        : [],
    );
  });
}

/** Methods of a class that it extends are handlers, too. */
function handlersIn(
  controller: { readonly prototype: unknown },
  { path, modulePath }: Pick<HandlerRoute, 'path' | 'modulePath'>,
  config: ApplicationConfig,
): readonly HandlerRoute[] {
  const found: HandlerRoute[] = [];
  for (
    let level = controller.prototype;
    level && level !== Object.prototype;
    level = Object.getPrototypeOf(level)
  )
    for (const { value } of Object.values(Object.getOwnPropertyDescriptors(level))) {
      if (typeof value !== 'function' || Reflect.getMetadata(PATH, value) === undefined) continue;
      const method = RequestMethod[Number(Reflect.getMetadata(METHOD, value) ?? 0)] ?? 'GET';
      const asked = askedBy(controller, value, config);
      for (const own of pathsIn(value))
        found.push({ method, path: `${path}/${own}`, modulePath, ...(asked ? { asked } : {}) });
    }
  return found;
}

/** Of a handler: each of its versions with each of its hosts. */
function askedBy(controller: object, handler: object, config: ApplicationConfig): string[] | undefined {
  const versioning = config.getVersioning();
  const isInPath = !versioning || versioning.type === VersioningType.URI;
  const version =
    Reflect.getMetadata(VERSION, handler) ??
    Reflect.getMetadata(VERSION, controller) ??
    versioning?.defaultVersion ??
    VERSION_NEUTRAL;
  const versions: readonly unknown[] = isInPath ? [VERSION_NEUTRAL] : [version].flat();
  const hosts: readonly unknown[] = [Reflect.getMetadata(HOST, controller) ?? ANY].flat();
  const isForAll = versions.every((one) => one === VERSION_NEUTRAL);
  if (isForAll && hosts.includes(ANY)) return undefined;
  return (isForAll ? [ANY] : versions).flatMap((one) => hosts.map((host) => `${String(one)} ${host}`));
}

const ANY = '*';

// The keys under which NestJS keeps what its decorators say.
const PATH = 'path';
const METHOD = 'method';
const VERSION = '__version__';
const HOST = 'host';
const MODULE_PATH = '__module_path__';

function pathsIn(decorated: object): readonly string[] {
  return [Reflect.getMetadata(PATH, decorated)].flat().map((path) => textOf(path) ?? '');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** What the application puts before the paths of controllers. */
interface PathBefore {
  readonly prefix: readonly string[];
  /** What a version in the path begins with; missing where there is none. */
  readonly version?: string;
}

function pathBefore(config: ApplicationConfig): PathBefore {
  const versioning = config.getVersioning();
  const prefix = segmentsOf(config.getGlobalPrefix());
  if (versioning?.type !== VersioningType.URI) return { prefix };
  return { prefix, version: versioning.prefix === false ? '' : (versioning.prefix ?? 'v') };
}

/** Patterns are written again for the platform: of those, what stands before the first special character is compared. */
function isRouteOf(
  route: readonly string[],
  { path, modulePath }: HandlerRoute,
  before: PathBefore,
): boolean {
  const own = segmentsOf(path);
  const special = own.findIndex((segment) => /[*+?(){}[\]]/.test(segment));
  const compared = special < 0 ? own : own.slice(0, special);
  const starts = startsBefore(route, segmentsOf(modulePath), before);
  return starts.some(
    (start) =>
      (special >= 0 || route.length === start + compared.length) &&
      compared.every((segment, index) => route[start + index] === segment),
  );
}

/** Where the path of a controller may begin within a route: some are excluded from the prefix, and some have no version. */
function startsBefore(
  route: readonly string[],
  modulePath: readonly string[],
  { prefix, version }: PathBefore,
): readonly number[] {
  const after = (starts: readonly number[], segments: readonly string[]) =>
    starts.filter((start) => segments.every((one, index) => route[start + index] === one));
  const withPrefix = after([0], prefix).map((start) => start + prefix.length);
  const unversioned = [0, ...withPrefix];
  const versioned =
    version === undefined
      ? []
      : unversioned.flatMap((start) => (route[start]?.startsWith(version) ? [start + 1] : []));
  return after([...unversioned, ...versioned], modulePath).map((start) => start + modulePath.length);
}
