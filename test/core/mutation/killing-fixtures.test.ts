import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/core/engine/engine.ts';
import { frameworkFacts } from '../../../src/core/facts/framework-facts.ts';
import type { ReadyFixture } from '../../../src/core/fixtures/ready-fixture.ts';
import { type KillingFixtures, killingFixtures } from '../../../src/core/mutation/killing-fixtures.ts';
import { mutate } from '../../../src/core/mutation/mutate.ts';
import { replaced, type Survivor } from '../../../src/core/mutation/mutation.ts';
import { validMutations } from '../../../src/core/mutation/valid-mutations.ts';
import type { Policy } from '../../../src/core/policies/policy.ts';
import { replayFixture } from '../../../src/core/replay/replay.ts';
import { type CheckedProject, checkProject } from '../../../src/core/verification/check-project.ts';
import type { VerifyInput } from '../../../src/core/verification/verify-input.ts';
import { printFixtures } from '../../../src/project/writing/print-fixtures.ts';
import { makeWorld, type World } from '../../fuzz/world.ts';
import { worldInput } from '../../fuzz/world-input.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { sourceOf } from '../../helpers/source.ts';

const WORLDS = 40;

/** What is found out about the policies of a world that no fixture tries. */
interface Tried {
  readonly input: VerifyInput;
  readonly project: CheckedProject;
  readonly survivors: readonly Survivor[];
  readonly found: KillingFixtures;
}

function tried(schema: World['schema'], policies: readonly string[]): Tried {
  const input = worldInput(schema, policies);
  const project = valueIn(checkProject(input));
  const mutations = validMutations(project.schema, project.policySet.policies);
  const steps = mutate({ project, mutations, facts: frameworkFacts(project.model), mostEffort: 100_000 });
  const results = [...steps].flatMap((result) => result ?? []);
  const survivors = results.filter((result) => result.kind === 'survived');
  return { input, project, survivors, found: killingFixtures(results, project, input) };
}

/** What is wrong with the files as they would lie on the disk: each case passes today, and fails with the mutation that it is named after. */
function problems({ input, project, survivors, found }: Tried): string[] {
  const fixtures = found.files.map((file, index) => {
    const source = sourceOf(printFixtures(file, ' found'), `found-${index}.fixtures.yaml`);
    return { source, shared: new Map() };
  });
  const cases = valueIn(checkProject({ ...input, fixtures })).fixtures;
  const { policies } = project.policySet;
  const passing = (all: readonly Policy[]) => {
    const engine = valueIn(
      createEngine('killing test', project.schema, { ...project.policySet, policies: all }),
    );
    const replayer = { engine, clock: () => 0 };
    return new Set(cases.filter((ready) => replayFixture(ready, replayer).status === 'passed'));
  };
  const today = passing(policies);
  const killers = new Set<ReadyFixture>();
  const notKilled = survivors.flatMap((survivor) => {
    const { policy, mutant, change } = survivor.mutation;
    if (found.without.includes(survivor)) return [];
    const mutated = passing(replaced(policies, policy, mutant));
    // The same change in two places is told apart by a number.
    const own = cases.filter(
      ({ fixture }) => fixture.name.replace(/-\d+$/, '') === `${policy.id}: ${change}`,
    );
    const killing = own.filter((ready) => !mutated.has(ready));
    for (const ready of killing) killers.add(ready);
    return killing.length > 0 ? [] : [`not killed: ${change} in ${policy.text}`];
  });
  return [
    ...cases.filter((ready) => !today.has(ready)).map(({ fixture }) => `fails today: ${fixture.name}`),
    ...cases.filter((ready) => !killers.has(ready)).map(({ fixture }) => `kills nothing: ${fixture.name}`),
    ...notKilled,
  ];
}

describe('fixtures of what survives', () => {
  const worlds = Array.from({ length: WORLDS }, (_, seed) => makeWorld(seed + 1)).filter(
    ({ callable }) => callable,
  );
  const all = worlds.map(({ schema, versions: [policies = []] }) => tried(schema, policies));

  it('pass today and kill their mutation, over random policies', () => {
    expect(all.flatMap(problems)).toEqual([]);
    expect(all.flatMap(({ found }) => found.files.flatMap(({ cases }) => cases)).length).toBeGreaterThan(40);
  });

  it('state the context that does not follow from a call', () => {
    const cases = all.flatMap(({ found }) => found.files.flatMap((file) => file.cases));
    expect(cases.some(({ context }) => context !== undefined)).toBe(true);
  });

  it('are not written where a policy cannot be evaluated today, which no fixture expects', () => {
    const erring = `@id("p0") permit (principal, action, resource) when { 9007199254740991 * 4096 > 0 };`;
    const { survivors, found } = tried(worlds[0]?.schema ?? {}, [erring]);
    expect(survivors.map(({ mutation }) => mutation.change)).toContain('drop clause 1');
    expect(found).toEqual({ files: [], without: survivors });
  });
});
