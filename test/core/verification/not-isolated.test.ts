import { expect, it } from 'vitest';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { typesNotIsolated } from '../../../src/core/verification/not-isolated.ts';
import { generate, operation } from '../../helpers/generate.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';

const { text } = valueIn(
  generate({
    '/tenants/{tenant}': { get: operation('getTenant', ['tenant']) },
    '/tenants/{tenant}/boats': { get: operation('listBoats', ['tenant']) },
    '/tenants/{tenant}/boats/{boat}': { get: operation('getBoat', ['tenant', 'boat']) },
    '/tenants/{tenant}/piers/{pier}': {
      get: operation('getPier', ['tenant', 'pier']),
      delete: operation('deletePier', ['tenant', 'pier']),
    },
    '/tides/{tide}': { get: operation('getTide', ['tide']) },
  }),
);
const { model } = valueIn(readSchema({ file: 'schema.json', text }));

function leftOutBy(policies: string): readonly string[] {
  const read = readPolicies([policyFile(policies)]);
  expect(read.diagnostics).toEqual([]);
  return typesNotIsolated(
    read.policySet.policies.map(({ json }) => json),
    model,
  ).flatMap(({ details = [] }) => details);
}

const ALL = ['Boat, in getBoat', 'Pier, in getPier, deletePier', 'Tenant, in getTenant, listBoats'];

it('says nothing of a policy that is about every type in a tenant', () => {
  for (const policy of [
    'forbid (principal, action, resource) unless { resource is App::Tide || resource in context.tenants };',
    'forbid (principal, action, resource) when { !(resource is App::Tide) && !(resource in context.tenants) };',
    'forbid (principal, action, resource) unless { resource in context.tenants || (resource is App::Pier && principal has x) };',
    ['Boat', 'Pier', 'Tenant']
      .map(
        (type) =>
          `forbid (principal, action, resource is App::${type}) unless { resource in context.tenants };`,
      )
      .join('\n'),
    'forbid (principal, action in App::Action::"a group", resource) unless { resource in context.tenants };',
  ])
    expect(leftOutBy(policy)).toEqual([]);
});

it('names the types that a condition leaves out', () => {
  for (const policy of [
    'forbid (principal, action, resource) unless { resource is App::Pier || resource in context.tenants };',
    'forbid (principal, action, resource) when { !(resource is App::Pier || resource in context.tenants) };',
    'forbid (principal, action, resource) when { !(resource is App::Pier) } unless { resource in context.tenants };',
  ])
    expect(leftOutBy(policy)).toEqual([ALL[1]]);
  expect(
    leftOutBy(
      'forbid (principal, action, resource) when { resource is App::Boat && !(resource in context.tenants) };',
    ),
  ).toEqual([ALL[1], ALL[2]]);
});

it('names the types and actions that the scope leaves out', () => {
  const until = 'unless { resource in context.tenants };';
  expect(leftOutBy(`forbid (principal, action, resource is App::Boat) ${until}`)).toEqual([ALL[1], ALL[2]]);
  expect(leftOutBy(`forbid (principal, action, resource in App::Tenant::"t") ${until}`)).toEqual(ALL);
  expect(leftOutBy(`forbid (principal, action == App::Action::"getPier", resource) ${until}`)).toEqual([
    ALL[0],
    'Pier, in deletePier',
    ALL[2],
  ]);
});
