import type { Fact } from '../analysis/questions/fact.ts';
import { qualified } from '../cedar/namespace.ts';
import type { Model } from '../model/model.ts';
import { ANONYMOUS } from '../requests/principal.ts';

/** The attribute of the context that holds the tenants of the principal. */
const TENANTS = 'tenants';

/** What `authz` itself makes sure of in every request that it asks: proofs may rely on it. */
export function frameworkFacts({ namespace, tenantType, principalType, actions }: Model): readonly Fact[] {
  const anonymous = { type: qualified(namespace, principalType), id: ANONYMOUS };
  const hasTenants = actions.some(({ context }) => context.some(({ name }) => name === TENANTS));
  return [
    ...(tenantType !== undefined && hasTenants
      ? [
          {
            kind: 'context-holds-ancestors',
            attribute: TENANTS,
            type: qualified(namespace, tenantType),
          } as const,
        ]
      : []),
    { kind: 'bare-principal', principal: anonymous },
  ];
}
