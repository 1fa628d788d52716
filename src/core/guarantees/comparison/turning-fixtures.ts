import type { WrittenFixtures } from '../../authoring/written-fixtures.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import { type ExpectedExample, exampleFixtures } from '../examples/example-fixtures.ts';
import { type ExampleReplay, exampleReplay } from '../examples/ready-example.ts';
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
  const [was, is] = [exampleReplay('turning before', before), exampleReplay('turning now', now)];
  if (!is) return { files: [], without: [] };
  const [kept, without]: [ExpectedExample[], ExpectedExample[]] = [[], []];
  for (const { opened, closed, presence } of endpoints) {
    const found = [
      ...(opened ? [{ example: opened.example, expect: 'deny' } as const] : []),
      ...(closed?.after ? [{ example: closed.example, expect: 'allow' } as const] : []),
    ];
    for (const one of found) {
      const expected = { ...one, name: nameOf(one.example, one.expect) };
      // A call of a new endpoint may be none that the earlier state can be asked about.
      const passed = passes(was, expected) ?? presence === 'new';
      const isTurned = passed && passes(is, expected) === false;
      (isTurned ? kept : without).push(expected);
    }
  }
  return { files: exampleFixtures(kept, is.model, now.claims), without };
}

/** Whether the fixture of an example passes; `undefined` where it cannot be used. */
function passes(replay: ExampleReplay | undefined, expected: ExpectedExample): boolean | undefined {
  const statuses = replay?.statusesOf(expected) ?? [];
  return statuses.length === 0 ? undefined : statuses.every((status) => status === 'passed');
}
