import type { Location } from '../diagnostics/diagnostic.ts';
import type { PolicyReference } from '../engine/engine.ts';
import type { PartKind } from '../policies/part-traits.ts';

/** What the fixtures saw of the endpoints and the policies, and where that is less than was asked for. */
export interface Coverage {
  /** In the order of the schema. */
  readonly endpoints: readonly EndpointCoverage[];
  /** In the order of files and of policies in them. */
  readonly policies: readonly PolicyCoverage[];
  readonly totals: Readonly<Record<Measure, Ratio>>;
  readonly shortfalls: readonly Shortfall[];
}

/**
 * `endpoints` were allowed and denied at least once each, of open ones it is enough that they were allowed; `policies` determined a
 * decision; `conditions` counts outcomes: each condition, and each part of a scope that says something, has been true, and false.
 */
const MEASURES = ['endpoints', 'policies', 'conditions'] as const;
export type Measure = (typeof MEASURES)[number];

export interface Ratio {
  readonly covered: number;
  readonly total: number;
}

/** In percent, 0 to 100. */
export type Thresholds = { readonly [M in Measure]?: number | undefined };

export interface Shortfall {
  readonly measure: Measure;
  readonly percent: number;
  readonly threshold: number;
}

/** An outcome that no request comes to, by proof. It is left out. */
export interface Unreachable<Outcome extends string> {
  readonly outcome: Outcome;
  /** What the proof takes for granted about the application, as sentences. */
  readonly given: readonly string[];
}

export interface EndpointCoverage {
  readonly method: string;
  readonly path: string;
  /** Whether everybody may call it by its pattern, so that a deny is not asked for. */
  readonly open: boolean;
  readonly allowed: number;
  /** By a policy, or for want of one. That a resource does not exist says nothing about policies, nor does an error. */
  readonly denied: number;
  readonly unreachable: readonly Unreachable<'allowed' | 'denied'>[];
}

export interface PolicyCoverage {
  readonly policy: PolicyReference;
  readonly effect: 'permit' | 'forbid';
  /** How many decisions it determined. */
  readonly determined: number;
  readonly unreachable: readonly Unreachable<'determining'>[];
  /** The three parts of the scope, then the clauses. Empty when the policy could not be taken apart. */
  readonly parts: readonly PartCoverage[];
}

export interface PartCoverage {
  readonly kind: PartKind;
  /** As written, in one line. */
  readonly text: string;
  readonly location: Location;
  /** Whether it says something: a condition does, and a part of a scope that is more than its name. */
  readonly counts: boolean;
  /** How often it came out in each way, where it was reached. A clause is true when it holds. */
  readonly seen: Readonly<Record<PartOutcome, number>>;
  /** With one of these the other outcome tells no more than that the part is reached: the part does not count. */
  readonly unreachable: readonly Unreachable<'true' | 'false'>[];
  readonly parts: readonly PartCoverage[];
}

export type PartOutcome = 'true' | 'false' | 'error';

/** Something that the fixtures should have seen and did not. */
export type Uncovered =
  | {
      readonly type: 'endpoint';
      readonly endpoint: EndpointCoverage;
      readonly missing: readonly ('allowed' | 'denied')[];
    }
  | { readonly type: 'policy'; readonly policy: PolicyCoverage }
  | {
      readonly type: 'part';
      readonly policy: PolicyCoverage;
      readonly part: PartCoverage;
      readonly missing: readonly ('true' | 'false')[];
    };

/** Puts together what was counted. */
export function buildCoverage(
  endpoints: readonly EndpointCoverage[],
  policies: readonly PolicyCoverage[],
  thresholds: Thresholds,
): Coverage {
  const totals = {
    endpoints: ratio(endpoints.filter(hasReachable), (endpoint) => missingDecisions(endpoint).length === 0),
    policies: ratio(
      policies.filter(({ unreachable }) => unreachable.length === 0),
      ({ determined }) => determined > 0,
    ),
    conditions: conditionOutcomes(policies),
  };
  return { endpoints, policies, totals, shortfalls: shortfalls(totals, thresholds) };
}

/** The measures that there is something of: without endpoints there is nothing to say about them. */
export function measuresOf({ totals }: Coverage): Measure[] {
  return MEASURES.filter((measure) => totals[measure].total > 0);
}

/** In percent; of nothing all is covered. Never rounded up to a threshold that is not reached. */
export function percentOf({ covered, total }: Ratio): number {
  return total === 0 ? 100 : Math.floor((covered * 1000) / total) / 10;
}

/** Endpoints first, then policy by policy in the order of the files. */
export function uncovered({ endpoints, policies }: Coverage): Uncovered[] {
  return [...endpoints.flatMap(uncoveredEndpoint), ...policies.flatMap(uncoveredInPolicy)];
}

/** An outcome that is left out, and where. */
export type LeftOutOutcome =
  | ({ readonly type: 'endpoint'; readonly endpoint: EndpointCoverage } & Unreachable<'allowed' | 'denied'>)
  | ({ readonly type: 'policy'; readonly policy: PolicyCoverage } & Unreachable<'determining'>)
  | ({
      readonly type: 'part';
      readonly policy: PolicyCoverage;
      readonly part: PartCoverage;
    } & Unreachable<'true' | 'false' | 'reached'>);

/** What no request comes to: endpoints first, then policy by policy in the order of the files. */
export function leftOutOutcomes({ endpoints, policies }: Coverage): LeftOutOutcome[] {
  return [
    ...endpoints.flatMap((endpoint) =>
      endpoint.unreachable.map((one) => ({ type: 'endpoint', endpoint, ...one }) as const),
    ),
    ...policies.flatMap((policy) => [
      ...policy.unreachable.map((one) => ({ type: 'policy', policy, ...one }) as const),
      ...policy.parts
        .flatMap(withInnerCoverage)
        .flatMap((part) => leftOutOf(part).map((one) => ({ type: 'part', policy, part, ...one }) as const)),
    ]),
  ];
}

/** What comes to neither is not reached. */
function leftOutOf({ unreachable }: PartCoverage): readonly Unreachable<'true' | 'false' | 'reached'>[] {
  const [one, other] = unreachable;
  if (!one || !other) return unreachable;
  return [{ outcome: 'reached', given: one.given.length > 0 ? one.given : other.given }];
}

/** The parts that count, inner ones too. */
export function countedParts({ parts }: PolicyCoverage): PartCoverage[] {
  return parts
    .flatMap(withInnerCoverage)
    .filter(({ counts, unreachable }) => counts && unreachable.length === 0);
}

/** The part and all parts in it. */
export function withInnerCoverage(part: PartCoverage): PartCoverage[] {
  return [part, ...part.parts.flatMap(withInnerCoverage)];
}

function uncoveredEndpoint(endpoint: EndpointCoverage): Uncovered[] {
  const missing = missingDecisions(endpoint);
  return missing.length > 0 ? [{ type: 'endpoint', endpoint, missing }] : [];
}

function missingDecisions(endpoint: EndpointCoverage): ('allowed' | 'denied')[] {
  return reachableDecisions(endpoint).filter((outcome) => endpoint[outcome] === 0);
}

/** What is asked for. */
function reachableDecisions({ open, unreachable }: EndpointCoverage): ('allowed' | 'denied')[] {
  const asked = open ? (['allowed'] as const) : (['allowed', 'denied'] as const);
  return asked.filter((outcome) => !unreachable.some((one) => one.outcome === outcome));
}

function hasReachable(endpoint: EndpointCoverage): boolean {
  return reachableDecisions(endpoint).length > 0;
}

/** Of a policy that never determined anything, its parts are not told one by one where nobody ever reached them. */
function uncoveredInPolicy(policy: PolicyCoverage): Uncovered[] {
  const parts = countedParts(policy).flatMap((part): Uncovered[] => {
    const missing = missingOutcomes(part);
    const isReached = Object.values(part.seen).some((count) => count > 0);
    return missing.length > 0 && isReached ? [{ type: 'part', policy, part, missing }] : [];
  });
  const isUnseen = policy.determined === 0 && policy.unreachable.length === 0;
  return [...(isUnseen ? [{ type: 'policy', policy } as const] : []), ...parts];
}

function missingOutcomes({ seen }: PartCoverage): ('true' | 'false')[] {
  return (['true', 'false'] as const).filter((outcome) => seen[outcome] === 0);
}

function ratio<T>(all: readonly T[], isCovered: (one: T) => boolean): Ratio {
  return { covered: all.filter(isCovered).length, total: all.length };
}

function conditionOutcomes(policies: readonly PolicyCoverage[]): Ratio {
  const parts = policies.flatMap(countedParts);
  const missing = parts.reduce((sum, part) => sum + missingOutcomes(part).length, 0);
  return { covered: parts.length * 2 - missing, total: parts.length * 2 };
}

function shortfalls(totals: Coverage['totals'], thresholds: Thresholds): Shortfall[] {
  return MEASURES.flatMap((measure) => {
    const threshold = thresholds[measure];
    const percent = percentOf(totals[measure]);
    return threshold !== undefined && percent < threshold ? [{ measure, percent, threshold }] : [];
  });
}
