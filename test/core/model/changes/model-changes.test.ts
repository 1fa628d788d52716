import { describe, expect, it } from 'vitest';
import { describeChanges } from '../../../../src/core/model/changes/model-changes.ts';
import { readSchema } from '../../../../src/core/model/read-schema.ts';
import { valueIn } from '../../../helpers/outcome.ts';

function modelWith(forReading: string, forListing: string) {
  const text = `namespace App {
    @principal entity User;
    entity Note;
    @endpoint("GET /notes/{id} single-resource path:id")
    action read appliesTo { principal: [User], resource: [Note], context: { ${forReading} } };
    @endpoint("DELETE /notes/{id} single-resource path:id")
    action list appliesTo { principal: [User], resource: [Note], context: { ${forListing} } };
  }`;
  return valueIn(readSchema({ file: 'a.cedarschema', text })).model;
}

describe('what changed between two schemas', () => {
  it('names what contexts have now, once for all actions', () => {
    expect(describeChanges(modelWith('', ''), modelWith('now?: datetime', 'now?: datetime'))).toEqual([
      'attribute added: `context.now`, optional datetime, for every action',
    ]);
    expect(describeChanges(modelWith('n: Long', 'n: Long'), modelWith('n: Long', ''))).toEqual([
      'attribute removed: `context.n`, for `list`',
    ]);
    expect(describeChanges(modelWith('n: Long', ''), modelWith('n?: String', ''))).toEqual([
      'attribute changed: `context.n` is now optional String, was Long, for `read`',
    ]);
  });

  it('is nothing where the contexts are the same', () => {
    expect(describeChanges(modelWith('n: Long', ''), modelWith('n: Long', ''))).toEqual([]);
  });
});
