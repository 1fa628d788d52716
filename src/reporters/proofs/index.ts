import type { Proofs } from '../../core/guarantees/invariants/invariant.ts';
import type { ReporterOptions } from '../report/reporter.ts';
import { painter } from '../words/wording.ts';
import { githubProofs } from './github.ts';
import { jsonProofs } from './json.ts';
import { prettyProofs } from './pretty.ts';

/** Every reporter of `authz prove`: proofs in, a text out. */
export const PROOF_REPORTERS = {
  pretty: (proofs, { color }) => prettyProofs(proofs, painter(color)),
  json: jsonProofs,
  github: (proofs, { repositoryPath }) => githubProofs(proofs, repositoryPath),
} as const satisfies Readonly<Record<string, (proofs: Proofs, options: ReporterOptions) => string>>;

export type ProofReporterName = keyof typeof PROOF_REPORTERS;
