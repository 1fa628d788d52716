import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Model } from '../../model/model.ts';
import { isOfTenant, resourceTypes } from '../../model/tenancy.ts';
import type { Finding } from './type-draft.ts';

/** One diagnostic about everything that only a property tells, the least sure first: worth a look by a person. */
export function describeFindings(findings: readonly Finding[]): Diagnostic[] {
  if (findings.length === 0) return [];
  const sorted = [...findings].sort((a, b) => a.sureness - b.sureness);
  return [
    {
      severity: 'info',
      code: 'found-in-properties',
      message: 'some parents and owners are found in properties alone',
      help: 'where one is wrong, say in authz.yaml what it is: `types: { TYPE: { attributes: { PROPERTY: String } } }`',
      details: sorted.map(describeFinding),
    },
  ];
}

/** Where tenants are kept apart by `context.tenants`, proofs need to know that nothing is in two tenants. */
export function describeUnsaidFact(model: Model): Diagnostic[] {
  const { tenantType } = model;
  const isInOne = (type: string) => type !== tenantType && isOfTenant(type, model);
  if (tenantType === undefined || !resourceTypes(model).some(isInOne)) return [];
  return [
    {
      severity: 'info',
      code: 'fact-unsaid',
      message: `nothing says that a resource is in one \`${tenantType}\` at most, so \`authz prove\` may refute \`tenants-are-isolated\``,
      help: 'if your application makes sure of it, say so in authz.yaml: `facts: [one-tenant-per-resource]`',
    },
  ];
}

export function describeFinding({ type, property, text, sureness }: Finding): string {
  return `\`${type}\` ${text}, as \`${property}\` says (${sureness.toFixed(2)} sure)`;
}
