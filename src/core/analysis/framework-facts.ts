import { qualified } from '../cedar/namespace.ts';
import type { Model } from '../model/model.ts';
import type { Fact } from './questions/fact.ts';

/** What authz itself sees to in every request: `context.tenants` are the tenants of the principal, and `anonymous` is in nothing. */
export function frameworkFacts(model: Model, anonymous: string): readonly Fact[] {
  const { namespace, principalType, tenantType } = model;
  const principal = { type: qualified(namespace, principalType), id: anonymous };
  const tenants: readonly Fact[] =
    tenantType === undefined
      ? []
      : [{ kind: 'context-holds-ancestors', attribute: 'tenants', type: qualified(namespace, tenantType) }];
  return [...tenants, { kind: 'without-parents', principal }];
}
