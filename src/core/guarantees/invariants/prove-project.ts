import { createAnalysis } from '../../analysis/analysis.ts';
import type { AnalysedPolicy } from '../../analysis/questions/claim.ts';
import type { Fact } from '../../analysis/questions/fact.ts';
import { ANYTHING } from '../../analysis/questions/made-policy.ts';
import { type SchemaJson, validatePolicies } from '../../cedar/cedar.ts';
import { type Diagnostic, hasErrors, type Outcome } from '../../diagnostics/diagnostic.ts';
import { createEngine } from '../../engine/engine.ts';
import { frameworkFacts } from '../../facts/framework-facts.ts';
import { readFacts } from '../../facts/read-facts.ts';
import type { PlaceOfDeclared } from '../../model/declared-types.ts';
import type { WrittenFact } from '../../model/written-fact.ts';
import { checkPolicies } from '../../policies/check-policies.ts';
import { locatePolicy, type Policy } from '../../policies/policy.ts';
import { type CheckedProject, checkProject } from '../../verification/check-project.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import { builtInInvariants } from './built-in.ts';
import type { Invariant, Proofs } from './invariant.ts';
import { proveInvariants } from './prove-invariants.ts';

export interface ProveOptions {
  /** Only invariants that are written, none that are built in. */
  readonly onlyWritten?: boolean;
}

/** Checks a project and its invariants, and proves or refutes each. */
export function proveProject(
  input: VerifyInput,
  { onlyWritten = false }: ProveOptions = {},
): Outcome<Proofs> {
  const checked = checkProject({ ...input, fixtures: [] });
  if (!checked.ok || hasErrors(checked.diagnostics)) return { ok: false, diagnostics: checked.diagnostics };
  const { schema, model, policySet, mapper } = checked.value;
  const written = writtenInvariants(input, checked.value);
  if (!written.ok) return written;
  const facts = usableFacts(input, checked.value);
  if (!facts.ok) return facts;
  const engine = createEngine('prove', schema, policySet);
  if (!engine.ok) return engine;
  const builtIn = onlyWritten ? [] : builtInInvariants(model, policySet.policies);
  const project = {
    schema,
    model,
    policies: policySet.policies,
    engine: engine.value,
    facts: facts.value,
    isSkipped: mapper.table.isSkipped,
  };
  const value = proveInvariants(project, [...written.value, ...builtIn]);
  return { ok: true, value, diagnostics: written.diagnostics };
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
    statement: { type: 'requests', policies: [policy] },
  };
}

/** Facts that parse, fit the schema, and leave some request of every kind: from a contradiction everything would follow. */
function usableFacts(
  { facts = [], placeOfFact = () => ({}) }: VerifyInput,
  { schema, model }: CheckedProject,
): Outcome<readonly Fact[]> {
  const read = readFacts(facts, model, placeOfFact);
  if (!read.ok) return read;
  const conditions = read.value.flatMap((fact) => (fact.kind === 'condition' ? [fact.policy] : []));
  const wrong = misfits(conditions, schema, placeOfCondition(facts, placeOfFact));
  const diagnostics =
    wrong.length > 0
      ? wrong
      : contradictions(read.value, schema, [...frameworkFacts(model), ...read.value]).map((diagnostic) => ({
          ...diagnostic,
          ...placeOfFact([]),
        }));
  return diagnostics.length > 0 ? { ok: false, diagnostics } : read;
}

type PlaceOfFact = ReturnType<PlaceOfDeclared>;

/** The place of the fact with an id. */
function placeOfCondition(
  facts: readonly WrittenFact[],
  placeOf: PlaceOfDeclared,
): (id: string) => PlaceOfFact {
  return (id) => placeOf([String(facts.findIndex((fact) => typeof fact !== 'string' && fact.id === id))]);
}

function misfits(
  conditions: readonly AnalysedPolicy[],
  schema: SchemaJson<string>,
  placeOf: (id: string) => PlaceOfFact,
): Diagnostic[] {
  const texts = Object.fromEntries(conditions.map(({ id, text }) => [id, text]));
  const answer = validatePolicies(schema, texts);
  const errors = answer.ok
    ? answer.value.errors.map(({ policyId, error }) => ({
        message: `fact \`${policyId}\`: ${error.message}`,
        place: placeOf(policyId),
      }))
    : answer.errors.map(({ message }) => ({ message, place: {} }));
  return errors.map(({ message, place }) => ({
    severity: 'error',
    code: 'fact-unusable',
    message,
    help: 'a fact is a condition about `principal`, `action`, `resource` and `context`, as the schema has them',
    ...place,
  }));
}

function contradictions(
  own: readonly Fact[],
  schema: SchemaJson<string>,
  facts: readonly Fact[],
): Diagnostic[] {
  if (own.length === 0) return [];
  const analysis = createAnalysis(schema, { facts });
  const empty = analysis.environments.find((environment) => {
    const [verdict] = analysis.prove(environment, [{ kind: 'never-applies', policy: ANYTHING }]);
    return verdict?.kind === 'proven';
  });
  if (!empty) return [];
  return [
    {
      severity: 'error',
      code: 'facts-contradict',
      message: `the facts contradict each other: no request for \`${empty.action.id}\` fits all of them, so everything would be proven of it`,
      help: 'take back one of the `facts` in `authz.yaml`',
    },
  ];
}
