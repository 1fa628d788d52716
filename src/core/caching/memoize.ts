/** The function with its results kept by text, for pure functions that see the same texts again and again. */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined || known.has(text)) return before as T;
    if (known.size >= MOST_MEMOIZED) known.clear();
    const result = compute(text);
    known.set(text, result);
    return result;
  };
}

const MOST_MEMOIZED = 100_000;

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

/** Makes a value when it is first asked for, and keeps it. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
