import { isSafeMethod } from '../endpoints/method.ts';
import { type Status, statusOf } from '../engine/http-status.ts';
import { describeFixture, type Fixture } from '../fixtures/fixture.ts';
import type { Call } from '../requests/map-call.ts';
import { ANONYMOUS } from '../requests/principal.ts';
import type { DecisionResult, Result } from './replay.ts';

/** A call that a running server can be asked, and what it must answer. */
export interface ServerQuestion {
  readonly result: Result;
  readonly call: Call;
  /** 200 stands for "let through", whatever the server then makes of it. */
  readonly expected: Status;
  /** Other statuses that mean the same: a server may hide which resources there are. */
  readonly orElse: readonly Status[];
}

/** Why a fixture is not sent. */
export type Unsent = 'skipped' | 'no-call' | 'needs-context' | 'not-decided' | 'may-write' | 'no-token';

/** What a server answered, as far as it is compared. */
export interface ServerAnswer {
  readonly status: number;
  /** Whether it is a problem of the kind by which the authorization refuses calls. */
  readonly isProblem: boolean;
  /** Where a redirect leads. */
  readonly location?: string | undefined;
}

/**
 * What became of a question: the same, another answer (with what is wrong), or none. A call that a router answers because it has no such
 * route was let through by the authorization, if there is one: that is unsure.
 */
export type AnswerVerdict =
  | { readonly type: 'same'; readonly isUnsure: boolean }
  | { readonly type: 'different'; readonly found: string; readonly expected: string }
  | { readonly type: 'unanswered'; readonly why: string };

/** What a server is asked of a fixture that was replayed, or why it is not. */
export function serverQuestion(result: Result, mayWrite: boolean): ServerQuestion | Unsent {
  const { fixture, status, decisions, refusal, http } = result;
  const { asks } = fixture;
  if (asks.type !== 'call') return 'no-call';
  if (status === 'skipped') return 'skipped';
  if (asks.context !== undefined) return 'needs-context';
  const { call } = asks;
  if (!mayWrite && !isSafeMethod(call.method)) return 'may-write';
  if (refusal) return { result, call, expected: refusal.expected, orElse: orElseHidden(fixture) };
  // Where replay got what the fixture expects, it knows what a server answers to the whole call.
  const expected = (status === 'passed' ? http : undefined) ?? expectedStatus(decisions);
  if (expected === undefined) return 'not-decided';
  return { result, call, expected, orElse: expected === 404 ? [403] : [] };
}

/** A server may hide which endpoints there are, and answer as if the call were denied. */
function orElseHidden({ as }: Fixture): readonly Status[] {
  return as === ANONYMOUS ? [401, 403] : [403];
}

/** Whether a server that answers as it must may change something for it. */
export function changes({ call, expected }: ServerQuestion): boolean {
  return expected === 200 && !isSafeMethod(call.method);
}

/** A call is let through when all it asks for must be allowed. What replay decided says which kind of deny it is. */
function expectedStatus(decisions: readonly DecisionResult[]): Status | undefined {
  const denied = decisions.filter(({ expected }) => expected.decision === 'deny');
  if (decisions.length === 0 || decisions.some(({ status }) => status === 'errored')) return undefined;
  if (denied.length === 0) return 200;
  const written = denied.find(({ expected }) => expected.status !== undefined)?.expected.status;
  if (written !== undefined) return written;
  // Where an allow was found instead, what the fixture says is a plain deny.
  const statuses = denied.map(({ actual, request }) => {
    const status = statusOf(actual, request.principal);
    return status === 200 ? statusOf({ ...actual, kind: 'not-permitted' }, request.principal) : status;
  });
  return statuses.find((status) => status !== 404) ?? 404;
}

/** Compares what a server answered with what it must answer. A redirect is let through only where that is said to be so. */
export function compareAnswer(
  { expected, orElse }: ServerQuestion,
  answer: ServerAnswer,
  allowRedirects = false,
): AnswerVerdict {
  const { status } = answer;
  const isSame =
    expected === 200
      ? isLetThrough(answer) && (allowRedirects || !isRedirect(status))
      : [expected, ...orElse].some((one) => one === status);
  if (isSame) return { type: 'same', isUnsure: expected === 200 && BY_ROUTERS.has(status) };
  return { type: 'different', found: foundText(answer, expected), expected: EXPECTED[expected] };
}

/** What a page that asks for a login is reached by, as well as a file or another address of the resource. 304 is the resource itself. */
function isRedirect(status: number): boolean {
  return status >= 300 && status < 400 && status !== 304;
}

/** What frameworks answer by themselves where no handler takes a call. */
const BY_ROUTERS: ReadonlySet<number> = new Set([404, 405, 415]);

/** What proxies and limits of rates answer before anything is decided: proxy authentication, a call that took too long, too many calls. */
const BEFORE_DECISIONS: ReadonlySet<number> = new Set([407, 408, 429]);

/** A handler may well answer 400 or 404 by itself; 401, 403 and failures are no answers to what is allowed. */
function isLetThrough({ status, isProblem }: ServerAnswer): boolean {
  if (BEFORE_DECISIONS.has(status)) return false;
  return status < 500 && status !== 401 && status !== 403 && !(status >= 400 && isProblem);
}

const EXPECTED: Readonly<Record<Status, string>> = {
  200: 'it to be let through',
  204: '204, with the methods of the path',
  400: '400, as it cannot be understood',
  401: '401, as nobody is known to make it',
  403: '403, as it is denied',
  404: '404, as there is no such endpoint or resource',
  414: '414, as its target is too long',
  500: '500, as it cannot be decided',
};

function foundText({ status, isProblem, location }: ServerAnswer, expected: Status): string {
  if (isRedirect(status)) return redirectText(status, location, expected);
  if (status < 400) return `${status}: it was let through`;
  if (BEFORE_DECISIONS.has(status)) return undecidedText(status);
  if (isProblem && status === 404) return `404, from the authorization: ${NO_SUCH_DATA}`;
  if (isProblem) return `${status}, from the authorization`;
  return expected === 200 && status < 500 ? `${status}, ${BY_ITSELF}` : `${status}`;
}

function redirectText(status: number, location: string | undefined, expected: Status): string {
  const where = location === undefined ? '' : ` to ${location}`;
  const remedy = expected === 200 ? ': `--allow-redirects`, if such calls are let through' : '';
  return `${status}${where}, a redirect, which says neither allow nor deny${remedy}`;
}

function undecidedText(status: number): string {
  const remedy = status === 429 ? ': a lower `--rate` sends fewer calls in a second' : '';
  return `${status}, which says neither allow nor deny${remedy}`;
}

const NO_SUCH_DATA = "the server has no such resource; its data must be those of the fixtures' `entities`";
const BY_ITSELF = 'but no `application/problem+json`: the application may have answered so itself';

/** The question in one line. */
export function describeServerQuestion({ result }: ServerQuestion): string {
  return describeFixture(result.fixture);
}
