import { NotDecided } from '../not-decided.ts';

/** Why a claim is not decided. */
export interface Reason {
  /** An operator as policies write it, or the budget. */
  readonly what: string;
  readonly message: string;
  /** The id of the policy that has it. */
  readonly policy?: string;
}

/** A value, or why there is none. */
export type Attempt<T> = { readonly value: T } | { readonly reason: Reason };

/** A reason on its way to the answer that it becomes. */
export class Undecided extends Error {
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.message);
    this.reason = reason;
  }
}

/** Does what may turn out not to be decidable; `policy` is the id of the policy that it is about. */
export function attempt<T>(work: () => T, policy?: string): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    if (error instanceof Undecided) return { reason: error.reason };
    if (error instanceof NotDecided)
      return {
        reason: { what: error.what, message: error.message, ...(policy === undefined ? {} : { policy }) },
      };
    // A value that cannot be written down, or formulas that nest too deep.
    if (error instanceof RangeError) return { reason: { what: 'a value', message: error.message } };
    throw error;
  }
}
