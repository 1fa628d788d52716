import type { Reason } from '../analysis/questions/attempt.ts';

/** Why nothing is said of all calls of an endpoint: a part of them, such as `DELETE /docs/public`, is skipped. */
export function skippedPartReason(part: string): Reason {
  return { what: 'skippedEndpoints', message: `calls of \`${part}\` are skipped, without a decision` };
}
