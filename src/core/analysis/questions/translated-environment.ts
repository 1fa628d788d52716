import type { AnalysisSchema, RequestEnvironment } from '../schema/analysis-schema.ts';
import { type Term, TermTable } from '../terms/term.ts';
import { type Presence, type Scope, scopeOf } from '../translation/scope.ts';
import { type Attempt, attempt } from './attempt.ts';
import type { Meanings } from './claim.ts';
import { type Fact, factHolds } from './fact.ts';
import { meaningsIn } from './meanings.ts';

export interface ProofOptions {
  readonly facts?: readonly Fact[];
  /** Whether all entities that are referred to exist; true unless said otherwise. */
  readonly entitiesExist?: boolean;
  /** How many clauses the search for one counterexample may look at; some two million take a second at worst. */
  readonly mostEffort?: number;
  /** How many requests the engine may decide as a second opinion about what is proven; some hundred unless said otherwise. */
  readonly mostRequests?: number;
}

/** Options with another budget, where one is given. */
export function withEffort(options: ProofOptions, mostEffort: number | undefined): ProofOptions {
  return mostEffort === undefined ? options : { ...options, mostEffort };
}

/** One kind of requests, and what is taken for granted about them. */
export interface ProofSubject {
  readonly schema: AnalysisSchema;
  readonly environment: RequestEnvironment;
  readonly options: ProofOptions;
  readonly requests: RequestBudget;
}

/** How many requests the engine may still decide as a second opinion. */
export interface RequestBudget {
  left: number;
}

/** An environment whose policies are being translated: what is made of them once serves all claims. */
export interface TranslatedEnvironment {
  readonly scope: Scope;
  readonly meanings: Meanings;
  readonly facts: Attempt<readonly Term[]>;
  readonly options: ProofOptions;
  readonly requests: RequestBudget;
}

export function translateEnvironment(subject: ProofSubject): TranslatedEnvironment {
  const { schema, environment, options, requests } = subject;
  const scope = scopeOf(new TermTable(), schema, environment, { presence: presenceIn(options) });
  const meanings = meaningsIn(scope);
  const facts = attempt(() => (options.facts ?? []).map((fact) => factHolds(scope, fact, meanings)));
  return { scope, meanings, facts, options, requests };
}

/** Which entities there are in the requests that are asked about. */
export function presenceIn({ facts = [], entitiesExist = true }: ProofOptions): Presence {
  return { entitiesExist, isSlice: facts.some(({ kind }) => kind === 'only-slice') };
}
