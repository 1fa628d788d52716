import { endpointKey } from '../../endpoints/endpoint-key.ts';
import { describeGroups } from '../../endpoints/group-requirement.ts';
import { REMARKS } from '../../endpoints/remark.ts';
import type { Action, Model } from '../model.ts';
import { endpointsOf, movedEndpoints } from './moved-endpoints.ts';

/** What the API description now says otherwise about who may call an endpoint. */
export interface ChangedReservation {
  readonly action: Action;
  /** What kind of change it is. */
  readonly label: 'reserved for others' | 'remark added';
  /** As a sentence that a person would say. */
  readonly text: string;
  /** It reserves the endpoint for groups, or for another reason: no policy that was written before need say so. */
  readonly reserves: boolean;
}

/** Where the API description names other groups, or remarks something that it did not before: that a call gives a secret, say. */
export function changedReservations(before: Model, after: Model): readonly ChangedReservation[] {
  const old = new Map(
    before.actions.flatMap((action) => keysOf(action).map((key) => [key, action] as const)),
  );
  const moved = movedEndpoints(endpointsOf(before), endpointsOf(after));
  return after.actions.flatMap((action) =>
    keysOf(action).flatMap((key) => {
      const was = old.get(moved.get(key) ?? key);
      return was === undefined ? [] : [...ofGroups(key, was, action), ...ofRemarks(key, was, action)];
    }),
  );
}

function keysOf({ endpoints }: Action): readonly string[] {
  return endpoints.map(endpointKey);
}

function ofGroups(key: string, before: Action, after: Action): readonly ChangedReservation[] {
  const [was, now] = [before, after].map(({ groups }) => describeGroups(groups));
  if (was === now) return [];
  const text = `\`${key}\` is now for ${now}, was for ${was}`;
  return [{ action: after, label: 'reserved for others', text, reserves: after.groups.length > 0 }];
}

function ofRemarks(key: string, before: Action, after: Action): readonly ChangedReservation[] {
  return REMARKS.flatMap((remark) => {
    const said = after.remarks?.[remark];
    if (said === undefined || before.remarks?.[remark] !== undefined || remark === 'own') return [];
    const text = `\`${key}\` is now \`${remark}\`: ${said}`;
    return [{ action: after, label: 'remark added', text, reserves: true }];
  });
}
