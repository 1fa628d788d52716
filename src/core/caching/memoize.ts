/** Names repeat a lot within an API; the answer to the same text never changes. */
export function remembered<T>(compute: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const result = compute(text);
    known.set(text, result);
    return result;
  };
}

const MOST_REMEMBERED = 100_000;

/** The same for values that never change, such as the shapes that many operations share. */
export function rememberedOf<K extends object, T>(compute: (value: K) => T): (value: K) => T {
  const known = new WeakMap<K, { readonly result: T }>();
  return (value) => {
    const before = known.get(value);
    if (before !== undefined) return before.result;
    const result = compute(value);
    known.set(value, { result });
    return result;
  };
}

/** What is made when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
