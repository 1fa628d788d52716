import type { EntityUid } from '../cedar/entity.ts';
import type { Policy } from '../policies/policy.ts';
import { compareText } from '../values/compare-text.ts';
import { isRecord } from '../values/record.ts';

/** All entities of a type that policies name, sorted by their ids. */
export function entitiesNamed(policies: readonly Pick<Policy, 'json'>[], type: string): readonly EntityUid[] {
  const ids = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const member of value) visit(member);
    else if (isRecord(value)) {
      if (value.type === type && typeof value.id === 'string') ids.add(value.id);
      for (const member of Object.values(value)) visit(member);
    }
  };
  for (const { json } of policies) visit(json);
  return [...ids].sort(compareText).map((id) => ({ type, id }));
}
