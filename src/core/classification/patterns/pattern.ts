import type { PatternName } from '../../endpoints/pattern.ts';
import type { ResourceFrom } from '../../endpoints/resource-from.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Api } from '../api.ts';
import type { Evidence } from '../signals/evidence.ts';
import type { Facts } from '../signals/facts.ts';

/** What a pattern makes of an endpoint: where its resource would be, and how much speaks for it. */
export interface Recognition {
  readonly from: ResourceFrom;
  readonly evidence: readonly Evidence[];
}

/**
 * How a pattern is recognized. A pattern is one file; patterns never import each other. What a pattern means afterwards stands in
 * `PATTERN_TRAITS`.
 */
export interface Pattern<Name extends PatternName = PatternName> {
  readonly name: Name;
  /** `undefined` when the pattern cannot apply at all. */
  readonly recognize: (endpoint: Endpoint, facts: Facts, api: Api) => Recognition | undefined;
}
