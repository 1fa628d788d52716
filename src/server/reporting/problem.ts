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

/** An HTTP answer, ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty when there is none. */
  readonly body: string;
}

/** The problem as `application/problem+json`. */
export function answerOf(problem: Problem, challenge = 'Bearer'): Answer {
  return {
    status: problem.status,
    headers: {
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
      ...(problem.status === 401 ? { 'WWW-Authenticate': challenge } : {}),
    },
    body: JSON.stringify(problem),
  };
}
