import { isRefusal } from '../../../core/engine/http-status.ts';
import type { Explanation } from '../../../core/explanation/explanation.ts';
import type { RefusalResult } from '../../../core/replay/replay.ts';
import type { DecisionChange } from '../../../core/watching/decision-changes.ts';
import { printExplanation, reasonLines } from '../../../reporters/explanation.ts';
import { printPlace } from '../../../reporters/words/frame.ts';
import { ownName, placeText, questionText } from '../../../reporters/words/result-text.ts';
import { counted, painter, refusalWords, verdictWords, visible } from '../../../reporters/words/wording.ts';
import { fitCall } from '../../fit-call.ts';
import { highlightCedar } from '../../highlight.ts';
import { type Line, span, wrapLine, wrapText } from '../../line.ts';
import { paintedLines } from '../../painted.ts';
import type { FindCauses } from '../actions.ts';
import type { Content } from '../content.ts';
import { decidingOf } from '../rows/places.ts';
import { isBad, projectPrefix, type Row } from '../rows/rows.ts';
import type { WatchState } from '../state.ts';
import { CHANGE_MARKS, changeTone, expectationMark, faceOf } from './marks.ts';

/** What is known of a row without looking into its policies: the verdict, what was expected, and what changed. */
export function verdictLines(row: Row, state: WatchState, content: Content, width: number): Line[] {
  const { ready, result } = row;
  const { history } = state;
  const { causesOf } = content;
  const name = ownName(ready.fixture);
  const { sign, word, tone } = faceOf([result]);
  const head: Line = [
    span(`${sign} ${word.toUpperCase()}`, tone),
    span(`  ${projectPrefix(content.run, row.project.name)}${shownQuestion(ready.fixture, width)}`, 'strong'),
  ];
  return [
    ...wrapLine(head, width),
    ...expectationLines(row, content, width),
    ...row.changes.flatMap((change) => changeLines(row, change, { history, causesOf, width })),
    ...decidedByLines(row),
    ...(row.origin === 'fixture'
      ? [...(name === undefined ? [] : [name]), placeText(ready.fixture)].map((text) => [span(text, 'quiet')])
      : []),
  ];
}

const BROKEN = 'of the last good state: the files have an error';

/** A call of hundreds of characters is cut, and whole where it is explained step by step. */
function shownQuestion(fixture: Row['ready']['fixture'], width: number): string {
  return fitCall(questionText(fixture), 2 * width - BESIDE_CALL).trimEnd();
}

/** The decision, and the mark of a second line. */
const BESIDE_CALL = 14;

function expectationLines(row: Row, { tally }: Content, width: number): Line[] {
  const isBroken = tally.errors > 0;
  const { origin, result, project } = row;
  const old: Line[] = project.isCurrent ? [] : [[span(isBroken ? BROKEN : 'deciding again ...', 'doubt')]];
  if (origin === 'untested') return [...old, [span('no fixture asks this; w writes one', 'doubt')]];
  if (origin === 'pinned') {
    const reason = result.refusal ? wrapText(undecidedWords(result.refusal), width, 'doubt') : [];
    return [...old, ...reason, [span('tried; w keeps it as a fixture', 'quiet')]];
  }
  if (!isBad(row))
    return [...old, [expectationMark(row), span(` ${AS_EXPECTED[result.status] ?? 'as expected'}`)]];
  const { refusal } = result;
  const wrong = result.decisions.filter(({ status }) => status !== 'passed');
  const words = [
    ...(refusal ? [refusalWords(refusal)] : []),
    ...wrong.map(
      (one) => `${one.request.item === undefined ? '' : `${one.request.item}: `}${verdictWords(one)}`,
    ),
  ];
  return [
    ...old,
    ...words.flatMap((text) => wrapLine([expectationMark(row), span(` ${visible(text)}`, 'bad')], width)),
  ];
}

/** A call that no policy decides need not be refused. */
function undecidedWords({ actual, reason }: RefusalResult): string {
  return isRefusal(actual) ? `refused: ${reason}` : reason;
}

const AS_EXPECTED: Readonly<Record<string, string>> = {
  skipped: 'skipped: it was not replayed',
  todo: 'still to be done: whatever comes, it fails nothing',
};

const CHANGE_WORDS: Readonly<Record<DecisionChange['kind'], string>> = {
  'now-allowed': 'opened',
  'now-denied': 'closed',
  'reason-changed': 'decided otherwise',
};

function changeLines(
  row: Row,
  change: DecisionChange,
  {
    history,
    causesOf,
    width,
  }: { readonly history: WatchState['history']; readonly causesOf: FindCauses; readonly width: number },
): Line[] {
  const { item } = change;
  const [cause, ...others] = causesOf(row, change);
  const head: Line = [
    span(`${CHANGE_MARKS[change.kind]} ${CHANGE_WORDS[change.kind]}`, changeTone(row)),
    span(`${item === undefined ? '' : ` ${visible(item)}`} since ${history.baseline.label}`),
    span(cause ? `: ${cause.text}` : ''),
    span(others.length > 0 ? ` and ${counted(others.length, 'other')}` : ''),
  ];
  const place = cause?.file === undefined ? '' : printPlace(cause.file, cause.location);
  return [
    ...wrapLine(head, width),
    ...(place === '' ? [] : [[span(`  ${place}`, 'quiet')]]),
    ...(cause?.clause === undefined ? [] : clauseLines(cause.clause, width)),
  ];
}

function clauseLines(clause: string, width: number): Line[] {
  return highlightCedar(clause).flatMap((line) => wrapLine([span('  '), ...line], width));
}

function decidedByLines(row: Row): Line[] {
  const policies = new Map(
    decidingOf(row).flatMap(({ actual }) => actual.determining.map((policy) => [policy.id, policy] as const)),
  );
  return [...policies.values()]
    .slice(0, MOST_POLICIES)
    .map(({ id, file, location }) => [
      span('decided by ', 'quiet'),
      span(id),
      span(`  ${printPlace(file, location)}`, 'quiet'),
    ]);
}

const MOST_POLICIES = 3;

/** All of it: the verdict, what it turned on and what would turn it, then step by step how it came about. */
export function whyLines(
  row: Row,
  state: WatchState,
  content: Content,
  {
    explanations,
    width,
  }: { readonly explanations: readonly Explanation[] | undefined; readonly width: number },
): Line[] {
  const head = verdictLines(row, state, content, width).flatMap((one) => wrapLine(one, width));
  if (!explanations) return [...head, [], [span('…', 'quiet')]];
  const items = row.result.decisions.map(({ request }) => request.item);
  return [...head, ...explanations.flatMap((one, index) => explainedLines(one, items[index], width))];
}

function explainedLines(explanation: Explanation, item: string | undefined, width: number): Line[] {
  const title: Line[] = item === undefined ? [] : [[span(`item ${visible(item)}`, 'strong')]];
  const reasons = reasonLines(explanation).flatMap((text) => wrapText(text, width));
  // Steps are indented, and keep some columns for their texts however narrow the screen is.
  const steps = paintedLines(printExplanation(explanation, { paint: painter(true), columns: width }));
  const head = [...title, ...reasons];
  return [
    ...(head.length > 0 ? [[], ...head] : []),
    [],
    [span('Step by step', 'title')],
    ...steps.flatMap((one) => wrapLine(one, width)),
  ];
}
