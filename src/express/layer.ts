/**
 * What can be seen of the routers of Express 4 and 5: their stacks of layers, each with a route, a router or a plain handler. None of it
 * is documented, so everything is read with care, and only for reports.
 */
export interface Layer {
  readonly handle?: object & Partial<Stack>;
  readonly name?: string;
  readonly route?: Route;
  /** In the layers of a route: the method that the handler is for; missing when it is for all. */
  readonly method?: string;
  readonly match: (path: string) => unknown;
  /** After a match in Express 4 and early Express 5: the part that matched. */
  readonly path?: string;
  /** In later Express 5: the path as it was written, or several. */
  readonly rawPath?: unknown;
  /** In Express 4. */
  readonly regexp?: RegExp & { readonly fast_slash?: boolean };
  readonly keys?: readonly { readonly name: unknown }[];
  /** In Express 5: mounted at the root. */
  readonly slash?: boolean;
}

export interface Route {
  readonly path: unknown;
  readonly methods: Readonly<Record<string, boolean>>;
  readonly stack: readonly Layer[];
}

/** A router, or an application with one. */
export interface Stack {
  readonly stack: readonly Layer[];
  readonly caseSensitive?: boolean;
  readonly strict?: boolean;
  /** What is called for parameters of paths, by their names. */
  readonly params?: object;
  /** In Express 4: what is asked about each of them. */
  readonly _params?: readonly unknown[];
}

/** Other frameworks keep stacks, too: an application of Connect has one whose layers have a path for a route, and cannot be asked what they match. */
export function isRouter(layer: Layer): layer is Layer & { readonly handle: Stack } {
  return isStack(layer.handle) && layer.handle.stack.every(({ match }) => typeof match === 'function');
}

export function isStack(handle: Layer['handle']): handle is object & Stack {
  return Array.isArray(handle?.stack);
}

/** The router of an application; one without layers when there is none yet. */
export function routerOf(app: object): Stack {
  const router = '_router' in app && app._router ? app._router : hasRouter(app) ? app.router : app;
  const isRouter = (typeof router === 'function' || typeof router === 'object') && router !== null;
  return isRouter && 'stack' in router && Array.isArray(router.stack) ? (router as Stack) : { stack: [] };
}

/** Express 4 throws when `router` is asked for. It makes another one when something is mounted, by `lazyrouter`. */
function hasRouter(app: object): app is { readonly router: unknown } {
  return 'router' in app && !('lazyrouter' in app);
}

/** The part of a path that a layer matches. */
export function matchedPart(layer: Layer, path: string): string | undefined {
  const answer = layer.match(path);
  if (!answer) return undefined;
  if (typeof answer === 'object' && 'path' in answer) return String(answer.path);
  return layer.path ?? '';
}

/** What a router sees of a path behind the prefix that it is mounted at. */
export function afterPrefix(path: string, prefix: string): string {
  const rest = path.slice(prefix.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

export function answersMethod({ methods }: Route, method: string): boolean {
  return isForMethod({ methods }, method) || (method === 'HEAD' && methods.get === true);
}

/** Whether a route was mounted for the very method, or for all. */
export function isForMethod({ methods }: Pick<Route, 'methods'>, method: string): boolean {
  return methods._all === true || methods[method.toLowerCase()] === true;
}

/** In upper case; `app.all` mounts every method that Node knows, one by one. */
export function methodsOf({ methods }: Route): string[] {
  const names = Object.keys(methods);
  return names.includes('_all') || names.length > 20 ? ['ALL'] : names.map((name) => name.toUpperCase());
}

export function isErrorHandler(layer: Layer): boolean {
  return !layer.route && parametersOf(layer) === 4;
}

/** How many parameters a handler has. One of which none can be seen may take all there are. */
export function parametersOf({ handle }: Layer): number {
  const { length }: { length?: unknown } = Object(handle);
  return typeof length === 'number' ? length : Number.POSITIVE_INFINITY;
}

/** A handler that takes a request and an answer and nothing else. One of which no parameters can be seen may take all there are. */
export function answers(layer: Layer): boolean {
  const parameters = parametersOf(layer);
  return parameters === 1 || parameters === 2;
}

export function isAtRoot(layer: Layer): boolean {
  return layer.slash === true || layer.regexp?.fast_slash === true;
}

/** What stands for a path that cannot be read any more. */
export const UNREADABLE = '/...';

/** The paths that a router is mounted at, with parameters as `:name`. */
export function prefixesOf(layer: Layer): readonly string[] {
  if (isAtRoot(layer)) return [''];
  const written: unknown[] = Array.isArray(layer.rawPath) ? layer.rawPath : [layer.rawPath];
  if (layer.rawPath !== undefined)
    return written.map((path) => (typeof path === 'string' ? withoutLastSlash(path) : UNREADABLE));
  return prefixesOfPattern(layer);
}

function withoutLastSlash(path: string): string {
  return path.endsWith('/') ? withoutLastSlash(path.slice(0, -1)) : path;
}

/** Express 4 keeps nothing but the regular expression that it made of the paths. One that the application wrote has another end. */
function prefixesOfPattern({ regexp, keys = [] }: Layer): readonly string[] {
  let parameter = 0;
  return (regexp?.source ?? '').split(BETWEEN_PREFIXES).map((source) => {
    if (!source.endsWith(END_OF_PREFIX)) return UNREADABLE;
    const path = source
      .slice(0, -END_OF_PREFIX.length)
      .replace(/^\^/, '')
      .replaceAll(PARAMETER_IN_PREFIX, () => `/:${String(keys[parameter++]?.name)}`)
      .replaceAll(/\\(?=\W)/g, '');
    return /^(?:\/[\w.~:%-]+)+$/.test(path) ? path : UNREADABLE;
  });
}

const END_OF_PREFIX = '\\/?(?=\\/|$)';
const BETWEEN_PREFIXES = '|^';

/** Before Express 4.20, the slash stands before the group. */
const PARAMETER_IN_PREFIX = /\(\?:\\\/\(\[\^\/\]\+\?\)\)|\\\/\(\?:\(\[\^\\\/\]\+\?\)\)/g;
