import { isBasePathAsked } from './base-path.ts';
import { KEYMAP, type WizardCommand } from './keymap.ts';
import { isFiltered } from './review-rows.ts';
import type { WizardState } from './state.ts';
import { layoutNow, WIDE } from './views/step-layout.ts';

/** The keys that are told: not those to what is on the screen anyway, nor those to what is not asked. */
export function keysNow(state: WizardState): typeof KEYMAP {
  const told = KEYMAP.filter(({ command }) => TOLD[command]?.(state) ?? true);
  if (state.step !== 'Patterns' || state.isDetailed || !isFiltered(state)) return told;
  return told.map((binding) => (binding.command === 'back' ? { ...binding, footer: 'show all' } : binding));
}

const TOLD: Readonly<Partial<Record<WizardCommand, (state: WizardState) => boolean>>> = {
  details: (state) => layoutNow(state).arrangement === 'one',
  preview: ({ screen }) => screen.width < WIDE,
  'base-path': isBasePathAsked,
};
