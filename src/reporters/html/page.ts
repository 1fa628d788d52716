// This is compiled for browsers as well: it imports nothing.

/** What the page is given as JSON. All texts are ready to be shown; a number refers to a place in a list of `PageData`. */
export interface PageData {
  /** What was asked: endpoints, or actions of ready requests. */
  readonly rows: readonly string[];
  /** Who asked. */
  readonly columns: readonly string[];
  readonly fixtures: readonly PageFixture[];
  /** Steps from a call to its request. */
  readonly steps: readonly (readonly [name: string, text: string])[];
  readonly policies: readonly PagePolicy[];
}

export interface PageFixture {
  readonly row: number;
  readonly column: number;
  readonly status: 'passed' | 'failed' | 'errored' | 'skipped' | 'todo';
  /** `PASS`, `FAIL` and so on. */
  readonly word: string;
  readonly name: string;
  /** Missing where the name says it. */
  readonly asks?: string;
  readonly place: string;
  readonly tags: readonly string[];
  readonly duration: string;
  /** Why it was skipped, or what is still to be done. */
  readonly note?: string;
  readonly decisions: readonly PageDecision[];
}

export interface PageDecision {
  readonly decision: 'allow' | 'deny';
  readonly status: 'passed' | 'failed' | 'errored';
  readonly verdict: string;
  readonly reasons: readonly string[];
  readonly explanation?: PageExplanation;
}

export interface PageExplanation {
  readonly summary: string;
  readonly steps: readonly number[];
  readonly policies: readonly number[];
  /** How many policies are further away, and not listed. */
  readonly omitted: number;
  readonly changes: readonly string[];
}

export interface PagePolicy {
  readonly id: string;
  readonly place: string;
  readonly effect: 'permit' | 'forbid';
  readonly status: 'satisfied' | 'not-satisfied' | 'errored';
  readonly consequence?: string;
  readonly parts: readonly PagePart[];
}

export interface PagePart {
  /** Line and column. */
  readonly place: string;
  readonly text: string;
  readonly truth: 'true' | 'false' | 'error' | 'not-reached';
  /** Errors, and the values that it saw. */
  readonly seen: readonly string[];
  readonly parts: readonly PagePart[];
}
