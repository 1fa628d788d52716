import type { Api } from '../api.ts';
import type { Endpoint } from '../endpoint.ts';

/** The six authorization patterns, in the order in which they are offered to people. */
export const PATTERN_NAMES = [
  'single-resource',
  'creation',
  'listing',
  'batch',
  'open',
  'implicit-scope',
] as const;
export type PatternName = (typeof PATTERN_NAMES)[number];

/** Where a call carries the identifier of its authorization resource: `application`, `path:NAME`, `query:NAME`, `body:NAME`. */
export type ResourceFrom = 'application' | `path:${string}` | `query:${string}` | `body:${string}`;

/** One reason for (or against, when negative) a pattern: a sentence that a person can check in the document. */
export interface Evidence {
  readonly weight: number;
  readonly text: string;
}

/** What a pattern makes of an endpoint: where its resource would be, and how much speaks for it. */
export interface Recognition {
  readonly from: ResourceFrom;
  readonly evidence: readonly Evidence[];
}

/**
 * In which relation to the resource of a call its caller may stand: nobody known, anybody known, its owner, somebody else, of its tenant or
 * of another one. A caller stands in several of them.
 */
export const RELATIONS = [
  'anonymous',
  'identified',
  'owner',
  'other-owner',
  'same-tenant',
  'other-tenant',
] as const;
export type Relation = (typeof RELATIONS)[number];

/** The contract of a pattern. A pattern is one file; patterns never import each other. */
export interface Pattern {
  readonly name: PatternName;
  /** A few words for tables and help. */
  readonly title: string;
  /** The callers that fixtures of such an endpoint owe, as far as its resource has an owner or a tenant. */
  readonly owes: readonly Relation[];
  /** `undefined` when the pattern cannot apply at all. */
  readonly recognize: (endpoint: Endpoint, api: Api) => Recognition | undefined;
}
