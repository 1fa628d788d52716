import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
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

export function describeFinding({ type, property, text, sureness }: Finding): string {
  return `\`${type}\` ${text}, as \`${property}\` says (${sureness.toFixed(2)} sure)`;
}
