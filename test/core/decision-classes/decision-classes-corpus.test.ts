import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthorizationQuery, preparePolicies, schemaToJson } from '../../../src/core/cedar/cedar.ts';
import { withDecisionClasses } from '../../../src/core/decision-classes/decision-classes.ts';
import { policyTexts } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { type CedarCorpus, openCedarCorpus, queriesOf } from '../../helpers/cedar-corpus.ts';
import { describeWith } from '../../helpers/needs.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';

/** Every sixteenth policy set in the ordinary run; `CEDAR_CORPUS_EVERY=1` takes all. */
const EVERY = Number(process.env.CEDAR_CORPUS_EVERY ?? 16);

describeWith("Cedar's corpus")('decision classes over the policies of the Cedar project', () => {
  let corpus: CedarCorpus;

  beforeAll(() => {
    corpus = openCedarCorpus(EVERY);
  });

  afterAll(() => corpus.remove());

  it(
    'give the decision, the reasons and the errors of plain evaluation',
    () => {
      const seen = { queries: 0, evaluated: 0 };
      for (const test of corpus.tests()) {
        const schema = valueIn(schemaToJson(test.schema));
        const { policies } = readPolicies([policyFile(test.policies)]).policySet;
        const plain = valueIn(preparePolicies('corpus', schema, policyTexts(policies)));
        let evaluated = 0;
        const counting = {
          authorize: (query: AuthorizationQuery) => {
            evaluated += 1;
            return plain.authorize(query);
          },
        };
        const classes = withDecisionClasses(counting, schema, policies, { areChecked: true });
        for (const query of queriesOf(test, 3)) {
          seen.queries += 1;
          expect([test.name, classes.authorize(query)]).toEqual([test.name, plain.authorize(query)]);
        }
        seen.evaluated += evaluated;
      }
      expect(seen.queries * EVERY).toBeGreaterThan(70_000);
      // The entities of the corpus fit its schemas. Enough came from classes for the comparison to mean something.
      expect(seen.queries - seen.evaluated).toBeGreaterThan(seen.queries / 5);
    },
    20 * 60_000,
  );
});
