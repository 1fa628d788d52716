import { describeFixture } from '../fixtures/fixture.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { DecisionResult, Result } from '../replay/replay.ts';

/** How a decision differs from the one before it. What lets somebody in is the first thing to know. */
export const DECISION_CHANGE_KINDS = ['now-allowed', 'now-denied', 'reason-changed'] as const;
export type DecisionChangeKind = (typeof DECISION_CHANGE_KINDS)[number];

/** One decision that is another than it was. */
export interface DecisionChange {
  /** `reason-changed` is the same decision for other reasons, or against another expectation. */
  readonly kind: DecisionChangeKind;
  readonly ready: ReadyFixture;
  readonly result: Result;
  readonly before: DecisionResult;
  readonly after: DecisionResult;
  /** The result that `before` belongs to. */
  readonly earlier: ReadyFixture;
}

/** What became of the results of a project from one good state to the next. */
export interface Changes {
  /** Allowed first, then denied, then the rest; each in the order of the fixtures. */
  readonly decisions: readonly DecisionChange[];
  /** How many fixtures are new, and how many are gone. */
  readonly added: number;
  readonly removed: number;
}

export const NO_CHANGES: Changes = { decisions: [], added: 0, removed: 0 };

type Results = ReadonlyMap<ReadyFixture, Result>;

/** Compares results fixture by fixture; one that was moved or renamed in its file counts as gone and new. */
export function compareResults(before: Results, after: Results): Changes {
  const earlier = withoutTheSame(before, after);
  let added = 0;
  const decisions: DecisionChange[] = [];
  for (const [ready, result] of after) {
    if (before.get(ready) === result) continue;
    const match = before.has(ready) ? ready : earlier.take(ready);
    const old = match && before.get(match);
    if (!old) added += 1;
    else decisions.push(...changedDecisions(ready, result, match, old));
  }
  const sorted = DECISION_CHANGE_KINDS.flatMap((kind) => decisions.filter((change) => change.kind === kind));
  return { decisions: sorted, added, removed: earlier.left() };
}

/** The earlier fixtures that are not there any more as they were, to be taken by what they ask and are called. */
function withoutTheSame(before: Results, after: Results) {
  const waiting = new Map<string, ReadyFixture[]>();
  for (const ready of before.keys()) {
    if (after.has(ready)) continue;
    const key = keyOf(ready);
    waiting.set(key, [...(waiting.get(key) ?? []), ready]);
  }
  return {
    take: (ready: ReadyFixture) => waiting.get(keyOf(ready))?.shift(),
    left: () => [...waiting.values()].reduce((sum, list) => sum + list.length, 0),
  };
}

function keyOf({ fixture }: ReadyFixture): string {
  return JSON.stringify([fixture.source.file, fixture.name, describeFixture(fixture)]);
}

function changedDecisions(
  ready: ReadyFixture,
  result: Result,
  earlier: ReadyFixture,
  old: Result,
): DecisionChange[] {
  return result.decisions.flatMap((after, index) => {
    const before =
      old.decisions.find(({ request }) => request.item === after.request.item) ?? old.decisions[index];
    const kind = before && kindOf(before, after);
    return before && kind ? [{ kind, ready, result, before, after, earlier }] : [];
  });
}

function kindOf(before: DecisionResult, after: DecisionResult): DecisionChangeKind | undefined {
  if (before.actual.decision !== after.actual.decision)
    return after.actual.decision === 'allow' ? 'now-allowed' : 'now-denied';
  const isSame =
    before.actual.kind === after.actual.kind &&
    before.status === after.status &&
    hasSameReasons(before.actual, after.actual);
  return isSame ? undefined : 'reason-changed';
}

/** The same policies decide, and the same ones could not be evaluated, wherever they stand. */
function hasSameReasons(one: DecisionResult['actual'], other: DecisionResult['actual']): boolean {
  return (
    one.determining.length === other.determining.length &&
    one.errors.length === other.errors.length &&
    one.determining.every(({ id }, index) => id === other.determining[index]?.id) &&
    one.errors.every(({ policy, message }, index) => {
      const error = other.errors[index];
      return policy?.id === error?.policy?.id && message === error?.message;
    })
  );
}
