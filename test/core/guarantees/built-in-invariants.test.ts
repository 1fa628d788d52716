import { expect, it } from 'vitest';
import { asStatement, madePolicy } from '../../../src/core/analysis/questions/made-policy.ts';
import { builtInInvariants } from '../../../src/core/guarantees/invariants/built-in.ts';
import type { Invariant } from '../../../src/core/guarantees/invariants/invariant.ts';
import { emailModel } from '../../helpers/email-model.ts';

it.each([
  ['Tenant', 'a Tenant'],
  ['Org', 'an Org'],
  ['Account', 'an Account'],
  ['Unit', 'a Unit'],
])('keeping tenants apart is told with the right article where the tenant is a %s', (tenantType, told) => {
  const [isolation] = builtInInvariants({ ...emailModel, tenantType }, []);
  expect(isolation?.because).toBe(`nobody reaches what is in ${told} that the caller is not in`);
});

const condition = (text: string) =>
  ({
    kind: 'condition',
    policy: asStatement(madePolicy('fact', `permit (principal, action, resource) when { ${text} };`)),
  }) as const;

it('tenants that facts name are spoken of like those that policies name', () => {
  const named = condition('resource in EmailApp::Tenant::"acme" || resource in EmailApp::Tenant::"a-tenant"');
  expect(tenantsOf(builtInInvariants(emailModel, [], [named]))).toEqual(['a-tenant', 'acme', 'a-tenant-2']);
});

it('where the schema enumerates the tenants, each of them is spoken of, and no other', () => {
  const entityTypes = emailModel.entityTypes.map((type) =>
    type.name === 'Tenant' ? { ...type, ids: ['north', 'south'] } : type,
  );
  expect(tenantsOf(builtInInvariants({ ...emailModel, entityTypes }, []))).toEqual(['north', 'south']);
});

function tenantsOf([isolation]: readonly Invariant[]): string[] {
  if (isolation?.statement.type !== 'requests') throw new Error('statements about requests');
  return isolation.statement.policies.map(({ text }) => /Tenant::"([^"]*)"/.exec(text)?.[1] ?? '');
}
