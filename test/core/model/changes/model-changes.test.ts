import { describe, expect, it } from 'vitest';
import { actionsTakenOver, describeChanges } from '../../../../src/core/model/changes/model-changes.ts';
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

describe('an action of another endpoint than before', () => {
  const modelOf = (endpoints: Readonly<Record<string, string>>) => {
    const actions = Object.entries(endpoints).map(
      ([endpoint, action]) =>
        `@endpoint("${endpoint} single-resource path:id") action ${action} appliesTo { principal: [User], resource: [Note] };`,
    );
    const text = `namespace App { @principal entity User; entity Note; ${actions.join(' ')} }`;
    return valueIn(readSchema({ file: 'a.cedarschema', text })).model;
  };
  const before = modelOf({ 'GET /notes/{id}': 'read' });

  it('is taken over where the endpoint is new, or had another action', () => {
    expect(
      actionsTakenOver(before, modelOf({ 'GET /drafts/{id}': 'read', 'GET /notes/{id}': 'look' })),
    ).toEqual([{ action: 'read', text: '`GET /drafts/{id}` has that action now, and is new' }]);
  });

  it('is not where the path of its endpoint has changed, or nothing had the action before', () => {
    expect(actionsTakenOver(before, modelOf({ 'GET /v2/notes/{id}': 'read' }))).toEqual([]);
    expect(actionsTakenOver(before, modelOf({ 'GET /notes/{id}': 'look' }))).toEqual([]);
  });
});
