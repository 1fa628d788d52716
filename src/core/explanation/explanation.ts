import type { Location } from '../diagnostics/diagnostic.ts';
import type { DecisionKind, PolicyReference } from '../engine/engine.ts';
import type { PartKind } from '../policies/part-traits.ts';
import type { PassedCall, RefusedCall } from '../requests/map-call.ts';

/** Why a decision is what it is. All lists have a fixed order; the same question gets the same explanation. */
export interface Explanation {
  /**
   * `no-endpoint`, `unusable` and `too-long`: the call asks nothing that could be decided, which is a deny. `skipped` and `options`: a server
   * lets it through, or answers it, without a decision.
   */
  readonly kind: DecisionKind | (RefusedCall | PassedCall)['type'];
  readonly decision: 'allow' | 'deny';
  /** One sentence that says it all, with names in backticks: no policy permits it; the nearest is `editors-change-drafts`. */
  readonly summary: string;
  /** How the call became a request, step by step. */
  readonly mapping: readonly MappingStep[];
  /** Policies that decided or could not be evaluated first, then the nearest of the others. */
  readonly policies: readonly PolicyExplanation[];
  /** How many policies about this action are left out of `policies`, being further away. */
  readonly omitted: number;
  /** The smallest changes that would turn the decision, smallest first; the engine decided each of them. Empty when none was found. */
  readonly changes: readonly SmallestChange[];
}

const MAPPING_STEPS = [
  'call',
  'endpoint',
  'pattern',
  'action',
  'principal',
  'resource',
  'context',
  'slice',
] as const;

/** One step from the call to the request: its name, and what came out of it. */
export interface MappingStep {
  readonly name: (typeof MAPPING_STEPS)[number];
  readonly text: string;
}

/** What a policy made of the request. */
export interface PolicyExplanation {
  readonly policy: PolicyReference;
  readonly effect: 'permit' | 'forbid';
  readonly status: 'satisfied' | 'not-satisfied' | 'errored';
  /** Whether its scope has the action: a policy about other actions is shown only when there is none about this one. */
  readonly isAboutAction: boolean;
  /** The three parts of the scope, then the clauses. Empty when the policy could not be taken apart. */
  readonly parts: readonly PartExplanation[];
  /** Of a policy that could not be evaluated: that Cedar skips it, what it would have done, and which known entity was not sent. */
  readonly consequence?: string;
}

/** `not-reached`: an earlier part has already settled it, so that Cedar does not look at this one. */
export type Truth = 'true' | 'false' | 'error' | 'not-reached';

/** What a part of a policy made of the request: a part of the scope, a clause, or an expression in one. */
export interface PartExplanation {
  readonly kind: PartKind;
  /** As written, in one line and without comments. */
  readonly text: string;
  readonly location: Location;
  /** Of a clause: whether it holds, so an `unless` is true when what it says is false. */
  readonly truth: Truth;
  /** The engine's message, when the truth is `error`. */
  readonly error?: string;
  /** What a condition or a part of the scope saw; empty for parts that have parts, and for what was not reached. */
  readonly values: readonly SeenValue[];
  readonly parts: readonly PartExplanation[];
}

/** A value that a part of a policy saw. */
export interface SeenValue {
  /** As written: `resource.status`. */
  readonly expression: string;
  /** As Cedar writes it: `"sent"`; `(none)` when there is no such attribute. */
  readonly value: string;
  /** What the part would need to turn out the other way: `"draft"`, `< 5`. */
  readonly expected?: string;
}

/** Changes that together would turn the decision. */
export interface SmallestChange {
  /** What the first of the edits is about. */
  readonly target: ChangeTarget;
  /** One sentence: `it would be allowed if resource.status were "draft"`. */
  readonly text: string;
  /** The decision after the change. */
  readonly decision: 'allow' | 'deny';
  readonly edits: readonly Edit[];
}

export type ChangeTarget = 'principal' | 'resource' | 'context';

/** One thing that would have to be otherwise: `resource.status were "draft"`. */
export interface Edit {
  readonly target: ChangeTarget;
  readonly text: string;
}
