/** The library's front door. */

export type { VerifyInput } from './core/check-project.ts';
export type {
  Classification,
  ClassifiedApi,
  FoundEntityType,
  Override,
  ResourceReference,
} from './core/classification.ts';
export type { Diagnostic, Location, Outcome, Severity } from './core/diagnostic.ts';
export { InputError } from './core/diagnostic.ts';
export type { Decision, DecisionKind } from './core/engine.ts';
export type { Entity, EntityUid } from './core/entity.ts';
export type {
  Change,
  Edit,
  Explanation,
  MappingStep,
  PartExplanation,
  PolicyExplanation,
  SeenValue,
  Truth,
} from './core/explanation.ts';
export type { GeneratedSchema, GenerateOptions } from './core/generate.ts';
export { classifyDocuments, generateSchema } from './core/generate.ts';
export type { Action, Attribute, EntityType, MappingType, Model } from './core/model.ts';
export type { PatternName, ResourceFrom } from './core/patterns/pattern.ts';
export { PATTERN_NAMES } from './core/patterns/pattern.ts';
export type { PolicyFile, PolicySet } from './core/policy.ts';
export { checkPolicies } from './core/policy-set.ts';
export type { GeneratedFile, PolicyTemplate } from './core/policy-template.ts';
export { generatePolicies } from './core/policy-template.ts';
export type { Claims, PrincipalClaims } from './core/principal.ts';
export type { ProjectReport, Report } from './core/report.ts';
export { buildReport, isGreen } from './core/report.ts';
export type { Call, CallMapper, MappedCall, Request } from './core/request.ts';
export { callMapper } from './core/request.ts';
export type { Schema } from './core/schema-model.ts';
export { readSchema } from './core/schema-model.ts';
export type { VerifyOptions } from './core/verify.ts';
export { verify } from './core/verify.ts';
export { loadSpec } from './project/load-spec.ts';
export { allTemplates } from './project/templates.ts';
