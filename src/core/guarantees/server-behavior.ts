import type { EndpointTable } from '../requests/server/endpoint-table.ts';
import type { ServerMapper } from '../requests/server/server-mapper.ts';
import type { ServerRules } from '../requests/server/server-rules.ts';

/** What a server does with calls beside asking its policies. None of it is optional: an answer that leaves one out can be wrong. */
export interface ServerBehavior {
  /** Endpoints whose calls go through without a decision, in the schema or not. */
  readonly skipped: EndpointTable['skipped'];
  /** Whether the calls of an endpoint go through without a decision. */
  readonly isSkipped: EndpointTable['isSkipped'];
  /** Which calls of another endpoint do. */
  readonly skippedParts: EndpointTable['skippedParts'];
  /** Whether any call gets to an endpoint. */
  readonly isReached: EndpointTable['isReached'];
  /** What stands at a path. */
  readonly find: EndpointTable['find'];
  /** Paths of calls of an endpoint that other endpoints may take. */
  readonly takenPaths: EndpointTable['takenPaths'];
  /** Paths of calls of an endpoint that may be for another one, and are refused where there are both. */
  readonly alikePaths: EndpointTable['alikePaths'];
  /** What calls ask besides that move something. */
  readonly moves: ServerRules['moves'];
  /** Whether items that are not permitted are left out of the calls of batch endpoints. */
  readonly batch: ServerRules['batch'];
  /** The most items of one call. */
  readonly maxBatchItems: ServerRules['maxBatchItems'];
}

export function behaviorOf({ table, rules }: ServerMapper): ServerBehavior {
  const { skipped, isSkipped, skippedParts, isReached, find, takenPaths, alikePaths } = table;
  const { moves, batch, maxBatchItems } = rules;
  return {
    skipped,
    isSkipped,
    skippedParts,
    isReached,
    find,
    takenPaths,
    alikePaths,
    moves,
    batch,
    maxBatchItems,
  };
}
