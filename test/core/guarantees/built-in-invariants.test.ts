import { expect, it } from 'vitest';
import { builtInInvariants } from '../../../src/core/guarantees/invariants/built-in.ts';
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
