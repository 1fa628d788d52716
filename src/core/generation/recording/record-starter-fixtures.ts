import { entityStore } from '../../cedar/entity.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Model } from '../../model/model.ts';
import type { PolicySet } from '../../policies/policy.ts';
import type { CallMapper } from '../../requests/map-call.ts';
import { ANONYMOUS, type PrincipalClaims } from '../../requests/principal.ts';
import { sliceMaker } from '../../requests/slice.ts';
import type { FirstValues } from '../model/first-values.ts';
import { type Recorder, type RecordingStep, recordCallsInSteps } from './record-calls.ts';
import { starterEntities } from './starter-entities.ts';
import type { StarterFixtures } from './starter-fixtures.ts';
import { mayBeAnonymous, starterPrincipals } from './starter-people.ts';

export interface StarterInput {
  readonly model: Model;
  readonly mapper: CallMapper;
  readonly engine: Engine;
  readonly policySet: PolicySet;
  readonly claims: PrincipalClaims;
  readonly firstValues: FirstValues;
}

/**
 * Starter fixtures: somebody in each group that the policies name, one entity of each type (and a second one in another tenant),
 * and every endpoint called by everybody, with a step for each. The expectations are what the policies decide today: recorded, not reviewed.
 */
export function* recordStarterFixtures(input: StarterInput): Generator<RecordingStep, StarterFixtures> {
  const { principals, entities, recorder } = starterRecorder(input);
  const calls = yield* recordCallsInSteps(input.mapper.endpoints, recorder);
  return { principals, entities, ...calls };
}

function starterRecorder(input: StarterInput) {
  const principals = starterPrincipals(input);
  const entities = starterEntities(input.model, input.firstValues);
  const slices = sliceMaker(entityStore(entities), input.model);
  const columns = [...Object.keys(principals), ...(mayBeAnonymous(input.model) ? [ANONYMOUS] : [])];
  const recorder: Recorder = { ...input, principals, slices, columns };
  return { principals, entities, recorder };
}
