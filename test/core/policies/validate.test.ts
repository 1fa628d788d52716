import { describe, expect, it } from 'vitest';
import * as cedar from '../../../src/core/cedar/cedar.ts';
import { policyTexts } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { validateAll } from '../../../src/core/policies/validate.ts';

/** 300 actions on 30 types: enough to be validated in portions. */
function largeSchema(extra = ''): cedar.SchemaJson<string> {
  const types = Array.from({ length: 30 }, (_, index) => `entity T${index} = { name: String, size: Long };`);
  const actions = Array.from(
    { length: 300 },
    (_, index) => `action "a${index}" appliesTo { principal: [User], resource: [T${index % 30}] };`,
  );
  const text = `namespace App { entity Group; entity User in [Group] = { level?: Long }; ${types.join(' ')} ${actions.join(' ')} ${extra} }`;
  const schema = cedar.schemaToJson(text);
  if (!schema.ok) throw new Error(JSON.stringify(schema.errors));
  return schema.value;
}

const action = (index: number) => `App::Action::"a${index}"`;

const POLICIES = [
  ...Array.from(
    { length: 60 },
    (_, index) => `permit (principal, action in [${action(index)}, ${action(index + 60)}], resource);`,
  ),
  `permit (principal, action == ${action(3)}, resource) when { resource.nam == "x" };`,
  `permit (principal, action in [${action(3)}, ${action(4)}], resource is App::T9);`,
  `forbid (principal, action == ${action(5)}, resource) when { principal.level > 3 };`,
  `forbid (principal, action == App::Action::"a3000", resource);`,
  `permit (principal, action == ${action(7)}, resource) when { action == ${action(8)} };`,
  'permit (principal in App::Group::"admin", action, resource);',
  'forbid (principal, action, resource) unless { resource.size < "big" };',
];

/** What a person would be told, without order. */
function told(answer: cedar.EngineAnswer<cedar.Validation>): string[] {
  if (!answer.ok) throw new Error(JSON.stringify(answer.errors));
  const lines = [...answer.value.errors, ...answer.value.warnings].map(({ policyId, error }) =>
    // For an unknown action the engine suggests any name, however far.
    JSON.stringify([
      policyId,
      error.message,
      /unrecognized action/.test(error.message) ? 'where to look' : error.help?.replace(/`.*`/, 'a name'),
      error.sourceLocations,
    ]),
  );
  return lines.sort();
}

describe('validation against a large schema', () => {
  it.each([
    ['in portions', ''],
    [
      'with groups of actions, which are kept whole',
      'action read; action "g" in [read] appliesTo { principal: [User], resource: [T0] };',
    ],
  ])('says %s exactly what the engine says about everything at once', (_, extra) => {
    const schema = largeSchema(extra);
    const { policySet } = readPolicies([{ file: 'p.cedar', name: 'p.cedar', text: POLICIES.join('\n') }]);
    const whole = cedar.validatePolicies(schema, policyTexts(policySet.policies));
    expect(told(validateAll(policySet, schema))).toEqual(told(whole));
    expect(told(whole).length).toBeGreaterThan(4);
  });
});
