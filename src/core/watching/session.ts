import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Result } from '../replay/replay.ts';
import type { ProjectReport } from '../replay/report.ts';
import type { Changes } from './decision-changes.ts';
import type { DecidedProject } from './replay-again.ts';

/** Projects that are verified again whenever their files change. */
export interface Session {
  /** What is known now. */
  readonly snapshot: () => Snapshot;
  /** Calls back after each change of the snapshot; gives a function that ends this. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads and replays everything from the start. */
  readonly rerun: () => void;
  /** While it is paused, changes are only counted. */
  readonly pause: (paused: boolean) => void;
  readonly close: () => Promise<void>;
}

export interface Snapshot {
  readonly activity: Activity;
  readonly isPaused: boolean;
  /** Changes that wait for the end of a pause. */
  readonly waiting: number;
  /** The last run that came to its end; `undefined` before the first. */
  readonly run: Run | undefined;
}

export type Activity =
  | { readonly type: 'idle' }
  | { readonly type: 'reading' }
  | {
      readonly type: 'replaying';
      readonly done: number;
      readonly total: number;
      /** What was not as expected so far. */
      readonly failed: readonly Result[];
    };

export interface Run {
  /** Counts from 1. */
  readonly number: number;
  /** The files that it was about, as shown to people; none when it was about everything. */
  readonly files: readonly string[];
  readonly projects: readonly WatchedProject[];
  /** What keeps projects from being found. */
  readonly diagnostics: readonly Diagnostic[];
  /** How many fixtures were replayed. */
  readonly replayed: number;
  /** From the change to the results. */
  readonly milliseconds: number;
  /** When it ended, in milliseconds since 1970. */
  readonly endedAt: number;
}

export interface WatchedProject {
  readonly name: string;
  /** Of this run; without results when something does not fit. */
  readonly report: ProjectReport;
  /** The last good state, which is older than this run when `isCurrent` is false. */
  readonly decided: DecidedProject | undefined;
  readonly isCurrent: boolean;
  /** The good state before that. */
  readonly before: DecidedProject | undefined;
  /** From `before` to `decided`. */
  readonly changes: Changes;
}
