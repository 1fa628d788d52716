import { isBasePathAsked } from './base-path.ts';
import { KEYMAP, type WizardCommand } from './keymap.ts';
import type { WizardState } from './state.ts';
import { layoutNow, WIDE } from './views/step-layout.ts';

/** The keys that are told: not those to what is on the screen anyway, nor those to what is not asked. */
export function keysNow(state: WizardState): typeof KEYMAP {
  return KEYMAP.filter(({ command }) => TOLD[command]?.(state) ?? true);
}

const TOLD: Readonly<Partial<Record<WizardCommand, (state: WizardState) => boolean>>> = {
  details: (state) => layoutNow(state).arrangement === 'one',
  preview: ({ screen }) => screen.width < WIDE,
  'base-path': isBasePathAsked,
};
