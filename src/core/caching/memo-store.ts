/**
 * Results of pure functions, each with the inputs that it was made from. The same inputs have the same result, so a kept result differs
 * from a new result only in the time it takes.
 */
export interface MemoStore {
  /** What was kept under `key`, if it was made from the very same inputs: texts by their characters, all else by identity. */
  readonly known: (key: string, inputs: Inputs) => { readonly value: unknown } | undefined;
  readonly keep: (key: string, inputs: Inputs, value: unknown) => void;
}

/** What a result is made from, by name. */
export type Inputs = Readonly<Record<string, unknown>>;

/** Keeps nothing: for a caller that computes everything once. */
export const NO_MEMO_STORE: MemoStore = { known: () => undefined, keep: () => undefined };

/** Keeps the last result under each key. */
export interface LiveMemoStore extends MemoStore {
  /** Drops every result that was neither asked for nor kept since the last time, so that files which went away leave nothing behind. */
  readonly forgetUnused: () => void;
}

export function createMemoStore(): LiveMemoStore {
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

/**
 * The kept result, or a new result. `make` gets the inputs and may use nothing else that changes: only what is listed is compared. `key`
 * must always stand for the same kind of result.
 */
export function memoizeIn<Given extends Inputs, T>(
  memos: MemoStore,
  key: string,
  inputs: Given,
  make: (inputs: Given) => T,
): T {
  const known = memos.known(key, inputs);
  if (known) return known.value as T;
  const value = make(inputs);
  memos.keep(key, inputs, value);
  return value;
}

interface Kept {
  readonly inputs: Inputs;
  readonly value: unknown;
}

function isSame(before: Inputs, now: Inputs): boolean {
  const names = Object.keys(now);
  if (names.length !== Object.keys(before).length) return false;
  return names.every((name) => Object.hasOwn(before, name) && before[name] === now[name]);
}
