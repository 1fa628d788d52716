import type { Run } from '../../core/watching/session.ts';
import { clampIndex } from '../window.ts';
import { type ChosenCell, type Matrix, matrixOf } from './matrix.ts';
import { allRows, type List, listOf, type ResultRow } from './rows.ts';
import { chosenIndex, type State } from './state.ts';

/** What of the results is on the screen, and what is chosen there. */
export interface Content {
  readonly run: Run | undefined;
  /** Every fixture, whatever the filter. */
  readonly rows: readonly ResultRow[];
  readonly list: List;
  readonly matrix: Matrix;
  readonly chosen: number;
  readonly cell: ChosenCell;
  /** The fixture that acts are about. */
  readonly row: ResultRow | undefined;
}

/** Remembers what is expensive with many fixtures, so that a key that only moves costs nothing of it. */
export function contentMaker(): (run: Run | undefined, state: State) => Content {
  const rowsOf = latest(allRows);
  const shownRows = latest(
    (
      rows: readonly ResultRow[],
      grouping: State['grouping'],
      filter: string,
      failedOnly: boolean,
      changedOnly: boolean,
    ) => listOf(rows, { grouping, filter, failedOnly, changedOnly }),
  );
  const matrixFor = latest((list: List) => matrixOf(list.rows));
  return (run, state) => {
    const rows = rowsOf(run);
    const list = shownRows(rows, state.grouping, state.filter, state.failedOnly, state.changedOnly);
    const matrix = state.view === 'matrix' ? matrixFor(list) : EMPTY;
    const chosen = chosenIndex(state, list.indexOf, list.rows.length);
    const cell = {
      row: clampIndex(state.cell.row, matrix.endpoints.length),
      column: clampIndex(state.cell.column, matrix.principals.length),
    };
    const row = state.view === 'matrix' ? matrix.cell(cell.row, cell.column)?.rows[0] : list.rows[chosen];
    return { run, rows, list, matrix, chosen, cell, row };
  };
}

const EMPTY: Matrix = { endpoints: [], principals: [], cell: () => undefined };

/** The function with its last answer remembered. */
function latest<Input extends readonly unknown[], Output>(
  make: (...input: Input) => Output,
): (...input: Input) => Output {
  let last: { readonly input: Input; readonly output: Output } | undefined;
  return (...input) => {
    if (!last?.input.every((one, index) => one === input[index])) last = { input, output: make(...input) };
    return last.output;
  };
}
