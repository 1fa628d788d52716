import { FUNCTION, type OptionKinds } from '../core/diagnostics/options.ts';
import type { ModelEndpoint } from '../core/requests/map-call.ts';
import {
  type ActionOptions,
  type Authorize,
  type Ruling,
  type ServerAuthorization,
  serverAuthorization,
} from '../server/authorization.ts';
import { ROUTE_OF_ANOTHER } from '../server/check.ts';
import type { GuardKind } from '../server/compare-routes.ts';
import { HandlerQuestions } from '../server/handler-questions.ts';
import type { ServerOptions } from '../server/options.ts';
import { type Answer, answerOf, problemOf } from '../server/reporting/problem.ts';
import { describeFailure } from '../server/reporting/report.ts';
import type { RouteReport } from '../server/route-report.ts';
import type { Ready } from '../server/waiting/ready.ts';
import { routesOnlyBehind } from './behind-guard.ts';
import { callOf } from './call.ts';
import type { Handler, HttpRequest, HttpResponse, Next } from './http.ts';
import { lock, lockRoute, type RefusedPlaces } from './lock.ts';
import { looseRouting } from './loose-routing.ts';
import type { MiddlewareOptions } from './options.ts';
import { routesAround } from './route-around.ts';
import { routeTemplates } from './route-templates.ts';
import { verifyRoutes } from './verify-routes.ts';

/**
 * Authorizes every call of an Express application (5 or 4) before its routes see it. Register `middleware` with `app.use`, after body
 * parsing and token validation and before all routes. Whatever is not allowed is answered here. Specification 4.5.
 * @throws {InputError} with everything that is wrong with the configuration at once.
 */
export class ServerAuthorizationMiddleware<
  Req extends HttpRequest = HttpRequest,
> extends HandlerQuestions<Req> {
  /** For `app.use`. */
  readonly middleware: Handler<Req>;
  readonly #authorization: ServerAuthorization<Req>;
  readonly #answer: MiddlewareOptions<Req>['answer'];
  readonly #isRoutesOnly = routesOnlyBehind();
  readonly #looseRouting = looseRouting();
  readonly #templatesOf = routeTemplates();
  readonly #routeAround = routesAround();
  readonly #isReportOnly: boolean;
  readonly #guards = new WeakMap<object, GuardKind>();

  constructor(options: MiddlewareOptions<Req>) {
    const authorization = serverAuthorization(options, { help: ROUTING_HELP }, OWN_OPTIONS);
    super(authorization, callOf);
    this.#authorization = authorization;
    this.#answer = options.answer;
    this.#isReportOnly = options.mode === 'report';
    this.middleware = this.#guard(this.#authorization.authorize, 'endpoints');
  }

  /**
   * A handler that authorizes one route, for applications that do not want the middleware everywhere:
   * `app.get('/campaigns/:id', authorization.handler('getEmailCampaign'), ...)`.
   * @throws {TypeError} when the schema has no such action.
   */
  handler(action: string, options: ActionOptions<Req> = {}): Handler<Req> {
    const kind = options.resource ? 'resource' : 'endpoints';
    return this.#guard(this.#authorization.authorizeAction(action, options), kind);
  }

  /**
   * Compares the routes of an application with the schema: call it when all are mounted, in a test or at start. The report is `ok` when all
   * of its lists are empty: `notInSchema`, `notMounted`, `shadowed`, `unguarded`, `notChecked`, `looseRouters`. Specification 4.5.
   */
  verifyRoutes(app: object): RouteReport {
    const { table, endpoints, routing } = this.#authorization;
    const guardOf = (handler: object) => this.#guards.get(handler);
    return verifyRoutes(app, { table, endpoints, routing, guardOf });
  }

  /** Whatever keeps a call from being kept as it was decided about refuses it. */
  #keep(ruling: Ruling & { type: 'pass' }, req: Req, guard: object): Ready<Ruling> {
    const { url, authorized, endpoints } = ruling;
    try {
      const isRoutesOnly = req.app !== undefined && this.#isRoutesOnly(req.app, guard);
      const refused = this.#refusedPlaces(endpoints, req.app);
      // A last handler may call another application, of which only the lock knows what is mounted at a path.
      if (isRoutesOnly && !refused.mount) lockRoute(req, url, refused.route);
      else lock(req, url, refused);
      if (authorized) req.authorized = authorized;
      return ruling;
    } catch (error) {
      return this.#refuse(req, error);
    }
  }

  #refuse(req: Req, error: unknown): Ready<Ruling> {
    const { method, originalUrl: url, headers } = req;
    return this.#authorization.refuse({ method, url, headers, req }, describeFailure(error));
  }

  /** None where calls are only reported. */
  #refusedPlaces(decided: readonly ModelEndpoint[], guarded: object | undefined): RefusedPlaces {
    if (this.#isReportOnly) return {};
    const { routing, isOfAnother } = this.#authorization;
    let asked: { readonly app: unknown; readonly baseUrl: string; readonly found: unknown } | undefined;
    let why: string | undefined;
    // A router tells of a route when it is found, and again when it runs.
    const route: RefusedPlaces['route'] = (req, found) => {
      const { method, app, baseUrl } = req;
      if (asked && asked.found === found && asked.app === app && asked.baseUrl === baseUrl) return why;
      const isOther = isOfAnother({ method, templates: this.#templatesOf(req, found) }, decided);
      why = isOther ? ROUTE_OF_ANOTHER : this.#looseRouting.ofRoutes(app, routing);
      asked = { app, baseUrl, found };
      return why;
    };
    if (!routing.caseSensitive) return { route };
    // A call keeps an application that a handler has called, also behind it: nobody knows any more whose path it is.
    const mount: RefusedPlaces['mount'] = ({ app }) =>
      app === undefined || app === guarded ? undefined : this.#looseRouting.ofMounts(app);
    return { route, mount };
  }

  /** A parser may read a body only when somebody asks for it, and fail then. */
  #rulingOn(req: Req, guard: object, authorize: Authorize<Req>): Ready<Ruling> {
    const { routing, refuse } = this.#authorization;
    try {
      const route = this.#routeAround(req, guard);
      const call = route ? { ...callOf(req), templates: this.#templatesOf(req, route) } : callOf(req);
      const loose = this.#looseRouting.ofRoutes(req.app, routing);
      return loose === undefined ? authorize(call) : refuse(call, loose);
    } catch (error) {
      return this.#refuse(req, error);
    }
  }

  #guard(authorize: Authorize<Req>, kind: GuardKind): Handler<Req> {
    const own = this.#answer;
    // What goes wrong here is answered here: an error handler that hands calls on would hand this one on undecided.
    const handler: Handler<Req> = (req, res, next) => {
      const act = (ruling: Ruling) => {
        if (ruling.type === 'pass') return next();
        const { problem } = ruling;
        if (problem && own) answerInOwnWay(ruling.answer, res, () => own(problem, req, res));
        else send(ruling.answer, res);
      };
      const keep = (ruling: Ruling) =>
        go(ruling.type === 'pass' ? this.#keep(ruling, req, handler) : ruling, act, next);
      go(this.#rulingOn(req, handler, authorize), keep, next);
    };
    this.#guards.set(handler, kind);
    return handler;
  }
}

/** Goes on with a ruling, now or when it is there. What handlers throw in a later tick is for the error handlers, too. */
function go(ruling: Ready<Ruling>, act: (ruling: Ruling) => void, next: Next): void {
  if (!(ruling instanceof Promise)) {
    act(ruling);
    return;
  }
  ruling.then(
    (known) => {
      try {
        act(known);
      } catch (error) {
        next(error);
      }
    },
    () => act(FAILED),
  );
}

/** The options that Express has beside those of every server. */
const OWN_OPTIONS: OptionKinds<Omit<MiddlewareOptions, keyof ServerOptions>> = {
  answer: FUNCTION,
};

const FAILED: Ruling = { type: 'answer', answer: answerOf(problemOf('failed', '')) };

const ROUTING_HELP =
  'Express ignores letter case and a slash at the end by default: rename one, or set `case sensitive routing` or `strict routing` in every router, and `caseSensitiveRouting: true` or `strictRouting: true` here';

function answerInOwnWay(answer: Answer, res: HttpResponse, own: () => void | Promise<void>): void {
  const challenge = answer.headers['WWW-Authenticate'];
  Promise.resolve()
    .then(() => {
      // Throws where the answer has already begun.
      if (challenge !== undefined) res.setHeader('WWW-Authenticate', challenge);
      return own();
    })
    .catch(() => send(answer, res));
}

/** A call whose answer has already begun can only be cut off. */
function send({ status, headers, body }: Answer, res: HttpResponse): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.statusCode = status;
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
  res.end(body === '' ? undefined : body);
}
