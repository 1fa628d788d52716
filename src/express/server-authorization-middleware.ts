import {
  type ActionOptions,
  type Authorize,
  type Ruling,
  type ServerAuthorization,
  serverAuthorization,
} from '../server/authorization.ts';
import type { Answer, Problem } from '../server/reporting/problem.ts';
import { callOf } from './call.ts';
import type { Handler, HttpRequest, HttpResponse, Next } from './http.ts';
import { lock } from './lock.ts';
import type { MiddlewareOptions } from './options.ts';
import { type RouteReport, verifyRoutes } from './verify-routes.ts';

/**
 * Authorizes every call of an Express application (5 or 4) before its routes see it. Register `middleware` with `app.use`, after body
 * parsing and token validation and before all routes. Whatever is not allowed is answered here. Specification 4.5.
 * @throws {InputError} with everything that is wrong with the configuration at once.
 */
export class ServerAuthorizationMiddleware<Req extends HttpRequest = HttpRequest> {
  /** For `app.use`. */
  readonly middleware: Handler<Req>;
  readonly #authorization: ServerAuthorization<Req>;
  readonly #answer: MiddlewareOptions<Req>['answer'];
  readonly #handlers = new WeakSet<object>();

  constructor({ answer, caseSensitiveRouting, strictRouting, ...options }: MiddlewareOptions<Req>) {
    this.#authorization = serverAuthorization(options, {
      caseSensitive: caseSensitiveRouting === true,
      strict: strictRouting === true,
      help: ROUTING_HELP,
    });
    this.#answer = answer;
    this.middleware = this.#guard(this.#authorization.authorize);
  }

  /**
   * A handler that authorizes one route, for applications that do not want the middleware everywhere:
   * `app.get('/campaigns/:id', authorization.handler('getEmailCampaign'), ...)`.
   * @throws {TypeError} when the schema has no such action.
   */
  handler(action: string, options: ActionOptions<Req> = {}): Handler<Req> {
    return this.#guard(this.#authorization.authorizeAction(action, options));
  }

  /**
   * Compares the routes of an application with the schema: call it when all are mounted, in a test or at start. Specification 4.5.
   */
  verifyRoutes(app: object): RouteReport {
    const { table, endpoints } = this.#authorization;
    return verifyRoutes(app, table, endpoints, (handler) => this.#handlers.has(handler));
  }

  #guard(authorize: Authorize<Req>): Handler<Req> {
    const handler: Handler<Req> = (req, res, next) => {
      const ruling = authorize(callOf(req));
      if (!(ruling instanceof Promise)) act(ruling, req, res, next, this.#answer);
      else ruling.then((known) => act(known, req, res, next, this.#answer)).catch(next);
    };
    this.#handlers.add(handler);
    return handler;
  }
}

const ROUTING_HELP =
  'Express ignores letter case and a slash at the end by default: rename one, or set `case sensitive routing` or `strict routing` in every router, and `caseSensitiveRouting: true` or `strictRouting: true` here';

function act<Req extends HttpRequest>(
  ruling: Ruling,
  req: Req,
  res: HttpResponse,
  next: Next,
  own: MiddlewareOptions<Req>['answer'],
): void {
  if (ruling.type === 'pass') {
    lock(req, ruling.url);
    if (ruling.authorized) req.authorized = ruling.authorized;
    next();
  } else if (ruling.problem && own) answerInOwnWay(ruling.answer, ruling.problem, req, res, own);
  else send(ruling.answer, res);
}

function answerInOwnWay<Req extends HttpRequest>(
  answer: Answer,
  problem: Problem,
  req: Req,
  res: HttpResponse,
  own: NonNullable<MiddlewareOptions<Req>['answer']>,
): void {
  const challenge = answer.headers['WWW-Authenticate'];
  if (challenge !== undefined) res.setHeader('WWW-Authenticate', challenge);
  Promise.resolve()
    .then(() => own(problem, req, res))
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
