import { looksFurther } from '../../analysis/findings/find-unsent.ts';
import type { Presence } from '../../analysis/translation/scope.ts';
import type { EntityUid } from '../../cedar/entity.ts';
import { attributesRead, recordsUsedWhole } from '../../decision-classes/attributes-read.ts';
import type { Policy } from '../../policies/policy.ts';
import { isRecord } from '../../values/record.ts';
import type { Conflict } from './merge-schemas.ts';

/** Whether policies about an action look at what the schemas say differently: else it changes no decision. */
export function concerns(
  { about }: Conflict,
  action: EntityUid,
  policies: readonly Policy[],
  { isSlice }: Pick<Presence, 'isSlice'>,
): boolean {
  switch (about.kind) {
    case 'all':
      return true;
    case 'action':
      return about.name === action.id;
    case 'hierarchy':
      return policies.some(
        ({ json: { principal, resource, conditions } }) =>
          asksMembership([principal, resource, conditions]) ||
          // What the principal and the resource are in is sent with them, and nothing else.
          (isSlice && looksFurther(conditions)),
      );
    case 'attribute': {
      const conditions = policies.map(({ json }) => json);
      const whole = recordsUsedWhole(conditions);
      return attributesRead(conditions).has(about.name) || about.holders.some((name) => whole.has(name));
    }
  }
}

/** Whether something is asked to be in something, in the scope or in a condition. */
function asksMembership(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(asksMembership);
  if (!isRecord(part)) return false;
  return part.op === 'in' || part.in !== undefined || Object.values(part).some(asksMembership);
}
