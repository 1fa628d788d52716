/**
 * A value, or the promise of one. What is there already is used at once: of the many steps to a decision most have nothing to wait for, and
 * promises would cost more than the steps themselves.
 */
export type Ready<T> = T | Promise<T>;

/** What comes next, now or when the value is there. */
export function after<A, B>(value: Ready<A>, next: (value: A) => Ready<B>): Ready<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** All of them, in the same order. */
export function all<T>(values: readonly Ready<T>[]): Ready<readonly T[]> {
  const first = values[0];
  if (values.length === 1)
    return first instanceof Promise ? first.then((value) => [value]) : (values as readonly T[]);
  for (const value of values) if (value instanceof Promise) return Promise.all(values);
  return values as readonly T[];
}

/** What comes next, whether there is a value or it failed, in one step. What `next` throws is not `failed` again. */
export function settled<A, B>(
  value: Ready<A>,
  next: (value: A) => Ready<B>,
  failed: (error: unknown) => Ready<B>,
): Ready<B> {
  return value instanceof Promise ? value.then(next, failed) : next(value);
}

/**
 * Makes a rejection of what is thrown. Whoever starts several things at once needs it: one that threw would leave the others without
 * anybody who waits for them, and a rejection that nobody waits for ends the process.
 */
export function attempt<T>(work: () => Ready<T>): Ready<T> {
  try {
    return work();
  } catch (error) {
    return Promise.reject(error);
  }
}
