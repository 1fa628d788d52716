import type { Result } from './replay.ts';

/** Whether it is not as it has to be: what was skipped or is still to do fails nothing. */
export function isBadResult({ status }: Pick<Result, 'status'>): boolean {
  return status === 'failed' || status === 'errored';
}
