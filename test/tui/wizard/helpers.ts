import { DEFAULT_ANSWERS } from '../../../src/core/generation/project-draft.ts';
import { loadSpec } from '../../../src/project/loading/load-spec.ts';
import { allTemplates } from '../../../src/project/templates.ts';
import { commandFor, type KeyPress } from '../../../src/tui/keys.ts';
import type { WizardStart } from '../../../src/tui/wizard/host.ts';
import { KEYMAP } from '../../../src/tui/wizard/keymap.ts';
import { wizardReducer } from '../../../src/tui/wizard/reducer.ts';
import { firstReading, initialState, modeOf, type WizardState } from '../../../src/tui/wizard/state.ts';

export const START: WizardStart = {
  folder: '/my-api',
  candidates: ['openapi.yaml', 'other.yaml'],
  namespaceGiven: false,
  templates: allTemplates(),
  answers: { ...DEFAULT_ANSWERS, attributes: 'scalar', namespace: '', templates: ['members', 'viewers'] },
  force: false,
};

/** A state after keys: names such as `enter`, or single characters; longer texts are typed character by character. */
export function press(state: WizardState, ...keys: readonly string[]): WizardState {
  const presses = keys.flatMap((key) => (NAMED.has(key) ? [pressOf(key)] : [...key].map(pressOf)));
  return presses.reduce((one, each) => wizardReducer(one, { type: 'key', press: each }), state);
}

const NAMED = new Set([
  'enter',
  'esc',
  'up',
  'down',
  'space',
  'pagedown',
  'pageup',
  'home',
  'end',
  'backspace',
  'tab',
  'ctrl+c',
  'ctrl+u',
  'ctrl+d',
  'ctrl+p',
]);

function pressOf(key: string): KeyPress {
  return { name: key === ' ' ? 'space' : key, text: key === 'space' ? ' ' : NAMED.has(key) ? '' : key };
}

/** The wizard after it has read this file of the example. */
export async function reading(file: string, start: WizardStart = START): Promise<WizardState> {
  const outcome = await loadSpec(file, '/');
  const name = start.spec ?? start.candidates[0] ?? '';
  const begun = { ...initialState(start), ...firstReading(start) };
  return wizardReducer(begun, { type: 'read', file: name, outcome });
}

/** What a key would do now. */
export function meaning(state: WizardState, key: string): string | undefined {
  return commandFor(KEYMAP, modeOf(state), key);
}
