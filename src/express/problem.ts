import type { HttpResponse } from './http.ts';

/** Why a call was not handed on. */
const REFUSALS = {
  unauthenticated: { status: 401, title: 'Unauthorized', detail: 'This call needs a valid identity.' },
  denied: { status: 403, title: 'Forbidden', detail: 'You may not do this.' },
  missing: { status: 404, title: 'Not Found', detail: 'There is no such resource.' },
  'no-endpoint': { status: 404, title: 'Not Found', detail: 'There is no such endpoint.' },
  unusable: { status: 400, title: 'Bad Request', detail: 'The call cannot be understood.' },
  'too-long': { status: 414, title: 'URI Too Long', detail: 'The target of the call is too long.' },
  failed: { status: 500, title: 'Internal Server Error', detail: 'The authorization of this call failed.' },
} as const;

export type Refusal = keyof typeof REFUSALS;

/** The answer to a refused call: the members of RFC 9457. It never says anything about policies. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  /** The id of the call in the log. */
  readonly requestId: string;
}

/** `detail` says what is wrong with the call itself, where that is known. */
export function problemOf(refusal: Refusal, requestId: string, detail?: string): Problem {
  const known = REFUSALS[refusal];
  return { type: 'about:blank', ...known, ...(detail ? { detail } : {}), requestId };
}

/** Answers with `application/problem+json`. A call whose answer has already begun can only be cut off. */
export function sendProblem(problem: Problem, res: HttpResponse, challenge: string): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  res.statusCode = problem.status;
  res.setHeader('Content-Type', 'application/problem+json');
  res.setHeader('Cache-Control', 'no-store');
  if (problem.status === 401) res.setHeader('WWW-Authenticate', challenge);
  res.end(JSON.stringify(problem));
}
