import { describe, expect, it } from 'vitest';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { needsNoRecord } from '../../../src/core/requests/slice.ts';

function entityTypes(schema: string) {
  const read = readSchema({ file: 'schema', text: schema });
  if (!read.ok) throw new Error(JSON.stringify(read.diagnostics));
  return new Map(read.value.model.entityTypes.map((type) => [type.name, type]));
}

describe('the attributes of a model', () => {
  it('have the types of other namespaces: an attribute that was left out would be left out of every request', () => {
    const types = entityTypes(`
      namespace Shared {
        type Level = Long;
        type Address = { city: String, level: Level };
        entity Office;
      }
      namespace App {
        entity User { level?: Shared::Level, address?: Shared::Address, office?: Shared::Office };
        entity Doc;
        @endpoint("GET /docs/{id} single-resource path:id")
        action read appliesTo { principal: [User], resource: [Doc] };
      }`);
    expect(types.get('User')?.attributes).toEqual([
      {
        name: 'address',
        required: false,
        type: {
          kind: 'Record',
          attributes: [
            { name: 'city', required: true, type: { kind: 'String' } },
            { name: 'level', required: true, type: { kind: 'Long' } },
          ],
        },
      },
      { name: 'level', required: false, type: { kind: 'Long' } },
      { name: 'office', required: false, type: { kind: 'Entity', type: 'Shared::Office' } },
    ]);
  });

  it('are not all there is about a type with tags: its entities have to be looked up', () => {
    const types = entityTypes(`
      namespace App {
        entity User;
        entity Plain;
        entity Tagged tags String;
        @endpoint("GET /tagged/{id} single-resource path:id")
        action read appliesTo { principal: [User], resource: [Tagged] };
      }`);
    const [plain, tagged] = [types.get('Plain'), types.get('Tagged')];
    expect(plain && needsNoRecord(plain)).toBe(true);
    expect(tagged && needsNoRecord(tagged)).toBe(false);
  });

  it('are not all there is about a type with attributes that only Cedar reads: its entities have to be looked up', () => {
    const types = entityTypes(`
      namespace App {
        entity User;
        entity Rule { lifts?: Action, covers?: Set<Action> };
        @endpoint("GET /rules/{id} single-resource path:id")
        action read appliesTo { principal: [User], resource: [Rule] };
      }`);
    const rule = types.get('Rule');
    expect(rule?.attributes).toEqual([]);
    expect(rule && needsNoRecord(rule)).toBe(false);
  });
});
