import type { WrittenFixtures } from '../../authoring/written-fixtures.ts';
import { createMemoStore } from '../../caching/memo-store.ts';
import { createEngine } from '../../engine/engine.ts';
import { replayFixture } from '../../replay/replay.ts';
import { type CheckedProject, checkProvable } from '../../verification/check-project.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import { type ExpectedExample, exampleFixtures } from '../examples/example-fixtures.ts';
import { readyExample } from '../examples/ready-example.ts';
import type { Comparison } from './comparison.ts';

/** Fixtures of the calls that a change turned, which expect what was decided before. */
export interface TurningFixtures {
  /** Each case has been replayed: it fails now, and passes with what was before unless its endpoint is new. */
  readonly files: readonly WrittenFixtures[];
  /** Examples that no such case is known of: the request is none that a call makes, or the schema of one side refuses its entities. */
  readonly without: readonly ExpectedExample[];
}

/** `nameOf` says what an example is called; `now` is the later state, whose fixtures they become. */
export function turningFixtures(
  { endpoints }: Comparison,
  { before, now }: { readonly before: VerifyInput; readonly now: VerifyInput },
  nameOf: (example: ExpectedExample['example'], expect: ExpectedExample['expect']) => string,
): TurningFixtures {
  const model = modelOf(now);
  if (!model) return { files: [], without: [] };
  const passes = { before: passerOf('turning before', before), now: passerOf('turning now', now) };
  const [kept, without]: [ExpectedExample[], ExpectedExample[]] = [[], []];
  for (const { opened, closed, presence } of endpoints) {
    const found = [
      ...(opened ? [{ example: opened.example, expect: 'deny' } as const] : []),
      ...(closed?.after ? [{ example: closed.example, expect: 'allow' } as const] : []),
    ];
    for (const one of found) {
      const expected = { ...one, name: nameOf(one.example, one.expect) };
      // A call of a new endpoint may be none that the earlier state can be asked about.
      const passed = passes.before(expected) ?? presence === 'new';
      const isTurned = passed && passes.now(expected) === false;
      (isTurned ? kept : without).push(expected);
    }
  }
  return { files: exampleFixtures(kept, model, now.claims), without };
}

function modelOf(input: VerifyInput): CheckedProject['model'] | undefined {
  const checked = checkProvable({ ...input, fixtures: [] });
  return checked.ok ? checked.value.model : undefined;
}

/** Whether the fixture of an example passes; `undefined` where it cannot be used. */
function passerOf(slot: string, input: VerifyInput): (expected: ExpectedExample) => boolean | undefined {
  const checked = checkProvable({ ...input, fixtures: [] });
  const engine = checked.ok ? createEngine(slot, checked.value.schema, checked.value.policySet) : undefined;
  if (!checked.ok || !engine?.ok) return () => undefined;
  const remembered = { input, memos: createMemoStore() };
  const replayer = { engine: engine.value, clock: () => 0 };
  return (expected) => {
    const fixtures = readyExample(expected, checked.value.model, remembered);
    if (fixtures.length === 0) return undefined;
    return fixtures.every((fixture) => replayFixture(fixture, replayer).status === 'passed');
  };
}
