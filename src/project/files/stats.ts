import { type BigIntStats, lstatSync, statSync } from 'node:fs';

/** What a path leads to; `undefined` where there is nothing. */
export function statsOf(path: string): BigIntStats | undefined {
  return unlessBelowFile(() => statSync(path, { bigint: true, throwIfNoEntry: false }));
}

/** What is at a path itself, be it a link; `undefined` where there is nothing. */
export function linkStatsOf(path: string): BigIntStats | undefined {
  return unlessBelowFile(() => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
}

/** Node 20 throws where a part of the path is a file, in spite of `throwIfNoEntry`; later versions find nothing there. */
function unlessBelowFile(stats: () => BigIntStats | undefined): BigIntStats | undefined {
  try {
    return stats();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
