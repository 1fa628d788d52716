import type { SchemaJson } from '../cedar/cedar.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { locatePolicy, type Policy, type PolicySet } from '../policies/policy.ts';
import { statementOf } from './statement.ts';

/** The quotas of the service that cannot be raised, in bytes of UTF-8, and how many namespaces a store may have. */
const LIMITS = { policy: 10_000, schema: 200_000, anyResource: 200_000, namespaces: 1 } as const;

/** Everything of a project that the service would refuse, so that it is said before the first call. */
export function beyondLimits(schema: SchemaJson<string>, policySet: PolicySet): Diagnostic[] {
  return [
    ...schemaProblems(schema),
    ...policySet.policies.flatMap(policyProblems),
    ...sumProblems(policySet.policies),
    ...policySet.templates.map((template) => ({
      ...problem('a template is not published: only static policies are'),
      ...place(template),
      help: 'write the policy out, or create the template and its links in the store by hand',
    })),
  ];
}

function schemaProblems(schema: SchemaJson<string>): Diagnostic[] {
  const size = bytes(JSON.stringify(schema));
  const namespaces = Object.keys(schema).length;
  return [
    ...(size > LIMITS.schema ? [problem(tooLarge('the schema', size, LIMITS.schema))] : []),
    ...(namespaces > LIMITS.namespaces
      ? [problem(`the schema has ${namespaces} namespaces, and a policy store takes one`)]
      : []),
  ];
}

function policyProblems(policy: Policy): Diagnostic[] {
  const size = bytes(statementOf(policy).text);
  if (size <= LIMITS.policy) return [];
  const help = 'split it: a `permit` by its actions, a `forbid` by the alternatives of its condition';
  return [{ ...problem(tooLarge(`policy \`${policy.id}\``, size, LIMITS.policy)), ...place(policy), help }];
}

/** The service adds up the policies whose scope names no resource. */
function sumProblems(policies: readonly Policy[]): Diagnostic[] {
  const open = policies.filter(({ json }) => json.resource.op === 'All' || json.resource.op === 'is');
  const size = open.reduce((sum, policy) => sum + bytes(statementOf(policy).text), 0);
  if (size <= LIMITS.anyResource) return [];
  const what = `the ${open.length} policies whose scope names no resource`;
  return [problem(tooLarge(what, size, LIMITS.anyResource))];
}

function tooLarge(what: string, size: number, limit: number): string {
  return `${what}: ${size.toLocaleString('en')} bytes, and Verified Permissions takes ${limit.toLocaleString('en')}`;
}

function problem(message: string): Diagnostic {
  return { severity: 'error', code: 'publish-limit', message };
}

function place(policy: Policy): Pick<Diagnostic, 'file' | 'location'> {
  return { file: policy.file.file, location: locatePolicy(policy) };
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}
