import { createRecentMap } from './recent-map.ts';

/** The function with its results kept by text, for pure functions that see the same texts again and again. */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  // One in four questions is that of before: to compare two texts takes a fraction of finding one among thousands.
  let lastText: string | undefined;
  let last: T | undefined;
  return (text) => {
    if (text === lastText) return last as T;
    let result = known.get(text);
    if (result === undefined && !known.has(text)) {
      if (known.size >= MOST_MEMOIZED) known.clear();
      result = compute(text);
      known.set(text, result);
    }
    lastText = text;
    last = result;
    return result as T;
  };
}

const MOST_MEMOIZED = 100_000;

/**
 * The same for texts that anybody may choose, such as the paths of calls: results of the last few that are not long are kept.
 */
export function memoizeRecent<T extends object>(compute: (text: string) => T): (text: string) => T {
  const recent = createRecentMap<T>(MOST_RECENT);
  return (text) => {
    const before = recent.get(text);
    if (before !== undefined) return before;
    const result = compute(text);
    recent.set(text, result);
    return result;
  };
}

const MOST_RECENT = 2_000;

/** The function with its results kept by object, for objects that never change, such as the shapes that many operations share. */
export function memoizeByIdentity<K extends object, T>(compute: (value: K) => T): (value: K) => T {
  const known = new WeakMap<K, { readonly result: T }>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before.result;
    const result = compute(value);
    known.set(value, { result });
    return result;
  };
}

/**
 * The same for a function that is gone when its objects are: finding one takes less where nothing has to notice that it is gone. Several
 * questions in a row are about one object.
 */
export function memoizeWhile<K extends object, T>(compute: (value: K) => T): (value: K) => T {
  const known = new Map<K, { readonly result: T }>();
  let last: K | undefined;
  let found: { readonly result: T } | undefined;
  return (value) => {
    if (value === last && found !== undefined) return found.result;
    found = known.get(value);
    if (found === undefined) {
      found = { result: compute(value) };
      known.set(value, found);
    }
    last = value;
    return found.result;
  };
}

/** The same, where nearly every question is about the object of the one before, such as the model of a server. */
export function memoizeLast<K extends object, T>(compute: (value: K) => T): (value: K) => T {
  const known = memoizeByIdentity((value: K) => ({ value, result: compute(value) }));
  let last: { readonly value: K; readonly result: T } | undefined;
  return (value) => {
    if (last?.value !== value) last = known(value);
    return last.result;
  };
}

/**
 * The same, where questions about one thing come one after the other, as about the path of endpoints that are sorted by it: only the last
 * result is kept, which needs neither room nor search.
 */
export function memoizeRun<K, T>(compute: (key: K) => T): (key: K) => T {
  let last: { readonly key: K; readonly result: T } | undefined;
  return (key) => {
    if (last === undefined || last.key !== key) last = { key, result: compute(key) };
    return last.result;
  };
}

/** Makes a value when it is first asked for, and keeps it. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
