import type { Ready } from './ready.ts';

/** Waits for what the application does, but no longer than the limit: what takes too long is an error that says so, and a late answer is ignored. */
export interface InTime {
  /** Runs a function, and gives its answer at once where it is there. */
  <T>(what: string, work: () => Ready<T>): Ready<T>;
  /** The same for an answer that is not there yet: just one of the functions is called, once. */
  readonly whenThere: <T>(
    what: string,
    answer: Promise<T>,
    there: (value: T) => void,
    failed: (error: unknown) => void,
  ) => void;
}

/** All waiting has the same limit of `ms` milliseconds, so one timer is enough, for whatever began first. */
export function timeLimit(ms: number): InTime {
  const { begin, end } = deadlines(ms);
  const whenThere: InTime['whenThere'] = (what, answer, there, failed) => {
    const waiting = begin(what, failed);
    Promise.resolve(answer).then(
      (value) => {
        if (end(waiting)) there(value);
      },
      (error) => {
        if (end(waiting)) failed(error);
      },
    );
  };
  const inTime = <T>(what: string, work: () => Ready<T>): Ready<T> => {
    const result = work();
    if (!isPromise(result)) return result;
    return new Promise<T>((resolve, reject) => whenThere(what, result, resolve, reject));
  };
  return Object.assign(inTime, { whenThere });
}

/** Also one of another realm, or of another kind. */
export function isPromise<T>(value: Ready<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}

/** Nobody waits for such an answer: should it fail, that is to end no process. */
export function unawaited(answer: unknown): void {
  if (isPromise(answer)) answer.then(undefined, () => undefined);
}

interface TimedWait {
  /** As `performance.now()` counts. */
  readonly until: number;
  readonly what: string;
  readonly late: (error: Error) => void;
  /** What began before and after it, as far as it still waits. */
  earlier: TimedWait | undefined;
  later: TimedWait | undefined;
  hasEnded: boolean;
}

/** The longest time that a timer takes; of a longer one it would make 1 ms. */
const LONGEST = 2 ** 31 - 1;

interface Deadlines {
  /** Calls `late` when the time is over, unless the waiting has ended before. */
  readonly begin: (what: string, late: (error: Error) => void) => TimedWait;
  /** False where it was too late. */
  readonly end: (one: TimedWait) => boolean;
}

function deadlines(ms: number): Deadlines {
  // In the order of their ends. A set would be made larger and smaller again with nearly every call.
  let first: TimedWait | undefined;
  let last: TimedWait | undefined;
  let isTimed = false;
  const end = (one: TimedWait): boolean => {
    if (one.hasEnded) return false;
    one.hasEnded = true;
    if (one.earlier) one.earlier.later = one.later;
    else first = one.later;
    if (one.later) one.later.earlier = one.earlier;
    else last = one.earlier;
    one.earlier = undefined;
    one.later = undefined;
    return true;
  };
  const wake = () => {
    isTimed = false;
    const now = performance.now();
    while (first) {
      const one = first;
      if (one.until > now) return watch(one.until - now);
      end(one);
      one.late(new Error(`${one.what} took longer than ${ms} ms`));
    }
  };
  const watch = (remaining: number) => {
    isTimed = true;
    // The call that waits keeps the process alive, not the timer, which may be left over.
    setTimeout(wake, Math.min(Math.ceil(remaining), LONGEST)).unref();
  };
  return {
    begin: (what, late) => {
      const one: TimedWait = {
        until: performance.now() + ms,
        what,
        late,
        earlier: last,
        later: undefined,
        hasEnded: false,
      };
      if (last) last.later = one;
      else first = one;
      last = one;
      if (!isTimed) watch(ms);
      return one;
    },
    end,
  };
}
