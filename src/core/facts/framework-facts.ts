import type { Fact } from '../analysis/questions/fact.ts';
import { qualified } from '../cedar/namespace.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { hasEndpoints, type Model } from '../model/model.ts';
import { applicationUid } from '../requests/identifiers.ts';
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
  const isAboutApplication = actions.some(({ resourceType }) => resourceType === APPLICATION_TYPE);
  return [
    { kind: 'only-slice' },
    ...(tenantType !== undefined && hasTenants
      ? [
          {
            kind: 'context-holds-ancestors',
            attribute: TENANTS,
            type: qualified(namespace, tenantType),
          } as const,
        ]
      : []),
    ...(isAboutApplication ? [{ kind: 'only-resource', only: applicationUid(model) } as const] : []),
    { kind: 'bare-principal', principal: anonymous },
  ];
}

/**
 * Those facts that hold of what fixtures try as well: a request that is no call is sent with all entities that its fixture has, and is about
 * whatever it names.
 */
export function factsOfFixtures(
  facts: readonly Fact[],
  fixtures: readonly Pick<ReadyFixture, 'answering'>[],
): readonly Fact[] {
  const areCalls = fixtures.every(({ answering }) => answering !== undefined);
  return areCalls ? facts : facts.filter(({ kind }) => kind !== 'only-slice' && kind !== 'only-resource');
}
