import type { Session } from '../../core/watching/session.ts';

/**
 * For work that can wait while a session reads or replays, since somebody who has just saved looks for what comes of that first: gives what is
 * to be waited for, if anything.
 */
export function untilAtRest({
  snapshot,
  subscribe,
}: Pick<Session, 'snapshot' | 'subscribe'>): () => Promise<void> | undefined {
  const isAtRest = () => snapshot().activity.type === 'idle';
  return () => {
    if (isAtRest()) return undefined;
    return new Promise((resolve) => {
      const forget = subscribe(() => {
        if (!isAtRest()) return;
        forget();
        resolve();
      });
    });
  };
}
