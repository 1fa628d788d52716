import type { LiveSnapshot, PinnedCall } from '../../../core/watching/live-calls.ts';
import type { Run } from '../../../core/watching/session.ts';
import { type Row, rowsOf } from './rows.ts';

/** A call that was tried; without a row as long as it cannot be decided. */
export interface PinnedRow {
  /** Its project, and what was typed. */
  readonly key: string;
  readonly pinned: PinnedCall;
  readonly row: Row | undefined;
}

const NO_CHANGES = new Map();

export function pinnedRows({ pinned }: LiveSnapshot, run: Run | undefined): PinnedRow[] {
  return pinned.map((one) => {
    const answer = one.outcome.ok ? one.outcome.value : undefined;
    const project = run?.projects.find(({ name }) => name === answer?.project);
    const [row] =
      answer && project
        ? rowsOf([[answer.ready, answer.result]], { project, origin: 'pinned', changes: NO_CHANGES })
        : [];
    return { key: `${one.project}\n${one.text}`, pinned: one, row };
  });
}
