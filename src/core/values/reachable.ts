/** All that can be reached from the starts, which are among it, each once. Circles do no harm. */
export function reachable<T>(starts: Iterable<T>, nextOf: (one: T) => Iterable<T>): Set<T> {
  const found = new Set(starts);
  // What is added while the set is gone through is gone through as well.
  for (const one of found) for (const next of nextOf(one)) found.add(next);
  return found;
}
