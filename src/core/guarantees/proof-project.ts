import type { Fact } from '../analysis/questions/fact.ts';
import type { SchemaJson } from '../cedar/cedar.ts';
import type { Model } from '../model/model.ts';
import type { Policy } from '../policies/policy.ts';
import type { ServerBehavior } from './server-behavior.ts';

/** A project that statements about all requests are made of. */
export interface ProofProject extends ServerBehavior, ProofBounds {
  readonly schema: SchemaJson<string>;
  readonly model: Model;
  readonly policies: readonly Policy[];
}

/** What proofs of a project rely on, and how far they go. */
export interface ProofBounds {
  /** What the application makes sure of. */
  readonly facts: readonly Fact[];
  /** As of proofs. */
  readonly mostEffort?: number | undefined;
}
