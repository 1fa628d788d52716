import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { Result } from '../replay/replay.ts';
import type { NamedCaller } from './callers.ts';
import type { DecidedProject } from './replay-again.ts';

/** Calls that no fixture makes, decided again after every run: those of the matrix, and those that somebody tries. */
export interface LiveCalls {
  readonly snapshot: () => LiveSnapshot;
  /** Calls back after each change of the snapshot; gives a function that ends this. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Keeps a call, written as `GET /campaigns/c1 as ana`; or says what is wrong with it. `near` is the project to be tried first. */
  readonly pin: (text: string, near?: string) => readonly Diagnostic[];
  readonly unpin: (call: Tried) => void;
  readonly close: () => void;
}

export interface LiveSnapshot {
  /** By the name of the project. */
  readonly untested: ReadonlyMap<string, UntestedCalls>;
  /** In the order in which they were tried. */
  readonly pinned: readonly PinnedCall[];
  /** What keeps the calls from being decided. */
  readonly problems: readonly Diagnostic[];
}

export const NO_LIVE_CALLS: LiveSnapshot = { untested: new Map(), pinned: [], problems: [] };

export interface UntestedCalls {
  /** The state that the results are of. */
  readonly of: DecidedProject;
  readonly callers: readonly NamedCaller[];
  readonly results: ReadonlyMap<ReadyFixture, Result>;
}

/** What a tried call is known by: several projects may have an answer to the same text. */
export interface Tried {
  /** As it was typed. */
  readonly text: string;
  /** The one that decides it, also when another has such an endpoint. */
  readonly project: string;
}

export interface PinnedCall extends Tried {
  /** Why it cannot be decided now, when it cannot. */
  readonly outcome: Outcome<PinnedAnswer>;
  /** The last time that its decision turned. */
  readonly turned?: PinnedTurn;
}

export interface PinnedAnswer {
  readonly project: string;
  readonly ready: ReadyFixture;
  readonly result: Result;
}

export interface PinnedTurn {
  readonly from: 'allow' | 'deny';
  readonly to: 'allow' | 'deny';
  /** In which run. */
  readonly run: number;
}
