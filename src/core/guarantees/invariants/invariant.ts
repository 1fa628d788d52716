import type { Reason } from '../../analysis/questions/attempt.ts';
import type { PolicyStatement } from '../../analysis/questions/claim.ts';
import type { Fact } from '../../analysis/questions/fact.ts';
import type { Location } from '../../diagnostics/diagnostic.ts';
import type { Method } from '../../endpoints/method.ts';
import type { Decision } from '../../engine/engine.ts';
import type { ActionEndpoint } from '../../model/model.ts';
import type { FactName } from '../../model/written-fact.ts';
import type { QuestionsBesides } from '../../requests/server/asked-besides.ts';
import type { Example } from '../examples/example.ts';

/** Something that is to hold for all requests. */
export interface Invariant {
  readonly id: string;
  /** Why, in a sentence: the `@because` of the policy, or ours. */
  readonly because: string;
  readonly source: InvariantSource;
  readonly statement: InvariantStatement;
}

export type InvariantSource =
  | { readonly type: 'built-in' }
  | { readonly type: 'written'; readonly file: string; readonly location: Location };

/** What it says: of requests, by policies (a `forbid` says never allowed, a `permit` always); or of the policies themselves. */
export type InvariantStatement =
  | {
      readonly type: 'requests';
      readonly policies: readonly PolicyStatement[];
      /** Whether it is about the calls of an endpoint of these requests; about those of all, if left out. */
      readonly isAbout?: (endpoint: Pick<ActionEndpoint, 'pattern'>) => boolean;
    }
  | { readonly type: 'no-policy-errs' };

/** What was found out about an invariant. */
export interface ProvedInvariant {
  readonly invariant: Invariant;
  readonly verdict: 'proven' | 'refuted' | 'not-decided';
  /** One for each endpoint that refutes it. */
  readonly refutations: readonly Refutation[];
  readonly reasons: readonly UndecidedReason[];
  /** A fact that is not stated, and with which it would hold. */
  readonly remedy?: FactName;
}

export interface Refutation extends Pick<QuestionsBesides, 'second' | 'asGet'> {
  /** Missing for actions that no endpoint asks about. */
  readonly endpoint?: { readonly method: Method; readonly path: string };
  readonly action: string;
  readonly example: Example;
  /** Missing where nothing is decided: the application skips the endpoint. */
  readonly decision?: Decision;
  /** The policy that cannot be evaluated, where that is what is refuted. */
  readonly policy?: string;
  /** The invariant itself cannot be evaluated for it: it counts as speaking of such a request too. */
  readonly invariantErrs?: true;
}

export interface UndecidedReason extends Reason {
  readonly action: string;
}

/** All invariants of a project. */
export interface Proofs {
  /** Written ones first, in the order of their files; then those built in. */
  readonly invariants: readonly ProvedInvariant[];
  /** What all answers take for granted, as sentences. */
  readonly assumptions: readonly string[];
  readonly facts: readonly Fact[];
}
