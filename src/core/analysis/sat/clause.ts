/** A variable, positive or negated: `variable` or `-variable`. Variables count from 1. */
export type Literal = number;

/** One of the literals has to be true. The first two are watched. */
export interface Clause {
  readonly literals: Literal[];
  /** How many levels of decisions a learned clause spans; 0 for one that was given. */
  readonly spread: number;
  isDropped: boolean;
}
