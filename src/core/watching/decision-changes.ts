import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { describeFixture } from '../fixtures/fixture.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { type DecisionResult, type Result, undecidedAnswer } from '../replay/replay.ts';

/** How a decision differs from the one before it. What lets somebody in is the first thing to know. */
export const DECISION_CHANGE_KINDS = ['now-allowed', 'now-denied', 'reason-changed'] as const;
export type DecisionChangeKind = (typeof DECISION_CHANGE_KINDS)[number];

/** One decision that is another than it was. */
export interface DecisionChange {
  /** `reason-changed` is the same decision for other reasons; to expect something else changes no decision. */
  readonly kind: DecisionChangeKind;
  readonly ready: ReadyFixture;
  readonly result: Result;
  readonly before: CallOutcome;
  readonly after: CallOutcome;
  /** Of a batch. */
  readonly item?: string;
  /** Why no policy decides now, where none does. */
  readonly undecided?: string;
  /** The result that `before` belongs to. */
  readonly earlier: ReadyFixture;
}

/** A decision; or what a call got about which no policy decided. */
export type CallOutcome = Pick<DecisionResult, 'actual'>;

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
  const whose = { ready, result, earlier };
  if (result.refusal || old.refusal || !hasItems(ready)) return changedCall(whose, old);
  return result.decisions.flatMap((after, index) => {
    const { item } = after.request;
    const before = sameQuestion(after, index, old);
    const kind = before && kindOf(before, after);
    return before && kind ? [{ ...whose, kind, before, after, ...(item === undefined ? {} : { item }) }] : [];
  });
}

/** The items of a batch are each a question of their own. All else that a call asks has to be permitted, or it is refused as a whole. */
export function hasItems({ endpoint }: Pick<ReadyFixture, 'endpoint'>): boolean {
  return endpoint !== undefined && PATTERN_TRAITS[endpoint.pattern].hasItems;
}

function sameQuestion(
  { request: { item } }: DecisionResult,
  index: number,
  { decisions }: Result,
): DecisionResult | undefined {
  const there = decisions[index];
  return there?.request.item === item
    ? there
    : (decisions.find(({ request }) => request.item === item) ?? there);
}

/** Compares a call as a whole: it asks all its questions together, or no policy decides about it, before or now. */
function changedCall(
  whose: Pick<DecisionChange, 'ready' | 'result' | 'earlier'>,
  old: Result,
): DecisionChange[] {
  const [before, after] = wholeAnswers(old, whose.result);
  const kind = before && after && kindOf(before, after);
  if (!kind) return [];
  const { refusal } = whose.result;
  return [{ ...whose, kind, before, after, ...(refusal ? { undecided: refusal.reason } : {}) }];
}

/** Where the call turned, both answer the question that turned it. */
function wholeAnswers(
  old: Result,
  now: Result,
): readonly [before: CallOutcome | undefined, after: CallOutcome | undefined] {
  const [before, after] = [wholeAnswer(old), wholeAnswer(now)];
  const [was, is] = [indexOfDenied(old), indexOfDenied(now)];
  const kept = old.decisions[was];
  const keeps = now.decisions[is];
  if (kept && is < 0) return [before, sameQuestion(kept, was, now) ?? after];
  if (keeps && was < 0) return [sameQuestion(keeps, is, old) ?? before, after];
  return [before, after];
}

/** Of several decisions the one that keeps the call out; `undefined` where nothing was replayed. */
function wholeAnswer(result: Result): CallOutcome | undefined {
  const { decisions, refusal } = result;
  if (!refusal) return decisions[indexOfDenied(result)] ?? decisions[0];
  const decision = undecidedAnswer(refusal);
  const kind = decision === 'allow' ? 'allowed' : 'not-permitted';
  return { actual: { decision, kind, determining: [], errors: [] } };
}

/** Of the question that keeps a call out; -1 where none does. */
function indexOfDenied({ decisions }: Result): number {
  return decisions.findIndex(({ actual }) => actual.decision === 'deny');
}

function kindOf(before: CallOutcome, after: CallOutcome): DecisionChangeKind | undefined {
  if (before.actual.decision !== after.actual.decision)
    return after.actual.decision === 'allow' ? 'now-allowed' : 'now-denied';
  const isSame = before.actual.kind === after.actual.kind && hasSameReasons(before.actual, after.actual);
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
