import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { callersOf } from '../../core/watching/callers.ts';
import type { Run, WatchedProject } from '../../core/watching/session.ts';
import { commonPrefix } from '../paths.ts';
import { clampIndex } from '../window.ts';
import type { FindCauses } from './actions.ts';
import { isFiltered, type RowFilter } from './rows/filter.ts';
import { latest } from './rows/latest.ts';
import { type Grouping, type List, listOf } from './rows/list.ts';
import {
  type Axis,
  type Cell,
  type Matrix,
  notableFirst,
  shownMatrix,
  type WholeMatrix,
  wholeMatrix,
} from './rows/matrix.ts';
import { type PinnedRow, pinnedRows } from './rows/pinned.ts';
import { problemKeys, problemsOf } from './rows/problems.ts';
import { type AllRows, causeFinder, fixtureRows, turnedRows } from './rows/project-rows.ts';
import { isNotable, type Row } from './rows/rows.ts';
import { type Tally, tallyOf } from './rows/tally.ts';
import type { ListCursor, WatchState } from './state.ts';

/** What of the results is on the screen, and what is chosen there. */
export interface Content {
  readonly run: Run | undefined;
  readonly all: AllRows;
  readonly tally: Tally;
  readonly problems: readonly Diagnostic[];
  readonly problemKeys: readonly string[];
  readonly problemIndex: number;
  /** The key of the chosen one, where problems are what is chosen from. */
  readonly problem: string | undefined;
  readonly list: List;
  readonly listIndex: number;
  readonly matrix: Matrix;
  readonly cell: ChosenCell;
  readonly pinned: readonly PinnedRow[];
  readonly pinnedIndex: number;
  readonly causesOf: FindCauses;
  /** What all paths of the schemas begin with: said once, and left out of lists. */
  readonly prefix: string;
  /** What acts are about: the row under the cursor, or the one that is explained; `undefined` in views that are about none. */
  readonly row: Row | undefined;
}

export interface ChosenCell {
  readonly line: number;
  readonly column: number;
  readonly cell: Cell | undefined;
}

/** Makes the content of a state; what it is made of is made again only when it is another. */
export function contentMaker(): (state: WatchState) => Content {
  const ofFixtures = latest(fixtureRows);
  const ofOthers = latest(turnedRows);
  const together = latest((fixtures: ReturnType<typeof fixtureRows>, untested: AllRows['untested']) => ({
    ...fixtures,
    untested,
  }));
  const tallied = latest(tallyOf);
  const problems = latest(problemsOf);
  const keysOf = latest(problemKeys);
  const listed = latest((rows: readonly Row[], grouping: Grouping, filter: RowFilter) =>
    listOf(rows, grouping, filter),
  );
  const whole = latest(madeMatrix);
  const shown = latest(shownMatrix);
  const pinnedFor = latest(pinnedRows);
  const causes = latest(causeFinder);
  const prefixed = latest(prefixOf);
  const worth = latest((rows: readonly Row[]) => rows.filter(isNotable));
  return (state) => {
    const { snapshot, live, history, filter, grouping, isTransposed } = state;
    const { run } = snapshot;
    const { baseline } = history;
    const all = together(ofFixtures(run, baseline), ofOthers(run, baseline, live.untested));
    const everything = needsMatrix(state) ? whole(run, all, live.untested) : undefined;
    const matrix = everything ? shown(everything, filter, isTransposed) : NO_MATRIX;
    const list = listed(
      isBrief(state) ? worth(all.fixtures) : cellRows(state, all, everything),
      grouping,
      filter,
    );
    const pinned = pinnedFor(live, run);
    const chosen = {
      list,
      listIndex: list.indexOf.get(state.list.key) ?? clampIndex(state.list.index, list.rows.length),
      cell: chosenCell(state, matrix),
      pinned,
      pinnedIndex: indexByKey(
        state.pinned,
        pinned.map(({ key }) => key),
      ),
    };
    const prefix = prefixed(run);
    const found = { run, all, prefix, problems: problems(run, live.problems), causesOf: causes(baseline) };
    const keys = keysOf(found.problems);
    const problemIndex = indexByKey(state.problem, keys);
    return {
      ...found,
      ...chosen,
      problemKeys: keys,
      problemIndex,
      problem: state.view === 'problems' ? keys[problemIndex] : undefined,
      matrix,
      tally: tallied(run, all, found.problems),
      row: rowOf(state, { ...chosen, all }),
    };
  };
}

/** The list is of all fixtures, or of those of one cell, whatever a filter leaves of the matrix. */
function cellRows({ filter }: WatchState, all: AllRows, whole: WholeMatrix | undefined): readonly Row[] {
  const { cell } = filter;
  if (!cell) return all.fixtures;
  const isOfCell = ({ key }: Axis) => key === cell.line || key === cell.column;
  const [endpoint, caller] = [whole?.endpoints.find(isOfCell), whole?.callers.find(isOfCell)];
  return (endpoint && caller && whole?.cell(endpoint, caller)?.rows) ?? NOTHING;
}

const NOTHING: readonly Row[] = [];

/** On a small screen, what is wrong or has changed is all there is room for, unless somebody looks for more. */
export function isBrief({ isSmall, filter }: WatchState): boolean {
  return isSmall && !isFiltered(filter);
}

function prefixOf(run: Run | undefined): string {
  const endpoints = (run?.projects ?? []).flatMap(({ decided }) => decided?.project.endpoints ?? []);
  return commonPrefix(endpoints.map(({ path }) => path));
}

/** It takes long with many fixtures, and most views do without. */
function needsMatrix({ view, trail, filter }: WatchState): boolean {
  return view === 'matrix' || trail.includes('matrix') || filter.cell !== undefined;
}

const NO_MATRIX: Matrix = { lines: [], columns: [], isBlocked: false, cell: () => undefined };

function madeMatrix(
  run: Run | undefined,
  all: AllRows,
  untested: WatchState['live']['untested'],
): WholeMatrix {
  const { fixtures, untested: turned } = all;
  return wholeMatrix({ run, fixtures, turned, untested, callersOf: rememberedCallers });
}

/** Who calls depends on the fixtures files and what they are read with, and not on any policy. */
function rememberedCallers({ decided }: WatchedProject) {
  if (!decided) return [];
  const { mapper, files } = decided.project;
  const known = callers.get(mapper);
  if (
    known &&
    known.files.length === files.length &&
    known.files.every((file, index) => file === files[index])
  )
    return known.callers;
  const made = callersOf(decided.project);
  callers.set(mapper, { files, callers: made });
  return made;
}

const callers = new WeakMap<
  NonNullable<WatchedProject['decided']>['project']['mapper'],
  { readonly files: readonly unknown[]; readonly callers: ReturnType<typeof callersOf> }
>();

function chosenCell({ cell }: WatchState, matrix: Matrix): ChosenCell {
  const line = indexOf(matrix.lines, cell.line);
  const column = indexOf(matrix.columns, cell.column);
  const [lineAxis, columnAxis] = [matrix.lines[line], matrix.columns[column]];
  return { line, column, cell: lineAxis && columnAxis && matrix.cell(lineAxis, columnAxis) };
}

/** The first one where nothing has been chosen, or what was chosen is gone. */
function indexOf(axes: readonly Axis[], key: string): number {
  return Math.max(
    0,
    axes.findIndex((axis) => axis.key === key),
  );
}

/** Where what was chosen stands now; when it is gone, what stands in its place. */
function indexByKey({ key, index }: ListCursor, keys: readonly string[]): number {
  const found = keys.indexOf(key);
  return found < 0 ? clampIndex(index, keys.length) : found;
}

type Chosen = Pick<Content, 'all' | 'list' | 'listIndex' | 'cell' | 'pinned' | 'pinnedIndex'>;

function rowOf(state: WatchState, chosen: Chosen): Row | undefined {
  if (state.view === 'why') return rowByKey(state, chosen);
  if (state.view === 'tried') return chosen.pinned[chosen.pinnedIndex]?.row;
  if (state.view === 'matrix') {
    const rows = chosen.cell.cell?.rows ?? [];
    // Of several, none is the one that is meant.
    return rows.length === 1 ? rows[0] : undefined;
  }
  return state.view === 'list' ? chosen.list.rows[chosen.listIndex] : undefined;
}

/** The chosen row; of several calls in a cell, the one that changed or failed. To be looked at and changed, never to be acted about. */
export function nearestRow(
  { view }: WatchState,
  { row, cell: { cell } }: Pick<Content, 'row' | 'cell'>,
): Row | undefined {
  return row ?? (view === 'matrix' && cell ? notableFirst(cell)[0] : undefined);
}

/** The row that is explained, wherever it comes from; `undefined` when it is gone. */
function rowByKey({ about }: WatchState, { all, list, pinned, cell }: Chosen): Row | undefined {
  const isMeant = (row: Row) => row.key === about;
  const others = [...(cell.cell?.rows ?? []), ...all.untested, ...pinned.flatMap(({ row }) => row ?? [])];
  const index = list.indexOf.get(about);
  return (
    (index === undefined ? undefined : list.rows[index]) ?? all.fixtures.find(isMeant) ?? others.find(isMeant)
  );
}
