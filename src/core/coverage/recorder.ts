import type { SchemaJson } from '../cedar/cedar.ts';
import { engineDiagnostic } from '../cedar/engine-diagnostic.ts';
import type { Entity } from '../cedar/entity.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import type { Decision } from '../engine/engine.ts';
import { type PartEvaluator, type PartTruths, preparePartEvaluator } from '../engine/part-evaluation.ts';
import { traitsOf } from '../policies/part-traits.ts';
import { locatePolicy, type Policy } from '../policies/policy.ts';
import { locatePart, type PolicyPart, withInnerParts } from '../policies/policy-parts.ts';
import type { ModelEndpoint, Request } from '../requests/map-call.ts';
import { constantParts } from './constant-parts.ts';
import {
  buildCoverage,
  type Coverage,
  type EndpointCoverage,
  type PartCoverage,
  type PartOutcome,
  type PolicyCoverage,
  type Thresholds,
} from './coverage.ts';

/** Counts, while fixtures are replayed, what each decision saw. */
export interface CoverageRecorder {
  /** `endpoint` is missing when a request was asked as such, `entities` when there was nothing to decide about. */
  readonly record: (
    endpoint: ModelEndpoint | undefined,
    request: Request,
    entities: readonly Entity[] | undefined,
    actual: Decision,
  ) => void;
  readonly coverage: (thresholds: Thresholds) => Coverage;
}

/** What coverage is measured of. */
export interface CoveredProject {
  readonly schema: SchemaJson<string>;
  readonly policies: readonly Policy[];
  readonly endpoints: readonly ModelEndpoint[];
}

/**
 * A recorder for policies that have been validated. A part is counted where Cedar would have reached it: scope before clauses, left to
 * right, no further than what settles the matter. `name` is a slot of the engine.
 */
export function coverageRecorder(
  name: string,
  { schema, policies, endpoints }: CoveredProject,
  evaluateAll?: boolean,
): Outcome<CoverageRecorder> {
  const evaluator = preparePartEvaluator(name, schema, policies, evaluateAll);
  if (!evaluator.ok) {
    const diagnostics = evaluator.errors.map((error) => engineDiagnostic('policies-unusable', error));
    return { ok: false, diagnostics };
  }
  const tally = newTally(policies, endpoints, evaluator.value);
  return {
    ok: true,
    value: {
      record: (endpoint, request, entities, actual) => {
        countDecision(tally, endpoint, actual);
        // What the engine refused was about no policy.
        if (!entities || actual.errors.some(({ policy }) => !policy)) return;
        const truths = evaluator.value.evaluate(request, entities);
        if (truths.ok)
          for (const policy of policies) countPolicy(tally, policy.id, truths.value, evaluator.value);
      },
      coverage: (thresholds) => {
        const constant = constantParts(policies, evaluator.value, schema);
        return buildCoverage(
          endpoints.map((endpoint) => endpointCoverage(endpoint, tally)),
          policies.map((policy) => policyCoverage(policy, { tally, constant }, evaluator.value)),
          thresholds,
        );
      },
    },
    diagnostics: [],
  };
}

// ---- counting ----

type Seen = Record<PartOutcome, number>;

interface CoverageTally {
  readonly endpoints: ReadonlyMap<ModelEndpoint, { allowed: number; denied: number }>;
  readonly determined: Map<string, number>;
  readonly parts: ReadonlyMap<PolicyPart, Seen>;
}

function newTally(
  policies: readonly Policy[],
  endpoints: readonly ModelEndpoint[],
  { partsOf }: PartEvaluator,
): CoverageTally {
  const parts = policies.flatMap(({ id }) => {
    const found = partsOf(id);
    return found ? [...found.scope, ...found.clauses].flatMap(withInnerParts) : [];
  });
  return {
    endpoints: new Map(endpoints.map((endpoint) => [endpoint, { allowed: 0, denied: 0 }])),
    determined: new Map(policies.map(({ id }) => [id, 0])),
    parts: new Map(parts.map((part) => [part, { true: 0, false: 0, error: 0 }])),
  };
}

function countDecision(
  tally: CoverageTally,
  endpoint: ModelEndpoint | undefined,
  { kind, determining }: Decision,
): void {
  const counts = endpoint && tally.endpoints.get(endpoint);
  if (counts && kind === 'allowed') counts.allowed += 1;
  if (counts && (kind === 'forbidden' || kind === 'not-permitted')) counts.denied += 1;
  // What was satisfied beside an error did not decide.
  if (kind === 'errored') return;
  for (const { id } of determining) tally.determined.set(id, (tally.determined.get(id) ?? 0) + 1);
}

function countPolicy(
  tally: CoverageTally,
  policyId: string,
  truthOf: PartTruths,
  { partsOf }: PartEvaluator,
): void {
  const parts = partsOf(policyId);
  for (const part of [...(parts?.scope ?? []), ...(parts?.clauses ?? [])]) {
    if (countPart(tally, policyId, part, truthOf) !== 'true') return;
  }
}

function countPart(
  tally: CoverageTally,
  policyId: string,
  part: PolicyPart,
  truthOf: PartTruths,
): PartOutcome | undefined {
  const { truth } = truthOf(policyId, part);
  const seen = tally.parts.get(part);
  if (truth === 'not-asked' || !seen) return undefined;
  seen[truth] += 1;
  for (const inner of part.parts) {
    if (settles(part, countPart(tally, policyId, inner, truthOf))) break;
  }
  return truth;
}

/** Whether what a part says is settled by one of the parts in it, so that the engine stops looking. */
function settles(part: PolicyPart, inner: PartOutcome | undefined): boolean {
  return inner === 'error' || inner === `${traitsOf(part).settledBy}`;
}

// ---- what was counted ----

function endpointCoverage(endpoint: ModelEndpoint, tally: CoverageTally): EndpointCoverage {
  const { method, path, pattern } = endpoint;
  const { allowed = 0, denied = 0 } = tally.endpoints.get(endpoint) ?? {};
  return { method, path, open: PATTERN_TRAITS[pattern].isForAnyone, allowed, denied };
}

/** What was counted, and the parts that could not have come out differently. */
interface Counted {
  readonly tally: CoverageTally;
  readonly constant: ReadonlySet<PolicyPart>;
}

function policyCoverage(policy: Policy, counted: Counted, { partsOf }: PartEvaluator): PolicyCoverage {
  const parts = partsOf(policy.id);
  return {
    policy: { id: policy.id, file: policy.file.file, location: locatePolicy(policy) },
    effect: policy.json.effect,
    determined: counted.tally.determined.get(policy.id) ?? 0,
    parts: [...(parts?.scope ?? []), ...(parts?.clauses ?? [])].map((part) =>
      partCoverage(part, policy, counted),
    ),
  };
}

function partCoverage(part: PolicyPart, policy: Policy, counted: Counted): PartCoverage {
  const { tally, constant } = counted;
  const { role } = traitsOf(part);
  const saysSomething = role === 'scope' && part.text.trim() !== part.kind;
  return {
    kind: part.kind,
    text: part.text.replaceAll(/\s+/g, ' '),
    location: locatePart(policy, part),
    counts: (role === 'condition' || saysSomething) && !constant.has(part),
    seen: { ...(tally.parts.get(part) ?? { true: 0, false: 0, error: 0 }) },
    parts: part.parts.map((inner) => partCoverage(inner, policy, counted)),
  };
}
