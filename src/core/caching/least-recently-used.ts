/** A map of at most so many entries: of those, the one that was not asked for longest goes first. */
export interface RecentlyUsed<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
}

/**
 * Each entry knows its neighbours in the order of use. The order of a `Map` would do as well, but to make an entry the newest of one is to
 * delete it: a new iterator passes the places of all that were deleted, and one that is kept keeps every table that the map ever had.
 */
export function recentlyUsed<Value>(most: number): RecentlyUsed<Value> {
  const entries = new Map<string, Entry<Value>>();
  let newest: Entry<Value> | undefined;
  let oldest: Entry<Value> | undefined;
  const leave = (entry: Entry<Value>) => {
    if (entry.newer) entry.newer.older = entry.older;
    else newest = entry.older;
    if (entry.older) entry.older.newer = entry.newer;
    else oldest = entry.newer;
  };
  const enter = (entry: Entry<Value>) => {
    entry.older = newest;
    entry.newer = undefined;
    if (newest) newest.newer = entry;
    else oldest = entry;
    newest = entry;
  };
  const remove = (entry: Entry<Value> | undefined) => {
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

interface Entry<Value> {
  readonly key: string;
  readonly value: Value;
  newer: Entry<Value> | undefined;
  older: Entry<Value> | undefined;
}
