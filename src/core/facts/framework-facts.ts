import type { Fact } from '../analysis/questions/fact.ts';
import { qualified } from '../cedar/namespace.ts';
import { hasEndpoints, type Model } from '../model/model.ts';
import { ANONYMOUS } from '../requests/principal.ts';

/** The attribute of the context that holds the tenants of the principal. */
const TENANTS = 'tenants';

/**
 * What `authz` itself makes sure of in every request that it asks: proofs may rely on it. It asks none where no action has an endpoint: then
 * others make the requests, and nothing is sure.
 */
export function frameworkFacts(model: Model): readonly Fact[] {
  if (!hasEndpoints(model)) return [];
  const { namespace, tenantType, principalType, actions } = model;
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
