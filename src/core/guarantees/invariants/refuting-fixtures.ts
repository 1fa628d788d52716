import type { WrittenFixtures } from '../../authoring/written-fixtures.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import { type ExpectedExample, exampleFixtures } from '../examples/example-fixtures.ts';
import { exampleReplay } from '../examples/ready-example.ts';
import type { Proofs, Refutation } from './invariant.ts';

/** Fixtures of the calls that refute invariants, which expect what the invariants say. */
export interface RefutingFixtures {
  /** Each case has been replayed: it fails. */
  readonly files: readonly WrittenFixtures[];
  /** Refutations that no such case is known of: no call makes the request, or nothing is decided, or another question of the call is denied. */
  readonly without: readonly Pick<ExpectedExample, 'example' | 'name'>[];
}

/** `nameOf` says what a case is called. */
export function refutingFixtures(
  { invariants }: Pick<Proofs, 'invariants'>,
  input: VerifyInput,
  nameOf: (invariant: string, example: Refutation['example']) => string,
): RefutingFixtures {
  const replay = exampleReplay('refuting', input);
  if (!replay) return { files: [], without: [] };
  const found = invariants.flatMap(({ invariant: { id, statement }, refutations }) =>
    refutations.map(({ example, decision }) => ({
      example,
      name: nameOf(id, example),
      // Whoever says that policies can be evaluated does not say what they are to decide.
      expect: statement.type === 'requests' && decision ? OTHER[decision.decision] : undefined,
    })),
  );
  const kept: ExpectedExample[] = [];
  const without: Pick<ExpectedExample, 'example' | 'name'>[] = [];
  for (const { expect, ...one } of found) {
    if (expect !== undefined && replay.statusesOf({ ...one, expect }).includes('failed'))
      kept.push({ ...one, expect });
    else without.push(one);
  }
  return { files: exampleFixtures(kept, replay.model, input.claims), without };
}

const OTHER = { allow: 'deny', deny: 'allow' } as const;
