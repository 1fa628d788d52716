import type { Ruling } from '../server/authorization.ts';
import type { Problem } from '../server/reporting/problem.ts';
import type { Ready } from '../server/waiting/ready.ts';

/** The answer to a call that is not let through. `own` words it in the application's own way; where that fails, or gives no answer, the plain answer does. */
export function refusalOf(
  { answer, problem }: Ruling & { type: 'answer' },
  own?: (problem: Problem) => Ready<Response>,
): Ready<Response> {
  const { status, headers, body } = answer;
  const plain = () => new Response(body === '' ? null : body, { status, headers });
  if (!problem || !own) return plain();
  return Promise.resolve()
    .then(() => own(problem))
    .then((response) =>
      isResponse(response) ? withChallenge(response, headers['WWW-Authenticate']) : plain(),
    )
    .catch(plain);
}

/** Also one of another realm, or of another class that a server has in its place. */
function isResponse(answer: unknown): boolean {
  const { status, headers }: { status?: unknown; headers?: { get?: unknown } } = Object(answer);
  return typeof status === 'number' && typeof headers?.get === 'function';
}

function withChallenge(response: Response, challenge: string | undefined): Response {
  if (challenge === undefined || response.headers.has('WWW-Authenticate')) return response;
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set('WWW-Authenticate', challenge);
  return new Response(response.body, { status, statusText, headers });
}
