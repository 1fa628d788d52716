import type { TypeDraft } from './type-draft.ts';

/** Words for a customer of a multi-customer system, surest first. */
const TENANT_WORDS = [
  'Tenant',
  'Organization',
  'Organisation',
  'Org',
  'Workspace',
  'Company',
  'Account',
] as const;

/** An account or a company may as well be somebody's: what only names one is not in it. */
const NO_MORE_THAN_NAMED: ReadonlySet<string> = new Set(['Company', 'Account']);

/** Whether a property that names one says enough: the thing is in that tenant. */
export function isSurelyCalledTenant(name: string): boolean {
  return TENANT_WORDS.some((word) => word === name) && !NO_MORE_THAN_NAMED.has(name);
}

/** The name that most surely stands for a customer. */
export function calledLikeTenant(names: readonly string[]): string | undefined {
  return TENANT_WORDS.find((word) => names.includes(word));
}

/** The tenant is a root of the hierarchy that contains something, and is called like one. */
export function findTenantType(types: readonly TypeDraft[]): string | undefined {
  const containers = new Set(types.flatMap((type) => type.parents));
  const roots = types.filter((type) => type.parents.length === 0 && containers.has(type.name));
  return TENANT_WORDS.find((word) => roots.some((type) => type.name === word));
}
