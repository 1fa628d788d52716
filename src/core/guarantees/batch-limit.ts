import type { Reason } from '../analysis/questions/attempt.ts';
import type { EntityUid } from '../cedar/entity.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import type { ActionEndpoint } from '../model/model.ts';
import type { InSteps } from '../values/last-of.ts';
import { letsAnybodyIn } from './call-forms.ts';
import { type EndpointChange, type Sides, withFound, withUndecided } from './comparison/comparison.ts';
import type { ProofBounds } from './proof-project.ts';
import { endpointOn } from './same-endpoint.ts';

/** Calls that may name more items than before, or fewer, and get in on the side that takes them, as far as that is known. */
export interface TurnedByLimit {
  readonly opens: boolean;
  /** Empty where somebody is known to be let in. */
  readonly undecided: readonly Reason[];
  readonly reason: Reason;
}

/**
 * Finds the endpoints whose calls may name more items than before, or fewer: one with too many is refused, whatever is decided about each.
 * Where nobody is permitted a single one, that turns no call.
 */
export function findTurnedByLimit({ before, after }: Sides, proof: ProofBounds) {
  const [was, is] = [before.maxBatchItems, after.maxBatchItems];
  return function* (change: EndpointChange, uid: EntityUid): InSteps<TurnedByLimit | undefined> {
    const [old, now] = [endpointOn(before, change), endpointOn(after, change)];
    if (!old || !now || was === is || mostAsked(old, now) <= Math.min(was, is)) return undefined;
    const opens = is > was;
    const { found, reasons } = yield* letsAnybodyIn(opens ? after : before, uid, proof);
    if (!found && reasons.length === 0) return undefined;
    const message = `one call may ask about ${is} things now, and ${was} before`;
    return { opens, undecided: found ? [] : reasons, reason: { what: 'maxBatchItems', message } };
  };
}

/** A change with the calls that name more items than one side takes. */
export function withLimit(change: EndpointChange, turned: TurnedByLimit | undefined): EndpointChange {
  if (!turned) return change;
  const { opens, undecided, reason } = turned;
  if (undecided.length > 0) return withUndecided(change, [reason, ...undecided]);
  return withFound(change, { opens, closes: !opens }, [reason]);
}

function mostAsked(...endpoints: readonly ActionEndpoint[]): number {
  if (endpoints.some(({ pattern }) => PATTERN_TRAITS[pattern].hasItems)) return Number.POSITIVE_INFINITY;
  return endpoints.some(({ second }) => second) ? 2 : 1;
}
