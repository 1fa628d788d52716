import type { EndpointChange, Turn } from './comparison.ts';

/** Says of each save what it opens and closes for all requests. */
export interface SaveComparisons {
  /** About the last run, and no other; `undefined` before the first save. */
  readonly snapshot: () => SaveComparison | undefined;
  /** Calls back after each change of the snapshot; gives a function that ends this. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Gives up what is being compared. */
  readonly close: () => void;
}

export interface SaveComparison {
  /** The number of the run after the save. */
  readonly run: number;
  /**
   * The number of the run that it is compared with, where that is not the one before: that was overtaken by this save, or its policies could
   * not be used.
   */
  readonly since?: number;
  /** Missing while it is being found out, and where that failed. */
  readonly found?: SaveFindings;
  /** Why it could not be found out, by a defect of `authz`. */
  readonly failure?: string;
}

export interface SaveFindings {
  /** What is opened first. */
  readonly changes: readonly SavedChange[];
  /** Endpoints that nothing is known of, and what could not be compared at all, each with the reason. */
  readonly undecided: readonly string[];
}

/** A change with a call that shows it, but for an endpoint that is skipped on a side. */
export interface SavedChange {
  readonly kind: 'opened' | 'closed';
  /** The name of the project, where there are several: another may have the same endpoints. */
  readonly project?: string;
  readonly change: EndpointChange;
  readonly turn?: Turn;
  /** Whether a fixture turned with it. */
  readonly isTried: boolean;
}
