import { takeName, type WrittenCase } from './written-fixtures.ts';

/** The cases that a recording becomes: each call of each principal once. */
export interface RecordedCases {
  readonly add: (one: WrittenCase) => void;
  /** With names, in the order in which they were recorded first. */
  readonly named: () => WrittenCase[];
  /** Calls that were answered in different ways: the last answer counts. */
  readonly changed: () => string[];
  /** How many said the same as an earlier one. */
  readonly duplicates: () => number;
}

export function createRecordedCases(): RecordedCases {
  const cases = new Map<string, WrittenCase>();
  const changed = new Set<string>();
  let duplicates = 0;
  return {
    add: (one) => {
      const key = JSON.stringify([one.as, one.call, one.body]);
      const earlier = cases.get(key);
      if (earlier && JSON.stringify(earlier.expect) === JSON.stringify(one.expect)) duplicates += 1;
      else if (earlier) changed.add(`${one.call} as ${one.as}`);
      cases.set(key, one);
    },
    named: () => {
      const taken = new Set<string>();
      return [...cases.values()].map((one) => ({
        ...one,
        name: takeName(`${one.call} as ${one.as}`, taken),
      }));
    },
    changed: () => [...changed],
    duplicates: () => duplicates,
  };
}
