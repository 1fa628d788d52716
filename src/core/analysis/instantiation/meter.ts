import { NotDecided } from '../not-decided.ts';

/** Counts what is written out for a question, before it is: where that is more than may be, the question is not decided. */
export type Meter = (axioms: number) => void;

export function meterOf(most: number): Meter {
  let left = most;
  return (axioms) => {
    left -= axioms;
    if (left < 0)
      throw new NotDecided(
        'the budget',
        `the question needs more than ${most.toLocaleString('en')} rules about its entities, sets and attributes`,
      );
  };
}
