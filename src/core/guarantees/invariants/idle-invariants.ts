import { createAnalysis } from '../../analysis/analysis.ts';
import { provenEverywhere } from '../../analysis/findings/proven-everywhere.ts';
import type { AnalysedPolicy } from '../../analysis/questions/claim.ts';
import { withEffort } from '../../analysis/questions/translated-environment.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Invariant, InvariantSource, Proofs } from './invariant.ts';
import type { ProvingProject } from './prove-invariants.ts';

/** Warnings about written invariants that are proven as they speak of no request at all: they would hold of any policies. */
export function diagnoseIdle(
  { schema, mostEffort }: Pick<ProvingProject, 'schema' | 'mostEffort'>,
  { invariants, facts }: Proofs,
): readonly Diagnostic[] {
  const proven = invariants.flatMap(({ invariant, verdict }) =>
    verdict === 'proven' ? writtenOf(invariant) : [],
  );
  // One that applies once an entity is missing does say something.
  const options = withEffort({ facts, entitiesExist: false }, mostEffort);
  const [idle] = provenEverywhere(
    createAnalysis(schema, options),
    proven.map(({ policy }) => policy),
    [(policy) => ({ kind: 'never-applies', policy })],
  );
  return proven.filter(({ policy }) => idle?.has(policy)).map(describe);
}

interface WrittenInvariant {
  readonly policy: AnalysedPolicy;
  readonly source: Extract<InvariantSource, { readonly type: 'written' }>;
}

function writtenOf({ source, statement }: Invariant): WrittenInvariant[] {
  if (source.type !== 'written' || statement.type !== 'requests') return [];
  return statement.policies.map((policy) => ({ policy, source }));
}

function describe({ policy, source: { file, location } }: WrittenInvariant): Diagnostic {
  return {
    severity: 'warning',
    code: 'policy-never-applies',
    message: `invariant \`${policy.id}\` applies to no request that fits the schema and the facts, so it would hold whatever the policies are`,
    help: 'its scope and conditions contradict each other, the schema, or what is taken for granted: correct or remove it',
    file,
    location,
  };
}
