import { describe, expect, it } from 'vitest';
import { describeSharedIdentifiers } from '../../../../src/core/generation/policies/shared-identifiers.ts';
import { readSchema } from '../../../../src/core/model/read-schema.ts';
import { generate, type Json, operation } from '../../../helpers/generate.ts';
import { valueIn } from '../../../helpers/outcome.ts';

const PATHS: Json = {
  '/shifts/{id}': { get: operation('getShift', ['id']) },
  '/nurses/{nurse_id}': { get: operation('getNurse', ['nurse_id']) },
  '/profiles/{user_id}': { get: operation('getProfile', ['user_id']) },
  '/shifts/{id}/notes/{note_id}': { get: operation('getNote', ['id', 'note_id']) },
  '/shifts/{id}/assignments/{nurse_id}': {
    get: operation('getAssignment', ['id', 'nurse_id']),
    delete: operation('unassign', ['id', 'nurse_id']),
  },
};

function told(options: Parameters<typeof generate>[1] = {}) {
  const { text } = valueIn(generate(PATHS, options));
  const { model } = valueIn(readSchema({ file: 'schema.json', text }));
  return describeSharedIdentifiers(model);
}

describe('things that are identified by the id of another thing', () => {
  it('are told where they are in something, so that several may have one id', () => {
    const about =
      '`{nurse_id}` names a `Nurse`, and the policies are asked about the `Assignment` of that id';
    expect(told()).toMatchObject([
      {
        severity: 'info',
        code: 'identifier-shared',
        message:
          '2 actions are about a thing that calls identify by the id of another thing: several may have the same id',
        details: [
          `getAssignment: ${about}, whatever \`{id}\` says`,
          `unassign: ${about}, whatever \`{id}\` says`,
        ],
      },
    ]);
  });

  it('are not told where everything is about the application', () => {
    expect(told({ mappingType: 'SimpleRest' })).toEqual([]);
  });
});
