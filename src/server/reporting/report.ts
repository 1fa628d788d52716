import type { EntityUid } from '../../core/cedar/entity.ts';
import { endpointKey } from '../../core/endpoints/endpoint-key.ts';
import type { ReadError } from '../../core/engine/authorization-engine.ts';
import { messageOf } from '../../core/values/message-of.ts';
import type { ServerCall } from '../call.ts';
import type { CallVerdict } from '../check.ts';
import type { ServerOptions } from '../options.ts';
import type { Setup } from '../setup.ts';
import { unawaited } from '../waiting/in-time.ts';
import { after, type Ready } from '../waiting/ready.ts';
import { type DecisionEvent, type Logger, logLine, tellDebug } from './log.ts';
import { withoutTokens } from './secrets.ts';
import { errorWithoutValues } from './without-values.ts';

/** The id of a call in log and answer. */
export function requestIdOf<Req extends object>(req: Req, options: ServerOptions<Req>): string {
  const id: unknown = options.requestId ? options.requestId(req) : 'id' in req ? req.id : undefined;
  unawaited(id);
  return typeof id === 'string' && id !== '' ? id : crypto.randomUUID();
}

/** Whether anybody is told of decisions. */
export function isTold<Req extends object>({ logger, onDecision }: ServerOptions<Req>): boolean {
  return (logger?.log ?? logger?.debug ?? onDecision) !== undefined;
}

/** Whether nobody will ever read the id of a call: it goes on, and there is no log. */
export function needsNoId<Req extends object>(verdict: CallVerdict, options: ServerOptions<Req>): boolean {
  const goesOn = verdict.type === 'allowed' || verdict.type === 'skipped';
  return goesOn && !isTold(options) && !options.requestId;
}

/** The id of a call, and when it came in, as `performance.now()` counts. */
export interface Timed {
  readonly requestId: string;
  readonly started: number;
  /** Set where the call is refused and let through all the same. */
  readonly letThrough?: true;
}

/** What there is a decision about. */
export type ToldVerdict = CallVerdict & { readonly type: 'allowed' | 'refused' };

/** Says what was decided, one line for each decision. */
export function reportVerdict<Req extends object>(
  verdict: CallVerdict,
  { method }: ServerCall<Req>,
  { requestId, started, letThrough }: Timed,
  setup: Setup<Req>,
): Ready<void> {
  const { logger, onDecision } = setup.options;
  if (verdict.type === 'skipped' || verdict.type === 'options') {
    tellDebug(logger, logLine({ requestId, method, [verdict.type]: true }));
    return;
  }
  if (!logger?.log && !onDecision && !logger?.debug) return;
  const duration = durationSince(started);
  return after(
    tell(eventsOf(verdict, { requestId, method, duration, ...(letThrough ? { letThrough } : {}) }), setup),
    () => {
      if (logger?.debug) debugVerdict(verdict, requestId, logger);
    },
  );
}

/** Says that a decision could not be told, and its call is refused. Where the log itself fails, nobody can be told of that. */
export function reportUntold<Req extends object>(
  verdict: CallVerdict & { type: 'refused' },
  { method }: ServerCall<Req>,
  { requestId, started }: Timed,
  { options: { logger } }: Setup<Req>,
): void {
  const events = eventsOf(verdict, { requestId, method, duration: durationSince(started) });
  try {
    for (const event of events) unawaited(logger?.log?.(logLine(event)));
  } catch {
    // It has failed for the decision itself.
  }
}

function durationSince(started: number): number {
  return Math.round((performance.now() - started) * 1000) / 1000;
}

/** One after the other, so that a log has them in their order. */
function tell<Req extends object>(events: readonly DecisionEvent[], setup: Setup<Req>): Ready<void> {
  const { options, inTime } = setup;
  const { logger, onDecision } = options;
  return events.reduce<Ready<void>>((earlier, event) => {
    const told = after(earlier, () => onDecision && inTime('`onDecision`', () => onDecision(event)));
    return after(told, () => logger?.log && inTime('`logger.log`', () => logger.log?.(logLine(event))));
  }, undefined);
}

/** A failure on the way to a decision: its message is for the log only. */
export function describeFailure(error: unknown): string {
  return withoutTokens(messageOf(error));
}

type Common = Pick<DecisionEvent, 'requestId' | 'method' | 'duration' | 'letThrough'>;

function eventsOf(verdict: ToldVerdict, common: Common): DecisionEvent[] {
  const { checks } = verdict;
  if (!checks || checks.results.length === 0) {
    const kind = verdict.type === 'refused' ? verdict.refusal : 'failed';
    const errors =
      verdict.type === 'refused' && verdict.reason ? { errors: [withoutTokens(verdict.reason)] } : {};
    return [{ ...common, decision: 'deny', kind, policies: [], ...errors }];
  }
  const [endpoint] = checks.endpoints;
  return checks.results.map(({ request, result }) => ({
    requestId: common.requestId,
    ...(endpoint ? { endpoint: endpointKey(endpoint) } : {}),
    method: common.method,
    principal: toldUid(request.principal),
    action: request.action.id,
    resource: toldUid(request.resource),
    decision: result.decision,
    kind: result.kind,
    ...(common.letThrough ? { letThrough: common.letThrough } : {}),
    policies: [...result.policies],
    ...(result.errors.length > 0 ? { errors: result.errors.map(toldError) } : {}),
    duration: common.duration,
  }));
}

/** A caller may write a token where an identifier belongs: what is handed over as an object goes to logs as well. */
function toldUid({ type, id }: EntityUid): EntityUid {
  return { type, id: withoutTokens(id) };
}

function toldError(error: ReadError): string {
  return withoutTokens(errorWithoutValues(error));
}

/** What the questions were, too. Of the context only the names: parameters of a query may be secrets. */
function debugVerdict(verdict: ToldVerdict, requestId: string, logger: Logger): void {
  for (const { request } of verdict.checks?.results ?? []) {
    const { context, ...question } = request;
    tellDebug(logger, logLine({ requestId, question, context: Object.keys(context) }));
  }
  if (verdict.type === 'refused')
    tellDebug(logger, logLine({ requestId, refusal: verdict.refusal, reason: verdict.reason }));
}
