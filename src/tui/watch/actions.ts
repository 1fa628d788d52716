import type { Location } from '../../core/diagnostics/diagnostic.ts';
import type { FindCauses } from './list.ts';
import type { ResultRow } from './rows.ts';

/** A place that an editor can open. */
export interface OpenPlace {
  readonly file: string;
  readonly location: Location | undefined;
}

/** What the screen asks of the world. Messages that come back stand in the status line. */
export interface WatchActions {
  readonly causesOf: FindCauses;
  /** Why a row's decisions are what they are, painted. */
  readonly explain: (row: ResultRow, columns: number) => string;
  /** Opens the editor, and returns when it is left. The terminal is its own meanwhile. */
  readonly edit: (place: OpenPlace) => string;
  /** Writes what came into the fixture, as what is expected. */
  readonly accept: (row: ResultRow) => Promise<string>;
  /** Writes a case like this one, and says where. */
  readonly writeCase: (row: ResultRow) => Promise<NewCase>;
  /** The decision about `METHOD url as principal`, painted. */
  readonly tryCall: (text: string, columns: number) => Promise<string>;
  /** Copies the command that explains a row, and says it. */
  readonly copyCommand: (row: ResultRow) => string;
}

export interface NewCase {
  readonly message: string;
  readonly place?: OpenPlace;
}
