import type { OpenPlace } from '../actions.ts';
import { fixturePlace, policyPlace } from '../rows/places.ts';
import type { Row } from '../rows/rows.ts';
import type { CellCursor } from '../state.ts';
import type { Act, WatchWorld } from '../world.ts';

export const JUST_CHANGED = 'this has just changed: look at it, and press the key again';

/** An act is about the row that was chosen when its frame was shown: when that is another one now, nothing is done. */
function onRow(does: (world: WatchWorld, row: Row) => string | undefined): Act {
  return (world) => {
    const { row, cell } = world.content;
    if (world.guard.hasJustMoved()) return JUST_CHANGED;
    if (row) return does(world, row);
    const count = cell.cell?.rows.length ?? 0;
    const isSeveral = world.state.view === 'matrix' && count > 1;
    return isSeveral ? `there are ${count} calls in this cell: Enter lists them` : 'nothing is chosen';
  };
}

/** One that writes what is decided is refused as well where the decision alone is another, or may be. */
export function onDecision(does: (world: WatchWorld, row: Row) => string | undefined): Act {
  const act = onRow(does);
  return (world) => (world.guard.hasJustChanged() ? JUST_CHANGED : (outdatedWords(world) ?? act(world)));
}

/** Why the decisions on the screen may be no longer those of the files. */
export function outdatedWords({ session }: WatchWorld): string | undefined {
  const { activity, isPaused, waiting } = session.snapshot();
  if (isPaused && waiting > 0) return 'files have changed since this was decided: Space goes on';
  return activity.type === 'idle' ? undefined : 'this is being decided again: wait for the results';
}

export const openFixture = onRow(({ open }, row) =>
  openOr(open, fixturePlace(row), 'no fixture asks this: w writes one'),
);

export const openPolicy = onRow(({ open, content }, row) =>
  openOr(open, policyPlace(row, content.causesOf), 'no policy decides this'),
);

export const copyCommand = onRow(({ actions }, row) => actions.copyCommand(row));

export const writeCase = onDecision(({ actions, open, dispatch }, row) => {
  const { message, written } = actions.writeCase(row);
  if (written) {
    const { place, index, takeBackUnchanged } = written;
    dispatch({ type: 'await-case', written: { file: place.file, index } });
    open(place, () => {
      const { isTakenBack, message: left } = takeBackUnchanged();
      if (isTakenBack) dispatch({ type: 'await-case', written: undefined });
      return left;
    });
  }
  return message;
});

function openOr(open: WatchWorld['open'], place: OpenPlace | undefined, message: string): string | undefined {
  if (!place) return message;
  open(place);
  return undefined;
}

/** One call is explained; several are listed, so that one of them can be chosen. */
export const openWhy: Act = (world) => {
  const { state, content, dispatch, guard } = world;
  const { row, cell, matrix } = content;
  if (guard.hasJustMoved()) return JUST_CHANGED;
  const [line, column] = [matrix.lines[cell.line], matrix.columns[cell.column]];
  if (row) dispatch({ type: 'about', key: row.key });
  else if (state.view === 'matrix' && cell.cell && line && column)
    dispatch({ type: 'show-cell', cell: { line: line.key, column: column.key } satisfies CellCursor });
  else return state.view === 'matrix' ? 'nothing can be asked here' : 'nothing is chosen';
  return undefined;
};
