import { expect, it } from 'vitest';
import { createAnalysis } from '../../../../src/core/analysis/analysis.ts';
import type {
  AnalysedPolicy,
  Claim,
  PolicyStatement,
  WantedOutcome,
} from '../../../../src/core/analysis/questions/claim.ts';
import { asStatement, madePolicy } from '../../../../src/core/analysis/questions/made-policy.ts';
import { schemaOf, smallSchema } from '../../../helpers/analysis.ts';
import { type EngineOutcomes, isViolated } from '../../../helpers/analysis-fuzzer.ts';
import fc from '../../../helpers/fast-check.ts';
import { runs } from '../../../helpers/runs.ts';

/** What a policy comes to is said by a number of the context: 0, 1 or 2, or any other for the first. */
const OUTCOMES = ['does-not-apply', 'applies', 'errs'] as const satisfies readonly WantedOutcome['outcome'][];
const NAMES = ['a', 'b', 'c'];
const SCHEMA = schemaOf(smallSchema({ context: `{ ${NAMES.map((name) => `${name}: Long`).join(', ')} }` }));

function policyOf(name: string, effect: 'permit' | 'forbid'): AnalysedPolicy {
  const overflow = '9007199254740991 * 9007199254740991 > 0';
  const condition = `context.${name} == 1 || (context.${name} == 2 && ${overflow})`;
  return madePolicy(name, `${effect} (principal, action, resource) when { ${condition} };`);
}

/** The indexes of what each policy comes to, at the same time. */
type Case = number[];

const EVERY_CASE: Case[] = [0, 1, 2].flatMap((a) =>
  [0, 1, 2].flatMap((b) => [0, 1, 2].map((c) => [a, b, c])),
);

function factOf(cases: readonly Case[]) {
  const conditions = cases.map((one) =>
    one.map((at, index) => `context.${NAMES[index]} == ${at}`).join(' && '),
  );
  const text = `permit (principal, action, resource) when { (${conditions.join(') || (')}) };`;
  return { kind: 'condition' as const, policy: asStatement(madePolicy('cases', text)) };
}

function claimsAbout(
  policies: readonly AnalysedPolicy[],
  statements: readonly PolicyStatement[],
): readonly Claim[] {
  const sides = [policies, policies.slice(0, 2), policies.slice(1), policies.slice(0, 1)];
  return [
    ...sides.flatMap((some): Claim[] => [
      { kind: 'never-allowed', policies: some },
      { kind: 'never-allowed', policies: some, skipsErrors: true },
      { kind: 'always-allowed', policies: some },
    ]),
    ...sides.flatMap((before) =>
      sides.flatMap((after): Claim[] =>
        [false, true].flatMap((skipsErrors): Claim[] => [
          { kind: 'nothing-opened', before, after, skipsErrors },
          { kind: 'nothing-closed', before, after, skipsErrors },
        ]),
      ),
    ),
    ...policies.flatMap((policy, index): Claim[] => [
      { kind: 'never-errs', policy },
      { kind: 'never-applies', policy },
      { kind: 'changes-nothing', policy, policies },
      ...statements.map((invariant): Claim => ({ kind: 'invariant', invariant, policies: [policy] })),
      ...statements.map((invariant): Claim => ({ kind: 'invariant', invariant, policies })),
      ...policies.map((other): Claim => ({ kind: 'implies', policy, other })),
      ...OUTCOMES.map(
        (outcome, at): Claim => ({
          kind: 'never-so',
          outcomes: [
            { policy, outcome },
            {
              policy: policies[(index + 1) % policies.length] ?? policy,
              outcome: OUTCOMES[(at + index) % 3] ?? 'errs',
            },
          ],
        }),
      ),
    ]),
  ];
}

it('each claim is proven where no case is against it, and else refuted', () => {
  const effect = fc.constantFrom('permit' as const, 'forbid' as const);
  const cases = fc.array(fc.tuple(...NAMES.map(() => fc.nat(2))), { minLength: 1, maxLength: 8 });
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.tuple(...NAMES.map(() => effect)), cases, (effects, known) => {
      const policies = effects.map((one, index) => policyOf(NAMES[index] ?? '', one));
      const statements = policies.map((policy) => asStatement(policy));
      const outcomes = known.map(
        (one): EngineOutcomes =>
          new Map(
            [...policies, ...statements].map((policy) => [
              policy,
              OUTCOMES[one[NAMES.indexOf(policy.id)] ?? 0] ?? 'errs',
            ]),
          ),
      );
      const analysis = createAnalysis(SCHEMA, { facts: [factOf(known)] });
      const [environment] = analysis.environments;
      if (!environment) throw new Error('no environment');
      const claims = claimsAbout(policies, statements);
      const areProven = claims.map((claim) => !outcomes.some((some) => isViolated(claim, some)));
      const words = (claim: Claim, index: number, kind = '') => `${index} ${claim.kind}: ${kind}`;
      const expected = claims.map((claim, index) =>
        words(claim, index, areProven[index] ? 'proven' : 'refuted'),
      );
      const verdicts = analysis.prove(environment, claims);
      expect(claims.map((claim, index) => words(claim, index, verdicts[index]?.kind))).toEqual(expected);
      expect(analysis.areProven(environment, claims)).toEqual(areProven);
      for (const [index, { kind }] of claims.entries()) seen.add(`${kind} ${areProven[index]}`);
    }),
    {
      ...runs(12),
      examples: [
        [['permit', 'forbid', 'permit'], EVERY_CASE],
        [['permit', 'permit', 'permit'], [[1, 1, 1]]],
        [['permit', 'permit', 'forbid'], [[0, 0, 0]]],
        // What one forbids, another one forbids as well, also where the first cannot be evaluated.
        [['forbid', 'forbid', 'permit'], [[1, 1, 1]]],
        [['permit', 'forbid', 'permit'], [[2, 1, 1]]],
      ],
    },
  );
  // Each of the ten kinds was both.
  expect(seen.size).toBe(20);
});
