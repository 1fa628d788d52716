import { counted } from '../../../reporters/words/wording.ts';
import { fitApart } from '../../fit-apart.ts';
import type { Room } from '../../layout.ts';
import { fitEnd, type Line, type Span, span, widthOf, wrapText } from '../../line.ts';
import { fitFound, withMatches } from '../../matching.ts';
import { withoutPrefix } from '../../paths.ts';
import { scrolledStart } from '../../window.ts';
import type { Content } from '../content.ts';
import { isFiltered } from '../rows/filter.ts';
import type { Axis, Matrix } from '../rows/matrix.ts';
import { hasDecisions } from '../rows/problems.ts';
import type { WatchState } from '../state.ts';
import { noneHasWords } from './empty-words.ts';
import { cellSpans, lookOf } from './matrix-cells.ts';
import { headLines, headsOf, type ShownColumns, shortName } from './matrix-heads.ts';

/** The part of a matrix that is on the screen. */
export interface MatrixWindow extends ShownColumns {
  readonly lines: number;
  readonly top: number;
}

/** The matrix around the chosen cell, scrolling both ways under fixed heads. */
export function matrixLines(state: WatchState, content: Content, room: Room): Line[] {
  const { matrix } = content;
  if (matrix.lines.length === 0 || matrix.columns.length === 0)
    return emptyWords(state, content).flatMap((text) => wrapText(text, room.width, 'quiet'));
  const window = matrixWindow(state, content, room);
  const body = bodyLines(state, content, window);
  const filler = Array.from({ length: Math.max(0, window.lines - body.length) }, (): Line => []);
  const legend = room.height >= LEGEND_FROM ? [legendLine(room.width)] : [];
  return [...headLines(content, window), ...body, ...filler, ...legend].slice(0, room.height);
}

/** What a save turned takes lines, and brings the signs that the legend explains. */
const LEGEND_FROM = 8;

/** Where there is no decision to show, because of an error. */
export const UNDECIDED = 'nothing can be decided as the files are; d shows what is wrong with them';

function emptyWords(state: WatchState, { run, list, tally }: Content): string[] {
  const { filter } = state;
  if (!hasDecisions(run)) return [UNDECIDED];
  if (filter.text.trim() !== '') {
    const found = list.rows.length;
    return [
      noneHasWords(state, tally, {
        all: 'no endpoint',
        failed: 'no endpoint where something failed',
        changed: 'no endpoint where something changed',
      }),
      ...(found > 0
        ? [
            `${counted(found, 'fixture')} ${found === 1 ? 'has' : 'have'} them: Tab lists ${found === 1 ? 'it' : 'them'}`,
          ]
        : []),
    ];
  }
  if (filter.failedOnly) return ['✓ nothing failed; Esc shows everything'];
  return [isFiltered(filter) ? 'nothing has changed; Esc shows everything' : 'the schema has no endpoints'];
}

/** What fits: the heads take at most half of the width, and the columns what is left. */
export function matrixWindow(
  { top, left }: WatchState,
  { matrix, cell, prefix, tally }: Content,
  room: Room,
): MatrixWindow {
  const { width, height } = room;
  const widest = matrix.lines.reduce((most, axis) => Math.max(most, widthOf(labelOf(axis, prefix))), 0);
  const head = Math.min(widest, Math.max(12, Math.floor(width * (width < 100 ? 0.42 : 0.45))));
  const names = matrix.columns.reduce((most, axis) => Math.max(most, widthOf(shortName(axis))), 0);
  const heat = tally.failed + tally.opened + tally.closed > 0 ? HEAT : 0;
  const space = width - head - heat - 3;
  const even = Math.floor(space / matrix.columns.length);
  const least = matrix.columns[0]?.type === 'endpoint' ? LEAST_ENDPOINT : LEAST_COLUMN;
  const column = Math.max(least, Math.min(names + 1, MOST_COLUMN, even));
  const others = 1 + (height >= LEGEND_FROM ? 1 : 0) + blockCount(matrix);
  const heads = headsOf(matrix, { height, column, spare: height - others - matrix.lines.length });
  const lines = Math.max(1, height - others - heads.above - heads.below);
  const columns = Math.max(1, Math.min(matrix.columns.length, Math.floor(space / column)));
  return {
    head,
    heat,
    column,
    beyond: Math.max(0, space - columns * column),
    heads,
    lines,
    columns,
    top: scrolledStart(top, cell.line, matrix.lines.length, lines),
    left: scrolledStart(left, cell.column, matrix.columns.length, columns),
  };
}

const HEAT = 4;
const LEAST_COLUMN = 5;
/** Four letters of a path say nothing. */
const LEAST_ENDPOINT = 9;
const MOST_COLUMN = 14;

function labelOf(axis: Axis, prefix: string): string {
  return axis.type === 'endpoint' ? withoutPrefix(axis.name, prefix) : axis.name;
}

function blockCount({ isBlocked, lines }: Matrix): number {
  if (!isBlocked) return 0;
  return new Set(lines.map((axis) => (axis.type === 'endpoint' ? axis.project : ''))).size;
}

// ---- lines ----

function bodyLines(state: WatchState, content: Content, window: MatrixWindow): Line[] {
  const { matrix, cell, prefix } = content;
  const shown = matrix.lines.slice(window.top, window.top + window.lines);
  const labels = fitApart(
    shown.map((axis) => labelOf(axis, prefix)),
    window.head,
    (text, width) => fitFound(text, width, state.filter.text),
  );
  return shown.flatMap((axis, index): Line[] => {
    const at = window.top + index;
    const before = matrix.lines[at - 1];
    const isFirst = index === 0 || projectOf(before) !== projectOf(axis);
    const heading: Line[] = matrix.isBlocked && isFirst ? [[span(projectOf(axis), 'title')]] : [];
    const isChosen = at === cell.line;
    const label = labels[index] ?? '';
    return [
      ...heading,
      [
        span(isChosen ? '> ' : '  ', 'strong'),
        ...withMatches([span(label, isChosen ? 'strong' : undefined)], state.filter.text),
        ...heatSpans(axis, content, window),
        span(' '),
        ...cellsOf(axis, isChosen, content, window),
      ],
    ];
  });
}

/** How many calls of a line changed or failed, those in columns that are not on the screen as well. */
function heatSpans(line: Axis, { matrix }: Content, { heat }: MatrixWindow): Span[] {
  if (heat === 0) return [];
  const looks = matrix.columns.flatMap((column) => {
    const cell = matrix.cell(line, column);
    return cell ? [lookOf(cell)] : [];
  });
  const count = looks.reduce((sum, { notable }) => sum + notable, 0);
  if (count === 0) return [span(' '.repeat(heat))];
  return [span(fitEnd(`${count}`.padStart(heat), heat), looks.some(({ isBad }) => isBad) ? 'bad' : 'doubt')];
}

function projectOf(axis: Axis | undefined): string {
  return axis?.type === 'endpoint' ? axis.project : '';
}

function cellsOf(line: Axis, isChosenLine: boolean, { matrix, cell }: Content, window: MatrixWindow): Span[] {
  const columns = matrix.columns.slice(window.left, window.left + window.columns);
  return columns.flatMap((column, index) => {
    const isChosen = isChosenLine && window.left + index === cell.column;
    return cellSpans(matrix.cell(line, column), isChosen, window.column);
  });
}

function legendLine(width: number): Line {
  const wide: Line =
    width >= 90
      ? [
          span(width >= 110 ? '  · nothing to ask' : '', 'quiet'),
          span('   ✗ not as expected   ▲ opened  ▼ closed', 'quiet'),
        ]
      : [span('  ✗ not expected  ▲▼ changed', 'quiet')];
  return [
    span('● allow', 'allow'),
    span('  '),
    span('○ deny', 'deny'),
    span('  ◐ some   ', 'quiet'),
    span('•', 'faint-allow'),
    span(' '),
    span('◦', 'faint-deny'),
    span(' ½', 'quiet'),
    span(width >= 60 ? ' no fixture asks' : ' untested', 'quiet'),
    ...wide,
  ];
}
