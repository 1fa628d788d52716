import type { ValuePath } from '../diagnostics/source.ts';
import { DENIED_STATUSES } from '../fixtures/fixture.ts';
import type { DecisionResult } from '../replay/replay.ts';
import { isRecord } from '../values/record.ts';

/** One value of an expectation that has to be written differently; the path leads to it from the expectation. */
export interface ExpectationEdit {
  readonly at: ValuePath;
  readonly value: string | number | readonly string[] | Readonly<Record<string, string>>;
}

/**
 * What has to change in an expectation, as it is written, so that it says what came. `decisions` are all that it speaks about, those of
 * several principals too. `undefined` when its form cannot say that.
 */
export function recordedExpectation(
  written: unknown,
  decisions: readonly DecisionResult[],
): ExpectationEdit[] | undefined {
  if (isRecord(written) && !isOfOneDecision(written)) {
    const isWrapped = isRecord(written.items);
    return ofItems(isWrapped ? written.items : written, decisions, isWrapped ? ['items'] : []);
  }
  // What another question of the call decided is no answer to what is expected.
  const own = decisions.filter(({ isCompanion }) => !isCompanion);
  const edits = own.map((decision) => editsOf(written, decision));
  const distinct = new Set(edits.map((one) => JSON.stringify(one)));
  if (distinct.size <= 1 && !isRefusedBesides(decisions, own)) return edits[0] ?? [];
  return isRecord(written) ? undefined : byItem(decisions);
}

/** Whether all items of a batch are allowed, and the call is refused for what it asks besides: no word for all says that. */
function isRefusedBesides(decisions: readonly DecisionResult[], own: readonly DecisionResult[]): boolean {
  const isAllowed = ({ actual }: DecisionResult) => actual.decision === 'allow';
  return own.every(isAllowed) && !decisions.every(isAllowed);
}

function isOfOneDecision(written: Readonly<Record<string, unknown>>): boolean {
  return 'status' in written || 'decision' in written;
}

function ofItems(
  items: unknown,
  decisions: readonly DecisionResult[],
  at: ValuePath,
): ExpectationEdit[] | undefined {
  const edits: ExpectationEdit[] = [];
  for (const item of new Set(decisions.map(({ request }) => request.item ?? ''))) {
    const ofItem = decisions.filter(({ request }) => request.item === item);
    const changes = recordedExpectation(isRecord(items) ? items[item] : undefined, ofItem);
    if (!changes || changes.some(({ value }) => isRecord(value))) return undefined;
    edits.push(...changes.map((edit) => ({ ...edit, at: [...at, item, ...edit.at] })));
  }
  return edits;
}

/** One word for the whole batch becomes one for each item. */
function byItem(decisions: readonly DecisionResult[]): ExpectationEdit[] | undefined {
  const words = new Map<string, string>();
  for (const { request, actual } of decisions) {
    const { item } = request;
    if (item === undefined || (words.get(item) ?? actual.decision) !== actual.decision) return undefined;
    words.set(item, actual.decision);
  }
  return [{ at: [], value: Object.fromEntries(words) }];
}

function editsOf(written: unknown, decision: DecisionResult): ExpectationEdit[] {
  if (decision.status === 'passed') return [];
  if (!isRecord(written)) return wordEdit(written, [], decision);
  const key = 'status' in written ? 'status' : 'decision';
  const deciding = decision.actual.determining.map(({ id }) => id);
  const failing = decision.actual.errors.flatMap(({ policy }) => policy?.id ?? []);
  const { because } = written;
  return [
    ...wordEdit(written[key], [key], decision),
    ...(isRecord(because)
      ? missingEdit(because.includes, deciding, ['because', 'includes'])
      : listEdit(because, deciding, ['because'])),
    ...listEdit(written.errors, failing, ['errors']),
  ];
}

/** Statuses stay statuses, words stay words. */
function wordEdit(
  written: unknown,
  at: ValuePath,
  { actual, http: status }: DecisionResult,
): ExpectationEdit[] {
  const isStatus = typeof written === 'number';
  const isMet = isStatus
    ? DENIED_STATUSES.some((one) => one === written)
      ? written === status
      : actual.decision === 'allow'
    : written === actual.decision;
  return isMet ? [] : [{ at, value: isStatus ? status : actual.decision }];
}

function listEdit(written: unknown, came: readonly string[], at: ValuePath): ExpectationEdit[] {
  if (!Array.isArray(written)) return [];
  const isSame = written.every((id) => came.includes(id)) && came.every((id) => written.includes(id));
  return isSame ? [] : [{ at, value: came }];
}

function missingEdit(written: unknown, came: readonly string[], at: ValuePath): ExpectationEdit[] {
  if (!Array.isArray(written) || written.every((id) => came.includes(id))) return [];
  return [{ at, value: came }];
}
