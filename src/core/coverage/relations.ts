import { type Entity, type EntityUid, entityAmong, entityKey, plainUid } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import type { CallerRelation } from '../endpoints/caller-relation.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { type Model, ownerAttribute } from '../model/model.ts';
import { ANONYMOUS, anonymousPrincipal, tenantsOf } from '../requests/principal.ts';

/** To whom a resource belongs, as far as its entities say. */
export interface Belonging {
  /** `undefined` when its type has no owner, or it names none. */
  readonly owner: EntityUid | undefined;
  readonly tenants: readonly EntityUid[];
}

/** To whom a resource belongs; `undefined` when it does not exist. */
export function belongingOf(
  resource: EntityUid,
  slices: ReadyFixture['slices'],
  model: Model,
): Belonging | undefined {
  // Nobody has no parents: what is left is the resource with everything above it.
  const slice = slices.compose(anonymousPrincipal(model), resource);
  if (slice.type === 'not-found') return undefined;
  const entity = entityAmong(slice.entities, resource);
  const tenantType = qualified(model.namespace, model.tenantType ?? '');
  const tenants = slice.entities.map(({ uid }) => plainUid(uid)).filter(({ type }) => type === tenantType);
  return { owner: entity && ownerOf(entity, model), tenants };
}

function ownerOf(entity: Entity, model: Model): EntityUid | undefined {
  const { type } = plainUid(entity.uid);
  const known = model.entityTypes.find(({ name }) => qualified(model.namespace, name) === type);
  const attribute = known && ownerAttribute(known, model);
  const value = attribute && entity.attrs[attribute.name];
  const isReference = typeof value === 'object' && value !== null && '__entity' in value;
  return isReference ? (value.__entity as EntityUid) : undefined;
}

/** The relations in which a caller stands to a resource. */
export function relationsOf(principal: Entity, belonging: Belonging, model: Model): CallerRelation[] {
  const uid = plainUid(principal.uid);
  if (uid.id === ANONYMOUS) return ['anonymous'];
  const { owner, tenants } = belonging;
  const own = tenantsOf(principal, model);
  const shared = own.some((tenant) => tenants.some((one) => entityKey(one) === entityKey(tenant)));
  return [
    'identified',
    ...(owner ? [entityKey(owner) === entityKey(uid) ? ('owner' as const) : ('other-owner' as const)] : []),
    ...(own.length > 0 && tenants.length > 0
      ? [shared ? ('same-tenant' as const) : ('other-tenant' as const)]
      : []),
  ];
}
