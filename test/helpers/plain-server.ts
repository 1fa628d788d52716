import type { ServerBehavior } from '../../src/core/guarantees/server-behavior.ts';

/** A server that asks its policies about every call, and nothing else. */
export const PLAIN_SERVER: ServerBehavior = {
  isReached: () => true,
  skipped: [],
  isSkipped: () => false,
  skippedParts: () => [],
  find: () => ({ type: 'no-endpoint', reason: 'no router' }),
  takenPaths: () => [],
  alikePaths: () => [],
  moves: {},
  batch: {},
  maxBatchItems: 100,
};
