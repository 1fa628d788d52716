import type { SaveComparison } from '../../core/guarantees/comparison/saved-changes.ts';
import type { Baseline } from '../../core/watching/baseline.ts';
import { type History, NO_HISTORY } from '../../core/watching/history.ts';
import { type LiveSnapshot, NO_LIVE_CALLS } from '../../core/watching/live-calls.ts';
import type { Snapshot } from '../../core/watching/session.ts';
import type { Binding } from '../keys.ts';
import { foundCommands } from '../palette.ts';
import type { TextField } from '../text-field.ts';
import type { AcceptedChange, AcceptPlan } from './actions.ts';
import { KEYS, type Typed, type View, type WatchCommand, type WatchMode } from './keys/keys.ts';
import { NO_FILTER, type RowFilter } from './rows/filter.ts';
import type { Grouping } from './rows/list.ts';

/** What is being typed at the bottom of the screen. */
export interface Typing {
  readonly what: Typed;
  readonly field: TextField;
  /** What the filter was before. */
  readonly before: string;
  /** Among the commands that are found, or the calls that were tried before. */
  readonly chosen: number;
  /** Why it could not be taken. */
  readonly problem: string;
}

/** A row, a tried call or a problem by its key; its place is only for when it is gone. */
export interface ListCursor {
  readonly key: string;
  readonly index: number;
}

/** A cell by what its lines and columns are called. */
export interface CellCursor {
  readonly line: string;
  readonly column: string;
}

/** A case by its file and its index there. */
export interface AwaitedCase {
  readonly file: string;
  readonly index: number;
}

/** What has to be answered with yes or no. */
export interface YesNoQuestion {
  /** The whole question; of a single change `deny -> allow`. */
  readonly text: string;
  /** What a single change is about. */
  readonly about?: Pick<AcceptedChange, 'call' | 'place'>;
  readonly plan: AcceptPlan;
}

/** Everything that the screen is made of. */
export interface WatchState {
  readonly snapshot: Snapshot;
  readonly live: LiveSnapshot;
  /** What the last save opens and closes for all requests. */
  readonly saved: SaveComparison | undefined;
  readonly history: History;
  /** Baselines that may be chosen beside the start. */
  readonly mark: Baseline | undefined;
  readonly revision: Baseline | undefined;
  readonly view: View;
  /** Whether the view was chosen, by a key or by the first results. */
  readonly isSettled: boolean;
  /** The views that `Esc` leads back to, the last one first. */
  readonly trail: readonly View[];
  /** The key of the row that is explained. */
  readonly about: string;
  readonly typing: Typing | undefined;
  readonly question: YesNoQuestion | undefined;
  readonly grouping: Grouping;
  readonly isTransposed: boolean;
  readonly filter: RowFilter;
  readonly list: ListCursor;
  readonly cell: CellCursor;
  readonly pinned: ListCursor;
  readonly problem: ListCursor;
  /** The number of the run that is looked at; 0 for what is now. */
  readonly pastRun: number;
  /** The first line, and in the matrix the first column, that a view shows. */
  readonly top: number;
  readonly left: number;
  /** A case that was written, and is to be chosen as soon as it has been replayed. */
  readonly awaited: AwaitedCase | undefined;
  readonly isBellOn: boolean;
  /** Whether there is room for little more than what is wrong. */
  readonly isSmall: boolean;
  /** Calls that were tried, the last one first. */
  readonly typedBefore: readonly string[];
  /** What the last act came to; gone with the next key. */
  readonly message: string;
}

export const START: WatchState = {
  snapshot: { activity: { type: 'reading' }, isPaused: false, waiting: 0, run: undefined },
  live: NO_LIVE_CALLS,
  saved: undefined,
  history: NO_HISTORY,
  mark: undefined,
  revision: undefined,
  view: 'matrix',
  isSettled: false,
  trail: [],
  about: '',
  typing: undefined,
  question: undefined,
  grouping: 'file',
  isTransposed: false,
  filter: NO_FILTER,
  list: { key: '', index: 0 },
  cell: { line: '', column: '' },
  pinned: { key: '', index: 0 },
  problem: { key: '', index: 0 },
  pastRun: 0,
  top: 0,
  left: 0,
  awaited: undefined,
  isBellOn: true,
  isSmall: false,
  typedBefore: [],
  message: '',
};

/** Where keys go now. */
export function modeOf({ typing, question, view }: WatchState): WatchMode {
  if (question && view !== 'diff') return 'question';
  return typing?.what ?? view;
}

/** The commands of the view below that have what is typed. */
export function commandsFound({ typing, view }: WatchState): Binding<WatchMode, WatchCommand>[] {
  return foundCommands(KEYS, view, typing?.field.text ?? '');
}
