import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import { REMARKS, type Remark } from '../../endpoints/remark.ts';
import { type Action, type ActionEndpoint, isReadingAction } from '../../model/model.ts';

/**
 * The natures by which templates speak of actions. `implicit-scope` is what is said to be about the caller's own; `reading` and `writing`
 * are the rest, without open endpoints.
 */
export const ACTION_CHOICES = ['reading', 'writing', 'open', 'implicit-scope'] as const;
export type ActionChoice = (typeof ACTION_CHOICES)[number];

export function isActionChoice(word: string): word is ActionChoice {
  return ACTION_CHOICES.some((choice) => choice === word);
}

/** What the API description may say of an action without reserving it; every other remark does. */
const RESERVING_NOTHING = ['own', 'changes', 'unasked'] as const satisfies readonly Remark[];
type ReservingRemark = Exclude<Remark, (typeof RESERVING_NOTHING)[number]>;

/** Why an action is in no broad policy. */
export type Reservation = ReservingRemark | 'unidentified' | 'unchecked';

const RESERVING_REMARKS = REMARKS.filter(
  (remark): remark is ReservingRemark => !RESERVING_NOTHING.some((one) => one === remark),
);

/** In the order in which they are asked. */
export const RESERVATIONS: readonly Reservation[] = [...RESERVING_REMARKS, 'unidentified', 'unchecked'];

/** Whether a template may permit an action by its nature, or somebody has to name it. */
export type Standing =
  | { readonly type: 'of-nature'; readonly nature: ActionChoice }
  | { readonly type: 'reserved'; readonly reservation: Reservation };

/** Everybody may use what is open, so nothing reserves it, unless it is open by a guess. */
export function standingOf(action: Action): Standing {
  const nature = plainNatureOf(action);
  const reservation = nature === 'open' ? presumption(action) : reservationOf(action);
  return reservation === undefined ? { type: 'of-nature', nature } : { type: 'reserved', reservation };
}

function presumption({ remarks }: Action): Reservation | undefined {
  return remarks?.presumed === undefined ? undefined : 'presumed';
}

/** By its endpoints alone. What is about the caller's own is so only where the API description says it. */
export function plainNatureOf(action: Action): ActionChoice {
  const [kind, ...others] = new Set(
    action.endpoints.map(({ pattern }) => PATTERN_TRAITS[pattern].policyKind),
  );
  const isOne = kind !== undefined && others.length === 0;
  if (isOne && kind === 'open') return 'open';
  if (isOne && kind === 'implicit-scope' && action.remarks?.own !== undefined) return 'implicit-scope';
  // Nobody knows what an action without endpoints does.
  return action.endpoints.length > 0 && isReadingAction(action) ? 'reading' : 'writing';
}

function reservationOf(action: Action): Reservation | undefined {
  const { remarks = {} } = action;
  const said = RESERVING_REMARKS.find((one) => remarks[one] !== undefined);
  if (said !== undefined) return said;
  const isUnidentified =
    !isReadingAction(action) && remarks.own === undefined && action.endpoints.some(namesNothing);
  if (isUnidentified) return 'unidentified';
  return isUncheckedBatch(action) ? 'unchecked' : undefined;
}

/** A call that changes or deletes, and does not say what. */
function namesNothing({ pattern, from }: ActionEndpoint): boolean {
  const { policyKind, hasItems } = PATTERN_TRAITS[pattern];
  return policyKind === 'implicit-scope' || (hasItems && from === 'application');
}

/** Where every action applies to the application, the items of a batch are not looked at. */
function isUncheckedBatch(action: Action): boolean {
  return (
    action.resourceType === APPLICATION_TYPE &&
    !isReadingAction(action) &&
    action.endpoints.some(({ pattern }) => PATTERN_TRAITS[pattern].hasItems)
  );
}
