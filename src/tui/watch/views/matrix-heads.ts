import { fitApart } from '../../fit-apart.ts';
import { fitEnd, fitText, type Line, span, widthOf } from '../../line.ts';
import type { Content } from '../content.ts';
import type { Axis, Matrix } from '../rows/matrix.ts';

/** How many lines stand above and below the names of the columns. */
export interface HeadLines {
  readonly above: number;
  readonly below: number;
}

/** The columns that are on the screen. */
export interface ShownColumns {
  /** The width of the names of the lines. */
  readonly head: number;
  /** The width of the number of changes and failures in a line; 0 where there are none at all. */
  readonly heat: number;
  /** The width of a column. */
  readonly column: number;
  /** What is left to the right of the last column. */
  readonly beyond: number;
  readonly heads: HeadLines;
  readonly columns: number;
  readonly left: number;
}

/** What is known of the screen before its heads are. */
interface HeadRoom {
  readonly height: number;
  /** The width of a column. */
  readonly column: number;
  /** Lines that nothing else needs. */
  readonly spare: number;
}

/**
 * Tenants above the names, and groups below, where there is room and anybody has some: on two lines each where names would be cut on one,
 * and no endpoint has to go for that. An endpoint is known by its project and its method.
 */
export function headsOf({ columns }: Matrix, { height, column, spare }: HeadRoom): HeadLines {
  const isOfEndpoints = columns[0]?.type === 'endpoint';
  if (height < (isOfEndpoints ? ROOM_FOR_METHODS : ROOM_FOR_GROUPS)) return { above: 0, below: 0 };
  const above = Number(hasHeadings(columns));
  const below = Number(
    isOfEndpoints ? columns.some(({ name }) => methodOf(name) !== '') : hasAny(columns, 'groups'),
  );
  if (isOfEndpoints) return { above, below };
  const whole = {
    above: above * linesFor(columns.map(headingOf), column),
    below: below * linesFor(columns.map(belowName), column),
  };
  return whole.above + whole.below <= spare ? whole : { above, below };
}

const ROOM_FOR_GROUPS = 14;
const ROOM_FOR_METHODS = 5;

function hasAny(axes: readonly Axis[], what: 'tenants' | 'groups'): boolean {
  return axes.some((axis) => axis.type === 'caller' && axis[what].length > 0);
}

function hasHeadings(columns: readonly Axis[]): boolean {
  if (columns[0]?.type === 'endpoint') return new Set(columns.map(headingOf)).size > 1;
  return hasAny(columns, 'tenants');
}

function linesFor(names: readonly string[], column: number): number {
  return stretchesOf(names).some(({ name, length }) => widthOf(name) > length * column - 1) ? 2 : 1;
}

/** The names of the columns, and what stands above and below them. */
export function headLines({ matrix, cell }: Content, window: ShownColumns): Line[] {
  const shown = matrix.columns.slice(window.left, window.left + window.columns);
  const chosen = cell.column - window.left;
  const { above, below } = window.heads;
  const isOfEndpoints = shown[0]?.type === 'endpoint';
  const names = fitApart(shown.map(shortName), window.column - 1, fitText).map((name, index) =>
    span(`${name} `, index === chosen ? 'strong' : undefined),
  );
  const indent = span(' '.repeat(window.head + window.heat + 2));
  const methods = shown.map((axis) => span(`${fitText(belowName(axis), window.column - 1)} `, 'quiet'));
  return [
    ...spreadLines(shown.map(headingOf), above, window).map((line) => [indent, span(line, 'title')]),
    [...cornerSpans(matrix, window), ...names],
    ...(isOfEndpoints
      ? [[indent, ...methods]].slice(0, below)
      : spreadLines(shown.map(belowName), below, window).map((line) => [indent, span(line, 'quiet')])),
  ];
}

/** Of an endpoint the last part that is not a parameter, and what follows: the whole name of the chosen one stands below. */
export function shortName({ type, name }: Axis): string {
  if (type !== 'endpoint' || methodOf(name) === '') return name;
  return /\/[^/{]*(?:\/\{[^/]*)*$/.exec(name)?.[0] ?? name;
}

/** What an endpoint is called by, or the groups that a caller is in. */
function belowName(axis: Axis): string {
  return axis.type === 'endpoint' ? methodOf(axis.name) : axis.groups.join('+') || '-';
}

/** Empty for an action, which has none. */
function methodOf(name: string): string {
  return /^[A-Z]+(?= \/)/.exec(name)?.[0] ?? '';
}

function headingOf(axis: Axis): string {
  return axis.type === 'caller' ? axis.tenants.join('+') : axis.project;
}

/** Columns beside each other that have one name, such as a tenant, or one of several projects. */
interface Stretch {
  readonly name: string;
  readonly start: number;
  readonly length: number;
}

function stretchesOf(names: readonly string[]): readonly Stretch[] {
  const starts = names.flatMap((name, index) => (index === 0 || names[index - 1] !== name ? [index] : []));
  return starts.map((start, index) => {
    const length = (starts[index + 1] ?? names.length) - start;
    return { name: names[start] ?? '', start, length };
  });
}

/** Each name where its first column stands, on one line after the other in turn: the more lines, the more room each has to its right. */
function spreadLines(names: readonly string[], count: number, { column, beyond }: ShownColumns): string[] {
  const stretches = stretchesOf(names);
  return Array.from({ length: count }, (_, line) => {
    const own = stretches.filter((_, index) => index % count === line);
    const cells = own.map(({ name, start }, index) => {
      const next = own[index + 1];
      const width = next ? (next.start - start) * column : (names.length - start) * column + beyond;
      return `${fitText(name, width - 1)} `;
    });
    return `${' '.repeat((own[0]?.start ?? 0) * column)}${cells.join('')}`;
  });
}

/** What is beside what is shown. */
function cornerSpans({ columns }: Matrix, { head, heat, left, columns: shown }: ShownColumns): Line {
  const more = columns.length - left - shown;
  const text = `${left > 0 ? `◀ ${left}` : ''}${left > 0 && more > 0 ? '  ' : ''}${more > 0 ? `${more} ▶` : ''}`;
  return [span(fitEnd(text.padStart(head), head), 'quiet'), span(' '.repeat(heat + 2))];
}
