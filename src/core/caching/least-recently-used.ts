/** A map with a limit on its entries: the least recently used entry leaves first. */
export interface LruMap<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
}

/**
 * Each entry knows its neighbours in the order of use. The order of a `Map` would do as well, but to make an entry the newest of one is to
 * delete it: a new iterator passes the places of all that were deleted, and one that is kept keeps every table that the map ever had.
 */
export function createLruMap<Value>(most: number): LruMap<Value> {
  const entries = new Map<string, LruEntry<Value>>();
  let newest: LruEntry<Value> | undefined;
  let oldest: LruEntry<Value> | undefined;
  const leave = (entry: LruEntry<Value>) => {
    if (entry.newer) entry.newer.older = entry.older;
    else newest = entry.older;
    if (entry.older) entry.older.newer = entry.newer;
    else oldest = entry.newer;
  };
  const enter = (entry: LruEntry<Value>) => {
    entry.older = newest;
    entry.newer = undefined;
    if (newest) newest.newer = entry;
    else oldest = entry;
    newest = entry;
  };
  const remove = (entry: LruEntry<Value> | undefined) => {
    if (entry && entries.delete(entry.key)) leave(entry);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry && entry !== newest) {
        leave(entry);
        enter(entry);
      }
      return entry?.value;
    },
    set: (key, value) => {
      remove(entries.get(key));
      const entry = { key, value, newer: undefined, older: undefined };
      entries.set(key, entry);
      enter(entry);
      if (entries.size > most) remove(oldest);
    },
    delete: (key) => remove(entries.get(key)),
  };
}

interface LruEntry<Value> {
  readonly key: string;
  readonly value: Value;
  newer: LruEntry<Value> | undefined;
  older: LruEntry<Value> | undefined;
}
