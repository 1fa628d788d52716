import type { Room } from '../../layout.ts';
import { clampIndex, scrolledStart } from '../../window.ts';
import type { Content } from '../content.ts';
import type { WatchAction } from '../reduce.ts';
import type { Axis } from '../rows/matrix.ts';
import { isNotable } from '../rows/rows.ts';
import type { WatchState } from '../state.ts';
import { listStart } from '../views/list-view.ts';
import { matrixWindow } from '../views/matrix-view.ts';
import { bodyOf, mainRoom, type Scene } from '../views/views.ts';
import type { CursorMove, View } from './keys.ts';

/** Where a move leads in a view; `undefined` where there is nothing to move through. */
export function moved(move: CursorMove, scene: Scene, room: Room): WatchAction | undefined {
  return MOVED[scene.state.view](move, scene, room);
}

type Mover = (move: CursorMove, scene: Scene, room: Room) => WatchAction | undefined;

const scrolled: Mover = (move, scene, room) => {
  const { mostScroll } = bodyOf(scene, room);
  const from = Math.min(scene.state.top, mostScroll);
  return { type: 'scroll', top: clampIndex(from + stepsOf(move, from, room.height - 1), mostScroll + 1) };
};

const MOVED: Readonly<Record<View, Mover>> = {
  matrix: (move, { state, content }, room) => {
    const { lines } = matrixWindow(state, content, mainRoom(room));
    return cellAt(
      content.cell.line + stepsOf(move, content.cell.line, lines),
      content.cell.column,
      { state, content },
      room,
    );
  },
  list: (move, { state, content }, room) => {
    const { height } = mainRoom(room);
    const index = clampIndex(
      content.listIndex + stepsOf(move, content.listIndex, height - 2),
      content.list.rows.length,
    );
    return rowAt(index, state, content, room);
  },
  tried: (move, { content }, { height }) => {
    const index = clampIndex(
      content.pinnedIndex + stepsOf(move, content.pinnedIndex, height),
      content.pinned.length,
    );
    return { type: 'choose-pinned', pinned: { key: content.pinned[index]?.key ?? '', index } };
  },
  problems: (move, { content: { problemKeys, problemIndex } }) => {
    const index = clampIndex(problemIndex + stepsOf(move, problemIndex, 4), problemKeys.length);
    return { type: 'choose-problem', problem: { key: problemKeys[index] ?? '', index } };
  },
  runs: scrolled,
  coverage: scrolled,
  why: scrolled,
  diff: scrolled,
  help: scrolled,
};

function stepsOf(move: CursorMove, from: number, page: number): number {
  const half = Math.max(1, Math.floor(page / 2));
  const whole = Math.max(1, page);
  return {
    up: -1,
    down: 1,
    'page-up': -whole,
    'page-down': whole,
    'half-up': -half,
    'half-down': half,
    first: -from,
    last: Number.MAX_SAFE_INTEGER,
  }[move];
}

// ---- rows and cells ----

function rowAt(index: number, state: WatchState, content: Content, room: Room): WatchAction {
  const { list } = content;
  const { height } = mainRoom(room);
  const top = listStart(state.top, { ...content, listIndex: index }, height);
  return { type: 'choose', list: { key: list.rows[index]?.key ?? '', index }, top };
}

type CursorPlace = Pick<Scene, 'state' | 'content'>;

export function cellAt(
  line: number,
  column: number,
  { state, content }: CursorPlace,
  room: Room,
): WatchAction {
  const { matrix } = content;
  const at = {
    line: clampIndex(line, matrix.lines.length),
    column: clampIndex(column, matrix.columns.length),
  };
  const window = matrixWindow(state, content, mainRoom(room));
  return {
    type: 'choose-cell',
    cell: { line: matrix.lines[at.line]?.key ?? '', column: matrix.columns[at.column]?.key ?? '' },
    top: scrolledStart(window.top, at.line, matrix.lines.length, window.lines),
    left: scrolledStart(window.left, at.column, matrix.columns.length, window.columns),
  };
}

// ---- changes and failures ----

/** The next row or cell with a change or a failure, around the end; `undefined` when there is none. */
export function nextChange(by: 1 | -1, { state, content }: CursorPlace, room: Room): WatchAction | undefined {
  if (state.view === 'list') {
    const found = content.list.rows.flatMap((row, index) => (isNotable(row) ? [index] : []));
    const index = following(found, content.listIndex, by);
    return index === undefined ? undefined : rowAt(index, state, content, room);
  }
  const { matrix, cell } = content;
  const width = matrix.columns.length;
  const place = following(notableCells(matrix), cell.line * width + cell.column, by);
  return place === undefined
    ? undefined
    : cellAt(Math.floor(place / width), place % width, { state, content }, room);
}

/** By their places, line after line. */
function notableCells({ lines, columns, cell }: Content['matrix']): number[] {
  return lines.flatMap((line: Axis, index) =>
    columns.flatMap((column, at) =>
      cell(line, column)?.rows.some(isNotable) ? [index * columns.length + at] : [],
    ),
  );
}

function following(places: readonly number[], from: number, by: 1 | -1): number | undefined {
  return by === 1
    ? (places.find((place) => place > from) ?? places[0])
    : (places.findLast((place) => place < from) ?? places.at(-1));
}
