import { compareText } from '../../core/diagnostics/diagnostic.ts';
import { groupBy } from '../../core/diagnostics/group.ts';
import type { Room } from '../frame.tsx';
import { fitText, type Line, type Span, span, widthOf } from '../line.ts';
import type { Tone } from '../theme.ts';
import { windowStart } from '../window.ts';
import { isBad, type ResultRow } from './rows.ts';

/** What the fixtures of one principal at one endpoint get. */
export interface Cell {
  readonly rows: readonly ResultRow[];
  readonly allowed: number;
  readonly denied: number;
}

/** Endpoints by principals. */
export interface Matrix {
  readonly endpoints: readonly string[];
  readonly principals: readonly string[];
  readonly cell: (endpoint: number, principal: number) => Cell | undefined;
}

export function matrixOf(rows: readonly ResultRow[]): Matrix {
  const cells = groupBy(rows, (row) => cellKey(endpointOf(row), row.ready.fixture.as));
  const made = new Map([...cells].map(([key, members]) => [key, cellOf(members)]));
  const endpoints = [...new Set(rows.map(endpointOf))].sort(compareEndpoints);
  const principals = [...new Set(rows.map(({ ready }) => ready.fixture.as))];
  const cell = (endpoint: number, principal: number) =>
    made.get(cellKey(endpoints[endpoint] ?? '', principals[principal] ?? ''));
  return { endpoints, principals, cell };
}

function endpointOf({ result }: ResultRow): string {
  return result.endpoint ? `${result.endpoint.method} ${result.endpoint.path}` : 'no endpoint';
}

function cellKey(endpoint: string, principal: string): string {
  return `${endpoint}\n${principal}`;
}

/** By path, then by method. */
function compareEndpoints(one: string, other: string): number {
  const path = (text: string) => text.slice(text.indexOf(' ') + 1);
  return compareText(path(one), path(other)) || compareText(one, other);
}

function cellOf(rows: readonly ResultRow[]): Cell {
  const decisions = rows.flatMap(({ result }) => result.decisions);
  const allowed = decisions.filter(({ actual }) => actual.decision === 'allow').length;
  return { rows, allowed, denied: decisions.length - allowed };
}

export interface ChosenCell {
  readonly row: number;
  readonly column: number;
}

/** The matrix around the chosen cell, scrolling both ways under fixed heads; its meaning stands below it. */
export function matrixLines(matrix: Matrix, chosen: ChosenCell, room: Room): Line[] {
  const { width, height } = room;
  const { endpoints, principals } = matrix;
  if (endpoints.length === 0) return [[span('  nothing to show here; Esc shows everything', 'quiet')]];
  const head = Math.min(Math.max(...endpoints.map(widthOf)), Math.max(12, Math.floor(width / 2)));
  const shownRows = Math.max(1, height - 3);
  const shownColumns = Math.max(1, Math.floor((width - head - 2) / COLUMN));
  const top = windowStart(chosen.row, endpoints.length, shownRows);
  const left = windowStart(chosen.column, principals.length, shownColumns);
  const columns = principals.slice(left, left + shownColumns).map((_, index) => left + index);
  const rows = endpoints.slice(top, top + shownRows).map((_, index) => top + index);
  const headLine: Line = [
    span(' '.repeat(head + 2)),
    ...columns.map((column) => headCell(principals[column] ?? '', column === chosen.column)),
  ];
  const lines = rows.map(
    (row): Line => [
      span(fitText(endpoints[row] ?? '', head), row === chosen.row ? 'strong' : undefined),
      span('  '),
      ...columns.map((column) =>
        cellSpan(matrix.cell(row, column), row === chosen.row && column === chosen.column),
      ),
    ],
  );
  const filler = Array.from({ length: shownRows - lines.length }, (): Line => []);
  return [headLine, ...lines, ...filler, ...legend(matrix, chosen, columns.length)];
}

const COLUMN = 11;

function headCell(principal: string, isChosen: boolean): Span {
  return span(`${fitText(principal, COLUMN - 1)} `, isChosen ? 'strong' : 'quiet');
}

/** In words, since a color alone would not say it: a star for what changed, an exclamation mark for what failed. */
function cellSpan(cell: Cell | undefined, isChosen: boolean): Span {
  const { text, tone } = cell ? cellText(cell) : { text: '·', tone: 'quiet' as const };
  return span(`${fitText(text, COLUMN - 1)} `, isChosen ? 'chosen' : tone);
}

function cellText(cell: Cell): { readonly text: string; readonly tone: Tone | undefined } {
  const marks = `${cell.rows.some(isBad) ? '!' : ''}${cell.rows.some(({ changes }) => changes.length > 0) ? '*' : ''}`;
  const isOld = cell.rows.some(({ project }) => !project.isCurrent);
  const tone = isOld ? 'quiet' : marks.includes('!') ? 'bad' : marks === '*' ? 'doubt' : undefined;
  if (cell.allowed + cell.denied === 0) return { text: `refused${marks}`, tone };
  if (cell.denied === 0) return { text: `allow${marks}`, tone: tone ?? 'good' };
  if (cell.allowed === 0) return { text: `deny${marks}`, tone };
  return { text: `${cell.allowed} of ${cell.allowed + cell.denied}${marks}`, tone };
}

function legend({ endpoints, principals, cell }: Matrix, { row, column }: ChosenCell, shown: number): Line[] {
  const chosen = cell(row, column);
  const about = `${endpoints[row] ?? ''} as ${principals[column] ?? ''}`;
  const what = chosen
    ? `${chosen.allowed} allowed, ${chosen.denied} denied, ${chosen.rows.length} fixtures`
    : 'no fixture asks this';
  return [
    [span('allow, deny, 2 of 3 allowed; ! not as expected, * changed, · never asked', 'quiet')],
    [
      span(about, 'strong'),
      span(`: ${what}`),
      span(shown < principals.length ? `   principal ${column + 1} of ${principals.length}` : '', 'quiet'),
    ],
  ];
}
