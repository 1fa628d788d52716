import { type Analysis, createAnalysis } from '../../analysis/analysis.ts';
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
  return idleOf(proven, createAnalysis(schema, options)).map(describe);
}

interface WrittenInvariant {
  readonly policy: AnalysedPolicy;
  readonly source: Extract<InvariantSource, { readonly type: 'written' }>;
}

function writtenOf({ source, statement }: Invariant): WrittenInvariant[] {
  if (source.type !== 'written' || statement.type !== 'requests') return [];
  return statement.policies.map((policy) => ({ policy, source }));
}

function idleOf(
  written: readonly WrittenInvariant[],
  { environments, areProven }: Analysis,
): readonly WrittenInvariant[] {
  return environments.reduce((idle, environment) => {
    const claims = idle.map(({ policy }) => ({ kind: 'never-applies', policy }) as const);
    const proven = areProven(environment, claims);
    return idle.filter((_, index) => proven[index]);
  }, written);
}

function describe({ policy, source: { file, location } }: WrittenInvariant): Diagnostic {
  return {
    severity: 'warning',
    code: 'policy-never-applies',
    message: `invariant \`${policy.id}\` applies to no request that fits the schema and the facts, so it would hold whatever the policies are`,
    help: 'its conditions contradict each other, or what is taken for granted: correct or remove it',
    file,
    location,
  };
}
