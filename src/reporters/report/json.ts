import type { Coverage, PartCoverage, PolicyCoverage } from '../../core/coverage/coverage.ts';
import type { Diagnostic, Location } from '../../core/diagnostics/diagnostic.ts';
import { endpointKey } from '../../core/endpoints/endpoint-key.ts';
import type { EvaluationError, PolicyReference } from '../../core/engine/engine.ts';
import type { Explanation, PartExplanation, PolicyExplanation } from '../../core/explanation/explanation.ts';
import { locateFixture } from '../../core/fixtures/fixture.ts';
import type { InvariantReport } from '../../core/replay/invariant-result.ts';
import type { DecisionResult, Result } from '../../core/replay/replay.ts';
import type { ProjectReport, Report } from '../../core/replay/report.ts';
import { roundedTime } from '../words/result-text.ts';
import { safeJson } from '../words/wording.ts';

/** For machines: everything the report knows, with a version that changes when the shape does. */
export function jsonReport(report: Report): string {
  const { scope, counts, invariants, projects } = report;
  return `${safeJson({
    version: 1,
    ...(scope ? { scope } : {}),
    counts,
    ...(invariants ? { invariants: invariantsJson(invariants) } : {}),
    projects: projects.map(projectJson),
  })}\n`;
}

function invariantsJson({ results, ...counts }: InvariantReport) {
  return {
    ...counts,
    results: results.map(({ location, policies, ...result }) => ({
      ...result,
      ...place(location),
      policies: policies.map(policyJson),
    })),
  };
}

function projectJson(project: ProjectReport) {
  return {
    name: project.name,
    policies: project.policies,
    endpoints: project.endpoints,
    ...(project.digest === undefined ? {} : { digest: project.digest }),
    untested: project.untested,
    ...(project.leftOut ? { leftOut: project.leftOut } : {}),
    diagnostics: project.diagnostics.map(diagnosticJson),
    results: project.results.map(resultJson),
    ...(project.coverage ? { coverage: coverageJson(project.coverage) } : {}),
  };
}

function coverageJson({ totals, shortfalls, endpoints, policies }: Coverage) {
  return { totals, shortfalls, endpoints, policies: policies.map(policyCoverageJson) };
}

function policyCoverageJson({ policy, effect, determined, unreachable, parts }: PolicyCoverage) {
  return {
    ...policyJson(policy),
    ...excerptOf(policy.location),
    effect,
    determined,
    unreachable,
    parts: parts.map(partCoverageJson),
  };
}

function partCoverageJson({ kind, text, location, counts, seen, unreachable, parts }: PartCoverage): object {
  const inner = parts.length > 0 ? { parts: parts.map(partCoverageJson) } : {};
  return { kind, text, ...place(location), ...excerptOf(location), counts, seen, unreachable, ...inner };
}

/** The shape of a diagnostic in every JSON that the tool prints. */
export function diagnosticJson({ severity, code, message, help, details, file, location }: Diagnostic) {
  return {
    severity,
    code,
    message,
    ...(help ? { help } : {}),
    ...(details ? { details } : {}),
    ...(file ? { file } : {}),
    ...place(location),
    ...(location ? excerptOf(location) : {}),
  };
}

/** A file may be one line, which each of its places would repeat. */
function excerptOf({ excerpt }: Location): { excerpt?: string } {
  return excerpt.length > LONGEST_EXCERPT ? {} : { excerpt };
}

const LONGEST_EXCERPT = 1000;

function resultJson({ fixture, endpoint, status, decisions, refusal, http, milliseconds }: Result) {
  return {
    name: fixture.name,
    status,
    ...(fixture.tags.length > 0 ? { tags: fixture.tags } : {}),
    ...(fixture.skip === undefined ? {} : { skip: fixture.skip }),
    ...(fixture.todo === undefined ? {} : { todo: fixture.todo }),
    ...(fixture.review === undefined ? {} : { review: fixture.review }),
    milliseconds: roundedTime(milliseconds),
    file: fixture.source.file,
    ...place(locateFixture(fixture)),
    as: fixture.as,
    ...(fixture.asks.type === 'call'
      ? { method: fixture.asks.call.method, url: fixture.asks.call.url }
      : { request: fixture.asks.request }),
    ...(endpoint ? { endpoint: endpointKey(endpoint), pattern: endpoint.pattern } : {}),
    ...(refusal ? { refusal } : {}),
    ...(http === undefined ? {} : { http }),
    decisions: decisions.map(decisionJson),
  };
}

function decisionJson({ request, expected, actual, status, http, isCompanion, explanation }: DecisionResult) {
  return {
    status,
    ...(request.item === undefined ? {} : { item: request.item }),
    principal: request.principal,
    action: request.action,
    resource: request.resource,
    ...(Object.keys(request.context).length > 0 ? { context: request.context } : {}),
    expected,
    decision: actual.decision,
    kind: actual.kind,
    http,
    ...(isCompanion ? { isCompanion } : {}),
    because: actual.determining.map(policyJson),
    errors: actual.errors.map(errorJson),
    ...(explanation ? { explanation: explanationJson(explanation) } : {}),
  };
}

/** The shape of an explanation in every JSON that the tool prints. */
export function explanationJson({ policies, ...explanation }: Explanation) {
  return { ...explanation, policies: policies.map(policyExplanationJson) };
}

function policyExplanationJson({ policy, parts, ...explanation }: PolicyExplanation) {
  return { ...policyJson(policy), ...explanation, parts: parts.map(partJson) };
}

function partJson({ location, parts, ...part }: PartExplanation): object {
  return { ...part, ...place(location), parts: parts.map(partJson) };
}

function policyJson({ id, file, location }: PolicyReference) {
  return { id, file, ...place(location) };
}

function errorJson({ policy, message, location }: EvaluationError) {
  return { message, ...(policy ? { policy: policyJson(policy) } : {}), ...place(location) };
}

function place(location: Location | undefined) {
  if (!location) return {};
  const { line, column, endLine, endColumn, pointer } = location;
  return { line, column, endLine, endColumn, ...(pointer === undefined ? {} : { pointer }) };
}
