import type { Reason } from '../analysis/questions/attempt.ts';
import type { EntityUid } from '../cedar/entity.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { namesList } from '../endpoints/resource-from.ts';
import type { SecondCheck } from '../endpoints/second-check.ts';
import type { ActionEndpoint, Model } from '../model/model.ts';
import { askedAsGet, checksOfMove, moveOf } from '../requests/server/asked-besides.ts';
import { distinct } from '../values/distinct.ts';
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
 * Where nobody is permitted a single one, that turns no call; nor where only places to go to are many, and nobody is permitted what is asked
 * about any of these.
 */
export function findTurnedByLimit({ before, after }: Sides, proof: ProofBounds) {
  const [was, is] = [before.maxBatchItems, after.maxBatchItems];
  return function* (change: EndpointChange, uid: EntityUid): InSteps<TurnedByLimit | undefined> {
    const [old, now] = [endpointOn(before, change), endpointOn(after, change)];
    if (!old || !now || was === is) return undefined;
    const areMany = Math.max(mostAsked(old, before), mostAsked(now, after)) > Math.min(was, is);
    const places = [...placesListed(old, change.action, before), ...placesListed(now, change.action, after)];
    if (!areMany && places.length === 0) return undefined;
    const opens = is > was;
    const side = opens ? after : before;
    const undecided: Reason[] = [];
    for (const actions of [[uid.id], ...(areMany ? [] : [[...new Set(places)]])]) {
      const reasons = yield* whyNotKnown(actions);
      if (!reasons) return undefined;
      undecided.push(...reasons);
    }
    const message = `one call may ask about ${is} things now, and ${was} before`;
    return { opens, undecided: distinct(undecided), reason: { what: 'maxBatchItems', message } };

    /** Why it is not known that somebody is permitted one of these, if so; `undefined` where nobody is permitted any. */
    function* whyNotKnown(actions: readonly string[]): InSteps<readonly Reason[] | undefined> {
      const all: Reason[] = [];
      for (const id of actions) {
        const { found, reasons } = yield* letsAnybodyIn(side, { ...uid, id }, proof);
        if (found) return [];
        all.push(...reasons);
      }
      return all.length > 0 ? all : undefined;
    }
  };
}

/** A change with the calls that name more items than one side takes. */
export function withLimit(change: EndpointChange, turned: TurnedByLimit | undefined): EndpointChange {
  if (!turned) return change;
  const { opens, undecided, reason } = turned;
  if (undecided.length > 0) return withUndecided(change, [reason, ...undecided]);
  return withFound(change, { opens, closes: !opens }, [reason]);
}

/** How many things a call may ask about, if nothing limits it, but for those that a move asks about: the limit counts these by themselves. */
function mostAsked(endpoint: ActionEndpoint, { find, schema: { model } }: Side): number {
  const asGet = askedAsGet(endpoint, { model, find });
  if (hasItems(endpoint) || asGet.some((check) => isOfBatch(check, model))) return Number.POSITIVE_INFINITY;
  return 1 + (endpoint.second ? 1 : 0) + asGet.length;
}

/** What moves ask about each of the many places that a call may list. */
function placesListed(endpoint: ActionEndpoint, action: string, { moves, find, schema }: Side): string[] {
  const asGet = askedAsGet(endpoint, { model: schema.model, find });
  return [action, ...asGet.map((check) => check.action)]
    .flatMap((name) => checksOfMove(moveOf(name, moves)))
    .filter(({ resource }) => namesList(resource))
    .map((check) => check.action);
}

/** Whether the calls of an endpoint name items. */
export function hasItems({ pattern }: ActionEndpoint): boolean {
  return PATTERN_TRAITS[pattern].hasItems;
}

function isOfBatch({ action, from }: SecondCheck, { actions }: Model): boolean {
  const endpoints = actions.find(({ name }) => name === action)?.endpoints ?? [];
  return endpoints.some((one) => one.from === from && hasItems(one));
}
