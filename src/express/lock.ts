import { queryTextOf } from '../core/requests/target.ts';
import type { HttpRequest } from './http.ts';
import { isEmptyPath, isRoutedBy } from './routed-by.ts';

/**
 * Keeps what was authorized: a later middleware that overrides the method or rewrites the URL of a call would have another route run than
 * the one that was decided about. Such a change throws, and so ends in the application's error handlers. Routers themselves take
 * prefixes off the URL and put them back, so any end of the authorized URL may be set. What a router puts its prefix before may have been
 * changed to another end: it does that in a tick where an error would end the process, so from then on the call has a path of no route. For
 * the same reason it has such a path in a later tick, as long as it is in an application where it must not get to what is mounted at a path.
 */
export function lock(req: HttpRequest, url: string, refused: RefusedPlaces = {}): void {
  if (refused.route) lockRoutes(req, refused.route);
  const { method } = req;
  let current = req.url;
  let isLater = false;
  if (refused.mount)
    queueMicrotask(() => {
      isLater = true;
    });
  const isNowhere = () => current === NOWHERE || (isLater && refused.mount?.(req) !== undefined);
  Object.defineProperties(req, {
    method: {
      configurable: true,
      enumerable: true,
      get: () => method,
      set: (value: unknown) => {
        if (value !== method) throw new Error(changed('method'));
      },
    },
    url: {
      configurable: true,
      enumerable: true,
      get: () => (isNowhere() ? NOWHERE : current),
      set: (value: string) => {
        if (isNowhere()) return;
        if (isEndOf(value, url)) {
          if (value !== current && current.endsWith(value)) {
            const why = refused.mount?.(req);
            // Only once: the application inside is still that of the call when error handlers of others hand it on.
            if (why !== undefined) {
              current = NOWHERE;
              throw new Error(why);
            }
          }
          current = value;
        } else if (isPutBefore(value, current)) current = NOWHERE;
        else throw new Error(changed('URL'));
      },
    },
  });
}

/** Why a call that was authorized must not get to a place, if so. */
export interface RefusedPlaces {
  readonly route?: RefusedRoute;
  /** What is mounted below a path, in the application that takes the path off the URL. */
  readonly mount?: (req: HttpRequest) => string | undefined;
}

type RefusedRoute = (req: HttpRequest, route: unknown) => string | undefined;

/**
 * Which route a call finds, and in which application, is not known before: that is asked when a router has found it, and it is refused when
 * the route is about to run.
 */
function lockRoutes(req: HttpRequest & { route?: unknown }, refusedRoute: RefusedRoute): void {
  const before = Object.getOwnPropertyDescriptor(req, 'route');
  let { route } = req;
  let refused: unknown;
  Object.defineProperty(req, 'route', {
    configurable: true,
    enumerable: true,
    get: () => route,
    set: (found: unknown) => {
      // Of an earlier guard.
      before?.set?.call(req, found);
      const why = refusedRoute(req, found);
      route = found;
      if (why !== undefined && refused === found) throw new Error(why);
      refused = why === undefined ? undefined : found;
    },
  });
}

/** No parameter of a route can be decoded from it. */
const NOWHERE = '/%';

/**
 * The same where nothing but routes follows, for a fraction of the price: accessors in place of properties that a request has already make
 * everything slow that reads it. Express tells a request its route when a router has found it, and once more as the first thing when the
 * route runs. The second time throws when method or URL are not those that were authorized any more: what is thrown there gets to the error
 * handlers in any tick, and what a router throws in a later one would end the process.
 */
export function lockRoute(req: HttpRequest, url: string, refusedRoute?: RefusedRoute): void {
  // A route that stood before the guard has been told already.
  if (Object.hasOwn(req, 'route')) {
    lock(req, url, refusedRoute ? { route: refusedRoute } : {});
    return;
  }
  const locked: Locked = req;
  locked[AUTHORIZED] = {
    method: req.method,
    url,
    refusedRoute,
    route: undefined,
    odd: undefined,
  };
  Object.defineProperty(req, 'route', ROUTE);
}

const AUTHORIZED = Symbol('authorized');

interface Locked extends HttpRequest {
  [AUTHORIZED]?: {
    readonly method: string;
    readonly url: string;
    readonly refusedRoute: RefusedRoute | undefined;
    route: unknown;
    /** A route that was found and must not run, and is not running yet. */
    odd: unknown;
  };
}

/** One for all requests: then they keep the shape that the engine of JavaScript knows. */
const ROUTE: PropertyDescriptor & ThisType<Locked> = {
  configurable: true,
  enumerable: true,
  get() {
    return this[AUTHORIZED]?.route;
  },
  set(route: unknown) {
    const known = this[AUTHORIZED];
    if (!known) throw new Error(changed('method'));
    const why = changeOf(this, known) ?? known.refusedRoute?.(this, route);
    const isRunning = why !== undefined && known.odd === route;
    known.route = route;
    known.odd = why === undefined || isRunning ? undefined : route;
    if (isRunning) throw new Error(why);
  },
};

function changeOf(req: Locked, { method, url }: { readonly method: string; readonly url: string }) {
  if (req.method !== method) return changed('method');
  return isRoutedBy(req, url) ? undefined : changed('URL');
}

/** Whether something was put before what is left of a URL, as routers do with what they have taken off, before the guard or behind it. */
function isPutBefore(value: unknown, current: string): boolean {
  return typeof value === 'string' && value.length > current.length && value.endsWith(current);
}

/** What routers leave of a URL has its whole query: a caller may write any path into that. */
function isEndOf(value: unknown, url: string): value is string {
  if (typeof value !== 'string' || queryTextOf(value) !== queryTextOf(url)) return false;
  return url.endsWith(value) || (isEmptyPath(value) && url.endsWith(value.slice(1)));
}

function changed(what: string): string {
  return `the ${what} of a call was changed after it was authorized: register what changes it before the authorization middleware`;
}
