import { createAnalysis } from '../analysis/analysis.ts';
import type { AnalysedPolicy } from '../analysis/questions/claim.ts';
import { conditionsAmong, type Fact } from '../analysis/questions/fact.ts';
import { ANYTHING, madePolicy } from '../analysis/questions/made-policy.ts';
import type { RequestEnvironment } from '../analysis/schema/analysis-schema.ts';
import { type SchemaJson, validatePolicies } from '../cedar/cedar.ts';
import { withoutPreamble } from '../cedar/engine-diagnostic.ts';
import { qualified } from '../cedar/namespace.ts';
import { printUid } from '../cedar/print-value.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { PlaceOfDeclared } from '../model/declared-types.ts';
import type { Model } from '../model/model.ts';
import type { WrittenFact } from '../model/written-fact.ts';
import { ANONYMOUS, anonymousMisfit } from '../requests/principal.ts';
import { type InSteps, lastOf } from '../values/last-of.ts';
import { frameworkFacts } from './framework-facts.ts';
import { readFacts } from './read-facts.ts';

/**
 * Facts that parse, fit the schema, and leave some request of every kind, also by callers without an identity: from a contradiction everything would
 * follow.
 */
export function usableFacts(source: FactSource, project: FactedProject): Outcome<readonly Fact[]> {
  return lastOf(usableFactsInSteps(source, project));
}

/** The same, with stops. */
export function* usableFactsInSteps(
  { facts = [], placeOfFact = () => ({}) }: FactSource,
  { schema, model }: FactedProject,
): InSteps<Outcome<readonly Fact[]>> {
  const read = readFacts(facts, model, placeOfFact);
  if (!read.ok) return read;
  const wrong = misfits(conditionsAmong(read.value), schema, placeOfCondition(facts, placeOfFact));
  if (wrong.length > 0) return { ok: false, diagnostics: wrong };
  const against = yield* contradictions(read.value, schema, model);
  const diagnostics = against.map((diagnostic) => ({ ...diagnostic, ...placeOfFact([]) }));
  return diagnostics.length > 0 ? { ok: false, diagnostics } : read;
}

/** The facts as they are written, and where. */
interface FactSource {
  readonly facts?: readonly WrittenFact[];
  readonly placeOfFact?: PlaceOfDeclared;
}

/** What they are facts about. */
interface FactedProject {
  readonly schema: SchemaJson<string>;
  readonly model: Model;
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
        message: `fact \`${policyId}\`: ${withoutPreamble(error.message)}`,
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

function* contradictions(
  own: readonly Fact[],
  schema: SchemaJson<string>,
  model: Model,
): InSteps<Diagnostic[]> {
  if (own.length === 0) return [];
  const analysis = createAnalysis(schema, { facts: [...frameworkFacts(model), ...own] });
  const nobody = anonymousMisfit(schema, model) ? undefined : callerWithoutIdentity(model);
  for (const environment of analysis.environments) {
    const asked = nobody?.type === environment.principalType ? [ANYTHING, nobody.policy] : [ANYTHING];
    const claims = asked.map((policy) => ({ kind: 'never-applies', policy }) as const);
    const [all, without] = yield* analysis.proveInSteps(environment, claims);
    if (all?.kind === 'proven') return [contradiction(environment)];
    if (nobody && without?.kind === 'proven') return [exclusion(environment, nobody.uid)];
    yield;
  }
  return [];
}

/** Applies to callers without an identity. */
function callerWithoutIdentity({ namespace, principalType }: Model) {
  const type = qualified(namespace, principalType);
  const uid = printUid({ type, id: ANONYMOUS });
  return { type, uid, policy: madePolicy(ANONYMOUS, `permit (principal == ${uid}, action, resource);`) };
}

function exclusion({ action }: RequestEnvironment, uid: string): Diagnostic {
  return {
    severity: 'error',
    code: 'facts-contradict',
    message: `the facts leave out callers without an identity, who are in nothing and have no attributes: everything would be proven of them for \`${action.id}\``,
    help: `let a fact about callers begin with \`principal == ${uid} ||\``,
  };
}

function contradiction({ action }: RequestEnvironment): Diagnostic {
  return {
    severity: 'error',
    code: 'facts-contradict',
    message: `the facts contradict each other: no request for \`${action.id}\` fits all of them, so everything would be proven of it`,
    help: 'take back one of the `facts` in `authz.yaml`',
  };
}
