import { describe, expect, it } from 'vitest';
import * as cedar from '../../../src/core/cedar/cedar.ts';
import type { Policy } from '../../../src/core/policies/policy.ts';
import { actionGroups, policiesFor } from '../../../src/core/policies/relevant-policies.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policySetOf } from '../../helpers/policies.ts';

/** Groups `g` and `h` in these places, and an action of the namespace `A` that is in what is named. */
const SCHEMAS = {
  'of the same namespace': `namespace A { ${action('[g]')} action g; action h; }`,
  'of the same namespace, with groups of no namespace beside': `action k; namespace A { ${action('[g]')} action g; action h; }`,
  'of no namespace': `action g; action h; namespace A { ${action('[g]')} }`,
  'of no namespace, said in full': `action g; action h; namespace A { ${action('[Action::"g"]')} action k; }`,
  'of another namespace': `namespace B { action g; action h; } namespace A { ${action('[B::Action::"g"]')} }`,
  'below another one': `action h; namespace B { action g in [h]; } namespace A { ${action('[B::Action::"g"]')} }`,
};

const GROUPS = ['Action::"g"', 'Action::"h"', 'A::Action::"g"', 'A::Action::"h"', 'B::Action::"g"'];

describe('the policies that may have a say about an action', () => {
  it.each(Object.entries(SCHEMAS))(
    'are those that the engine applies, where it is in a group %s',
    (_, text) => {
      const schema = valueIn(cedar.schemaToJson(text));
      const { policies } = policySetOf(
        GROUPS.map(
          (group) => `@id("${group.replaceAll('"', '')}") permit (principal, action in ${group}, resource);`,
        ).join('\n'),
      );
      const found = policiesFor(policies, ACTION, actionGroups(schema)).map(({ id }) => id);
      expect(found).toEqual(
        policies.map(({ id }) => id).filter((id) => applied(schema, policies).includes(id)),
      );
      expect(found).not.toEqual([]);
    },
  );

  it('are those that the engine applies, whatever their scope says of actions', () => {
    const schema = valueIn(cedar.schemaToJson(SCHEMAS['of the same namespace']));
    const { policies } = policySetOf(
      [
        ['any', 'action'],
        ['itself', 'action == A::Action::"x"'],
        ['its group', 'action == A::Action::"g"'],
        ['in itself', 'action in A::Action::"x"'],
        ['a list with it', 'action in [A::Action::"h", A::Action::"x"]'],
        ['a list with its group', 'action in [A::Action::"h", A::Action::"g"]'],
        ['a list without', 'action in [A::Action::"h"]'],
        ['an empty list', 'action in []'],
      ]
        .map(([id, scope]) => `@id("${id}") permit (principal, ${scope}, resource);`)
        .join('\n'),
    );
    const found = policiesFor(policies, ACTION, actionGroups(schema)).map(({ id }) => id);
    expect(found).toEqual(['any', 'itself', 'in itself', 'a list with it', 'a list with its group']);
    expect([...found].sort()).toEqual([...applied(schema, policies)].sort());
  });
});

const ACTION = { type: 'A::Action', id: 'x' };

function action(groups: string): string {
  return `entity U; action x in ${groups} appliesTo { principal: U, resource: U };`;
}

/** What the engine says, of those that name what the schema has. */
function applied(schema: cedar.SchemaJson<string>, policies: readonly Policy[]): readonly string[] {
  const prepared = valueIn(
    cedar.preparePolicies('relevant', schema, Object.fromEntries(policies.map(({ id, text }) => [id, text]))),
  );
  const uid = { type: 'A::U', id: 'u' };
  const answer = prepared.authorize({
    principal: uid,
    action: ACTION,
    resource: uid,
    context: {},
    entities: [],
  });
  return valueIn(answer).reason;
}
