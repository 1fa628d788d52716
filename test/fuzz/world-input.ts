import { DEFAULT_CLAIMS } from '../../src/core/requests/principal.ts';
import type { VerifyInput } from '../../src/core/verification/verify-input.ts';
import { policyFilesOf } from './links.ts';
import type { World } from './world.ts';

/** A project with the schema of a world and some policies, and no fixtures. */
export function worldInput(schema: World['schema'], policies: readonly string[]): VerifyInput {
  return {
    name: 'random',
    schema: { file: 'v4.policyschema.json', text: JSON.stringify(schema) },
    policies: policyFilesOf(policies),
    claims: DEFAULT_CLAIMS,
    fixtures: [],
  };
}
