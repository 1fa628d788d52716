import type { SchemaJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { isNoSchema } from '../cedar/no-schema.ts';
import { schemaNames } from '../cedar/schema-names.ts';
import type { PartEvaluator } from '../engine/part-evaluation.ts';
import type { Policy } from '../policies/policy.ts';
import { type PolicyPart, withInnerParts } from '../policies/policy-parts.ts';
import { validateAll } from '../policies/validate.ts';

/**
 * The parts of policies that come out one way for every request that fits the schema, so that no fixture could ever see the other way:
 * `action == Action::"view"` where there is no other action, `resource is Pet` behind an action that is for pets only. The engine finds
 * them: it says of a policy with such a part that it can never apply. What it is not sure of is none of them.
 */
export function constantParts(
  policies: readonly Policy[],
  { partsOf }: Pick<PartEvaluator, 'partsOf'>,
  schema: SchemaJson<string>,
): ReadonlySet<PolicyPart> {
  if (isNoSchema(schema)) return new Set();
  const probes = policies.flatMap((policy) => probesOf(policy, partsOf));
  const texts = new Map(probes.flatMap(({ when, unless }) => [when, unless]).map((text) => [text, text]));
  if (texts.size * schemaNames(schema).actions.length > MOST_CHECKED) return new Set();
  const impossible = impossiblePolicies([...texts.keys()], schema);
  const isConstant = ({ when, unless }: Probe) => impossible.has(when) || impossible.has(unless);
  return new Set(probes.filter(isConstant).map(({ part }) => part));
}

/** Policies times actions: above it the engine would take longer than the report is worth. */
const MOST_CHECKED = 30_000;

/** Two policies that have the part alone, once as it is and once negated, behind what must be true for it to be reached. */
interface Probe {
  readonly part: PolicyPart;
  readonly when: string;
  readonly unless: string;
}

function probesOf({ id }: Policy, partsOf: PartEvaluator['partsOf']): Probe[] {
  const parts = partsOf(id);
  const [principal, action, resource] = parts?.scope ?? [];
  if (!parts || !principal || !action || !resource) return [];
  const conditions = parts.clauses.flatMap(withInnerParts).filter(({ kind }) => kind === 'condition');
  return [
    probe(principal, 'principal, action, resource'),
    probe(action, `${principal.text}\n, action, resource`),
    probe(resource, `${principal.text}\n, ${action.text}\n, resource`),
    ...conditions.map((part) => probe(part, `${principal.text}\n, ${action.text}\n, ${resource.text}\n`)),
  ];
}

function probe(part: PolicyPart, scope: string): Probe {
  const policy = (kind: 'when' | 'unless') => `permit (${scope}) ${kind} {\n${part.text}\n};`;
  return { part, when: policy('when'), unless: policy('unless') };
}

function impossiblePolicies(texts: readonly string[], schema: SchemaJson<string>): ReadonlySet<string> {
  const file = { file: '', name: '', text: '' };
  const policies = texts.flatMap((text): Policy[] => {
    const json = cedar.policyToJson(text);
    return json.ok ? [{ id: text, file, start: 0, end: text.length, text, json: json.value }] : [];
  });
  const answer = validateAll({ policies, templates: [] }, schema);
  if (!answer.ok) return new Set();
  const unsure = new Set(answer.value.errors.map(({ policyId }) => policyId));
  const found = answer.value.warnings.filter(
    ({ policyId, error }) => /policy is impossible/.test(error.message) && !unsure.has(policyId),
  );
  return new Set(found.map(({ policyId }) => policyId));
}
