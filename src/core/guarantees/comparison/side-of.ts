import type { CheckedProject } from '../../verification/check-project.ts';
import { behaviorOf } from '../server-behavior.ts';
import type { Side } from './comparison.ts';

/** A checked project as one of the two states that are compared. */
export function sideOf(
  name: string,
  { schema, model, policySet, mapper, claims }: Omit<CheckedProject, 'fixtures'>,
): Side {
  return { name, schema: { json: schema, model }, policySet, claims, ...behaviorOf(mapper) };
}
