/**
 * The closed lists of values that flags take. They are repeated here, rather than imported from the modules that use them, so that
 * `--help` does not load what the commands need. The compiler reports a value that is missing here, and a value that does not exist.
 */

import type { Measure } from '../core/coverage/coverage.ts';
import type { AttributeChoice, MappingType } from '../core/model/model.ts';
import { keysIn } from '../core/values/keys-in.ts';
import type { AccessFormat } from '../reporters/access/index.ts';
import type { ClassificationFormat } from '../reporters/classification.ts';
import type { ComparisonReporterName } from '../reporters/comparison/index.ts';
import type { ExplanationFormat } from '../reporters/explained-call.ts';
import type { MutationReporterName } from '../reporters/mutations/index.ts';
import type { ProofReporterName } from '../reporters/proofs/index.ts';
import type { PublicationFormat } from '../reporters/publication.ts';
import type { ReporterName } from '../reporters/report/index.ts';
import type { Shell } from './commands/completion/scripts.ts';
import type { FailOn } from './commands/diff/run.ts';
import type { DiagnosticFormat } from './commands/validate/run.ts';
import type { SchemaFormat } from './projects/schema-options.ts';

/** Where a project can be published to. */
export type Service = 'verified-permissions';

export const MAPPINGS = all<MappingType>({ ResourceRest: true, SimpleRest: true });
export const ATTRIBUTES = all<AttributeChoice>({ needed: true, none: true, scalar: true, all: true });
export const SCHEMA_FORMATS = all<SchemaFormat>({ json: true, cedar: true });
export const CLASSIFY_FORMATS = all<ClassificationFormat>({
  table: true,
  json: true,
  markdown: true,
  csv: true,
});
export const COVERAGE_MEASURES = all<Measure>({ endpoints: true, policies: true, conditions: true });
export const EXPLANATION_FORMATS = all<ExplanationFormat>({ pretty: true, json: true });
export const DIAGNOSTIC_FORMATS = all<DiagnosticFormat>({ pretty: true, json: true });
export const REPORTERS = all<ReporterName>({
  pretty: true,
  dot: true,
  json: true,
  junit: true,
  lcov: true,
  tap: true,
  sarif: true,
  github: true,
  markdown: true,
  html: true,
});

export const FAIL_ON = all<FailOn>({ opened: true, closed: true, any: true, none: true });
export const COMPARISON_REPORTERS = all<ComparisonReporterName>({
  pretty: true,
  json: true,
  markdown: true,
  github: true,
  html: true,
});
export const ACCESS_FORMATS = all<AccessFormat>({
  pretty: true,
  csv: true,
  markdown: true,
  json: true,
  html: true,
});
export const PROOF_REPORTERS = all<ProofReporterName>({ pretty: true, json: true, github: true });
export const MUTATION_REPORTERS = all<MutationReporterName>({
  pretty: true,
  json: true,
  github: true,
  html: true,
});
export const PUBLISH_FORMATS = all<PublicationFormat>({ pretty: true, json: true });
export const SERVICES = all<Service>({ 'verified-permissions': true });
export const SHELLS = all<Shell>({ bash: true, zsh: true, fish: true });

/** The members of a union, in the order in which help shows them. */
function all<Member extends string>(members: Readonly<Record<Member, true>>): readonly Member[] {
  return keysIn(members);
}
