import type { Content } from '../content.ts';
import type { Row } from '../rows/rows.ts';

/**
 * Knows whether what is chosen has changed under the hands of the person who is about to press a key. A run may take a fixture away, or turn its
 * decision, in the moment before a key is pressed that was meant for what was there.
 */
export interface Guard {
  /** Tells what is chosen now; `byKey` when a key has chosen it, so that whoever pressed it knows. */
  readonly see: (content: Pick<Content, 'row' | 'matrix' | 'cell'>, byKey: boolean) => void;
  /** Whether it became another one a moment ago. */
  readonly hasJustMoved: () => boolean;
  /** Whether it did, or its decision. */
  readonly hasJustChanged: () => boolean;
}

/** How long, in milliseconds, it takes to see that something has changed and not to press a key. */
export const MOMENT = 700;

export function createGuard(clock: () => number): Guard {
  let seen: { readonly key: string; readonly decisions: string } | undefined;
  let movedAt = Number.NEGATIVE_INFINITY;
  let changedAt = Number.NEGATIVE_INFINITY;
  const isRecent = (at: number) => clock() - at < MOMENT;
  return {
    see: (content, byKey) => {
      const { row } = content;
      const now = { key: row?.key ?? cellKey(content), decisions: row ? decisionsOf(row) : '' };
      if (byKey) {
        movedAt = Number.NEGATIVE_INFINITY;
        changedAt = Number.NEGATIVE_INFINITY;
      } else if (seen && seen.key !== now.key) movedAt = clock();
      else if (seen && seen.decisions !== now.decisions) changedAt = clock();
      seen = now;
    },
    hasJustMoved: () => isRecent(movedAt),
    hasJustChanged: () => isRecent(movedAt) || isRecent(changedAt),
  };
}

/** A cell with several calls, or none, is known by its line and its column. */
function cellKey({ matrix, cell }: Pick<Content, 'matrix' | 'cell'>): string {
  return `${matrix.lines[cell.line]?.key ?? ''}\n${matrix.columns[cell.column]?.key ?? ''}`;
}

function decisionsOf({ result }: Row): string {
  const { decisions, refusal } = result;
  return [...decisions.map(({ actual }) => actual.decision), refusal?.actual ?? ''].join(' ');
}
