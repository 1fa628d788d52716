import { isBasePathAsked } from './base-path.ts';
import { KEYMAP, type WizardCommand } from './keymap.ts';
import { isFiltered } from './review-rows.ts';
import { isReplacing, type WizardState } from './state.ts';
import { layoutNow, WIDE } from './views/step-layout.ts';

/** The keys that are told: not those to what is on the screen anyway, nor those to what is not asked. */
export function keysNow(state: WizardState): typeof KEYMAP {
  const told = KEYMAP.filter(({ command }) => TOLD[command]?.(state) ?? true);
  if (state.isDetailed) return told;
  if (state.step === 'API') return leavingByBack(told);
  if (state.step !== 'Patterns' || !isFiltered(state)) return told;
  return told.map((binding) => (binding.command === 'back' ? { ...binding, footer: 'show all' } : binding));
}

/** No step is before the first one: going back from it is leaving, and the footer offers that once. */
function leavingByBack(told: typeof KEYMAP): typeof KEYMAP {
  const leave = told.find(({ command }) => command === 'leave');
  if (leave === undefined) return told;
  const { footer: _once, ...unoffered } = leave;
  return told.map((binding) => {
    if (binding.command === 'back') return { ...binding, help: leave.help, footer: 'leave' };
    return binding === leave ? unoffered : binding;
  });
}

const TOLD: Readonly<Partial<Record<WizardCommand, (state: WizardState) => boolean>>> = {
  details: (state) => layoutNow(state).arrangement === 'one',
  preview: ({ screen }) => screen.width < WIDE,
  'base-path': isBasePathAsked,
  keep: ({ summary }) => summary.files.some(isReplacing),
};
