import { describeFixture, describeQuestion } from '../../core/fixtures/fixture.ts';
import type { Cause } from '../../core/watching/cause.ts';
import type { DecisionChange } from '../../core/watching/decision-changes.ts';
import { printPlace } from '../../reporters/frame.ts';
import { decisionText, ownName, placeText } from '../../reporters/result-text.ts';
import { CHANGE_WORDS } from '../../reporters/watch.ts';
import { STATUS_WORDS } from '../../reporters/wording.ts';
import type { Room } from '../frame.tsx';
import { fitLine, fitText, type Line, type Span, span, widthOf } from '../line.ts';
import type { Tone } from '../theme.ts';
import { windowStart } from '../window.ts';
import { decisionWords } from './header.ts';
import type { List, ListItem, ResultRow } from './rows.ts';

/** Finds the policies that turned a decision. */
export type FindCauses = (row: ResultRow, change: DecisionChange) => readonly Cause[];

/** Lines below the list about the row that is chosen. */
const PREVIEW = 5;

/** The list, and under it what matters about the chosen row. Only what is on the screen costs anything. */
export function listLines(list: List, chosen: number, causesOf: FindCauses, room: Room): Line[] {
  const { width, height } = room;
  const row = list.rows[chosen];
  if (!row) return [[span('  nothing to show here; Esc shows everything', 'quiet')]];
  const shown = Math.max(1, height - PREVIEW - 1);
  const place = list.places[chosen] ?? 0;
  // The heading above the first row is worth a line.
  const start = chosen === 0 ? 0 : windowStart(place, list.items.length, shown);
  const items = list.items.slice(start, start + shown);
  const lines = items.map((item, index) => itemLine(item, start + index === place, width));
  const filler = Array.from({ length: shown - lines.length }, (): Line => []);
  return [...lines, ...filler, [span('─'.repeat(width), 'quiet')], ...previewLines(row, causesOf, width)];
}

function itemLine(item: ListItem, isChosen: boolean, width: number): Line {
  if (item.type === 'heading') return [span(item.text, 'strong'), span(`  ${item.note}`, 'quiet')];
  const cells = rowCells(item.row, width - MARKER);
  if (!isChosen) return greyed([span('  '), ...cells], item.row);
  const text = cells.map((cell) => cell.text).join('');
  return fitLine([span(`> ${text}`)], width).map((one) => ({ ...one, tone: 'chosen' as const }));
}

const MARKER = 2;

/** Decisions of an older run are not those of the files as they are. */
function greyed(line: Line, { project }: ResultRow): Line {
  return project.isCurrent ? line : line.map(({ text }) => span(text, 'quiet'));
}

/** The place goes first when there is no room for it; the call takes what is left. */
function rowCells(row: ResultRow, width: number): Line {
  const { ready, result } = row;
  const { word, tone } = statusOf(row);
  const place = width >= WIDE ? placeText(ready.fixture) : '';
  const placeWidth = place === '' ? 0 : Math.min(PLACE, Math.floor(width / 3));
  const fixed = STATUS + 1 + DECISION + (placeWidth > 0 ? placeWidth + 2 : 0);
  return [
    ...fitLine([span(word, tone)], STATUS),
    span(' '),
    ...fitLine(questionCell(ready), Math.max(8, width - fixed - 1)),
    span(' '),
    ...fitLine([span(decisionWords(result), tone)], DECISION),
    ...(placeWidth > 0 ? [span('  '), span(fitText(place, placeWidth), 'quiet')] : []),
  ];
}

const STATUS = 13;
const DECISION = 16;
const PLACE = 50;
const WIDE = 110;

function questionCell({ fixture }: ResultRow['ready']): Line {
  if (fixture.asks.type !== 'call') return [span(describeFixture(fixture))];
  return [span(describeQuestion(fixture.asks)), span(' as ', 'quiet'), span(fixture.as)];
}

function statusOf(row: ResultRow): { readonly word: string; readonly tone: Tone } {
  const [change] = row.changes;
  if (change) return { word: CHANGE_WORDS[change.kind].word, tone: CHANGE_WORDS[change.kind].meaning };
  const { word, meaning } = STATUS_WORDS[row.result.status];
  return { word, tone: meaning };
}

function previewLines(row: ResultRow, causesOf: FindCauses, width: number): Line[] {
  const { ready, result } = row;
  const lines: Line[] = [
    [span(ownName(ready.fixture), 'strong')],
    [span(placeText(ready.fixture), 'quiet')],
    ...row.changes.flatMap((change) => causesOf(row, change).flatMap(causeLines)),
    ...result.decisions.map(
      (decision): Line => [span(decisionText(decision), STATUS_WORDS[decision.status].meaning)],
    ),
    ...result.decisions.flatMap(({ actual }) => actual.determining.map((policy) => decidedBy(policy))),
  ];
  return lines.slice(0, PREVIEW).map((line) => fitLine(line, width));
}

function causeLines({ text, clause, file, location }: Cause): Line[] {
  const place: Span[] = file === undefined ? [] : [span(`  ${printPlace(file, location)}`, 'quiet')];
  const written: Line[] = clause === undefined ? [] : [[span('  '), span(clause, 'name')]];
  return [[span(text), ...place], ...written];
}

function decidedBy({
  id,
  file,
  location,
}: {
  id: string;
  file: string;
  location: Cause['location'] & object;
}): Line {
  return [span('decided by ', 'quiet'), span(id), span(`  ${printPlace(file, location)}`, 'quiet')];
}

/** The longest a text is on the screen. */
export function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
}
