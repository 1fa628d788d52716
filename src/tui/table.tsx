import { useMemo, useRef } from 'react';
import { visibleOnScreen } from '../reporters/words/wording.ts';
import { fitApart } from './fit-apart.ts';
import { fitLine, type Line, type Span, span, widthOf } from './line.ts';
import { Lines } from './lines.tsx';
import { fitFound, withMatches } from './matching.ts';
import { scrolledStart } from './window.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => Span;
  /** Never narrower than this, unless it is dropped. */
  readonly least: number;
  /** Never wider than this, however much room there is. */
  readonly most?: number;
  /** Where a text that does not fit is cut; at its end unless this says otherwise. */
  readonly cut?: 'middle';
  /** Columns with a higher number go first when the terminal is narrow; those with 0 stay. */
  readonly drop: number;
}

export interface TableProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Index of the row that is chosen. */
  readonly chosen: number;
  readonly width: number;
  /** With the line of titles. */
  readonly height: number;
  /** Shown instead of rows when there are none. */
  readonly empty?: string;
  /** What the rows were searched for: it is marked in them. */
  readonly search?: string;
}

/** A table of any length: only the rows that fit on the screen cost anything. */
export function Table<Row>({
  columns,
  rows,
  chosen,
  width,
  height,
  empty = '',
  search = '',
}: TableProps<Row>) {
  const widest = useMemo(() => columns.map((column) => widestCell(column, rows)), [columns, rows]);
  const layout = layOut(columns, widest, width - MARKER.length);
  const body = height - 1;
  const top = useRef(0);
  const start = scrolledStart(top.current, chosen, rows.length, body);
  top.current = start;
  const cells = fittedCells(rows.slice(start, start + body), layout, search);
  const lines = cells.map((row, index) =>
    start + index === chosen ? chosenLine(row, width) : [span(MARKER), ...withMatches(row, search)],
  );
  const none = rows.length === 0 && empty !== '' ? [[span(`${MARKER}${empty}`, 'quiet')]] : [];
  return <Lines lines={[titleLine(layout), ...lines, ...none]} width={width} height={height} />;
}

/** The columns that there is room for, and how wide each is. */
export interface Laid<Row> {
  readonly column: Column<Row>;
  readonly width: number;
}

/** Drops columns that there is no room for, then gives what is left to those that need it, from the left. */
export function layOut<Row>(
  columns: readonly Column<Row>[],
  widest: readonly number[],
  width: number,
): readonly Laid<Row>[] {
  const wanted = columns.map((column, index) => ({
    column,
    width: Math.min(column.least, Math.max(widest[index] ?? 0, widthOf(column.title))),
    widest: Math.min(widest[index] ?? 0, column.most ?? Number.POSITIVE_INFINITY),
  }));
  const kept = dropColumns(wanted, width);
  let spare = width - totalWidth(kept);
  return kept.map(({ column, width: least, widest: most }) => {
    const more = Math.max(0, Math.min(spare, most - least));
    spare -= more;
    return { column, width: least + more };
  });
}

const GAP = 2;
const MARKER = '  ';
const CHOSEN_MARKER = '> ';

function totalWidth(laid: readonly { readonly width: number }[]): number {
  return laid.reduce((sum, one) => sum + one.width + GAP, -GAP);
}

function dropColumns<One extends { readonly column: { readonly drop: number }; readonly width: number }>(
  laid: readonly One[],
  width: number,
): readonly One[] {
  const most = Math.max(...laid.map(({ column }) => column.drop));
  if (totalWidth(laid) <= width || most === 0) return laid;
  return dropColumns(
    laid.filter(({ column }) => column.drop < most),
    width,
  );
}

function widestCell<Row>(column: Column<Row>, rows: readonly Row[]): number {
  let widest = widthOf(column.title);
  for (const row of rows) widest = Math.max(widest, widthOf(visibleOnScreen(column.cell(row).text)));
  return widest;
}

function titleLine<Row>(layout: readonly Laid<Row>[]): Line {
  return [
    span(MARKER),
    ...joined(layout.map(({ column, width }) => fitLine([span(column.title, 'quiet')], width))),
  ];
}

/** One cell for each column, with gaps between them. */
function joined(cells: readonly Line[]): Line {
  return cells.flatMap((cell, index) => [...(index > 0 ? [span(' '.repeat(GAP))] : []), ...cell]);
}

/** The lines of the rows; texts that differ are not cut so that they look alike. */
function fittedCells<Row>(rows: readonly Row[], layout: readonly Laid<Row>[], search: string): Line[] {
  const columns = layout.map(({ column, width }): Line[] => {
    const cells = rows.map(column.cell);
    if (column.cut !== 'middle') return cells.map((cell) => fitLine([cell], width));
    const texts = fitApart(
      cells.map(({ text }) => text),
      width,
      (text, at) => fitFound(text, at, search),
    );
    return cells.map((cell, index) => [{ ...cell, text: texts[index] ?? '' }]);
  });
  return rows.map((_, index) => joined(columns.map((cells) => cells[index] ?? [])));
}

/** The chosen row is marked by a sign as well, for terminals that cannot reverse. */
function chosenLine(row: Line, width: number): Line {
  const text = row.map((one) => one.text).join('');
  return fitLine([span(`${CHOSEN_MARKER}${text}`)], width).map((one) => ({ ...one, tone: 'chosen' }));
}
