import type { Entity } from '../../cedar/entity.ts';
import { namesList, placeOfIdentifier, type ResourceFrom } from '../../endpoints/resource-from.ts';
import type { Action, Model } from '../../model/model.ts';
import { isRecord } from '../../values/record.ts';
import type { GivenContext } from '../context.ts';
import { type Identifiers, identifiersOf, namesNothing } from '../identifiers.ts';
import { type Call, type CallValues, type Request, requestAbout } from '../map-call.ts';
import { type DeclaredCheck, type DeclaredMove, tooMany } from './server-rules.ts';
import { hasUnreadBody, isBodyUnseen, UNREAD_BODY } from './unread-body.ts';

/** What a call asks for besides its own question, when it moves something. */
export type MoveRequests =
  | { readonly type: 'requests'; readonly requests: readonly Request[] }
  | { readonly type: 'unusable'; readonly reason: string };

/** Who moves something, and by which call. */
export interface MovingCall {
  readonly call: Call;
  readonly values: CallValues;
  readonly principal: Entity;
  readonly given?: GivenContext | undefined;
  /** How many things it may name in one place. */
  readonly most: number;
}

/**
 * The requests of a declared move. A call that names no destination moves nothing, but with `null` there it may take something away from its
 * origin. One that names something which is no identifier is unusable, and so is one without the origin that is asked about.
 */
export function moveRequests(
  { origin, destination }: DeclaredMove,
  moving: MovingCall,
  actions: ReadonlyMap<string, Action>,
  model: Model,
): MoveRequests {
  const to = idsAt(destination.resource, moving);
  if (to.type === 'unusable') return to;
  const isTakenAway = to.type === 'none' && origin !== undefined && isNull(destination.resource, moving);
  if (to.type === 'none' && !isTakenAway) return { type: 'requests', requests: [] };
  const from = origin && idsAt(origin.resource, moving);
  if (from?.type === 'unusable') return from;
  if (from?.type === 'none')
    return { type: 'unusable', reason: 'the call moves something, and does not say from where' };
  const asked = [
    ...(origin && from ? from.ids.map((id) => ({ check: origin, id })) : []),
    ...(to.type === 'ids' ? to.ids : []).map((id) => ({ check: destination, id })),
  ];
  const requests: Request[] = [];
  for (const { check, id } of asked) {
    const about = requestOf(check, id, moving, { actions, model });
    if (about.type === 'unusable') return about;
    requests.push(about.request);
  }
  return { type: 'requests', requests };
}

function requestOf(
  check: DeclaredCheck,
  id: string,
  { call, values, principal, given }: MovingCall,
  { actions, model }: { readonly actions: ReadonlyMap<string, Action>; readonly model: Model },
): ReturnType<typeof requestAbout> {
  const action = actions.get(check.action);
  // Names are checked before anything is decided.
  if (!action) return { type: 'unusable', reason: `\`${check.action}\` is not an action of the schema` };
  if (hasUnreadBody(call, action)) return { type: 'unusable', reason: UNREAD_BODY };
  return requestAbout(action, id, { principal, given, values }, model);
}

function idsAt(
  resource: ResourceFrom,
  { call, values, most }: MovingCall,
): Identifiers | { readonly type: 'none' } {
  const place = placeOfIdentifier(resource);
  // An optional place in a body that was not read would be taken for absent.
  if (place.in === 'body' && isBodyUnseen(call)) return { type: 'unusable', reason: UNREAD_BODY };
  const { pathParameters, query, body } = values;
  const identifiedBy = {
    from: resource,
    pattern: namesList(resource) ? 'batch' : 'single-resource',
  } as const;
  const found = identifiersOf(identifiedBy, pathParameters, query, body);
  if (found.type === 'ids' && found.ids.length > most) return tooMany(found.ids.length, most);
  return found.type === 'unusable' && isAbsent(resource, values) ? { type: 'none' } : found;
}

/** Whether there is nothing at the place, and nothing that another parser could take for it. */
function isAbsent(resource: ResourceFrom, { pathParameters, query, body }: CallValues): boolean {
  const place = placeOfIdentifier(resource);
  if (place.in === 'path') return !pathParameters.has(place.name);
  return namesNothing({ from: resource, pattern: 'single-resource' }, query, body);
}

/** Whether the body says `null` at the place, or on the way to it. */
function isNull(resource: ResourceFrom, { values: { body } }: MovingCall): boolean {
  const place = placeOfIdentifier(resource);
  if (place.in !== 'body') return false;
  let value = body;
  for (const step of place.steps) {
    if (step === 'each' || !isRecord(value) || !Object.hasOwn(value, step.key)) return false;
    value = value[step.key];
    if (value === null) return true;
  }
  return false;
}
