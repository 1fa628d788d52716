import { traitsOf } from '../policies/part-traits.ts';
import type { PartExplanation, PolicyExplanation } from './explanation.ts';

/**
 * The conditions and parts of the scope that made a policy what it is: of one that does not apply, those that stopped it; of one that
 * could not be evaluated, the one with the error; of one that applies, all that had to be as they are, without those that say nothing.
 */
export function decisiveParts({ status, parts }: PolicyExplanation): PartExplanation[] {
  if (status === 'satisfied') return parts.flatMap(decisive).filter(({ values }) => values.length > 0);
  const stopped = parts.find(({ truth }) => truth === 'false' || truth === 'error');
  return stopped ? decisive(stopped) : [];
}

/** Where one part was enough, it is the last that was reached; else all together were. */
function decisive(part: PartExplanation): PartExplanation[] {
  const reached = part.parts.filter(({ truth }) => truth !== 'not-reached');
  if (reached.length === 0) return [part];
  const enough = part.truth === 'error' || part.truth === `${traitsOf(part).settledBy}`;
  return (enough ? reached.slice(-1) : reached).flatMap(decisive);
}
