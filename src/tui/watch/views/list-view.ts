import { describeFixture, describeQuestion } from '../../../core/fixtures/fixture.ts';
import { placeText } from '../../../reporters/words/result-text.ts';
import { fitApart } from '../../fit-apart.ts';
import type { Room } from '../../layout.ts';
import { fitEnd, fitLine, fitMiddle, type Line, span, widthOf, wrapText } from '../../line.ts';
import { fitFound, withMatches } from '../../matching.ts';
import { readablePath, withoutPrefix } from '../../paths.ts';
import { scrolledStart } from '../../window.ts';
import { type Content, isBrief } from '../content.ts';
import { isFiltered, type RowFilter } from '../rows/filter.ts';
import type { ListItem } from '../rows/list.ts';
import { hasDecisions } from '../rows/problems.ts';
import type { Row } from '../rows/rows.ts';
import type { WatchState } from '../state.ts';
import { noneHasWords } from './empty-words.ts';
import { changeMark, decisionSpans, expectationMark } from './marks.ts';
import { UNDECIDED } from './matrix-view.ts';

/** The list. Only what is on the screen costs anything. */
export function listLines(state: WatchState, content: Content, room: Room): Line[] {
  const { list, listIndex } = content;
  if (list.rows.length === 0) {
    const { text, tone } = emptyWords(state, content);
    return wrapText(`  ${text}`, room.width, tone);
  }
  const place = list.places[listIndex] ?? 0;
  const start = listStart(state.top, content, room.height);
  const columns = columnsFor(content, room.width);
  const filter = state.filter.text;
  const shown = list.items.slice(start, start + room.height);
  const questions = fittedQuestions(shown, columns, { width: room.width - 2, filter });
  return shown.map((item, index) =>
    itemLine(item, { columns, questions, filter, isChosen: start + index === place, room }),
  );
}

/** The heading above the first row is worth a line. */
export function listStart(top: number, { list, listIndex }: Content, height: number): number {
  const place = list.places[listIndex] ?? 0;
  return listIndex === 0 ? 0 : scrolledStart(top, place, list.items.length, height);
}

interface EmptyWords {
  readonly text: string;
  readonly tone: 'good' | 'quiet';
}

/** Why there is nothing here, and what shows more. */
function emptyWords(state: WatchState, { run, tally }: Content): EmptyWords {
  const { filter } = state;
  const say = (text: string, tone: EmptyWords['tone'] = 'quiet') => ({ text, tone });
  if (!hasDecisions(run)) return say(UNDECIDED);
  if (tally.fixtures === 0) return say('there are no fixtures: `authz generate-fixtures` writes first ones');
  if (filter.text.trim() !== '') {
    const all = filter.cell ? 'nothing in this cell' : 'nothing';
    const names = { all, failed: `${all} that failed`, changed: `${all} that changed` };
    return say(noneHasWords(state, tally, names));
  }
  if (filter.cell) return say(...emptyCell(filter));
  if (filter.failedOnly)
    return say(`✓ nothing failed: ${tally.passed} as expected; Esc shows everything`, 'good');
  if (isFiltered(filter)) return say('nothing has changed; Esc shows everything');
  return isBrief(state) ? say(`✓ all ${tally.passed} as expected`, 'good') : say('there is nothing to show');
}

function emptyCell({ failedOnly, changedOnly }: RowFilter): readonly [string, EmptyWords['tone']] {
  if (failedOnly) return ['✓ nothing failed in this cell; f shows all of it, Esc goes back', 'good'];
  if (changedOnly) return ['nothing changed in this cell; c shows all of it, Esc goes back', 'quiet'];
  return ['no call is in this cell any more; Esc goes back', 'quiet'];
}

interface Columns {
  readonly isShort: boolean;
  readonly decision: number;
  readonly who: number;
  readonly place: number;
  readonly prefix: string;
}

/** Who calls is cut only where the path has no more than it needs, and the place goes first. */
function columnsFor({ list, prefix }: Content, width: number): Columns {
  const isShort = width < NARROW;
  const names = list.rows.slice(0, MOST_MEASURED).map(({ ready }) => ready.fixture.as);
  const widest = names.reduce((most, name) => Math.max(most, widthOf(name)), 4);
  const decision = isShort ? 7 : 18;
  const place = width >= WIDE ? Math.min(48, Math.floor(width / 3)) : 0;
  const left = width - 2 - besideQuestion({ decision, who: 0, place });
  const who = Math.min(widest, Math.max(LEAST_WHO, left - (isShort ? LEAST_SHORT_PATH : LEAST_PATH)));
  return { isShort, decision, who, place, prefix };
}

/** The columns that a call takes beside what is asked, with the blanks between them. */
function besideQuestion({ decision, who, place }: Pick<Columns, 'decision' | 'who' | 'place'>): number {
  return 4 + decision + 1 + who + 1 + (place > 0 ? place + 2 : 0);
}

const LEAST_WHO = 9;
const LEAST_PATH = 20;
const LEAST_SHORT_PATH = 14;

const NARROW = 60;
const WIDE = 110;
/** Enough to know how wide names are. */
const MOST_MEASURED = 500;

interface RowLook {
  readonly columns: Columns;
  /** What is asked, of the rows that are shown. */
  readonly questions: ReadonlyMap<Row, string>;
  readonly filter: string;
  readonly isChosen: boolean;
  readonly room: Room;
}

function itemLine(item: ListItem, look: RowLook): Line {
  if (item.type === 'heading') return [span(item.text, 'strong'), span(`  ${item.note}`, 'quiet')];
  return rowLine(item.row, look);
}

/** Calls that differ are not cut so that they look alike. */
function fittedQuestions(
  items: readonly ListItem[],
  columns: Columns,
  { width, filter }: { readonly width: number; readonly filter: string },
): ReadonlyMap<Row, string> {
  const rows = items.flatMap((item) => (item.type === 'row' ? [item.row] : []));
  const [calls, others] = [rows.filter(isCall), rows.filter((row) => !isCall(row))];
  const fitted = (of: readonly Row[], who: number) => {
    const room = Math.max(6, width - besideQuestion({ ...columns, who }));
    const texts = of.map((row) => questionOf(row, columns.prefix));
    const cut = fitApart(texts, room, (text, at) => fitFound(text, at, filter));
    return of.map((row, index) => [row, cut[index] ?? ''] as const);
  };
  return new Map([...fitted(calls, columns.who), ...fitted(others, -1)]);
}

function isCall({ ready }: Row): boolean {
  return ready.fixture.asks.type === 'call';
}

/** Who makes a call stands beside it. */
function questionOf(row: Row, prefix: string): string {
  const { fixture } = row.ready;
  return isCall(row)
    ? readablePath(withoutPrefix(describeQuestion(fixture.asks), prefix))
    : describeFixture(fixture);
}

function rowLine(row: Row, { columns, questions, filter, isChosen, room }: RowLook): Line {
  const cells = rowCells(row, columns, questions.get(row) ?? '');
  if (isChosen) {
    const text = cells.map((cell) => cell.text).join('');
    return fitLine([span(`> ${text}`)], room.width).map((one) => ({ ...one, tone: 'chosen' as const }));
  }
  const line = [span('  '), ...withMatches(cells, filter)];
  // Decisions of an older run are not those of the files as they are.
  return row.project.isCurrent ? line : line.map(({ text }) => span(text, 'quiet'));
}

function rowCells(row: Row, { isShort, decision, who, place }: Columns, question: string): Line {
  const { fixture } = row.ready;
  return [
    expectationMark(row),
    span(' '),
    changeMark(row),
    span(' '),
    ...fitLine(decisionSpans(row, isShort), decision),
    span(' '),
    ...(isCall(row) ? [span(fitMiddle(fixture.as, who), 'strong'), span(' ')] : []),
    span(question),
    ...(place > 0 ? [span('  '), span(fitEnd(placeText(fixture), place), 'quiet')] : []),
  ];
}
