import type { Proofs } from '../../core/guarantees/invariants/invariant.ts';
import { buildInvariantReport } from '../../core/replay/invariant-result.ts';
import type { Paint } from '../words/wording.ts';
import { invariantResult } from './invariant-results.ts';
import { printInvariants } from './pretty-invariants.ts';

/** For people in a terminal: what is refuted with the calls that refute it, then what is not decided, then what holds. */
export function prettyProofs({ invariants, assumptions }: Proofs, paint: Paint): string {
  return printInvariants(buildInvariantReport(invariants.map(invariantResult), assumptions), paint);
}
