/** A map for keys that anybody may choose: it holds the last ones, and what is asked for again outlives the others. */
export interface RecentMap<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
}

/**
 * Two maps of half the size: when the newer is full it becomes the older, and the older is dropped. Finding an entry writes nothing, unlike
 * the order of use that a `createLruMap` keeps. Keys longer than `longest` are not kept.
 */
export function createRecentMap<Value>(most: number, longest = LONGEST): RecentMap<Value> {
  let recent = new Map<string, Value>();
  let older: ReadonlyMap<string, Value> = new Map();
  const half = Math.ceil(most / 2);
  const set = (key: string, value: Value) => {
    if (key.length > longest) return;
    if (recent.size >= half && !recent.has(key)) {
      older = recent;
      recent = new Map();
    }
    recent.set(key, value);
  };
  return {
    get: (key) => {
      const value = recent.get(key);
      if (value !== undefined) return value;
      const before = older.get(key);
      if (before !== undefined) set(key, before);
      return before;
    },
    set,
  };
}

const LONGEST = 200;
