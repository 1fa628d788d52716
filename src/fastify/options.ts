import type { ServerOptions } from '../server/options.ts';
import type { Problem } from '../server/reporting/problem.ts';
import type { FastifyAnswer, FastifyCall } from './http.ts';

/** Options of {@link FastifyAuthorization}: those of any server, and what Fastify alone needs. */
export interface FastifyAuthorizationOptions<Req extends FastifyCall = FastifyCall>
  extends ServerOptions<Req> {
  /** Answers refused calls in the application's own way. It must send a reply. */
  readonly answer?: (problem: Problem, req: Req, reply: FastifyAnswer) => unknown;
}
