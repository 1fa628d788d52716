import type { SchemaJson } from '../../cedar/cedar.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { sortDiagnostics } from '../../diagnostics/diagnostic.ts';
import { locatePolicy, type Policy } from '../../policies/policy.ts';
import type { ProofOptions } from '../questions/translated-environment.ts';
import { findPolicyFindings, type PolicyFinding } from './policy-findings.ts';
import { printRequest } from './print-request.ts';

/** Warnings about policies that never apply, change nothing or may err, for policies that are valid. */
export function diagnosePolicies(
  schema: SchemaJson<string>,
  policies: readonly Policy[],
  options: ProofOptions = {},
): readonly Diagnostic[] {
  return sortDiagnostics(findPolicyFindings(schema, policies, options).map(describe));
}

function describe(finding: PolicyFinding<Policy>): Diagnostic {
  const { policy } = finding;
  return {
    severity: 'warning',
    ...wording(finding),
    file: policy.file.file,
    location: locatePolicy(policy),
  };
}

function wording(finding: PolicyFinding<Policy>): Pick<Diagnostic, 'code' | 'message' | 'help' | 'details'> {
  const name = `policy \`${finding.policy.id}\``;
  switch (finding.kind) {
    case 'never-applies':
      return {
        code: 'policy-never-applies',
        message: `${name} applies to no request that fits the schema`,
        help: 'its conditions contradict each other, or what authz guarantees: correct or remove it',
      };
    case 'changes-nothing':
      return {
        code: 'policy-changes-nothing',
        message: `${name} changes no decision: ${shadow(finding)}`,
        help: 'remove it, or correct what it was meant to say',
      };
    case 'may-err':
      return {
        code: 'policy-may-err',
        message: `${name} cannot be evaluated for some requests, which are denied then`,
        help: 'check first what may be missing or too large; this request fits the schema and makes it fail',
        details: printRequest(finding.counterexample),
      };
  }
}

function shadow({ policy, because }: Extract<PolicyFinding<Policy>, { kind: 'changes-nothing' }>): string {
  if (!because) return 'the other policies together decide the same without it';
  const at = locatePolicy(because);
  const place = `\`${because.id}\` (${because.file.file}:${at.line}:${at.column})`;
  if (because.json.effect === policy.json.effect) return `${place} applies wherever it does`;
  return `${place} forbids wherever it applies`;
}
