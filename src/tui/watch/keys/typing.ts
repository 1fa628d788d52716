import { inOneLine } from '../../../core/watching/tried-call.ts';
import { textField } from '../../text-field.ts';
import { clampIndex } from '../../window.ts';
import { type Content, nearestRow } from '../content.ts';
import { commandsFound, type WatchState } from '../state.ts';
import type { Act, WatchWorld } from '../world.ts';
import { completed, completionsFor, typedCallOf } from './completion.ts';
import type { Typed } from './keys.ts';
import { moved } from './moving.ts';

export function startTyping(what: Typed): Act {
  return ({ state, dispatch, content }) => {
    const text = what === 'try' ? { text: typedCallOf(nearestRow(state, content)) } : {};
    dispatch({ type: 'start-typing', what, ...text });
    return undefined;
  };
}

export const completeTyped: Act = ({ state, content, dispatch }) => {
  const text = state.typing?.field.text ?? '';
  dispatch({ type: 'typed', field: textField(completed(text, completionsFor(text, content.run))) });
  return undefined;
};

/** Keeps the call among those that were tried; one that cannot be understood stays as it is typed. */
export const takeCall: Act = ({ state, content, live, dispatch }) => {
  const text = inOneLine(state.typing?.field.text ?? '');
  const [problem] = live.pin(text, chosenProject(state, content));
  if (problem) {
    dispatch({ type: 'not-taken', problem: problem.message });
    return undefined;
  }
  dispatch({ type: 'taken', text });
  dispatch({ type: 'show', view: 'tried' });
  // It is the last one, whichever project decides it.
  dispatch({ type: 'choose-pinned', pinned: { key: '', index: content.pinned.length } });
  return undefined;
};

/** That of the chosen call, else of the chosen line of the matrix: another project may have the same endpoints. */
function chosenProject(state: WatchState, content: Content): string | undefined {
  const { matrix, cell } = content;
  const axes = [matrix.lines[cell.line], matrix.columns[cell.column]];
  const endpoint = state.view === 'matrix' ? axes.find((axis) => axis?.type === 'endpoint') : undefined;
  return nearestRow(state, content)?.project.name ?? endpoint?.project;
}

/** In a filter through what it has found, in a palette through the commands, in a call through those that were tried before. */
export function moveWhileTyping(by: 1 | -1, world: WatchWorld): undefined {
  const { state, dispatch, room } = world;
  const { typing, typedBefore } = state;
  if (typing?.what === 'filter') {
    const action = moved(by === 1 ? 'down' : 'up', world, room);
    if (action) dispatch(action);
  } else if (typing?.what === 'palette')
    dispatch({ type: 'choose-typed', chosen: clampIndex(typing.chosen + by, commandsFound(state).length) });
  else if (typing) {
    const chosen = clampIndex(typing.chosen - by, typedBefore.length);
    const text = typedBefore[chosen];
    if (text !== undefined) dispatch({ type: 'choose-typed', chosen, text });
  }
}
