import { createEngine, type Engine } from '../../src/core/engine/engine.ts';
import type { PolicyFile, PolicySet } from '../../src/core/policies/policy.ts';
import { readPolicies } from '../../src/core/policies/read-policies.ts';
import { emailSchema } from './email-model.ts';
import { valueIn } from './outcome.ts';

export function policyFile(text: string, name = 'a.cedar'): PolicyFile {
  return { file: `policies/${name}`, name, text };
}

/** The policies of one text, which must parse. */
export function policySetOf(text: string): PolicySet {
  const { policySet, diagnostics } = readPolicies([policyFile(text)]);
  if (diagnostics.length > 0) throw new Error(diagnostics.map((one) => one.message).join('\n'));
  return policySet;
}

/** An engine over the e-mail schema and one text of policies. */
export function engineOf(text: string, name = 'test'): Engine {
  return valueIn(createEngine(name, emailSchema, policySetOf(text)));
}
