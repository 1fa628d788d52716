import { type Entity, entityStore } from '../cedar/entity.ts';
import type { Engine } from '../engine/engine.ts';
import type { Model } from '../model/model.ts';
import type { PolicySet } from '../policies/policy.ts';
import type { CallMapper } from '../requests/map-call.ts';
import { ANONYMOUS, type Claims, type PrincipalClaims } from '../requests/principal.ts';
import { sliceMaker } from '../requests/slice.ts';
import { type Recorder, type RecordingStep, recordCallsInSteps } from './record-calls.ts';
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
 * and every endpoint called by everybody, with a step for each. The expectations are what the policies decide today: recorded, not reviewed.
 */
export function* starterFixtures(input: StarterInput): Generator<RecordingStep, StarterFixtures> {
  const { principals, entities, recorder } = starterRecorder(input);
  const calls = yield* recordCallsInSteps(input.mapper.endpoints, recorder);
  return { principals, entities, ...calls };
}

function starterRecorder(input: StarterInput) {
  const principals = starterPrincipals(input);
  const entities = starterEntities(input.model);
  const slices = sliceMaker(entityStore(entities), input.model);
  const columns = [...Object.keys(principals), ...(mayBeAnonymous(input.model) ? [ANONYMOUS] : [])];
  const recorder: Recorder = { ...input, principals, slices, columns };
  return { principals, entities, recorder };
}
