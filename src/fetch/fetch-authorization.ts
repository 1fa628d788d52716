import { FUNCTION, type OptionKinds } from '../core/diagnostics/options.ts';
import { type Ruling, type ServerAuthorization, serverAuthorization } from '../server/authorization.ts';
import type { Authorized, ServerCall } from '../server/call.ts';
import { HandlerQuestions } from '../server/handler-questions.ts';
import type { ServerOptions } from '../server/options.ts';
import type { Problem } from '../server/reporting/problem.ts';
import { after, type Ready } from '../server/waiting/ready.ts';
import { callOf, textOf } from './call.ts';
import { refusalOf } from './refusal.ts';

/** Options of {@link FetchAuthorization}: those of any server, and what handlers of the Fetch API alone need. */
export interface FetchAuthorizationOptions<Req extends Request = Request> extends ServerOptions<Req> {
  /** Answers refused calls in the application's own way. */
  readonly answer?: (problem: Problem, request: Req) => Response | Promise<Response>;
}

/** A handler of calls that were let through. `more` is what the server hands over besides the request, such as `env`. */
export type AuthorizedHandler<Req extends Request, More extends readonly unknown[]> = (
  request: Req,
  authorized: Authorized | undefined,
  ...more: More
) => Response | Promise<Response>;

/**
 * Authorizes every call of a server whose handler takes a `Request` and gives a `Response`, as Deno, Bun and many frameworks have
 * it: `export default { fetch: authorization.protect(handler) }`.
 * @throws {InputError} with everything that is wrong with the configuration at once.
 */
export class FetchAuthorization<Req extends Request = Request> extends HandlerQuestions<Req> {
  readonly #authorization: ServerAuthorization<Req>;
  readonly #answer: FetchAuthorizationOptions<Req>['answer'];
  readonly #calls: WeakMap<Req, ServerCall<Req>>;

  constructor(options: FetchAuthorizationOptions<Req>) {
    const authorization = serverAuthorization(options, { help: ROUTING_HELP }, OWN_OPTIONS);
    const calls = new WeakMap<Req, ServerCall<Req>>();
    super(authorization, (request) => calls.get(request) ?? callOf(request, request, textOf));
    this.#authorization = authorization;
    this.#answer = options.answer;
    this.#calls = calls;
  }

  /**
   * The handler behind the authorization: it runs for calls that are let through, and for no others.
   * @throws {TypeError} where there is no handler.
   */
  protect<More extends readonly unknown[]>(
    handler: AuthorizedHandler<Req, More>,
  ): (request: Req, ...more: More) => Promise<Response> {
    if (typeof handler !== 'function') throw new TypeError(NO_HANDLER);
    return async (request, ...more) => {
      const call = await callOf(request, request, textOf);
      this.#calls.set(request, call);
      return after(this.#authorization.authorize(call), (ruling) =>
        this.#act(ruling, request, (authorized) => handler(request, authorized, ...more)),
      );
    };
  }

  #act(
    ruling: Ruling,
    request: Req,
    handle: (authorized: Authorized | undefined) => Ready<Response>,
  ): Ready<Response> {
    if (ruling.type === 'answer') {
      const own = this.#answer;
      return refusalOf(ruling, own && ((problem) => own(problem, request)));
    }
    return handle(ruling.authorized);
  }
}

const NO_HANDLER = '`protect` needs a handler: a function that answers a `Request` with a `Response`';

const ROUTING_HELP =
  'rename one, or set `caseSensitiveRouting: true` or `strictRouting: true` where what routes the calls tells them apart';

/** The options that handlers of the Fetch API have beside those of every server. */
const OWN_OPTIONS: OptionKinds<Omit<FetchAuthorizationOptions, keyof ServerOptions>> = {
  answer: FUNCTION,
};
