import { type Entity, entityStore } from '../cedar/entity.ts';
import type { Engine } from '../engine/engine.ts';
import type { Model } from '../model/model.ts';
import type { PolicySet } from '../policies/policy.ts';
import type { CallMapper } from '../requests/map-call.ts';
import { ANONYMOUS, type Claims, type PrincipalClaims } from '../requests/principal.ts';
import { sliceMaker } from '../requests/slice.ts';
import { compareText } from '../values/compare-text.ts';
import { type Recorder, recordCalls } from './record-calls.ts';
import { starterEntities } from './starter-entities.ts';
import { mayBeAnonymous, starterPrincipals } from './starter-people.ts';

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

export interface StarterInput {
  readonly model: Model;
  readonly mapper: CallMapper;
  readonly engine: Engine;
  readonly policySet: PolicySet;
  readonly claims: PrincipalClaims;
}

/**
 * Starter fixtures: somebody in each group that the policies name, one entity of each type (and a second one in another tenant),
 * and every endpoint called by everybody. The expectations are what the policies decide today: recorded, not reviewed.
 */
export function starterFixtures(input: StarterInput): StarterFixtures {
  const { principals, entities, recorder } = starterRecorder(input);
  return { principals, entities, ...recordCalls(input.mapper.endpoints, recorder) };
}

/** The tables and cases of the same, a few endpoints at a time, for those who show what there is so far. */
export function* starterFixturesByPieces(input: StarterInput): Generator<StarterPiece, void> {
  const { recorder } = starterRecorder(input);
  const byType = input.mapper.endpoints.toSorted((a, b) =>
    compareText(a.action.resourceType, b.action.resourceType),
  );
  for (let from = 0; from < byType.length; from += PIECE)
    yield {
      ...recordCalls(byType.slice(from, from + PIECE), recorder),
      done: Math.min(from + PIECE, byType.length),
    };
}

export interface StarterPiece extends Pick<StarterFixtures, 'tables' | 'cases'> {
  /** Endpoints that have been decided about with this piece. */
  readonly done: number;
}

/** Endpoints that are decided about in a few milliseconds. */
const PIECE = 4;

function starterRecorder(input: StarterInput) {
  const principals = starterPrincipals(input);
  const entities = starterEntities(input.model);
  const slices = sliceMaker(entityStore(entities), input.model);
  const columns = [...Object.keys(principals), ...(mayBeAnonymous(input.model) ? [ANONYMOUS] : [])];
  const recorder: Recorder = { ...input, principals, slices, columns };
  return { principals, entities, recorder };
}
