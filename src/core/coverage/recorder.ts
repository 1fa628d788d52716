import type { SchemaJson } from '../cedar/cedar.ts';
import { engineDiagnostic } from '../cedar/engine-diagnostic.ts';
import type { Entity } from '../cedar/entity.ts';
import { inOneLine } from '../cedar/tokens.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import type { Decision } from '../engine/engine.ts';
import { type PartEvaluator, type PartTruths, preparePartEvaluator } from '../engine/part-evaluation.ts';
import { traitsOf } from '../policies/part-traits.ts';
import { locatePolicy, type Policy } from '../policies/policy.ts';
import { locatePart, type PolicyPart, withInnerParts } from '../policies/policy-parts.ts';
import type { ModelEndpoint, Request } from '../requests/map-call.ts';
import {
  buildCoverage,
  type Coverage,
  type EndpointCoverage,
  type PartCoverage,
  type PartOutcome,
  type PolicyCoverage,
  type Thresholds,
} from './coverage.ts';
import type { UnreachableGoals, unreachableIn } from './find-unreachable.ts';
import type { Goal } from './goal.ts';

/** Counts, while fixtures are replayed, what each decision saw. */
export interface CoverageRecorder {
  /** What one request saw; `entities` is missing when there was nothing to decide about. */
  readonly record: (request: Request, entities: readonly Entity[] | undefined, actual: Decision) => void;
  /** What became of a call, or of an item of a batch, whatever each of its questions came to. */
  readonly recordCall: (endpoint: ModelEndpoint, outcome: 'allowed' | 'denied') => void;
  /** What has not been seen so far. */
  readonly unseen: () => readonly Goal[];
  /** With what is proven, which is asked about what has not been seen. */
  readonly coverage: (thresholds: Thresholds) => Coverage;
  /** What no request comes to, of what has not been seen. */
  readonly unreachable: () => UnreachableGoals;
  readonly partsOf: PartEvaluator['partsOf'];
  /** Another recorder for the same project, which has seen nothing. */
  readonly another: () => CoverageRecorder;
}

/** What coverage is measured of. */
export interface CoveredProject {
  readonly schema: SchemaJson<string>;
  readonly policies: readonly Policy[];
  readonly endpoints: readonly ModelEndpoint[];
  /** What no request comes to; missing where nothing is proven, as of policies that need not be valid. */
  readonly unreachable?: ReturnType<typeof unreachableIn> | undefined;
}

/**
 * A recorder for policies that have been validated. A part is counted where Cedar would have reached it: scope before clauses, left to
 * right, no further than what settles the matter. `name` is a slot of the engine.
 */
export function coverageRecorder(
  name: string,
  project: CoveredProject,
  evaluateAll?: boolean,
): Outcome<CoverageRecorder> {
  const evaluator = preparePartEvaluator(name, project.schema, project.policies, evaluateAll);
  if (!evaluator.ok) {
    const diagnostics = evaluator.errors.map((error) => engineDiagnostic('policies-unusable', error));
    return { ok: false, diagnostics };
  }
  return { ok: true, value: recorderWith(evaluator.value, project), diagnostics: [] };
}

function recorderWith(evaluator: PartEvaluator, project: CoveredProject): CoverageRecorder {
  const { policies, endpoints } = project;
  const tally = newTally(policies, endpoints, evaluator);
  const unseen = () => unseenGoals(tally, policies);
  const unreachable = () => project.unreachable?.(unseen(), evaluator.partsOf) ?? NOTHING_UNREACHABLE;
  return {
    record: (request, entities, actual) => {
      countDetermining(tally, actual);
      // What the engine refused was about no policy.
      if (!entities || actual.errors.some(({ policy }) => !policy)) return;
      const truths = evaluator.evaluate(request, entities);
      if (truths.ok) for (const policy of policies) countPolicy(tally, policy.id, truths.value, evaluator);
    },
    recordCall: (endpoint, outcome) => {
      const counts = tally.endpoints.get(endpoint);
      if (counts) counts[outcome] += 1;
    },
    unseen,
    unreachable,
    coverage: (thresholds) => {
      const counted = countedWith(tally, unreachable());
      return buildCoverage(
        endpoints.map((endpoint) => endpointCoverage(endpoint, counted)),
        policies.map((policy) => policyCoverage(policy, counted, evaluator)),
        thresholds,
      );
    },
    partsOf: evaluator.partsOf,
    another: () => recorderWith(evaluator, project),
  };
}

const NOTHING_UNREACHABLE: UnreachableGoals = new Map();

// ---- counting ----

type Seen = Record<PartOutcome, number>;

interface CoverageTally {
  readonly endpoints: ReadonlyMap<ModelEndpoint, { allowed: number; denied: number }>;
  readonly determined: Map<string, number>;
  readonly parts: ReadonlyMap<PolicyPart, { readonly policyId: string; readonly seen: Seen }>;
}

function newTally(
  policies: readonly Policy[],
  endpoints: readonly ModelEndpoint[],
  { partsOf }: PartEvaluator,
): CoverageTally {
  const parts = policies.flatMap(({ id }) => {
    const found = partsOf(id);
    const all = found ? [...found.scope, ...found.clauses].flatMap(withInnerParts) : [];
    return all.map((part) => ({ part, policyId: id }));
  });
  return {
    endpoints: new Map(endpoints.map((endpoint) => [endpoint, { allowed: 0, denied: 0 }])),
    determined: new Map(policies.map(({ id }) => [id, 0])),
    parts: new Map(
      parts.map(({ part, policyId }) => [part, { policyId, seen: { true: 0, false: 0, error: 0 } }]),
    ),
  };
}

function countDetermining(tally: CoverageTally, { kind, determining }: Decision): void {
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
  const seen = tally.parts.get(part)?.seen;
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

/** What has not been seen, of all that coverage asks for. */
function unseenGoals(tally: CoverageTally, policies: readonly Policy[]): Goal[] {
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  return [
    ...[...tally.endpoints].flatMap(([endpoint, counts]) =>
      (['allowed', 'denied'] as const)
        .filter((outcome) => counts[outcome] === 0 && !(outcome === 'denied' && isOpen(endpoint)))
        .map((outcome) => ({ type: 'endpoint', endpoint, outcome }) as const),
    ),
    ...policies.flatMap((policy): Goal[] =>
      tally.determined.get(policy.id) ? [] : [{ type: 'policy', policy, outcome: 'determining' }],
    ),
    ...[...tally.parts].flatMap(([part, { policyId, seen }]): Goal[] => {
      const policy = byId.get(policyId);
      if (!policy || !saysSomething(part)) return [];
      const missing = (['true', 'false'] as const).filter((outcome) => seen[outcome] === 0);
      return missing.map((outcome) => ({ type: 'part', policy, part, outcome }));
    }),
  ];
}

function isOpen({ pattern }: ModelEndpoint): boolean {
  return PATTERN_TRAITS[pattern].isForAnyone;
}

/** Conditions, and parts of a scope that are more than their name. */
function saysSomething(part: PolicyPart): boolean {
  const { role } = traitsOf(part);
  return role === 'condition' || (role === 'scope' && part.text.trim() !== part.kind);
}

/** What was counted, and what no request comes to, by what it is about. */
interface Counted {
  readonly tally: CoverageTally;
  readonly endpoints: ReadonlyMap<ModelEndpoint, EndpointCoverage['unreachable']>;
  readonly policies: ReadonlyMap<Policy, PolicyCoverage['unreachable']>;
  readonly parts: ReadonlyMap<PolicyPart, PartCoverage['unreachable']>;
}

function countedWith(tally: CoverageTally, unreachable: UnreachableGoals): Counted {
  const endpoints = new Map<ModelEndpoint, EndpointCoverage['unreachable']>();
  const policies = new Map<Policy, PolicyCoverage['unreachable']>();
  const parts = new Map<PolicyPart, PartCoverage['unreachable']>();
  for (const [goal, given] of unreachable) {
    if (goal.type === 'endpoint') add(endpoints, goal.endpoint, { outcome: goal.outcome, given });
    else if (goal.type === 'policy') add(policies, goal.policy, { outcome: goal.outcome, given });
    else add(parts, goal.part, { outcome: goal.outcome, given });
  }
  return { tally, endpoints, policies, parts };
}

function add<Key, Item>(lists: Map<Key, readonly Item[]>, key: Key, item: Item): void {
  lists.set(key, [...(lists.get(key) ?? []), item]);
}

function endpointCoverage(endpoint: ModelEndpoint, { tally, endpoints }: Counted): EndpointCoverage {
  const { method, path } = endpoint;
  const { allowed = 0, denied = 0 } = tally.endpoints.get(endpoint) ?? {};
  const unreachable = endpoints.get(endpoint) ?? [];
  return { method, path, open: isOpen(endpoint), allowed, denied, unreachable };
}

function policyCoverage(policy: Policy, counted: Counted, { partsOf }: PartEvaluator): PolicyCoverage {
  const parts = partsOf(policy.id);
  return {
    policy: { id: policy.id, file: policy.file.file, location: locatePolicy(policy) },
    effect: policy.json.effect,
    determined: counted.tally.determined.get(policy.id) ?? 0,
    unreachable: counted.policies.get(policy) ?? [],
    parts: [...(parts?.scope ?? []), ...(parts?.clauses ?? [])].map((part) =>
      partCoverage(part, policy, counted),
    ),
  };
}

function partCoverage(part: PolicyPart, policy: Policy, counted: Counted): PartCoverage {
  return {
    kind: part.kind,
    text: inOneLine(part.text),
    location: locatePart(policy, part),
    counts: saysSomething(part),
    seen: { ...(counted.tally.parts.get(part)?.seen ?? { true: 0, false: 0, error: 0 }) },
    unreachable: counted.parts.get(part) ?? [],
    parts: part.parts.map((inner) => partCoverage(inner, policy, counted)),
  };
}
