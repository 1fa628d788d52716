/**
 * Answers that were found before, each with what it was made from. Pure functions may ask it first: the same inputs have the same
 * answer, so nobody can tell whether it was remembered, except by the clock.
 */
export interface Memory {
  /** What was kept under `key`, if it was made from the very same inputs: texts by their characters, all else by identity. */
  readonly known: (key: string, inputs: readonly unknown[]) => { readonly value: unknown } | undefined;
  readonly keep: (key: string, inputs: readonly unknown[], value: unknown) => void;
}

/** For whoever asks only once. */
export const NO_MEMORY: Memory = { known: () => undefined, keep: () => undefined };

/** A memory of the last answer under each key. */
export interface LiveMemory extends Memory {
  /** Drops every answer that was neither asked for nor kept since the last time, so that files which went away leave nothing behind. */
  readonly forgetUnused: () => void;
}

export function createMemory(): LiveMemory {
  let recent = new Map<string, Kept>();
  let older: ReadonlyMap<string, Kept> = new Map();
  return {
    known: (key, inputs) => {
      const kept = recent.get(key) ?? older.get(key);
      if (!kept || !isSame(kept.inputs, inputs)) return undefined;
      recent.set(key, kept);
      return kept;
    },
    keep: (key, inputs, value) => void recent.set(key, { inputs, value }),
    forgetUnused: () => {
      older = recent;
      recent = new Map();
    },
  };
}

/** The remembered answer, or a new one. `key` must always stand for the same kind of answer. */
export function recall<T>(memory: Memory, key: string, inputs: readonly unknown[], make: () => T): T {
  const known = memory.known(key, inputs);
  if (known) return known.value as T;
  const value = make();
  memory.keep(key, inputs, value);
  return value;
}

interface Kept {
  readonly inputs: readonly unknown[];
  readonly value: unknown;
}

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((input, index) => input === now[index]);
}
