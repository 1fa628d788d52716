/** A map of at most so many entries: of those, the one that was not asked for longest goes first. */
export interface RecentlyUsed<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
}

export function recentlyUsed<Value>(most: number): RecentlyUsed<Value> {
  const map = new Map<string, Value>();
  // One iterator for good, which goes on where it found the oldest last: a new one would first pass the places of all that have left.
  const oldestFirst = map.keys();
  const set = (key: string, value: Value) => {
    map.delete(key);
    map.set(key, value);
    const oldest = map.size > most ? oldestFirst.next().value : undefined;
    if (oldest !== undefined) map.delete(oldest);
  };
  return {
    get: (key) => {
      const value = map.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete: (key) => void map.delete(key),
  };
}
