import { type Entity, plainUid } from '../cedar/entity.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { type Decision, decideAsAsked, type Engine, notFound } from '../engine/engine.ts';
import {
  answered,
  type CallRefusal,
  callRefusal,
  isItem,
  isRefusal,
  refusalOf,
  type Status,
  settledStatus,
  statusOf,
  worstOf,
} from '../engine/http-status.ts';
import type { Explanation } from '../explanation/explanation.ts';
import type { ExpectedDecision, Fixture } from '../fixtures/fixture.ts';
import type { ExpectedRefusal, ExpectedRequest, ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { ModelEndpoint, Request } from '../requests/map-call.ts';
import { groupBy } from '../values/group.ts';

/** *Failed* got another decision than expected; *errored* could not be decided. */
export type DecisionStatus = 'passed' | 'failed' | 'errored';

/** *Skipped* was not replayed; a *todo* was, and whatever it got, it fails nothing. */
export type ResultStatus = DecisionStatus | 'skipped' | 'todo';

/** The outcome of one fixture: the worst of its decisions, unless it is marked as not to count. */
export interface Result {
  readonly fixture: Fixture;
  /** The endpoint that the call reached; a ready request reaches none. */
  readonly endpoint?: ModelEndpoint;
  readonly status: ResultStatus;
  /** One for each item of a batch; none when the fixture was skipped. */
  readonly decisions: readonly DecisionResult[];
  /** What became of a call that was expected to be refused; it has no decisions. */
  readonly refusal?: RefusalResult;
  /** What a server answers to the call, all of its decisions taken together; missing for a request that is no call, and when skipped. */
  readonly http?: Status;
  /** How long it took. */
  readonly milliseconds: number;
}

/**
 * A call that had to be refused before anything was decided: 404 where no endpoint answers it, 400 where it cannot be understood; or about
 * which nothing is decided, as its endpoint is skipped.
 */
export interface RefusalResult {
  readonly expected: Status;
  readonly actual: Status;
  /** Whether that is as expected: a fixture may name policies where none is asked, and the status is right all the same. */
  readonly isMet: boolean;
  /** Why it was refused or let through, or which endpoint answers it. */
  readonly reason: string;
}

export interface DecisionResult {
  readonly request: Request;
  readonly expected: ExpectedDecision;
  readonly actual: Decision;
  readonly status: DecisionStatus;
  /** What a server answers when this is the only question of the call. */
  readonly http: Status;
  /** Set where another question of the call decides what becomes of it. */
  readonly isCompanion?: true;
  /** Why `actual` is what it is, for the decisions that are explained. */
  readonly explanation?: Explanation;
}

/** Milliseconds since some moment: handed in, since the core has no clock of its own. */
export type Clock = () => number;

export interface Observer {
  /** Told of each decision, with the entities it was made on; `undefined` when there was nothing to decide about. */
  readonly record: (request: Request, entities: readonly Entity[] | undefined, actual: Decision) => void;
  /** Told what policies made of a call to an endpoint, all of its questions taken together; in a batch, of each item. */
  readonly recordCall: (endpoint: ModelEndpoint, outcome: 'allowed' | 'denied') => void;
}

/** What a replay works with. */
export interface Replayer {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly observer?: Observer | undefined;
}

/** Decides every call as the running application would. */
export function replayFixtures(fixtures: readonly ReadyFixture[], replayer: Replayer): Result[] {
  return fixtures.map((ready) => replayFixture(ready, replayer));
}

/** The outcome of one fixture. */
export function replayFixture(ready: ReadyFixture, replayer: Replayer): Result {
  const { fixture } = ready;
  if (fixture.skip !== undefined) return resultOf(ready, 'skipped', [], 0);
  const start = replayer.clock();
  if (ready.refusal) {
    const { status, refusal } = replayRefusal(ready, ready.refusal, replayer);
    return { ...resultOf(ready, status, [], replayer.clock() - start), refusal, http: refusal.actual };
  }
  const each = ready.checks.map((check) => replayRequest(check, ready, replayer));
  if (ready.endpoint && replayer.observer) tellOutcomes(ready.endpoint, each, replayer.observer);
  const decisions = each.length > 1 ? taken(each, ready) : each;
  const status = fixture.todo === undefined ? worst(decisions) : 'todo';
  const http = callStatus(decisions, ready);
  const milliseconds = replayer.clock() - start;
  const { endpoint } = ready;
  // Written out: V8 keeps what is added to a copy in an object of its own, and there may be a million of them.
  if (endpoint && http !== undefined) return { fixture, endpoint, status, decisions, milliseconds, http };
  const result = resultOf(ready, status, decisions, milliseconds);
  return http === undefined ? result : { ...result, http };
}

/** What a server makes of all decisions about a call. */
function callStatus(
  decisions: readonly DecisionResult[],
  { answering, principal }: ReadyFixture,
): Status | undefined {
  if (!answering) return undefined;
  const [only] = decisions;
  if (only && decisions.length === 1) return only.http;
  const answers = decisions.map(({ request, actual }) => answered(request, actual));
  const refusal = callRefusal(answers, answering.choice);
  return statusOf(
    { kind: refusal ? REFUSED_KINDS[refusal] : 'allowed' },
    plainUid(principal.uid),
    answering.rules,
  );
}

/** Items may be left out one by one, and each needs what the call asks besides. */
function tellOutcomes(
  endpoint: ModelEndpoint,
  decisions: readonly DecisionResult[],
  { recordCall }: Observer,
): void {
  const isOfBatch = ({ request }: DecisionResult) =>
    PATTERN_TRAITS[endpoint.pattern].hasItems && isItem(request);
  const [items, others] = [decisions.filter(isOfBatch), decisions.filter((one) => !isOfBatch(one))];
  const refusals = (items.length > 0 ? items.map((item) => [item, ...others]) : [others]).map((asked) =>
    worstOf(asked.map(({ actual }) => actual)),
  );
  for (const refusal of refusals) {
    if (refusal === undefined) recordCall(endpoint, 'allowed');
    else if (refusal === 'denied') recordCall(endpoint, 'denied');
  }
}

const REFUSED_KINDS: Readonly<Record<CallRefusal, Decision['kind']>> = {
  failed: 'errored',
  denied: 'not-permitted',
  missing: 'not-found',
};

/**
 * Of several questions that must all be permitted (`HEAD` and `GET`, a move and its destination), those that do not decide what becomes
 * of the call are no failures: it is refused, whatever they are. The items of a batch are each a question of their own, and so are two
 * things of which a fixture names each.
 */
function taken(
  decisions: readonly DecisionResult[],
  { checks, endpoint, fixture }: ReadyFixture,
): readonly DecisionResult[] {
  const isBatch = endpoint !== undefined && PATTERN_TRAITS[endpoint.pattern].hasItems;
  const isOne = !isBatch && fixture.expectation.type === 'every';
  const groupOf = ({ request }: DecisionResult) => (isOne || !isItem(request) ? undefined : request.item);
  const worstOfGroup = new Map(
    [...groupBy(decisions, groupOf)].map(([group, all]) => [group, worstOf(all.map(({ actual }) => actual))]),
  );
  const decides = (one: DecisionResult) => refusalOf(one.actual) === worstOfGroup.get(groupOf(one));
  // Where the call's own question is refused for the same, that is the answer.
  const isOwnRefused =
    isOne && decisions.some((one) => one.actual.decision === 'deny' && decides(one) && !one.request.isSecond);
  return decisions.map((decision, index) => {
    const { actual, request, status } = decision;
    const isAside = checks[index]?.isAside === true || (isOwnRefused && request.isSecond === true);
    if (!isAside && decides(decision)) return decision;
    const own = status === 'errored' ? status : 'passed';
    return { ...decision, expected: { decision: actual.decision }, status: own, isCompanion: true };
  });
}

function resultOf(
  { fixture, endpoint }: ReadyFixture,
  status: ResultStatus,
  decisions: readonly DecisionResult[],
  milliseconds: number,
): Result {
  return endpoint
    ? { fixture, endpoint, status, decisions, milliseconds }
    : { fixture, status, decisions, milliseconds };
}

/** An endpoint that answers such a call may let it through: then that is what happened, whatever became of other items. */
function replayRefusal(
  ready: ReadyFixture,
  { expected, isMet, mapped }: ExpectedRefusal,
  { engine, clock }: Replayer,
): { readonly status: ResultStatus; readonly refusal: RefusalResult } {
  const { endpoint, answering, principal } = ready;
  const decisions = ready.checks.map((check) => replayRequest(check, ready, { engine, clock }));
  const actual = mapped
    ? settledStatus(mapped, plainUid(principal.uid), answering?.rules)
    : (callStatus(decisions, ready) ?? 500);
  const reason = mapped?.reason ?? (endpoint ? `\`${endpoint.method} ${endpoint.path}\` answers it` : '');
  const status = ready.fixture.todo !== undefined ? 'todo' : isMet ? 'passed' : 'failed';
  // A server may answer with another status than people write: it hides which endpoints there are.
  return { status, refusal: { expected: isMet ? actual : expected, actual, isMet, reason } };
}

/** What a call got about which no policy decided: one that is refused gets as little as one that is denied. */
export function undecidedAnswer({ actual }: Pick<RefusalResult, 'actual'>): Decision['decision'] {
  return isRefusal(actual) ? 'deny' : 'allow';
}

/** Whether a server lets the whole call through: where every question is allowed, or nothing is decided about it. */
export function overallDecision({
  decisions,
  refusal,
}: Pick<Result, 'decisions' | 'refusal'>): Decision['decision'] {
  if (refusal) return undecidedAnswer(refusal);
  const isAllowed = decisions.length > 0 && decisions.every(({ actual }) => actual.decision === 'allow');
  return isAllowed ? 'allow' : 'deny';
}

function replayRequest(
  check: ExpectedRequest,
  ready: ReadyFixture,
  { engine, observer }: Replayer,
): DecisionResult {
  const slice = ready.slices.compose(ready.principal, check.request.resource);
  const entities = slice.type === 'not-found' ? undefined : slice.entities;
  const decided =
    slice.type === 'not-found'
      ? notFound(slice.why)
      : decideAsAsked(engine, check.request, slice.entities, !ready.isUnchecked);
  const actual = check.expected.asCedar ? asCedarDecides(decided) : decided;
  observer?.record(check.request, entities, actual);
  const { request, expected } = check;
  const http = statusOf(actual, request.principal, ready.answering?.rules);
  return { request, expected, actual, status: compare(expected, actual, http), http };
}

/** The errors stay: how many there are may matter, too. */
function asCedarDecides(decided: Decision): Decision {
  const { skippingErrors: decision, determining } = decided;
  if (decision === undefined) return decided;
  const denied = determining.length > 0 ? 'forbidden' : 'not-permitted';
  return { ...decided, decision, kind: decision === 'allow' ? 'allowed' : denied };
}

function compare(expected: ExpectedDecision, actual: Decision, http: Status): DecisionStatus {
  if (hasUndeclaredError(expected, actual)) return 'errored';
  if (expected.decision !== actual.decision) return 'failed';
  if (expected.status !== undefined && expected.status !== http) return 'failed';
  if (!hasExpectedReasons(expected, actual)) return 'failed';
  if (actual.errors.length === 0 && !expected.errors && !expected.errorCount) return 'passed';
  const failing = actual.errors.flatMap((error) => (error.policy ? [error.policy.id] : []));
  if (expected.errorCount !== undefined && expected.errorCount !== failing.length) return 'failed';
  return expected.errors && !sameWords(expected.errors, failing) ? 'failed' : 'passed';
}

function hasExpectedReasons({ because, includes = [] }: ExpectedDecision, actual: Decision): boolean {
  if (because === undefined && includes.length === 0) return true;
  const ids = actual.determining.map((policy) => policy.id);
  return includes.every((id) => ids.includes(id)) && (because === undefined || sameWords(because, ids));
}

function hasUndeclaredError(expected: ExpectedDecision, actual: Decision): boolean {
  if (actual.errors.length === 0) return false;
  if (expected.asCedar && expected.errorCount === undefined && !expected.errors)
    return actual.errors.some((error) => !error.policy);
  if (expected.errorCount !== undefined)
    return actual.errors.length > expected.errorCount || actual.errors.some((error) => !error.policy);
  const declared = new Set(expected.errors ?? []);
  return actual.errors.some((error) => !error.policy || !declared.has(error.policy.id));
}

function sameWords(expected: readonly string[], actual: readonly string[]): boolean {
  const wanted = new Set(expected);
  const got = new Set(actual);
  return wanted.size === got.size && [...wanted].every((word) => got.has(word));
}

/** The status of a fixture, or of several decisions, is the worst of them. */
function worst(decisions: readonly DecisionResult[]): DecisionStatus {
  if (decisions.some((decision) => decision.status === 'errored')) return 'errored';
  return decisions.some((decision) => decision.status === 'failed') ? 'failed' : 'passed';
}
