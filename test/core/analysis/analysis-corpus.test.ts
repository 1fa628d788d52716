import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAnalysis } from '../../../src/core/analysis/analysis.ts';
import type { Verdict } from '../../../src/core/analysis/questions/prove.ts';
import { type PreparedPolicies, preparePolicies, validatePolicies } from '../../../src/core/cedar/cedar.ts';
import { entityKey, plainUid } from '../../../src/core/cedar/entity.ts';
import { permitText } from '../../../src/core/policies/permit-text.ts';
import type { Policy } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { schemaOf } from '../../helpers/analysis.ts';
import {
  type CedarCorpus,
  type CorpusRequest,
  type CorpusTest,
  openCedarCorpus,
} from '../../helpers/cedar-corpus.ts';
import { describeWith } from '../../helpers/needs.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';

/** All 7,809 take some minutes. */
const EVERY = 100;

describeWith("Cedar's corpus")('what is said of all requests, over the corpus of the Cedar project', () => {
  let corpus: CedarCorpus;

  beforeAll(() => {
    corpus = openCedarCorpus(EVERY);
  });

  afterAll(() => corpus.remove());

  it('finds possible what the engine decides', () => {
    const found = [...corpus.tests()].flatMap((test) =>
      verdictsOf(test).map((verdict) => [test.name, ...wordsOf(verdict)].join(' ')),
    );
    expect(found.filter((words) => !words.endsWith(' refuted'))).toEqual([]);
    expect(found.filter((words) => words.endsWith(' refuted')).length).toBeGreaterThan(250);
  });
});

function wordsOf(verdict: Verdict): string[] {
  return verdict.kind === 'not-decided' ? [verdict.reason.what, verdict.reason.message] : [verdict.kind];
}

/** Whether no request has the outcomes that the engine has for one: each is a counterexample. */
function verdictsOf({ schema: text, policies: written, entities, requests }: CorpusTest): Verdict[] {
  const schema = schemaOf(text);
  const read = readPolicies([policyFile(written)]).policySet.policies;
  const texts = Object.fromEntries(read.map((policy) => [policy.id, policy.text]));
  const invalid = new Set(valueIn(validatePolicies(schema, texts)).errors.map(({ policyId }) => policyId));
  const policies = read.filter(({ id }) => !invalid.has(id));
  if (policies.length === 0) return [];
  const permits = Object.fromEntries(policies.map((policy) => [policy.id, permitText(policy)]));
  const engine = valueIn(preparePolicies('analysis corpus', schema, permits));
  const analysis = createAnalysis(schema, { entitiesExist: false, mostRequests: 0 });
  const there = new Set(entities.map(({ uid }) => entityKey(plainUid(uid))));
  return requests.flatMap((request): readonly Verdict[] => {
    const outcomes = outcomesOf(policies, request, entities, engine);
    const environment = analysis.environments.find(
      ({ principalType, action, resourceType }) =>
        principalType === request.principal.type &&
        resourceType === request.resource.type &&
        entityKey(action) === entityKey(request.action),
    );
    // Proofs are about requests whose principal and resource are there.
    const isThere = [request.principal, request.resource].every((uid) => there.has(entityKey(uid)));
    return outcomes && environment && isThere
      ? analysis.prove(environment, [{ kind: 'never-so', outcomes }])
      : [];
  });
}

/** `undefined` where the engine refuses the request. */
function outcomesOf(
  policies: readonly Policy[],
  { principal, action, resource, context }: CorpusRequest,
  entities: CorpusTest['entities'],
  engine: PreparedPolicies,
) {
  const answer = engine.authorize({ principal, action, resource, context, entities });
  if (!answer.ok) return undefined;
  const applying = new Set(answer.value.reason);
  const erring = new Set(answer.value.errors.map(({ policyId }) => policyId));
  return policies.map((policy) => {
    const outcome = applying.has(policy.id) ? 'applies' : 'does-not-apply';
    return { policy, outcome: erring.has(policy.id) ? 'errs' : outcome } as const;
  });
}
