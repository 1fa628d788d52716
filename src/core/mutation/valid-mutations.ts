import { policyToJson, policyToText, type SchemaJson, validatePolicies } from '../cedar/cedar.ts';
import { unrounded } from '../cedar/exact-number.ts';
import type { Policy } from '../policies/policy.ts';
import { mutantsOf } from './mutants.ts';
import type { Mutation } from './mutation.ts';

/** All mutations of policies that are valid for the schema, in the order of the policies; of equal texts, the first. */
export function validMutations(schema: SchemaJson<string>, policies: readonly Policy[]): readonly Mutation[] {
  const seen = new Set(policies.map(({ text }) => text));
  const mutations = policies.flatMap((policy) =>
    mutantsOf(unrounded(policy.json, policy.text)).flatMap(({ change, json: exact }): Mutation[] => {
      const text = policyToText(exact);
      if (!text.ok || seen.has(text.value)) return [];
      seen.add(text.value);
      // As policies are read.
      const json = policyToJson(text.value);
      return json.ok ? [{ policy, change, mutant: { ...policy, text: text.value, json: json.value } }] : [];
    }),
  );
  const texts = Object.fromEntries(mutations.map(({ mutant }, index) => [String(index), mutant.text]));
  const answer = validatePolicies(schema, texts);
  const invalid = new Set(
    answer.ok ? answer.value.errors.map(({ policyId }) => policyId) : Object.keys(texts),
  );
  return mutations.filter((_, index) => !invalid.has(String(index)));
}
