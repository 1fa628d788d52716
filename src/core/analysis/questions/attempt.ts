import type { Location } from '../../diagnostics/diagnostic.ts';
import { locatePolicy } from '../../policies/policy.ts';
import { NotDecided } from '../not-decided.ts';
import type { AnalysedPolicy } from './claim.ts';

/** Why a claim is not decided. */
export interface Reason {
  /** An operator as policies write it, or the budget. */
  readonly what: string;
  readonly message: string;
  /** The id of the policy that has it, and where that stands. */
  readonly policy?: string;
  readonly file?: string;
  readonly location?: Location;
}

/** The answer would have taken more than the question may cost. */
export const BUDGET: Reason = { what: 'the budget', message: 'the search took too long' };

/** The policy that a reason is about; its place, where it is one of a file. */
export function about(policy: AnalysedPolicy): Pick<Reason, 'policy' | 'file' | 'location'> {
  const { id, file, start, end } = policy;
  if (file === undefined || start === undefined || end === undefined) return { policy: id };
  const location = locatePolicy({ ...policy, file, start, end });
  return { policy: id, file: file.file, location };
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

/** Does what may turn out not to be decidable; `policy` is what it is about. */
export function attempt<T>(work: () => T, policy?: AnalysedPolicy): Attempt<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { reason: reasonOf(error, policy) };
  }
}

/** What an error says about a question; others are thrown again. */
export function reasonOf(error: unknown, policy?: AnalysedPolicy): Reason {
  if (error instanceof Undecided) return error.reason;
  if (error instanceof NotDecided)
    return { what: error.what, message: error.message, ...(policy ? about(policy) : {}) };
  // A value that cannot be written down, or formulas that nest too deep.
  if (error instanceof RangeError) return { what: 'a value', message: error.message };
  throw error;
}
