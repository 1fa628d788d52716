import { afterAll, beforeAll, expect, it } from 'vitest';
import { preparePolicies, schemaToJson } from '../../../src/core/cedar/cedar.ts';
import { withoutPolicyName } from '../../../src/core/cedar/engine-diagnostic.ts';
import { preparePartEvaluator, wholeTruth } from '../../../src/core/engine/part-evaluation.ts';
import { type Policy, policyTexts } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { type CedarCorpus, type CorpusTest, openCedarCorpus, queriesOf } from '../../helpers/cedar-corpus.ts';
import { describeWith } from '../../helpers/needs.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';

/** Every sixteenth policy set takes about ten seconds; `CEDAR_CORPUS_EVERY=1` takes all, in a few minutes. */
const EVERY = Number(process.env.CEDAR_CORPUS_EVERY ?? 16);

describeWith("Cedar's corpus")('the parts of the policies of the Cedar project', () => {
  let corpus: CedarCorpus;

  beforeAll(() => {
    corpus = openCedarCorpus(EVERY);
  });

  afterAll(() => corpus.remove());

  it(
    'make each policy satisfied, not satisfied or in error as the engine finds it, with the same message',
    () => {
      const seen = { requests: 0, refused: 0, true: 0, false: 0, error: 0 };
      for (const test of corpus.tests()) {
        const { policies } = readPolicies([policyFile(test.policies)]).policySet;
        for (const { query, whole, parts } of answers(test, policies)) {
          if (!parts) {
            seen.refused += 1;
            continue;
          }
          seen.requests += 1;
          for (const policy of policies) {
            const truth = parts(policy.id);
            if (truth.truth !== 'not-asked') seen[truth.truth] += 1;
            expect({ test: test.name, query, policy: policy.id, ...truth }).toEqual({
              test: test.name,
              query,
              policy: policy.id,
              ...whole(policy.id),
            });
          }
        }
      }
      expect(seen.requests * EVERY).toBeGreaterThan(60_000);
      expect(Math.min(seen.true, seen.error) * EVERY).toBeGreaterThan(2_000);
      expect(seen.refused).toBeLessThan(seen.requests / 25);
    },
    20 * 60_000,
  );
});

/** What the engine says of whole policies, all of them as permits so that it names each that is satisfied, and what the parts say. */
function* answers(test: CorpusTest, policies: readonly Policy[]) {
  const schema = valueIn(schemaToJson(test.schema));
  const permits = policies.map((policy) => ({
    ...policy,
    text: policy.text.replace(/forbid(?=\s*\()/, 'permit'),
  }));
  const engine = valueIn(preparePolicies('corpus', schema, policyTexts(permits)));
  const evaluator = valueIn(preparePartEvaluator('corpus parts', schema, policies));
  for (const [index, { entities, ...request }] of [...queriesOf(test, 1)].entries()) {
    const answer = engine.authorize({ ...request, entities });
    const truths = evaluator.evaluate(request, test.entities);
    expect([test.name, index, truths.ok]).toEqual([test.name, index, answer.ok]);
    const parts = truths.ok
      ? (id: string) => {
          const taken = evaluator.partsOf(id);
          return taken ? wholeTruth(id, taken, truths.value) : { truth: 'not-asked' as const };
        }
      : undefined;
    yield {
      query: index,
      parts,
      whole: (id: string) => (answer.ok ? engineTruth(answer.value, id) : undefined),
    };
  }
}

function engineTruth(
  answer: {
    readonly reason: readonly string[];
    readonly errors: readonly { policyId: string; error: { message: string } }[];
  },
  id: string,
) {
  const error = answer.errors.find(({ policyId }) => policyId === id);
  if (error) return { truth: 'error', message: withoutPolicyName(error.error.message) };
  return { truth: answer.reason.includes(id) ? 'true' : 'false' };
}
