import type { InvariantResult } from '../../core/replay/invariant-result.ts';
import { visible } from './wording.ts';

/** The titles of what does not hold, also as names of its kinds. */
export const OPEN_INVARIANTS = {
  'invariant-refuted': 'Invariant refuted',
  'invariant-not-decided': 'Invariant not decided',
} as const;

export function openKindOf({ verdict }: InvariantResult): keyof typeof OPEN_INVARIANTS | undefined {
  if (verdict === 'proven') return undefined;
  return verdict === 'refuted' ? 'invariant-refuted' : 'invariant-not-decided';
}

/** Why it should hold, and what shows that it does not. */
export function openInvariantLines({ because, lines }: InvariantResult): string[] {
  return [because, ...lines].map(visible);
}
