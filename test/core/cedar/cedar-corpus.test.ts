import { policySetTextToParts } from '@cedar-policy/cedar-wasm/nodejs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PreparedPolicies, preparePolicies, schemaToJson } from '../../../src/core/cedar/cedar.ts';
import type { PolicySet } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { type CedarCorpus, openCedarCorpus } from '../../helpers/cedar-corpus.ts';
import { describeWith } from '../../helpers/needs.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';

/** All 7,809 take two minutes; every eighth takes a quarter of one. */
const EVERY = 8;

describeWith("Cedar's corpus")('the corpus of the Cedar project', () => {
  let corpus: CedarCorpus;

  beforeAll(() => {
    corpus = openCedarCorpus(EVERY);
  });

  afterAll(() => corpus.remove());

  it('splits into the policies that Cedar finds', () => {
    let tests = 0;
    for (const { name, policies: text } of corpus.tests()) {
      tests += 1;
      const parts = policySetTextToParts(text);
      const { policySet, diagnostics } = readPolicies([policyFile(text)]);
      const expected = parts.type === 'success' ? [...parts.policies].sort() : [];
      expect([name, diagnostics.filter((one) => one.code !== 'policy-id-duplicate')]).toEqual([name, []]);
      expect([name, policySet.policies.map((policy) => policy.text).sort()]).toEqual([name, expected]);
    }
    expect(tests).toBeGreaterThan(900);
  });

  it('is decided as Cedar decides it: decision, reason and errors', () => {
    let decided = 0;
    let refused = 0;
    for (const { name, schema, policies, entities, requests } of corpus.tests()) {
      const prepared = prepare(schema, readPolicies([policyFile(policies)]).policySet);
      for (const { principal, action, resource, context, ...expected } of requests) {
        const answer = prepared.authorize({ principal, action, resource, context, entities });
        if (answer.ok) {
          decided += 1;
          const { decision, reason, errors } = answer.value;
          const got = { decision, reason, errors: errors.map((error) => error.policyId) };
          const wanted = {
            decision: expected.decision,
            reason: expected.reason.toSorted(),
            errors: expected.errors.toSorted(),
          };
          expect([name, got]).toEqual([name, wanted]);
        } else {
          // Numbers beyond 2^53 are in the corpus, and are refused here rather than rounded.
          refused += 1;
          expect([name, answer.errors[0]?.message]).toEqual([
            name,
            expect.stringMatching(/^(?:(?:attribute|tag) .*: )?the number -?\d/s),
          ]);
        }
      }
    }
    expect(decided).toBeGreaterThan(7000);
    expect(refused).toBeLessThan(decided / 50);
  });

  /** Under the ids that the corpus uses: by position in the file. */
  function prepare(schemaText: string, { policies }: PolicySet): PreparedPolicies {
    const schema = valueIn(schemaToJson(schemaText));
    const texts = Object.fromEntries(policies.map((policy, index) => [`policy${index}`, policy.text]));
    return valueIn(preparePolicies('corpus', schema, texts));
  }
});
