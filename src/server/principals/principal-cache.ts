import { createLruMap } from '../../core/caching/least-recently-used.ts';
import { InputError } from '../../core/diagnostics/diagnostic.ts';
import {
  neededOptionProblems,
  numberAbove,
  type OptionKinds,
  wholeNumberFrom,
} from '../../core/diagnostics/options.ts';
import type { PrincipalSlice } from '../slices/lookups.ts';

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

/** Options of {@link principalSliceCache}; both are needed. */
export interface PrincipalSliceCacheOptions {
  /** Time to live in milliseconds. */
  readonly ttl: number;
  /** The most slices to remember; the one that was not used for longest goes first. */
  readonly size: number;
}

const OPTIONS: OptionKinds<PrincipalSliceCacheOptions> = {
  ttl: numberAbove(0, 'milliseconds'),
  size: wholeNumberFrom(1),
};

/**
 * A cache in the memory of this process, with a time to live in milliseconds.
 * @throws {InputError} with all that is wrong with the options.
 */
export function principalSliceCache(options: PrincipalSliceCacheOptions): PrincipalSliceCache {
  const problems = neededOptionProblems('`principalSliceCache`', options, OPTIONS);
  if (problems.length > 0) throw new InputError(problems);
  const { ttl, size } = options;
  const entries = createLruMap<CachedPrincipal>(size);
  const forget = (key: string, entry: CachedPrincipal) => {
    if (entries.get(key) === entry) entries.delete(key);
  };
  return {
    slice: (key, load) => {
      const known = entries.get(key);
      if (known && isFresh(known, ttl)) return known.slice;
      const entry: CachedPrincipal = { slice: load(), since: Date.now(), started: performance.now() };
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
interface CachedPrincipal {
  readonly slice: Promise<PrincipalSlice | undefined>;
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** Milliseconds of a clock that nobody sets. */
  readonly started: number;
}

/** By both clocks: one may be set back, and the other may stand still while a machine sleeps. */
function isFresh({ since, started }: CachedPrincipal, ttl: number): boolean {
  const age = Date.now() - since;
  return age >= 0 && age < ttl && performance.now() - started < ttl;
}
