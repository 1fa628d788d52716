import { COVERAGE_PROOFS } from '../coverage/coverage-proofs.ts';
import type { ProjectReport } from '../replay/report.ts';
import { prepareProject, type VerifyOptions } from './prepare-project.ts';
import type { VerifyInput } from './verify-input.ts';

export type { VerifyOptions } from './prepare-project.ts';

/**
 * The second half of the product as one straight function: schema, policies and fixtures in, a report out. Nothing is replayed unless
 * everything fits: else `diagnostics` of the report has the problems, `results` is empty, and nothing is thrown. Durations are in
 * milliseconds, and 0 without a `clock`. Invariants are not proven here.
 */
export function verify(input: VerifyInput, options: VerifyOptions = {}): ProjectReport {
  const project = prepareProject(input, { ...options, proofs: COVERAGE_PROOFS });
  return project.report([...project.replay(project.fixtures)]);
}
