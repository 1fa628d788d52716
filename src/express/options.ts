import type { ServerOptions } from '../server/options.ts';
import type { Problem } from '../server/reporting/problem.ts';
import type { HttpRequest, HttpResponse } from './http.ts';

/** Options of {@link ServerAuthorizationMiddleware}: those of any server, and what Express alone needs. */
export interface MiddlewareOptions<Req extends HttpRequest = HttpRequest> extends ServerOptions<Req> {
  /** Answers refused calls in the application's own way. It must end the response. */
  readonly answer?: (problem: Problem, req: Req, res: HttpResponse) => void | Promise<void>;
}
