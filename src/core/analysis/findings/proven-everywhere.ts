import type { Analysis } from '../analysis.ts';
import type { AnalysedPolicy, Claim } from '../questions/claim.ts';

/** For each kind of claim, the policies of which it is proven in all environments, as far as `areProven` says. */
export function provenEverywhere<P extends AnalysedPolicy>(
  analysis: Pick<Analysis, 'environments' | 'areProven'>,
  policies: readonly P[],
  claimsOf: readonly ((policy: P) => Claim)[],
  areProven = analysis.areProven,
): readonly ReadonlySet<P>[] {
  let left = claimsOf.map(() => policies);
  for (const environment of analysis.environments) {
    if (left.every((open) => open.length === 0)) break;
    const claims = claimsOf.map((claimOf, kind) => (left[kind] ?? []).map(claimOf));
    const proven = areProven(environment, claims.flat());
    let start = 0;
    left = left.map((open) => {
      const offset = start;
      start += open.length;
      return open.filter((_, index) => proven[offset + index]);
    });
  }
  return left.map((open) => new Set(open));
}
