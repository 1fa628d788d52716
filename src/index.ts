/** The library's front door. */

export type { Entity, EntityUid } from './core/cedar/entity.ts';
export type {
  Classification,
  ClassifiedApi,
  FoundEntityType,
  ResourceReference,
} from './core/classification/classified-api.ts';
export type { Override } from './core/classification/classify.ts';
export type { Diagnostic, Location, Outcome, Severity } from './core/diagnostics/diagnostic.ts';
export { InputError } from './core/diagnostics/diagnostic.ts';
export type { PatternName } from './core/endpoints/pattern.ts';
export { PATTERN_NAMES } from './core/endpoints/pattern.ts';
export type { ResourceFrom } from './core/endpoints/resource-from.ts';
export type {
  AuthorizationEngine,
  AuthorizationInput,
  AuthorizationRequest,
  AuthorizationResult,
  PlainAuthorizationResult,
} from './core/engine/authorization-engine.ts';
export type { Decision, DecisionKind } from './core/engine/engine.ts';
export type { PolicyInlineEngineOptions, StringifiedSchema } from './core/engine/inline-engine.ts';
export { PolicyInlineAuthorizationEngine } from './core/engine/inline-engine.ts';
export type {
  BatchIsAuthorizedInput,
  BatchIsAuthorizedOutput,
  VerifiedPermissionsOptions,
} from './core/engine/verified-permissions.ts';
export { verifiedPermissionsEngine } from './core/engine/verified-permissions.ts';
export type {
  Edit,
  Explanation,
  MappingStep,
  PartExplanation,
  PolicyExplanation,
  SeenValue,
  SmallestChange,
  Truth,
} from './core/explanation/explanation.ts';
export type { GeneratedFile, PolicyTemplate } from './core/generation/generate-policies.ts';
export { generatePolicies } from './core/generation/generate-policies.ts';
export type { GeneratedSchema, GenerateOptions } from './core/generation/generate-schema.ts';
export { classifyDocuments, generateSchema } from './core/generation/generate-schema.ts';
export type { Action, Attribute, EntityType, MappingType, Model } from './core/model/model.ts';
export type { Schema } from './core/model/read-schema.ts';
export { readSchema } from './core/model/read-schema.ts';
export { checkPolicies } from './core/policies/check-policies.ts';
export type { PolicyFile, PolicySet } from './core/policies/policy.ts';
export type { ProjectReport, Report } from './core/replay/report.ts';
export { buildReport, isGreen } from './core/replay/report.ts';
export type { Call, CallMapper, MappedCall, Request } from './core/requests/map-call.ts';
export { callMapper } from './core/requests/map-call.ts';
export type { Claims, PrincipalClaims } from './core/requests/principal.ts';
export type {
  BatchChoice,
  DeclaredCheck,
  DeclaredMove,
  ServerRules,
  SkippedEndpoint,
} from './core/requests/server/server-rules.ts';
export type { ExplainedCall } from './core/verification/explain-call.ts';
export { explainCall } from './core/verification/explain-call.ts';
export type { VerifyOptions } from './core/verification/verify.ts';
export { verify } from './core/verification/verify.ts';
export type { VerifyInput } from './core/verification/verify-input.ts';
export type { Handler, HttpRequest, HttpResponse } from './express/http.ts';
export type { MiddlewareOptions } from './express/options.ts';
export { ServerAuthorizationMiddleware } from './express/server-authorization-middleware.ts';
export { loadSpec } from './project/loading/load-spec.ts';
export { loadVerifyInput } from './project/loading/load-verify-input.ts';
export type { ApplicationOptions, ProjectOptions } from './project/loading/project-options.ts';
export { projectOptions } from './project/loading/project-options.ts';
export type { ProjectReloads, ReloadOutcome } from './project/project-reloads.ts';
export { allTemplates } from './project/templates.ts';
export type { ActionOptions } from './server/authorization.ts';
export type { Authorized } from './server/call.ts';
export type { FilterOptions, NamedResource } from './server/handler-checks.ts';
export type {
  AuthorizationMode,
  Check,
  Move,
  PrepareParts,
  PrincipalConfiguration,
  ReloadedParts,
  Reloads,
  ServerOptions,
} from './server/options.ts';
export type { PrincipalSliceCache, PrincipalSliceCacheOptions } from './server/principals/principal-cache.ts';
export { principalSliceCache } from './server/principals/principal-cache.ts';
export type {
  PrincipalFromToken,
  PrincipalFromTokenOptions,
} from './server/principals/principal-from-token.ts';
export { principalFromToken } from './server/principals/principal-from-token.ts';
export type { DecisionEvent, Logger } from './server/reporting/log.ts';
export type { Problem } from './server/reporting/problem.ts';
export type { RouteReport } from './server/route-report.ts';
export type { EntityParts } from './server/slices/entity-parts.ts';
export type { PrincipalSlice } from './server/slices/lookups.ts';
export type { SliceBuilder, SliceBuilders } from './server/slices/slice-builder.ts';
export type { SchemaAttributes, SchemaShape, SchemaSliceBuilders } from './server/slices/typed-builders.ts';
export { sliceBuildersFor } from './server/slices/typed-builders.ts';
