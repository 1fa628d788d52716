import type { Content } from '../content.ts';
import type { Row } from '../rows/rows.ts';

/**
 * Knows whether what is chosen has changed under the hands of the person who is about to press a key. A run may take a fixture away, or turn its
 * decision, in the moment before a key is pressed that was meant for what was there. Of fixtures that are called and ask the same, one may have
 * taken the key of another that has gone: what they say tells them apart.
 */
export interface Guard {
  /** Tells what is chosen now; `byKey` when a key has chosen it, so that whoever pressed it knows. */
  readonly see: (chosen: Guarded, byKey: boolean) => void;
  /** Whether it became another one a moment ago. */
  readonly hasJustMoved: () => boolean;
  /** Whether it did, or its decision. */
  readonly hasJustChanged: () => boolean;
}

/** How long, in milliseconds, it takes to see that something has changed and not to press a key. */
export const MOMENT = 700;

type Guarded = Pick<Content, 'row' | 'matrix' | 'cell' | 'problem'>;

export function createGuard(clock: () => number): Guard {
  let seen: { readonly what: string; readonly decisions: string } | undefined;
  let movedAt = Number.NEGATIVE_INFINITY;
  let changedAt = Number.NEGATIVE_INFINITY;
  const isRecent = (at: number) => clock() - at < MOMENT;
  return {
    see: (chosen, byKey) => {
      const { row } = chosen;
      const now = {
        what: row ? `${row.key}\n${saidBy(row)}` : keyOf(chosen),
        decisions: row ? decisionsOf(row) : '',
      };
      if (byKey) {
        movedAt = Number.NEGATIVE_INFINITY;
        changedAt = Number.NEGATIVE_INFINITY;
      } else if (seen && seen.what !== now.what) movedAt = clock();
      else if (seen && seen.decisions !== now.decisions) changedAt = clock();
      seen = now;
    },
    hasJustMoved: () => isRecent(movedAt),
    hasJustChanged: () => isRecent(movedAt) || isRecent(changedAt),
  };
}

/** A cell with several calls, or none, is known by its line and its column; a problem by what it says. */
function keyOf({ matrix, cell, problem }: Guarded): string {
  return problem ?? `${matrix.lines[cell.line]?.key ?? ''}\n${matrix.columns[cell.column]?.key ?? ''}`;
}

/** Everything that a fixture says beside what its key names: an act would write it, or show it. */
function saidBy({ ready: { fixture } }: Row): string {
  const known = said.get(fixture);
  if (known !== undefined) return known;
  const { asks, expectation, tags, skip, todo, review } = fixture;
  const given = asks.type === 'call' ? asks.context : [asks.request, asks.entities?.entities];
  const expected = expectation.type === 'items' ? [...expectation.items] : expectation;
  const made = JSON.stringify([given, expected, tags, skip, todo, review]);
  said.set(fixture, made);
  return made;
}

const said = new WeakMap<Row['ready']['fixture'], string>();

function decisionsOf({ result: { decisions, refusal, http } }: Row): string {
  const each = decisions.map(({ actual: { decision, determining, errors } }) => [
    decision,
    determining.map(({ id }) => id),
    errors.map(({ policy, message }) => [policy?.id, message]),
  ]);
  return JSON.stringify([each, refusal?.actual, http]);
}
