import type { Reason } from '../core/analysis/questions/attempt.ts';
import { printPlace } from './words/frame.ts';

/** Why something is not decided, after the policy that it is about: `editors (policies/editors.cedar:3:1): the search took too long`. */
export function reasonWords({ message, policy, file, location }: Reason): string {
  if (policy === undefined) return message;
  const place = printPlace(file, location);
  return `${policy}${place && ` (${place})`}: ${message}`;
}
