import { checkAction, checkCall, type Verdict } from './check.ts';
import type { Handler, HttpRequest, HttpResponse, Next } from './http.ts';
import { lock } from './lock.ts';
import type { MiddlewareOptions } from './options.ts';
import { type Problem, problemOf, type Refusal, sendProblem } from './problem.ts';
import { after, type Ready } from './ready.ts';
import { describeFailure, needsNoId, reportVerdict, requestIdOf } from './report.ts';
import { type Setup, setUp } from './setup.ts';
import { type RouteReport, verifyRoutes } from './verify-routes.ts';

/** Options of {@link ServerAuthorizationMiddleware.handler}. */
export interface HandlerOptions<Req> {
  /**
   * The identifier of the resource of a call, or a list of them, without type. When left out, the call must be one of the schema's
   * endpoints of the action, and the identifier is read from it.
   */
  readonly resource?: (req: Req) => string | readonly string[];
}

/**
 * Authorizes every call of an Express application (5 or 4) before its routes see it. Register `middleware` with `app.use`, after body
 * parsing and token validation and before all routes. Whatever is not allowed is answered here. Specification 4.5.
 * @throws {InputError} with everything that is wrong with the configuration at once.
 */
export class ServerAuthorizationMiddleware<Req extends HttpRequest = HttpRequest> {
  /** For `app.use`. */
  readonly middleware: Handler<Req>;
  readonly #setup: Setup<Req>;
  readonly #handlers = new WeakSet<object>();

  constructor(options: MiddlewareOptions<Req>) {
    const setup = setUp(options);
    this.#setup = setup;
    this.middleware = guard(setup, (req) => checkCall(req, setup));
    this.#handlers.add(this.middleware);
  }

  /**
   * A handler that authorizes one route, for applications that do not want the middleware everywhere:
   * `app.get('/campaigns/:id', authorization.handler('getEmailCampaign'), ...)`.
   * @throws {TypeError} when the schema has no such action.
   */
  handler(action: string, { resource }: HandlerOptions<Req> = {}): Handler<Req> {
    const setup = this.#setup;
    if (!setup.actions.has(action)) throw new TypeError(`the schema has no action \`${action}\``);
    const handler = guard(setup, (req) => {
      if (!resource) return after(checkCall(req, setup), (verdict) => ofAction(verdict, action));
      const named = resource(req);
      return checkAction(req, setup, action, typeof named === 'string' ? [named] : named);
    });
    this.#handlers.add(handler);
    return handler;
  }

  /**
   * Compares the routes of an application with the schema: call it when all are mounted, in a test or at start. Specification 4.5.
   */
  verifyRoutes(app: object): RouteReport {
    return verifyRoutes(app, this.#setup.table, this.#setup.mapper.endpoints, (handler) =>
      this.#handlers.has(handler),
    );
  }
}

/** Without a resource of its own, a handler for one action does not let a call through that was decided as another. */
function ofAction(verdict: Verdict, action: string): Verdict {
  if (verdict.type !== 'allowed' || verdict.authorized.action === action) return verdict;
  const reason = `the route is for \`${action}\`, and the call is \`${verdict.authorized.action}\``;
  return { type: 'refused', refusal: 'failed', reason };
}

/** The way from a check to an answer. Whatever goes wrong on it, no handler runs. */
function guard<Req extends HttpRequest>(setup: Setup<Req>, check: Check<Req>): Handler<Req> {
  return (req, res, next) => {
    const started = performance.now();
    decide(req, setup, started, check)
      .then(({ verdict, requestId }) => act(verdict, requestId, req, res, next, setup))
      .catch(next);
  };
}

type Check<Req> = (req: Req) => Ready<Verdict>;

interface Decided {
  readonly verdict: Verdict;
  /** Empty when nobody will read it, or when it could not be made. */
  readonly requestId: string;
}

/** Never rejects. */
async function decide<Req extends HttpRequest>(
  req: Req,
  setup: Setup<Req>,
  started: number,
  check: Check<Req>,
): Promise<Decided> {
  let requestId = '';
  const verdict = await checked(req, check);
  try {
    if (needsNoId(verdict, setup.options)) return { verdict, requestId };
    requestId = requestIdOf(req, setup.options);
    await reportVerdict(verdict, req, requestId, started, setup);
    return { verdict, requestId };
  } catch (error) {
    // A decision that cannot be recorded is not acted upon.
    return { verdict: failure(error), requestId };
  }
}

async function checked<Req>(req: Req, check: Check<Req>): Promise<Verdict> {
  try {
    return await check(req);
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): Verdict {
  return { type: 'refused', refusal: 'failed', reason: describeFailure(error) };
}

function act<Req extends HttpRequest>(
  verdict: Verdict,
  requestId: string,
  req: Req,
  res: HttpResponse,
  next: Next,
  setup: Setup<Req>,
): void {
  if (verdict.type === 'options') {
    res.statusCode = 204;
    res.setHeader('Allow', verdict.methods.join(', '));
    res.end();
  } else if (verdict.type === 'refused') {
    refuse(problem(verdict.refusal, requestId, verdict.detail, setup), req, res, setup);
  } else {
    lock(req, verdict.url);
    if (verdict.type === 'allowed') req.authorized = verdict.authorized;
    next();
  }
}

function problem<Req extends HttpRequest>(
  refusal: Refusal,
  requestId: string,
  detail: string | undefined,
  { options }: Setup<Req>,
): Problem {
  const plain = problemOf(refusal, requestId, detail);
  const isHidden = refusal === 'no-endpoint' && options.unknownEndpoint === 403;
  return isHidden ? problemOf('denied', requestId) : plain;
}

function refuse<Req extends HttpRequest>(
  answer: Problem,
  req: Req,
  res: HttpResponse,
  { options }: Setup<Req>,
): void {
  const challenge = options.challenge ?? 'Bearer';
  const plain = () => sendProblem(answer, res, challenge);
  if (!options.answer) {
    plain();
    return;
  }
  if (answer.status === 401) res.setHeader('WWW-Authenticate', challenge);
  const own = options.answer;
  Promise.resolve()
    .then(() => own(answer, req, res))
    .catch(plain);
}
