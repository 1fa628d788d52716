import { questionText } from '../../../reporters/words/result-text.ts';
import { fitCall } from '../../fit-call.ts';
import { besideLines, type Room } from '../../layout.ts';
import { type Line, lineWidth, span, wrapText } from '../../line.ts';
import { paletteLines } from '../../palette.ts';
import { clampIndex } from '../../window.ts';
import type { WatchActions } from '../actions.ts';
import type { Content } from '../content.ts';
import type { View } from '../keys/keys.ts';
import { notableFirst } from '../rows/matrix.ts';
import { hasDecisions } from '../rows/problems.ts';
import type { Row } from '../rows/rows.ts';
import { commandsFound, type WatchState } from '../state.ts';
import { listLines } from './list-view.ts';
import { loadingLines } from './loading-view.ts';
import { changeMark, decisionSpans, expectationMark } from './marks.ts';
import { matrixLines } from './matrix-view.ts';
import { coverageLines, helpScreen, planLines, problemLines, runLines } from './text-views.ts';
import { triedLines } from './tried-view.ts';
import { verdictLines, whyLines } from './why-view.ts';

/** Everything that a view is drawn from. */
export interface Scene {
  readonly state: WatchState;
  readonly content: Content;
  readonly actions: Pick<WatchActions, 'explained' | 'explain'>;
}

/** The middle of the screen. */
export interface ViewBody {
  readonly lines: readonly Line[];
  /** How far it can be scrolled; 0 where a chosen row is followed instead. */
  readonly mostScroll: number;
}

/** Each view as lines of a width, at most so many as there is room for. */
const DRAWN: Readonly<Record<View, (scene: Scene, room: Room) => ViewBody>> = {
  matrix: (scene, room) => withWhy(scene, room, (left) => matrixLines(scene.state, scene.content, left)),
  list: (scene, room) => withWhy(scene, room, (left) => listLines(scene.state, scene.content, left)),
  tried: (scene, room) => withWhy(scene, room, (left) => triedLines(scene.content, left)),
  runs: ({ state }, room) => scrolled(runLines(state, room), state, room),
  coverage: ({ state, content }, room) => scrolled(coverageLines(content, room), state, room),
  problems: problemsBody,
  why: whyBody,
  diff: ({ state }, room) => scrolled(planLines(state, room), state, room),
  help: ({ state }, room) => scrolled(helpScreen(state, room), state, room),
};

export function bodyOf(scene: Scene, room: Room): ViewBody {
  const { state, content } = scene;
  if (state.typing?.what === 'palette')
    return still(paletteLines(commandsFound(state), state.typing.chosen, room));
  // Help is there from the first moment on.
  if (!content.run && state.view !== 'help') return still(loadingLines(state.snapshot, room));
  return DRAWN[state.view](scene, room);
}

function still(lines: readonly Line[]): ViewBody {
  return { lines, mostScroll: 0 };
}

function scrolled(lines: readonly Line[], { top }: WatchState, { height }: Room): ViewBody {
  const mostScroll = Math.max(0, lines.length - height);
  const from = clampIndex(top, mostScroll + 1);
  return { lines: lines.slice(from, from + height), mostScroll };
}

// ---- the chosen decision beside or below ----

/** From so many columns on, why the chosen decision is what it is stands beside. */
const WIDE = 140;
/** From so many lines on, the verdict alone stands below. */
const TALL = 13;

export function isBeside(width: number): boolean {
  return width >= WIDE;
}

/** The part of the room that the chosen view itself has. */
export function mainRoom({ width, height }: Room): Room {
  if (isBeside(width)) return { width: leftWidth(width), height };
  return height >= TALL ? { width, height: height - PREVIEW - 1 } : { width, height };
}

/** A matrix has use for more; an explanation is readable from some width on. */
function leftWidth(width: number): number {
  return Math.max(Math.floor(width * 0.58), Math.min(width - 66, Math.floor(width * 0.72)));
}

const PREVIEW = 5;

function withWhy(scene: Scene, room: Room, draw: (room: Room) => Line[]): ViewBody {
  const { state, content, actions } = scene;
  const main = mainRoom(room);
  const lines = draw(main);
  if (main.width === room.width && main.height === room.height) return still(lines);
  const { row } = content;
  const beside = main.width < room.width;
  const width = beside ? room.width - main.width - 3 : room.width;
  const explanations = row && actions.explained(row);
  const about = row
    ? beside
      ? whyLines(row, state, content, { explanations, width })
      : verdictLines(row, state, content, width)
    : cellLines(scene, { width, isWhole: beside });
  if (beside) return still(besideLines(lines, about, main.width, room));
  const filler = Array.from({ length: Math.max(0, main.height - lines.length) }, (): Line => []);
  const rule: Line = [span('─'.repeat(room.width), 'quiet')];
  return still([...lines.slice(0, main.height), ...filler, rule, ...about.slice(0, PREVIEW)]);
}

/** The calls of a cell that holds several, what is notable first; where there is room for it, why the first one is as it is. */
function cellLines(
  { state, content, actions }: Scene,
  { width, isWhole }: { readonly width: number; readonly isWhole: boolean },
): Line[] {
  // Elsewhere the cell is not what is chosen.
  const cell = state.view === 'matrix' ? content.cell.cell : undefined;
  const rows = cell ? notableFirst(cell) : [];
  const [first] = rows;
  if (!first) return state.view === 'matrix' ? unaskedLines(state, content, width) : [];
  const what = cell?.isTested ? 'fixtures' : 'calls that no fixture makes';
  const head: Line = [
    span(`${rows.length} ${what} in this cell`, 'strong'),
    span('   Enter lists them', 'quiet'),
  ];
  const listed = [head, ...rows.map((row) => callLine(row, width))];
  if (!isWhole) return listed;
  const explanations = actions.explained(first);
  return [...listed, [], ...whyLines(first, state, content, { explanations, width })];
}

/** Where a dot stands in the matrix; what else could be called there is known a moment later. */
function unaskedLines({ live }: WatchState, { matrix, run }: Content, width: number): Line[] {
  if (!hasDecisions(run) || matrix.lines.length === 0 || matrix.columns.length === 0) return [];
  const isKnown = live.untested.size > 0;
  const why = isKnown ? ', and the fixtures name nothing that it could be asked about' : '';
  return wrapText(`· no fixture calls it${why}`, width, 'quiet');
}

function callLine(row: Row, width: number): Line {
  const before = [
    expectationMark(row),
    span(' '),
    changeMark(row),
    span(' '),
    ...decisionSpans(row, false),
    span('  '),
  ];
  return [...before, span(fitCall(questionText(row.ready.fixture), width - lineWidth(before)))];
}

// ---- texts ----

function whyBody({ state, content, actions }: Scene, room: Room): ViewBody {
  const { row } = content;
  if (!row) return still([[span('this call is gone; Esc leads back', 'doubt')]]);
  const explanations = actions.explain(row);
  return scrolled(whyLines(row, state, content, { explanations, width: room.width }), state, room);
}

/** The chosen problem is always on the screen. */
function problemsBody({ content }: Scene, room: Room): ViewBody {
  const { lines, starts } = problemLines(content, room);
  const at = starts[content.problemIndex] ?? 0;
  const next = starts[content.problemIndex + 1] ?? lines.length;
  const from = Math.min(at, Math.max(0, next - room.height));
  return { lines: lines.slice(from, from + room.height), mostScroll: 0 };
}
