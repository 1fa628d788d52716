import type { Entity } from '../../cedar/entity.ts';
import type { Claims } from '../../requests/principal.ts';

/** What a first fixtures file says, as values; the order of all parts is the order in which they are to be written. */
export interface StarterFixtures {
  readonly principals: Readonly<Record<string, Claims>>;
  readonly entities: readonly Entity[];
  readonly tables: readonly StarterTable[];
  /** Calls with a body, which no table row can hold. */
  readonly cases: readonly StarterCase[];
}

export interface StarterTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: Readonly<Record<string, readonly StarterExpectation[]>>;
  /** Why a person has to look at all of it. */
  readonly review?: string;
}

export interface StarterCase {
  readonly name: string;
  readonly as: string;
  readonly call: string;
  readonly body: unknown;
  readonly expect: StarterExpectation;
  readonly review?: string;
}

/** One word, or one for each item of a batch when they differ. */
export type StarterExpectation = 'allow' | 'deny' | Readonly<Record<string, 'allow' | 'deny'>>;
