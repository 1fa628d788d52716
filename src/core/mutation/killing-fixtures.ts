import type { WrittenFixtures } from '../authoring/written-fixtures.ts';
import { createMemoStore } from '../caching/memo-store.ts';
import { createEngine } from '../engine/engine.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { type ExpectedExample, exampleFixtures } from '../guarantees/examples/example-fixtures.ts';
import { readyExample } from '../guarantees/examples/ready-example.ts';
import type { Policy } from '../policies/policy.ts';
import { replayFixture } from '../replay/replay.ts';
import type { CheckedProject } from '../verification/check-project.ts';
import type { VerifyInput } from '../verification/verify-input.ts';
import { type MutationResult, replaced, type Survivor } from './mutation.ts';

/** Fixtures for the mutations that none noticed. */
export interface KillingFixtures {
  /** Each case has been replayed on both sides: it passes today, and does not with its mutation. */
  readonly files: readonly WrittenFixtures[];
  /** Those that no such case is known for: the request is none that a call makes, or a policy cannot be evaluated for it. */
  readonly without: readonly Survivor[];
}

export function killingFixtures(
  results: readonly MutationResult[],
  { schema, model, policySet }: CheckedProject,
  input: VerifyInput,
): KillingFixtures {
  const remembered = { input, memos: createMemoStore() };
  const passes = (policies: readonly Policy[], fixtures: readonly ReadyFixture[]) => {
    const engine = createEngine('killing fixtures', schema, { ...policySet, policies });
    if (!engine.ok) return false;
    const replayer = { engine: engine.value, clock: () => 0 };
    return fixtures.every((fixture) => replayFixture(fixture, replayer).status === 'passed');
  };
  const kept: ExpectedExample[] = [];
  const without: Survivor[] = [];
  for (const survivor of results) {
    if (survivor.kind !== 'survived') continue;
    const { mutation, example, expect } = survivor;
    const expected = { example, expect, name: `${mutation.policy.id}: ${mutation.change}` };
    const fixtures = readyExample(expected, model, remembered);
    const { policies } = policySet;
    const isKiller =
      fixtures.length > 0 &&
      passes(policies, fixtures) &&
      !passes(replaced(policies, mutation.policy, mutation.mutant), fixtures);
    if (isKiller) kept.push(expected);
    else without.push(survivor);
  }
  return { files: exampleFixtures(kept, model, input.claims), without };
}
