/**
 * The closed lists of values that options take. They are repeated here, rather than imported from where they are used, so that
 * `--help` does not load what the commands need; the compiler holds both sides together.
 */
import type { Measure } from '../core/coverage/coverage.ts';
import type { AttributeChoice, MappingType } from '../core/model/model.ts';
import type { ExplanationFormat } from '../reporters/explained-call.ts';
import type { ReporterName } from '../reporters/index.ts';

export const MAPPINGS = ['ResourceRest', 'SimpleRest'] as const satisfies readonly MappingType[];
export const ATTRIBUTES = ['none', 'scalar', 'all'] as const satisfies readonly AttributeChoice[];
export const SCHEMA_FORMATS = ['json', 'cedar'] as const;
export const CLASSIFY_FORMATS = ['table', 'json', 'markdown', 'csv'] as const;
export const COVERAGE_MEASURES = [
  'endpoints',
  'policies',
  'conditions',
] as const satisfies readonly Measure[];
export const EXPLANATION_FORMATS = ['pretty', 'json'] as const satisfies readonly ExplanationFormat[];
export const DIAGNOSTIC_FORMATS = ['pretty', 'json'] as const;
export const REPORTERS: readonly string[] = [
  'pretty',
  'dot',
  'json',
  'junit',
  'lcov',
  'tap',
  'sarif',
  'github',
  'markdown',
  'html',
] as const satisfies readonly ReporterName[];
