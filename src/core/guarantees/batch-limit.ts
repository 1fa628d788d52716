import type { Reason } from '../analysis/questions/attempt.ts';
import type { EntityUid } from '../cedar/entity.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { namesList } from '../endpoints/resource-from.ts';
import type { SecondCheck } from '../endpoints/second-check.ts';
import type { ActionEndpoint, Model } from '../model/model.ts';
import { askedAsGet, checksOfMove, moveOf } from '../requests/server/asked-besides.ts';
import type { InSteps } from '../values/last-of.ts';
import { letsAnybodyIn } from './call-forms.ts';
import {
  type EndpointChange,
  type Side,
  type Sides,
  withFound,
  withUndecided,
} from './comparison/comparison.ts';
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
    if (!old || !now || was === is) return undefined;
    const most = Math.max(mostAsked(old, change.action, before), mostAsked(now, change.action, after));
    if (most <= Math.min(was, is)) return undefined;
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

/** How many things a call may ask about, if nothing limits it; the limit counts what each place of a move names by itself. */
function mostAsked(endpoint: ActionEndpoint, action: string, side: Side): number {
  const { moves, find, schema } = side;
  const asGet = askedAsGet(endpoint, { model: schema.model, find });
  const moving = [action, ...asGet.map((check) => check.action)].flatMap((name) =>
    checksOfMove(moveOf(name, moves)),
  );
  const isAny =
    hasItems(endpoint) ||
    moving.some(({ resource }) => namesList(resource)) ||
    asGet.some((check) => isOfBatch(check, schema.model));
  if (isAny) return Number.POSITIVE_INFINITY;
  return 1 + (endpoint.second ? 1 : 0) + asGet.length;
}

function hasItems({ pattern }: ActionEndpoint): boolean {
  return PATTERN_TRAITS[pattern].hasItems;
}

function isOfBatch({ action, from }: SecondCheck, { actions }: Model): boolean {
  const endpoints = actions.find(({ name }) => name === action)?.endpoints ?? [];
  return endpoints.some((one) => one.from === from && hasItems(one));
}
