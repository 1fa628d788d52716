import { counted } from '../../../reporters/words/wording.ts';
import { bindingsIn, showKey } from '../../keys.ts';
import { besideLines, type Room } from '../../layout.ts';
import { type Line, line, span, wrapLine } from '../../line.ts';
import { KEYMAP } from '../keymap.ts';
import { modeOf, type WizardState, type WizardStep } from '../state.ts';
import { apiDetails } from './api-lines.ts';
import { endpointLines } from './endpoint-lines.ts';
import { schemaLines } from './model-lines.ts';
import { entityLines } from './principal-lines.ts';
import { contentLines } from './summary-lines.ts';
import { type DetailColumn, templateColumns } from './template-lines.ts';

/** What stands beside each other, each in lines that may be wider than it: a large API has thousands, and only those on the screen are broken. */
type DetailColumns = readonly DetailColumn[];

const DETAILS: Readonly<Record<WizardStep, (state: WizardState, width: number) => DetailColumns>> = {
  API: inOne(apiDetails),
  Namespace: () => [],
  Patterns: inOne(endpointLines),
  Model: inOne(schemaLines),
  Principal: inOne(entityLines),
  Templates: templateColumns,
  Summary: inOne(contentLines),
};

function inOne(lines: (state: WizardState, width: number) => readonly Line[]) {
  return (state: WizardState, width: number): DetailColumns => [{ width, lines: lines(state, width) }];
}

/** The details of what is chosen, as far as they were scrolled, and a note of what is below them. */
export interface ShownDetails {
  readonly lines: readonly Line[];
  /** Empty when all of them are on the screen. */
  readonly more: string;
}

/** The note takes the last line, unless there is another place for it. */
export function showDetails(state: WizardState, { width, height }: Room, isNoteApart: boolean): ShownDetails {
  const columns = DETAILS[state.step](state, width);
  const whole = showColumns(columns, state.scroll, height);
  if (whole.below === 0) return { lines: whole.lines, more: '' };
  if (isNoteApart) return { lines: whole.lines, more: moreLines(whole.below, state) };
  const { lines, below } = showColumns(columns, state.scroll, height - 1);
  const more = moreLines(below, state);
  return { lines: [...lines, line(span(more, 'quiet'))], more };
}

/** How far the details can be scrolled, so that their last line is on the screen. */
export function mostScroll(state: WizardState, { width, height }: Room): number {
  return Math.max(0, ...DETAILS[state.step](state, width).map((column) => lastStart(column, height)));
}

/** Columns are scrolled together; one that is at its end stays there. */
function showColumns(columns: DetailColumns, scroll: number, height: number) {
  const shown = columns.map((column) => {
    const from = Math.min(scroll, lastStart(column, height));
    return { ...broken(column, from, height), width: column.width };
  });
  const below = Math.max(0, ...shown.map((column) => column.below));
  const [first, ...others] = shown;
  if (first === undefined) return { lines: [], below };
  const lines = others.reduce(
    (joined, column) => besideLines(joined, column.lines, first.width, { width: column.width, height }),
    first.lines,
  );
  return { lines, below };
}

/** As many lines as fit, broken where they are too wide; and how many there are below them. */
function broken({ lines, width }: DetailColumn, from: number, height: number) {
  const shown: Line[] = [];
  for (const [index, one] of lines.slice(from, from + height).entries()) {
    const parts = wrapLine(one, width);
    if (shown.length + parts.length > height) {
      const rest = parts.slice(0, height - shown.length);
      return { lines: [...shown, ...rest], below: lines.length - from - index };
    }
    shown.push(...parts);
  }
  return { lines: shown, below: Math.max(0, lines.length - from - height) };
}

/** The line to begin with, so that all that follow just fit. */
function lastStart({ lines, width }: DetailColumn, height: number): number {
  let room = height;
  let start = lines.length;
  while (start > 0) {
    room -= wrapLine(lines[start - 1] ?? [], width).length;
    if (room < 0) break;
    start -= 1;
  }
  return Math.min(start, Math.max(0, lines.length - 1));
}

function moreLines(count: number, state: WizardState): string {
  const key = bindingsIn(KEYMAP, modeOf(state)).find(({ command }) => command === 'scroll-down')?.keys[0];
  return `↓ ${counted(count, 'more line')}${key === undefined ? '' : `, ${showKey(key)} scrolls`}`;
}
