import { inOneLine } from '../cedar/tokens.ts';
import { describeFixture } from '../fixtures/fixture.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { PolicyFile } from '../policies/policy.ts';
import { readPolicies } from '../policies/read-policies.ts';
import type { Result } from '../replay/replay.ts';

/** What was checked of one state. */
export interface CheckedState {
  /** Missing where the fixtures cannot be used. */
  readonly results?: ReadonlyMap<ReadyFixture, Result>;
  /** Whether the results are those of some fixtures only, as the others cannot be used. */
  readonly areSomeUnusable?: boolean;
  readonly invariants?: readonly PolicyFile[] | undefined;
}

/** What a change leaves unchecked, as sentences: who takes a check away opens nothing by that, and may open something next. */
export function noLongerChecked(before: CheckedState, after: CheckedState): readonly string[] {
  return [...lostFixtures(before, after), ...lostInvariants(before, after)];
}

function lostFixtures(
  { results: old }: CheckedState,
  { results: now, areSomeUnusable }: CheckedState,
): string[] {
  if (!old || old.size === 0) return [];
  if (!now) return ['what the fixtures asked before: the fixtures cannot be used any more'];
  const asked = questionsOf(now);
  const lost = [...questionsOf(old)].filter((question) => !asked.has(question)).length;
  if (lost === 0) return [];
  const which = lost === 1 ? 'a call that a fixture' : `${lost} calls that fixtures`;
  const why = `${areSomeUnusable ? 'cannot be used any more, or ' : ''}are gone, skipped or marked as \`todo\``;
  return [`${which} made before: the fixtures ${why}`];
}

/** What fixtures ask that have to pass, wherever they stand and whatever they are called. */
function questionsOf(results: ReadonlyMap<ReadyFixture, Result>): ReadonlySet<string> {
  const passing = [...results].filter(([, { status }]) => status !== 'skipped' && status !== 'todo');
  return new Set(passing.map(([{ fixture }]) => JSON.stringify([fixture.as, describeFixture(fixture)])));
}

function lostInvariants({ invariants: old = [] }: CheckedState, { invariants: now = [] }: CheckedState) {
  const known = new Map(readPolicies(now).policySet.policies.map(({ id, text }) => [id, inOneLine(text)]));
  return readPolicies(old).policySet.policies.flatMap(({ id, text }) => {
    // Line ends and comments say nothing.
    if (known.get(id) === inOneLine(text)) return [];
    return [
      `the invariant \`${id}\`${known.has(id) ? ' as it was: it says something else now' : ', which is gone'}`,
    ];
  });
}
