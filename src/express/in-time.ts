import type { Ready } from './ready.ts';

/**
 * Runs a function of the application, and says when its answer is there, but waits no longer than the limit. What fails or takes too long
 * is an error that says so; a late answer is ignored.
 */
export type InTime = <T>(what: string, work: () => Ready<T>) => Ready<T>;

/** All waiting has the same limit of `ms` milliseconds, so one timer is enough, for whatever began first. */
export function timeLimit(ms: number): InTime {
  const begin = deadlines(ms);
  return <T>(what: string, work: () => Ready<T>) => {
    const result = work();
    if (!isPromise(result)) return result;
    return new Promise<T>((resolve, reject) => {
      const end = begin(() => reject(new Error(`${what} took longer than ${ms} ms`)));
      const settle = <V>(use: (value: V) => void, value: V) => {
        end();
        use(value);
      };
      Promise.resolve(result).then(
        (value) => settle(resolve, value),
        (error) => settle(reject, error),
      );
    });
  };
}

function isPromise<T>(value: Ready<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

interface Waiting {
  /** As `performance.now()` counts. */
  readonly until: number;
  readonly late: () => void;
}

/** The longest time that a timer takes; of a longer one it would make 1 ms. */
const LONGEST = 2 ** 31 - 1;

/** Calls `late` when the time is over, unless what this answers with was called before. */
function deadlines(ms: number): (late: () => void) => () => void {
  /** In the order of their ends. */
  const waiting = new Set<Waiting>();
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
  return (late) => {
    const one: Waiting = { until: performance.now() + ms, late };
    waiting.add(one);
    if (!isTimed) watch(ms);
    return () => void waiting.delete(one);
  };
}
