import type { Entity, EntityUid } from '../../src/core/cedar/entity.ts';

/** Two tenants with a campaign and a message each. */
export const emailEntities: readonly Entity[] = [
  thing('Tenant', 'acme', { maxUsers: 25, planTier: 'pro' }),
  thing('Tenant', 'umbrella', { maxUsers: 3, planTier: 'free' }),
  thing('EmailCampaign', 'c1', { name: 'Spring', status: 'draft' }, uid('Tenant', 'acme')),
  thing('EmailCampaign', 'c9', { name: 'Opening', status: 'sent' }, uid('Tenant', 'umbrella')),
  thing(
    'EmailMessage',
    'm1',
    { subject: 'Hello', recipientCount: 10 },
    uid('EmailCampaign', 'c1'),
    uid('Tenant', 'acme'),
  ),
  thing(
    'EmailMessage',
    'm9',
    { subject: 'Hi', recipientCount: 10 },
    uid('EmailCampaign', 'c9'),
    uid('Tenant', 'umbrella'),
  ),
];

export function uid(type: string, id: string): EntityUid {
  return { type: `EmailApp::${type}`, id };
}

/** A user in one role and any number of tenants. */
export function user(id: string, role: string, ...tenants: readonly string[]): Entity {
  return thing('User', id, {}, uid('Role', role), ...tenants.map((tenant) => uid('Tenant', tenant)));
}

function thing(type: string, id: string, attrs: Entity['attrs'], ...parents: EntityUid[]): Entity {
  return { uid: uid(type, id), attrs, parents };
}
