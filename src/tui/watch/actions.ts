import type { Diagnostic, Location, Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { Explanation } from '../../core/explanation/explanation.ts';
import type { Baseline } from '../../core/watching/baseline.ts';
import type { Cause } from '../../core/watching/cause.ts';
import type { DecisionChange } from '../../core/watching/decision-changes.ts';
import type { Row } from './rows/rows.ts';

/** A place that an editor can open. */
export interface OpenPlace {
  readonly file: string;
  readonly location: Location | undefined;
}

/** Finds the policies that turned a decision of a row since the baseline. */
export type FindCauses = (row: Row, change: DecisionChange) => readonly Cause[];

/** What the screen asks of the world. Messages that come back stand in the status line. */
export interface WatchActions {
  /** Why each decision of a row is what it is. It takes time, and is the same for the same result. */
  readonly explain: (row: Row) => readonly Explanation[];
  /** The same if it is known already. */
  readonly explained: (row: Row) => readonly Explanation[] | undefined;
  /** Opens the editor, and returns when it is left. The terminal is its own meanwhile. */
  readonly edit: (place: OpenPlace) => string;
  /** What would be written to make the decisions of these rows what is expected; nothing is written. */
  readonly planAccept: (rows: readonly Row[]) => Outcome<AcceptPlan>;
  /** Writes it, unless the files have changed since. */
  readonly accept: (plan: AcceptPlan) => string;
  /** Writes a case like this one, and says where. */
  readonly writeCase: (row: Row) => NewCase;
  /** Takes back what was written last. */
  readonly undo: () => string;
  /** Sends the command that explains a row to the clipboard, and says it. */
  readonly copyCommand: (row: Row) => string;
  /** The state of a git revision, to be compared with. */
  readonly readBaseline: (revision: string) => Promise<Outcome<Baseline>>;
  /** Shows how it stands where the screen itself cannot be seen. */
  readonly announce: (news: Announcement) => void;
}

/** Expectations that are to be changed. */
export interface AcceptPlan {
  /** Of the rows that it is about. */
  readonly keys: readonly string[];
  readonly files: readonly PlannedEdit[];
  /** What is changed, for each fixture; those that let somebody in first. */
  readonly accepted: readonly AcceptedChange[];
  /** How many of them let somebody in. */
  readonly opening: number;
  /** What cannot be written. */
  readonly left: readonly Diagnostic[];
}

export interface AcceptedChange {
  /** `deny -> allow` */
  readonly change: string;
  /** `fixtures/x.yaml:19:44` */
  readonly place: string;
  /** `PUT /campaigns/c2 as ana` */
  readonly call: string;
}

export interface PlannedEdit {
  /** As shown to people. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

export interface NewCase {
  readonly message: string;
  readonly written?: CaseInFile;
}

/** A case that stands in a file now. */
export interface CaseInFile {
  readonly place: OpenPlace;
  /** Its index in `cases`. */
  readonly index: number;
  /** For when the editor is left: takes a copy back that nobody has changed; says what came of the case. */
  readonly takeBackUnchanged: () => { readonly isTakenBack: boolean; readonly message: string };
}

export interface Announcement {
  /** For the title of the terminal. */
  readonly title: string;
  /** Whether to ring: somebody has been let in. */
  readonly rings: boolean;
}
