import type { PatternName } from '../../endpoints/pattern-name.ts';
import type { ResourceFrom } from '../../endpoints/resource-from.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import type { Evidence } from '../signals/evidence.ts';

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
export type CallerRelation = (typeof RELATIONS)[number];

/** The contract of a pattern. A pattern is one file; patterns never import each other. */
export interface Pattern {
  readonly name: PatternName;
  /** A few words for tables and help. */
  readonly title: string;
  /** The callers that fixtures of such an endpoint have to try, as far as its resource has an owner or a tenant. */
  readonly callersToTry: readonly CallerRelation[];
  /** `undefined` when the pattern cannot apply at all. */
  readonly recognize: (endpoint: Endpoint, api: Api) => Recognition | undefined;
}
