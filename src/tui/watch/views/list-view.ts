import { describeFixture, describeQuestion } from '../../../core/fixtures/fixture.ts';
import { placeText } from '../../../reporters/words/result-text.ts';
import type { Room } from '../../layout.ts';
import { fitEnd, fitLine, type Line, span, widthOf, wrapText } from '../../line.ts';
import { fitFound, withMatches } from '../../matching.ts';
import { readablePath, withoutPrefix } from '../../paths.ts';
import { scrolledStart } from '../../window.ts';
import { type Content, isBrief } from '../content.ts';
import { isFiltered } from '../rows/filter.ts';
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
  return list.items
    .slice(start, start + room.height)
    .map((item, index) =>
      itemLine(item, { columns, filter: state.filter.text, isChosen: start + index === place, room }),
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
  if (filter.cell) return say('no call is in this cell any more; Esc goes back');
  if (filter.failedOnly)
    return say(`✓ nothing failed: ${tally.passed} as expected; Esc shows everything`, 'good');
  if (isFiltered(filter)) return say('nothing has changed; Esc shows everything');
  return isBrief(state) ? say(`✓ all ${tally.passed} as expected`, 'good') : say('there is nothing to show');
}

interface Columns {
  readonly isShort: boolean;
  readonly decision: number;
  readonly who: number;
  readonly place: number;
  readonly prefix: string;
}

/** Who calls is never cut before the path, and the place goes first. */
function columnsFor({ list, prefix }: Content, width: number): Columns {
  const isShort = width < NARROW;
  const names = list.rows.slice(0, MOST_MEASURED).map(({ ready }) => ready.fixture.as);
  const widest = names.reduce((most, name) => Math.max(most, widthOf(name)), 4);
  return {
    isShort,
    decision: isShort ? 7 : 18,
    who: Math.min(widest, isShort ? 9 : Math.max(12, Math.floor(width / 6))),
    place: width >= WIDE ? Math.min(48, Math.floor(width / 3)) : 0,
    prefix,
  };
}

const NARROW = 60;
const WIDE = 110;
/** Enough to know how wide names are. */
const MOST_MEASURED = 500;

interface RowLook {
  readonly columns: Columns;
  readonly filter: string;
  readonly isChosen: boolean;
  readonly room: Room;
}

function itemLine(item: ListItem, look: RowLook): Line {
  if (item.type === 'heading') return [span(item.text, 'strong'), span(`  ${item.note}`, 'quiet')];
  return rowLine(item.row, look);
}

function rowLine(row: Row, { columns, filter, isChosen, room }: RowLook): Line {
  const cells = rowCells(row, columns, { width: room.width - 2, filter });
  if (isChosen) {
    const text = cells.map((cell) => cell.text).join('');
    return fitLine([span(`> ${text}`)], room.width).map((one) => ({ ...one, tone: 'chosen' as const }));
  }
  const line = [span('  '), ...withMatches(cells, filter)];
  // Decisions of an older run are not those of the files as they are.
  return row.project.isCurrent ? line : line.map(({ text }) => span(text, 'quiet'));
}

function rowCells(
  row: Row,
  { isShort, decision, who, place, prefix }: Columns,
  { width, filter }: { readonly width: number; readonly filter: string },
): Line {
  const { fixture } = row.ready;
  const isCall = fixture.asks.type === 'call';
  const fixed = 4 + decision + 1 + (isCall ? who + 1 : 0) + (place > 0 ? place + 2 : 0);
  const question = isCall
    ? readablePath(withoutPrefix(describeQuestion(fixture.asks), prefix))
    : describeFixture(fixture);
  return [
    expectationMark(row),
    span(' '),
    changeMark(row),
    span(' '),
    ...fitLine(decisionSpans(row, isShort), decision),
    span(' '),
    ...(isCall ? [...fitLine([span(fixture.as, 'strong')], who), span(' ')] : []),
    span(fitFound(question, Math.max(6, width - fixed), filter)),
    ...(place > 0 ? [span('  '), span(fitEnd(placeText(fixture), place), 'quiet')] : []),
  ];
}
