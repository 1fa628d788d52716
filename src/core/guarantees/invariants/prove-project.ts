import { asStatement } from '../../analysis/questions/made-policy.ts';
import { hasErrors, type Outcome } from '../../diagnostics/diagnostic.ts';
import { createEngine } from '../../engine/engine.ts';
import { usableFacts } from '../../facts/usable-facts.ts';
import { checkPolicies, impossibleOnce, limitsOfStatements } from '../../policies/check-policies.ts';
import { locatePolicy, type Policy } from '../../policies/policy.ts';
import { type CheckedProject, checkProvable } from '../../verification/check-project.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import { behaviorOf } from '../server-behavior.ts';
import { builtInInvariants } from './built-in.ts';
import { diagnoseIdle } from './idle-invariants.ts';
import type { Invariant, Proofs } from './invariant.ts';
import { proveInvariants } from './prove-invariants.ts';

export interface ProveOptions {
  /** Only invariants that are written, none that are built in. */
  readonly onlyWritten?: boolean;
  /** As of proofs. */
  readonly mostEffort?: number | undefined;
}

/** Checks a project and its invariants, and proves or refutes each. */
export function proveProject(
  input: VerifyInput,
  { onlyWritten = false, mostEffort }: ProveOptions = {},
): Outcome<Proofs> {
  const checked = checkProvable({ ...input, fixtures: [] });
  if (!checked.ok) return checked;
  const { schema, model, policySet, mapper } = checked.value;
  const written = writtenInvariants(input, checked.value);
  if (!written.ok) return written;
  const facts = usableFacts(input, checked.value);
  if (!facts.ok) return facts;
  const engine = createEngine('prove', schema, policySet);
  if (!engine.ok) return engine;
  const builtIn = onlyWritten ? [] : builtInInvariants(model, policySet.policies, facts.value);
  const project = {
    schema,
    model,
    policies: policySet.policies,
    engine: engine.value,
    facts: facts.value,
    ...behaviorOf(mapper),
    mostEffort,
  };
  const value = proveInvariants(project, [...written.value, ...builtIn]);
  const ofInvariants = impossibleOnce([...written.diagnostics, ...diagnoseIdle(project, value)]);
  // Whoever asks for these alone says of the policies what there is to say.
  const ofPolicies = onlyWritten ? [] : limitsOfStatements(checked.diagnostics);
  return { ok: true, value, diagnostics: [...ofPolicies, ...ofInvariants] };
}

/** Invariants are policies, and are read and validated like them. */
function writtenInvariants(
  { invariants = [] }: VerifyInput,
  { schema }: CheckedProject,
): Outcome<readonly Invariant[]> {
  const { policySet, diagnostics } = checkPolicies(invariants, schema);
  if (hasErrors(diagnostics)) return { ok: false, diagnostics };
  return { ok: true, value: policySet.policies.map(writtenInvariant), diagnostics };
}

function writtenInvariant(policy: Policy): Invariant {
  const because = policy.json.annotations?.because;
  return {
    id: policy.id,
    because: because ?? (policy.json.effect === 'forbid' ? 'never allowed' : 'always allowed'),
    source: { type: 'written', file: policy.file.file, location: locatePolicy(policy) },
    statement: { type: 'requests', policies: [asStatement(policy)] },
  };
}
