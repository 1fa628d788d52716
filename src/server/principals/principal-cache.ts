import { createLruMap } from '../../core/caching/least-recently-used.ts';
import type { PrincipalSlice } from '../slices/slice-builder.ts';

/**
 * Remembers principal slices. Off unless the application brings one, since only it knows how long a caller's groups may be out of date.
 * Specification 4.3, rule 3.
 */
export interface PrincipalSliceCache {
  /** The slice of a caller, loaded when it is not known. A load that fails, or finds no principal, is not remembered. */
  readonly slice: (
    key: string,
    load: () => Promise<PrincipalSlice | undefined>,
  ) => Promise<PrincipalSlice | undefined>;
  /** Forgets one caller at once, also one whose slice is being loaded: call it when groups change or somebody leaves. */
  readonly drop: (key: string) => void;
}

export interface PrincipalSliceCacheOptions {
  /** Time to live in milliseconds. */
  readonly ttl: number;
  /** The most slices to remember; the one that was not used for longest goes first. */
  readonly size: number;
}

/** A cache in the memory of this process. */
export function principalSliceCache({ ttl, size }: PrincipalSliceCacheOptions): PrincipalSliceCache {
  const entries = createLruMap<Entry>(size);
  const forget = (key: string, entry: Entry) => {
    if (entries.get(key) === entry) entries.delete(key);
  };
  return {
    slice: (key, load) => {
      const known = entries.get(key);
      if (known && Date.now() < known.until) return known.slice;
      const entry: Entry = { slice: load(), until: Date.now() + ttl };
      entries.set(key, entry);
      entry.slice.then(
        (slice) => slice ?? forget(key, entry),
        () => forget(key, entry),
      );
      return entry.slice;
    },
    drop: entries.delete,
  };
}

/** While it is being loaded, all who ask share the load. */
interface Entry {
  readonly slice: Promise<PrincipalSlice | undefined>;
  /** Milliseconds since the epoch. */
  readonly until: number;
}
