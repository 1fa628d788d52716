import type { Room } from '../frame.tsx';
import { type Line, span } from '../line.ts';
import { paintedLines } from '../painted.ts';
import { clampIndex } from '../window.ts';
import type { WatchActions } from './actions.ts';
import type { Content } from './content.ts';
import { listLines } from './list.ts';
import { matrixLines } from './matrix.ts';
import type { State } from './state.ts';
import { bannerLines, coverageLines, diagnosticLines, helpScreen } from './texts.ts';

/** The middle of the screen. */
export interface Body {
  readonly lines: readonly Line[];
  /** How far it can be scrolled; 0 where a chosen row is followed instead. */
  readonly mostScroll: number;
}

/** An error takes at most so much of the room of the decisions under it. */
const MOST_BANNER = 9;

export function bodyOf(state: State, content: Content, actions: WatchActions, room: Room): Body {
  if (!content.run)
    return { lines: [[span('Reading the project and replaying its fixtures ...', 'quiet')]], mostScroll: 0 };
  if (state.view !== 'list' && state.view !== 'matrix')
    return scrolled(textOf(state, content, actions, room), state, room);
  const banner = bannerLines(content.run).slice(0, Math.min(MOST_BANNER, Math.floor(room.height / 2)));
  const rest = { width: room.width, height: room.height - banner.length };
  const view =
    state.view === 'list'
      ? listLines(content.list, content.chosen, actions.causesOf, rest)
      : matrixLines(content.matrix, content.cell, rest);
  return { lines: [...banner, ...view], mostScroll: 0 };
}

function textOf(state: State, content: Content, actions: WatchActions, room: Room): readonly Line[] {
  switch (state.view) {
    case 'detail':
      return content.row
        ? paintedLines(actions.explain(content.row, room.width))
        : [[span('nothing is chosen', 'quiet')]];
    case 'coverage':
      return coverageLines(content.rows, room);
    case 'diagnostics':
      return diagnosticLines(content.run);
    case 'answer':
      return state.answer;
    default:
      return helpScreen('list', room);
  }
}

function scrolled(lines: readonly Line[], state: State, { height }: Room): Body {
  const mostScroll = Math.max(0, lines.length - height);
  const from = clampIndex(state.scroll, mostScroll + 1);
  return { lines: lines.slice(from, from + height), mostScroll };
}
