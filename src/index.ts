/** The library's front door. */

export type {
  AuthorizationEngine,
  AuthorizationInput,
  AuthorizationRequest,
  AuthorizationResult,
  PlainAuthorizationResult,
} from './core/authorization-engine.ts';
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
export type { ExplainedCall } from './core/explain-call.ts';
export { explainCall } from './core/explain-call.ts';
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
export type { PolicyInlineEngineOptions, StringifiedSchema } from './core/inline-engine.ts';
export { PolicyInlineAuthorizationEngine } from './core/inline-engine.ts';
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
export type {
  BatchIsAuthorizedInput,
  BatchIsAuthorizedOutput,
  VerifiedPermissionsOptions,
} from './core/verified-permissions.ts';
export { verifiedPermissionsEngine } from './core/verified-permissions.ts';
export type { VerifyOptions } from './core/verify.ts';
export { verify } from './core/verify.ts';
export type { Authorized, Handler, HttpRequest, HttpResponse } from './express/http.ts';
export type { DecisionEvent, Logger } from './express/log.ts';
export type {
  BatchChoice,
  Check,
  MiddlewareOptions,
  Move,
  PrincipalConfiguration,
  SkippedEndpoint,
} from './express/options.ts';
export type { PrincipalSliceCache, PrincipalSliceCacheOptions } from './express/principal-cache.ts';
export { principalSliceCache } from './express/principal-cache.ts';
export type { PrincipalFromToken, PrincipalFromTokenOptions } from './express/principal-from-token.ts';
export { principalFromToken } from './express/principal-from-token.ts';
export type { Problem } from './express/problem.ts';
export type { HandlerOptions } from './express/server-authorization-middleware.ts';
export { ServerAuthorizationMiddleware } from './express/server-authorization-middleware.ts';
export type { EntityParts, PrincipalSlice, SliceBuilder, SliceBuilders } from './express/slice-builder.ts';
export type { SchemaAttributes, SchemaShape, SchemaSliceBuilders } from './express/typed-builders.ts';
export { sliceBuildersFor } from './express/typed-builders.ts';
export type { RouteReport } from './express/verify-routes.ts';
export { loadSpec } from './project/load-spec.ts';
export { allTemplates } from './project/templates.ts';
