import type { Expectation, Fixture, Question } from './fixture.ts';
import type { Source, ValuePath } from './source.ts';

/** What all cells of one row of a table share: `name` is that of the table, and the row as it is written; `at` is the row's place. */
export type TableRow = Omit<Fixture, 'as' | 'asIndex' | 'expectation'>;

/** The fixture of one cell: `column` counts from 0, and `as` is its principal, one of several below a group. */
export function tableCell(row: TableRow, column: number, as: string, expectation: Expectation): Fixture {
  return new TableCell(row, column, as, expectation);
}

/**
 * A class, since there may be a million of them: what a cell shares with its row is there once, and its name and its place are made for
 * whoever asks.
 */
class TableCell implements Fixture {
  readonly as: string;
  readonly expectation: Expectation;
  private readonly row: TableRow;
  private readonly column: number;

  constructor(row: TableRow, column: number, as: string, expectation: Expectation) {
    this.as = as;
    this.expectation = expectation;
    this.row = row;
    this.column = column;
  }

  get name(): string {
    return `${this.row.name} as ${this.as}`;
  }

  get asks(): Question {
    return this.row.asks;
  }

  get tags(): readonly string[] {
    return this.row.tags;
  }

  get skip(): string | undefined {
    return this.row.skip;
  }

  get todo(): string | undefined {
    return this.row.todo;
  }

  get source(): Source {
    return this.row.source;
  }

  get at(): ValuePath {
    return [...this.row.at, this.column];
  }
}
