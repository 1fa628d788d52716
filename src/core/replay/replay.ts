import type { Entity } from '../cedar/entity.ts';
import { type Decision, type Engine, notFound } from '../engine/engine.ts';
import { type Status, statusOf } from '../engine/http-status.ts';
import type { Explanation } from '../explanation/explanation.ts';
import type { ExpectedDecision, Fixture } from '../fixtures/fixture.ts';
import type { ExpectedRequest, ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { ModelEndpoint, Request } from '../requests/map-call.ts';

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
  /** How long it took. */
  readonly milliseconds: number;
}

/** A call that had to be refused before anything was decided: 404 where no endpoint answers it, 400 where it cannot be understood. */
export interface RefusalResult {
  readonly expected: 400 | 404;
  readonly actual: Status;
  /** Why it was refused, or which endpoint answers it. */
  readonly reason: string;
}

export interface DecisionResult {
  readonly request: Request;
  readonly expected: ExpectedDecision;
  readonly actual: Decision;
  readonly status: DecisionStatus;
  /** Why `actual` is what it is, for the decisions that are explained. */
  readonly explanation?: Explanation;
}

/** Milliseconds since some moment: handed in, since the core has no clock of its own. */
export type Clock = () => number;

/** Told of each decision, with the entities it was made on; `undefined` when there was nothing to decide about. */
export type Observer = (
  endpoint: ModelEndpoint | undefined,
  request: Request,
  entities: readonly Entity[] | undefined,
  actual: Decision,
) => void;

/** What a replay works with. */
export interface Replayer {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly observe?: Observer | undefined;
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
    return { ...resultOf(ready, status, [], replayer.clock() - start), refusal };
  }
  const decisions = ready.checks.map((check) => replayRequest(check, ready, replayer));
  const status = fixture.todo === undefined ? worst(decisions) : 'todo';
  return resultOf(ready, status, decisions, replayer.clock() - start);
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
  { status: expected, mapped }: NonNullable<ReadyFixture['refusal']>,
  { engine, clock }: Replayer,
): { readonly status: ResultStatus; readonly refusal: RefusalResult } {
  const answered = ready.checks.map((check) => replayRequest(check, ready, { engine, clock }));
  const statuses = answered.map(({ actual, request }) => statusOf(actual, request.principal));
  const actual = mapped ? statusOf(mapped) : (Math.min(...statuses) as Status);
  const { endpoint } = ready;
  const reason = mapped?.reason ?? (endpoint ? `\`${endpoint.method} ${endpoint.path}\` answers it` : '');
  const isMet = mapped !== undefined && actual === expected;
  const status = ready.fixture.todo !== undefined ? 'todo' : isMet ? 'passed' : 'failed';
  return { status, refusal: { expected, actual, reason } };
}

function replayRequest(
  check: ExpectedRequest,
  ready: ReadyFixture,
  { engine, observe }: Replayer,
): DecisionResult {
  const slice = ready.slices.compose(ready.principal, check.request.resource);
  const entities = slice.type === 'not-found' ? undefined : slice.entities;
  const decide = ready.isUnchecked ? engine.decideUnchecked : engine.decide;
  const decided = slice.type === 'not-found' ? notFound(slice.why) : decide(check.request, slice.entities);
  const actual = check.expected.asCedar ? asCedarDecides(decided) : decided;
  observe?.(ready.endpoint, check.request, entities, actual);
  const { request, expected } = check;
  return { request, expected, actual, status: compare(expected, actual, request) };
}

/** The errors stay: how many there are may matter, too. */
function asCedarDecides(decided: Decision): Decision {
  const { skippingErrors: decision, determining } = decided;
  if (decision === undefined) return decided;
  const denied = determining.length > 0 ? 'forbidden' : 'not-permitted';
  return { ...decided, decision, kind: decision === 'allow' ? 'allowed' : denied };
}

function compare(expected: ExpectedDecision, actual: Decision, { principal }: Request): DecisionStatus {
  if (hasUndeclaredError(expected, actual)) return 'errored';
  if (expected.decision !== actual.decision) return 'failed';
  if (expected.status !== undefined && expected.status !== statusOf(actual, principal)) return 'failed';
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
export function worst(decisions: readonly DecisionResult[]): DecisionStatus {
  if (decisions.some((decision) => decision.status === 'errored')) return 'errored';
  return decisions.some((decision) => decision.status === 'failed') ? 'failed' : 'passed';
}
