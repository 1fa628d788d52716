import type { Context, Env, MiddlewareHandler } from 'hono';
import { FUNCTION, type OptionKinds } from '../core/diagnostics/options.ts';
import type { ModelEndpoint } from '../core/requests/map-call.ts';
import { pathTextOf } from '../core/requests/target.ts';
import { callOf as callOfRequest, textOf } from '../fetch/call.ts';
import { refusalOf } from '../fetch/refusal.ts';
import {
  type ActionOptions,
  type Authorize,
  type Ruling,
  type ServerAuthorization,
  serverAuthorization,
} from '../server/authorization.ts';
import type { Authorized, ServerCall } from '../server/call.ts';
import { ROUTE_OF_ANOTHER } from '../server/check.ts';
import { compareRoutes, type GuardKind } from '../server/compare-routes.ts';
import { HandlerQuestions } from '../server/handler-questions.ts';
import type { ServerOptions } from '../server/options.ts';
import type { Problem } from '../server/reporting/problem.ts';
import type { RouteReport } from '../server/route-report.ts';
import type { RouterHabits } from '../server/settled-rules.ts';
import { after, type Ready } from '../server/waiting/ready.ts';
import { readBehindMarks } from './read-behind-marks.ts';
import { type HonoApp, isOfOneRoute, routedApp, routedPath, schemaTemplates } from './routes.ts';

/** Options of {@link HonoAuthorization}: those of any server, and what Hono alone needs. The functions get the context of a call. */
export interface HonoAuthorizationOptions<E extends Env = Env> extends ServerOptions<Context<E>> {
  /** Answers refused calls in the application's own way. */
  readonly answer?: (problem: Problem, c: Context<E>) => Response | Promise<Response>;
}

declare module 'hono' {
  interface ContextVariableMap {
    /** What the authorization of `authz` authorized this call for. */
    authorized: Authorized | undefined;
  }
}

/**
 * Authorizes every call of a Hono application before its routes see it: `app.use(authorization.middleware)`, after token validation and
 * before all routes. Handlers find what was decided about in `c.get('authorized')`.
 * @throws {InputError} with everything that is wrong with the configuration at once.
 */
export class HonoAuthorization<E extends Env = Env> extends HandlerQuestions<Context<E>> {
  /** For `app.use`. */
  readonly middleware: MiddlewareHandler<E>;
  readonly #authorization: ServerAuthorization<Context<E>>;
  readonly #answer: HonoAuthorizationOptions<E>['answer'];
  readonly #calls: WeakMap<object, ServerCall<Context<E>>>;
  readonly #guards = new WeakMap<object, GuardKind>();
  readonly #isReportOnly: boolean;

  constructor(options: HonoAuthorizationOptions<E>) {
    const authorization = serverAuthorization(options, ROUTING, OWN_OPTIONS);
    const calls = new WeakMap<object, ServerCall<Context<E>>>();
    super(authorization, (c) => calls.get(c) ?? callOf(c));
    this.#authorization = authorization;
    this.#answer = options.answer;
    this.#calls = calls;
    this.#isReportOnly = options.mode === 'report';
    this.middleware = this.#guard(authorization.authorize, 'endpoints');
  }

  /**
   * A middleware that authorizes one route, for applications that do not want the authorization everywhere:
   * `app.get('/campaigns/:id', authorization.handler('getEmailCampaign'), ...)`.
   * @throws {TypeError} when the schema has no such action.
   */
  handler(action: string, options: ActionOptions<Context<E>> = {}): MiddlewareHandler<E> {
    const kind = options.resource ? 'resource' : 'endpoints';
    return this.#guard(this.#authorization.authorizeAction(action, options), kind);
  }

  /** Compares the routes of an application with the schema: call it when all are there, in a test or at start. */
  verifyRoutes(app: HonoApp): RouteReport {
    return compareRoutes(
      routedApp(app, (handler) => this.#guards.get(handler)),
      this.#authorization,
    );
  }

  #guard(authorize: Authorize<Context<E>>, kind: GuardKind): MiddlewareHandler<E> {
    const guard = (c: Context<E>, next: () => Promise<void>): Ready<unknown> =>
      after(callOf(c), (call) => {
        // A call without a body is told again in no time.
        if (call.body !== undefined || call.hasUnreadBody) this.#calls.set(c, call);
        return after(authorize(call), (ruling) => this.#act(ruling, c, next));
      });
    const middleware = guard as MiddlewareHandler<E>;
    this.#guards.set(middleware, kind);
    return middleware;
  }

  /** What comes back is the answer, or nothing once the handlers behind have answered. */
  #act(ruling: Ruling, c: Context<E>, next: () => Promise<void>): Ready<unknown> {
    if (ruling.type === 'answer') {
      const own = this.#answer;
      return refusalOf(ruling, own && ((problem) => own(problem, c)));
    }
    if (!isRoutedAs(ruling.url, c.req.path)) throw new Error(ROUTED_OTHERWISE);
    if (!isRoutedBy(c)) throw new Error(OTHER_METHOD);
    if (!this.#isReportOnly) this.#lockRoutes(c, ruling.endpoints);
    const authorized: unknown = ruling.authorized;
    c.set('authorized', authorized as never);
    return next();
  }

  #lockRoutes({ req }: Context<E>, decided: readonly ModelEndpoint[]): void {
    const { method, matchedRoutes } = req;
    const refused = matchedRoutes.flatMap((route, index) => {
      const found = { method, templates: schemaTemplates(route.path) };
      return isOfOneRoute(route) && this.#authorization.isOfAnother(found, decided) ? [index] : [];
    });
    if (refused.length > 0) refuseRoutes(req, refused);
  }
}

/** Hono tells a request which of the routes that it has found is about to run: none of the others may. */
function refuseRoutes(req: { routeIndex: number }, refused: readonly number[]): void {
  const before = Object.getOwnPropertyDescriptor(req, 'routeIndex');
  let { routeIndex } = req;
  Object.defineProperty(req, 'routeIndex', {
    configurable: true,
    enumerable: true,
    get: () => routeIndex,
    set: (index: number) => {
      // Of an earlier guard.
      before?.set?.call(req, index);
      if (refused.includes(index)) throw new Error(ROUTE_OF_ANOTHER);
      routeIndex = index;
    },
  });
}

/**
 * What earlier handlers have read is kept by Hono: later ones see that, whatever the request holds now. Of a body that nobody has read, a copy is
 * read: some handlers hand on the request itself.
 */
function callOf<E extends Env>(c: Context<E>): Ready<ServerCall<Context<E>>> {
  const isKept = (request: Request) => request.bodyUsed || Object.keys(c.req.bodyCache).length > 0;
  const read = (request: Request) => (isKept(request) ? c.req.text() : textOf(request));
  return after(callOfRequest(c.req.raw, c, read), (call) => {
    const otherwise = readBehindMarks(call.url);
    return otherwise ? { ...call, otherwise } : call;
  });
}

/** Whether routes were found by the method that was decided about: who replaces the request of a call replaces its method, and no route. */
function isRoutedBy<E extends Env>({ req }: Context<E>): boolean {
  const routed = req.method === 'HEAD' ? 'GET' : req.method;
  return req.matchedRoutes.every(({ method }) => method === 'ALL' || method === routed);
}

/** Whether the path that Hono found routes by is the one that was decided about. */
function isRoutedAs(url: string, routed: string): boolean {
  const path = pathTextOf(url);
  return path === routed || routedPath(path) === routed;
}

const ROUTED_OTHERWISE =
  'the path that was decided about is not the one that routes are found by: the application must have neither `getPath` nor `strict: false`';

const OTHER_METHOD =
  'the method that was decided about is not the one that routes were found by: override methods before they are routed (`hono/method-override`)';

const ROUTING: RouterHabits = {
  caseSensitive: true,
  strict: true,
  help: 'Hono cannot tell them apart: rename one',
};

/** The options that Hono has beside those of every server. */
const OWN_OPTIONS: OptionKinds<Omit<HonoAuthorizationOptions, keyof ServerOptions>> = { answer: FUNCTION };
