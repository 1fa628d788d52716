import { describe, expect, it } from 'vitest';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { checkPolicies } from '../../../src/core/policies/check-policies.ts';
import { tagsOfCallers } from '../../../src/core/verification/tags-of-callers.ts';

const ENDPOINT = '@endpoint("GET /docs/{id} single-resource path:id")';

function schemaWith(endpoint: string): string {
  return `namespace App {
  @principal entity User tags String;
  entity Bot tags String;
  entity Doc tags String;
  ${endpoint} action read appliesTo { principal: [User, Bot], resource: [Doc], context: {} };
  action backUp appliesTo { principal: [User, Bot], resource: [Doc], context: {} };
}`;
}

function warned(policy: string, endpoint = ENDPOINT): readonly string[] {
  const schema = readSchema({ file: 's', text: schemaWith(endpoint) });
  if (!schema.ok) throw new Error(JSON.stringify(schema.diagnostics));
  const files = [{ file: 'p.cedar', name: 'p.cedar', text: `@id("p") ${policy}` }];
  const { policySet, usable } = checkPolicies(files, schema.value.json);
  expect(usable).toBe(true);
  return tagsOfCallers(schema.value, policySet.policies).map(({ message }) => message);
}

describe('tags of the principal', () => {
  it.each([
    'forbid (principal, action, resource) when { principal.hasTag("suspended") };',
    'forbid (principal is App::User, action == App::Action::"read", resource) unless { resource.hasTag("open") || (principal.hasTag("role") && principal.getTag("role") == "editor") };',
  ])('are in no token, so a policy about calls that asks for them is told of: %s', (policy) => {
    expect(warned(policy)).toEqual(['policy `p` asks for tags of the principal, and a token gives none']);
  });

  it.each([
    ['tags of the resource', 'forbid (principal, action, resource) when { resource.hasTag("frozen") };'],
    [
      'principals of another type',
      'forbid (principal is App::Bot, action, resource) when { principal.hasTag("off") };',
    ],
    [
      'an action without endpoints',
      'forbid (principal, action == App::Action::"backUp", resource) when { principal.hasTag("off") };',
    ],
  ])('are not what a policy asks for about %s', (_, policy) => {
    expect(warned(policy)).toEqual([]);
  });

  it('may be in a request of Cedar, where no call is made', () => {
    expect(warned('forbid (principal, action, resource) when { principal.hasTag("off") };', '')).toEqual([]);
  });
});
