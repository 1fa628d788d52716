import { parseExactly } from '../../core/cedar/exact-number.ts';
import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { Source } from '../../core/diagnostics/source.ts';
import { parseSource } from '../parsing/parse.ts';
import { readText } from './read-text.ts';
import { statsOf } from './stats.ts';

/** How files are read; `shown` is what messages call them. */
export interface SourceReader {
  readonly text: (path: string, shown: string) => Promise<Outcome<string>>;
  /** A YAML or JSON file, parsed; whole numbers in JSON keep all of their digits. */
  readonly source: (path: string, shown: string) => Promise<Outcome<Source>>;
}

/** Reads files again each time. */
export const DISK: SourceReader = {
  text: async (path, shown) => readText(path, shown),
  source: async (path, shown) => {
    const text = readText(path, shown);
    return text.ok ? parseSource(shown, text.value, parseExactly) : text;
  },
};

/** Reads only what has changed since it was read last. */
export interface CachingReader extends SourceReader {
  /** Says that these have changed, whatever their times say. */
  readonly changed: (paths: Iterable<string>) => void;
  /** Whether it has read this file. */
  readonly knows: (path: string) => boolean;
  /**
   * Files that somebody has written to since they were read, whether or not that has been told yet: of those that were read since this was
   * asked last.
   */
  readonly takeWritten: () => readonly string[];
  /** Files that said something else than before when they were read, since this was asked last. */
  readonly takeChanged: () => readonly string[];
}

/**
 * Reads a file again when it was said to have changed, or when its identity, size or times have. A file whose text is the same stays the
 * same source: what was made of it need not be made again.
 */
export function cachingReader(): CachingReader {
  const known = new Map<string, KnownFile>();
  const stale = new Set<string>();
  const fresh = new Set<string>();
  const other = new Set<string>();
  const text = async (path: string, shown: string): Promise<Outcome<string>> => {
    const stamp = stampOf(path);
    const before = known.get(path);
    if (before && stamp !== undefined && before.stamp === stamp && !stale.has(path)) return before.text;
    stale.delete(path);
    fresh.add(path);
    const read = readText(path, shown);
    const same = before?.text.ok && read.ok && before.text.value === read.value;
    if (!same) other.add(path);
    if (read.ok && stamp !== undefined)
      known.set(path, same ? { ...before, stamp } : { stamp, text: read, source: undefined });
    else known.delete(path);
    return read;
  };
  const source = async (path: string, shown: string): Promise<Outcome<Source>> => {
    const read = await text(path, shown);
    if (!read.ok) return read;
    const file = known.get(path);
    const parsed = file?.source ?? parseSource(shown, read.value, parseExactly);
    if (file) known.set(path, { ...file, source: parsed });
    return parsed;
  };
  return {
    text,
    source,
    changed: (paths) => {
      for (const path of paths) stale.add(path);
    },
    knows: (path) => known.has(path),
    takeWritten: () => {
      const written = [...fresh].filter((path) => isOther(known.get(path)?.stamp, stampOf(path)));
      fresh.clear();
      return written;
    },
    takeChanged: () => {
      const changed = [...other];
      other.clear();
      return changed;
    },
  };
}

interface KnownFile {
  readonly stamp: string;
  readonly text: Outcome<string>;
  readonly source: Outcome<Source> | undefined;
}

/** A file that has gone meanwhile is not another one: whether it comes back is told by the next change. */
function isOther(before: string | undefined, now: string | undefined): boolean {
  return before !== undefined && now !== undefined && now !== before;
}

/** `undefined` for a file that is not there. */
function stampOf(path: string): string | undefined {
  const stats = statsOf(path);
  return stats && `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
}
