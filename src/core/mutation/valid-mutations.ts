import { policyToText, type SchemaJson, validatePolicies } from '../cedar/cedar.ts';
import type { Policy } from '../policies/policy.ts';
import { mutantsOf } from './mutants.ts';
import type { Mutation } from './mutation.ts';

/** All mutations of policies that are valid for the schema, in the order of the policies; of equal texts, the first. */
export function validMutations(schema: SchemaJson<string>, policies: readonly Policy[]): readonly Mutation[] {
  const seen = new Set(policies.map(({ text }) => text));
  const mutations = policies.flatMap((policy) =>
    mutantsOf(policy.json).flatMap(({ change, json }): Mutation[] => {
      const text = policyToText(json);
      if (!text.ok || seen.has(text.value)) return [];
      seen.add(text.value);
      return [{ policy, change, mutant: { ...policy, text: text.value, json } }];
    }),
  );
  const texts = Object.fromEntries(mutations.map(({ mutant }, index) => [String(index), mutant.text]));
  const answer = validatePolicies(schema, texts);
  const invalid = new Set(
    answer.ok ? answer.value.errors.map(({ policyId }) => policyId) : Object.keys(texts),
  );
  return mutations.filter((_, index) => !invalid.has(String(index)));
}
