import { layOutFrame, type Room } from '../../layout.ts';
import { widthOf } from '../../line.ts';
import type { WizardState, WizardStep } from '../state.ts';

/** Where a step has its list, or its questions, and where the details of what is chosen. */
export interface StepLayout {
  /** On a small screen there is room for one of them: a key changes between both. */
  readonly arrangement: 'beside' | 'below' | 'one';
  readonly list: Room;
  readonly details: Room;
}

export function layOutStep(state: WizardState, room: Room): StepLayout {
  const { width, height } = room;
  if (!hasDetails(state)) return { arrangement: 'beside', list: room, details: { width: 0, height } };
  if (state.step === 'Patterns' && width < WIDE) {
    if (isSmall(room) || height < LOW) return { arrangement: 'one', list: room, details: room };
    const below = Math.min(MOST_BELOW, Math.floor(height * 0.55));
    const list = { width, height: height - below - 1 };
    return { arrangement: 'below', list, details: { width, height: below } };
  }
  if (isSmall(room)) return { arrangement: 'one', list: room, details: room };
  const left = LIST_WIDTHS[state.step](state, width);
  return {
    arrangement: 'beside',
    list: { width: left, height },
    details: { width: width - left - RULE, height },
  };
}

/** The layout on the screen as it is now. */
export function layoutNow(state: WizardState): StepLayout {
  return layOutStep(state, layOutFrame(state.screen, 0).body);
}

/** Whether there is no room for two columns. */
export function isSmall({ width }: Room): boolean {
  return width < 60;
}

/** Whether every line counts: then notes are short, and nothing is left empty. */
export function isTight({ height }: Room): boolean {
  return height < 16;
}

/** From so many columns on there is room for three blocks side by side. */
export const WIDE = 150;

/** From so many rows on there is room for a table and something below it. */
const LOW = 10;
const MOST_BELOW = 12;
const RULE = 3;

function hasDetails({ step, summary }: WizardState): boolean {
  if (step === 'Summary') return summary.phase === 'ready' && summary.files.length > 0;
  return step !== 'Namespace';
}

const LIST_WIDTHS: Readonly<Record<WizardStep, (state: WizardState, width: number) => number>> = {
  API: (_, width) => Math.min(44, Math.floor(width * 0.4)),
  Namespace: (_, width) => width,
  Patterns: (_, width) => Math.floor(width * 0.63),
  Model: (_, width) => Math.floor(width / 2),
  Principal: (_, width) => Math.min(56, Math.floor(width / 2)),
  Templates: ({ start }, width) => {
    const widest = Math.max(...start.templates.map(({ name }) => widthOf(name)));
    return Math.max(widest + 8, Math.min(50, Math.floor(width * 0.3)));
  },
  Summary: ({ summary }, width) => {
    const widest = Math.max(...summary.files.map(({ name }) => widthOf(name)));
    return Math.min(widest + 13, Math.floor(width * 0.55));
  },
};
