import type { PolicyJson } from '../cedar/cedar.ts';

/** Whether a policy keeps tenants apart: it forbids, and looks at `context.tenants`. */
export function keepsTenantsApart(policy: PolicyJson): boolean {
  return policy.effect === 'forbid' && readsTenants(policy.conditions);
}

function readsTenants(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('attr' in value && value.attr === 'tenants' && 'left' in value && isContext(value.left)) return true;
  return Object.values(value).some(readsTenants);
}

function isContext(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'Var' in value && value.Var === 'context';
}
