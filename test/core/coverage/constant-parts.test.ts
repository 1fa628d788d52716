import { describe, expect, it } from 'vitest';
import { schemaToJson } from '../../../src/core/cedar/cedar.ts';
import { NO_SCHEMA } from '../../../src/core/cedar/no-schema.ts';
import { constantParts } from '../../../src/core/coverage/constant-parts.ts';
import { policyParts } from '../../../src/core/policies/policy-parts.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policySetOf } from '../../helpers/policies.ts';

const SCHEMA = valueIn(
  schemaToJson(`entity User { age?: Long }; entity Pet { owner: User }; entity Shop;
    action view appliesTo { principal: User, resource: [Pet, Shop] };
    action feed appliesTo { principal: User, resource: Pet };`),
);
const ONE_ACTION = valueIn(
  schemaToJson('entity User; entity Pet; action view appliesTo { principal: User, resource: Pet };'),
);

function constantsOf(text: string, schema = SCHEMA): string[] {
  const policies = policySetOf(text).policies;
  const parts = new Map(policies.map((policy) => [policy.id, policyParts(policy.text)]));
  const found = constantParts(policies, { partsOf: (id) => parts.get(id) }, schema);
  return [...found]
    .map((part) => part.text)
    .filter((part) => !['principal', 'action', 'resource'].includes(part));
}

describe('parts that cannot come out differently', () => {
  it.each([
    ['permit (principal, action == Action::"view", resource);', ONE_ACTION, ['action == Action::"view"']],
    ['permit (principal, action == Action::"view", resource);', SCHEMA, []],
    [
      'permit (principal, action in [Action::"view", Action::"feed"], resource);',
      SCHEMA,
      ['action in [Action::"view", Action::"feed"]'],
    ],
    ['permit (principal is User, action, resource is Pet);', SCHEMA, ['principal is User']],
    ['permit (principal, action == Action::"feed", resource is Pet);', SCHEMA, ['resource is Pet']],
    [
      'permit (principal, action == Action::"feed", resource) when { resource is Pet && resource.owner == principal };',
      SCHEMA,
      ['resource is Pet'],
    ],
    ['forbid (principal, action, resource) unless { principal has age && principal.age > 3 };', SCHEMA, []],
    [
      'permit (principal, action, resource is Pet) // with a comment\n when { true // too\n };',
      SCHEMA,
      ['true // too'],
    ],
  ])('are found by the engine: %s', (text, schema, expected) => {
    expect(constantsOf(text, schema).map((part) => part.replace(/\s*\/\/.*/, ''))).toEqual(
      expected.map((part) => part.replace(/\s*\/\/.*/, '')),
    );
  });

  it('are none where there is no schema', () => {
    expect(
      constantsOf('permit (principal, action == Action::"view", resource) when { true };', NO_SCHEMA),
    ).toEqual([]);
  });
});
