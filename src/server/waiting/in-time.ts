import type { Ready } from './ready.ts';

/**
 * Runs a function of the application, and says when its answer is there, but waits no longer than the limit. What fails or takes too long
 * is an error that says so; a late answer is ignored.
 */
export type InTime = <T>(what: string, work: () => Ready<T>) => Ready<T>;

/** All waiting has the same limit of `ms` milliseconds, so one timer is enough, for whatever began first. */
export function timeLimit(ms: number): InTime {
  const { begin, end } = deadlines(ms);
  return <T>(what: string, work: () => Ready<T>) => {
    const result = work();
    if (!isPromise(result)) return result;
    return new Promise<T>((resolve, reject) => {
      const waiting = begin(() => reject(new Error(`${what} took longer than ${ms} ms`)));
      Promise.resolve(result).then(
        (value) => {
          end(waiting);
          resolve(value);
        },
        (error) => {
          end(waiting);
          reject(error);
        },
      );
    });
  };
}

function isPromise<T>(value: Ready<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

interface TimedWait {
  /** As `performance.now()` counts. */
  readonly until: number;
  readonly late: () => void;
}

/** The longest time that a timer takes; of a longer one it would make 1 ms. */
const LONGEST = 2 ** 31 - 1;

interface Deadlines {
  /** Calls `late` when the time is over, unless the waiting has ended before. */
  readonly begin: (late: () => void) => TimedWait;
  readonly end: (one: TimedWait) => void;
}

function deadlines(ms: number): Deadlines {
  /** In the order of their ends. */
  const waiting = new Set<TimedWait>();
  let isTimed = false;
  const wake = () => {
    isTimed = false;
    const now = performance.now();
    for (const one of waiting) {
      if (one.until > now) return watch(one.until - now);
      waiting.delete(one);
      one.late();
    }
  };
  const watch = (remaining: number) => {
    isTimed = true;
    // The call that waits keeps the process alive, not the timer, which may be left over.
    setTimeout(wake, Math.min(Math.ceil(remaining), LONGEST)).unref();
  };
  return {
    begin: (late) => {
      const one: TimedWait = { until: performance.now() + ms, late };
      waiting.add(one);
      if (!isTimed) watch(ms);
      return one;
    },
    end: (one) => void waiting.delete(one),
  };
}
