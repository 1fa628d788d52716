import { counted } from '../../../reporters/words/wording.ts';
import type { Room } from '../../frame.tsx';
import { bindingsIn, showKey } from '../../keys.ts';
import { type Line, line, span } from '../../line.ts';
import { KEYMAP } from '../keymap.ts';
import { modeOf, type WizardState, type WizardStep } from '../state.ts';
import { apiDetails } from './api-lines.ts';
import { endpointLines } from './endpoint-lines.ts';
import { schemaLines } from './model-lines.ts';
import { entityLines } from './principal-lines.ts';
import { contentLines } from './summary-lines.ts';
import { templateDetails } from './template-lines.ts';

const DETAILS: Readonly<Record<WizardStep, (state: WizardState, width: number) => Line[]>> = {
  API: apiDetails,
  Namespace: () => [],
  Patterns: endpointLines,
  Model: schemaLines,
  Principal: entityLines,
  Templates: templateDetails,
  Summary: contentLines,
};

/** The details of what is chosen, as far as they were scrolled, and a note of what is below them. */
export interface ShownDetails {
  readonly lines: readonly Line[];
  /** Empty when all of them are on the screen. */
  readonly more: string;
}

/** The note takes the last line, unless there is another place for it. */
export function showDetails(state: WizardState, { width, height }: Room, isNoteApart: boolean): ShownDetails {
  const all = DETAILS[state.step](state, width);
  const from = Math.min(state.scroll, Math.max(0, all.length - height));
  const shown = all.slice(from, from + height);
  const below = all.length - from - height;
  if (below <= 0) return { lines: shown, more: '' };
  if (isNoteApart) return { lines: shown, more: moreLines(below, state) };
  const more = moreLines(below + 1, state);
  return { lines: [...shown.slice(0, -1), line(span(more, 'quiet'))], more };
}

/** How far the details can be scrolled, so that their last line is on the screen. */
export function mostScroll(state: WizardState, { width, height }: Room): number {
  return Math.max(0, DETAILS[state.step](state, width).length - height);
}

function moreLines(count: number, state: WizardState): string {
  const key = bindingsIn(KEYMAP, modeOf(state)).find(({ command }) => command === 'scroll-down')?.keys[0];
  return `↓ ${counted(count, 'more line')}${key === undefined ? '' : `, ${showKey(key)} scrolls`}`;
}
