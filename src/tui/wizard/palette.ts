import type { KeyPress } from '../keys.ts';
import type { Room } from '../layout.ts';
import { type Line, line, span } from '../line.ts';
import { foundCommands, paletteLines } from '../palette.ts';
import { showField, textField, typeInto } from '../text-field.ts';
import { clampIndex } from '../window.ts';
import type { WizardCommand } from './keymap.ts';
import { keysNow } from './keys-now.ts';
import { modeOf, type WizardState } from './state.ts';

/** The commands of the step below that have what is typed. */
function found(state: WizardState) {
  return foundCommands(keysNow(state), modeOf({ ...state, overlay: 'none' }), state.palette.field.text);
}

export const PALETTE = {
  palette: (state) => ({ ...state, overlay: 'palette', palette: { field: textField(''), chosen: 0 } }),
  'palette-up': (state) => choose(state, -1),
  'palette-down': (state) => choose(state, 1),
} as const satisfies Partial<Record<WizardCommand, (state: WizardState) => WizardState>>;

function choose(state: WizardState, by: number): WizardState {
  const chosen = clampIndex(state.palette.chosen + by, found(state).length);
  return { ...state, palette: { ...state.palette, chosen } };
}

export function typeCommand(state: WizardState, press: KeyPress): WizardState {
  return { ...state, palette: { field: typeInto(state.palette.field, press), chosen: 0 } };
}

export function chosenCommand(state: WizardState): WizardCommand | undefined {
  return found(state)[state.palette.chosen]?.command;
}

export function wizardPaletteLines(state: WizardState, { width, height }: Room): Line[] {
  const { field, chosen } = state.palette;
  return [
    line(span('command: ', 'strong'), ...showField(field, width - 12, true)),
    line(),
    ...paletteLines(found(state), chosen, { width, height: Math.max(1, height - 2) }),
  ];
}
