/**
 * The closed lists of values that flags take. They are repeated here, rather than imported from the modules that use them, so that
 * `--help` does not load what the commands need. The compiler reports a value that is missing here, and a value that does not exist.
 */
import type { Measure } from '../core/coverage/coverage.ts';
import type { AccessFilterKey } from '../core/guarantees/access/access-filters.ts';
import type { AttributeChoice, MappingType } from '../core/model/model.ts';
import type { FixtureFilterKey } from '../core/replay/fixture-filters.ts';
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

export const MAPPINGS = keysIn<MappingType>({ ResourceRest: true, SimpleRest: true });
export const ATTRIBUTES = keysIn<AttributeChoice>({ needed: true, none: true, scalar: true, all: true });
export const SCHEMA_FORMATS = keysIn<SchemaFormat>({ json: true, cedar: true });
export const CLASSIFY_FORMATS = keysIn<ClassificationFormat>({
  table: true,
  json: true,
  markdown: true,
  csv: true,
});
export const COVERAGE_MEASURES = keysIn<Measure>({ endpoints: true, policies: true, conditions: true });
export const EXPLANATION_FORMATS = keysIn<ExplanationFormat>({ pretty: true, json: true });
export const DIAGNOSTIC_FORMATS = keysIn<DiagnosticFormat>({ pretty: true, json: true });
export const REPORTERS = keysIn<ReporterName>({
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

export const FAIL_ON = keysIn<FailOn>({ opened: true, closed: true, any: true, none: true });
export const COMPARISON_REPORTERS = keysIn<ComparisonReporterName>({
  pretty: true,
  json: true,
  markdown: true,
  github: true,
  sarif: true,
  html: true,
});
export const ACCESS_FORMATS = keysIn<AccessFormat>({
  pretty: true,
  csv: true,
  markdown: true,
  json: true,
  html: true,
});
export const ACCESS_FILTER_KEYS = keysIn<AccessFilterKey>({
  name: true,
  method: true,
  path: true,
  action: true,
});
export const FIXTURE_FILTER_KEYS = keysIn<FixtureFilterKey>({
  name: true,
  file: true,
  tag: true,
  method: true,
  path: true,
  action: true,
  pattern: true,
  principal: true,
});
export const PROOF_REPORTERS = keysIn<ProofReporterName>({ pretty: true, json: true, github: true });
export const MUTATION_REPORTERS = keysIn<MutationReporterName>({
  pretty: true,
  json: true,
  github: true,
  html: true,
});
export const PUBLISH_FORMATS = keysIn<PublicationFormat>({ pretty: true, json: true });
export const SERVICES = keysIn<Service>({ 'verified-permissions': true });
export const SHELLS = keysIn<Shell>({ bash: true, zsh: true, fish: true });
