import { idleKey, type KeyPress } from '../keys.ts';
import { type TextField, typeInto } from '../text-field.ts';
import { KEYMAP } from './keymap.ts';
import { typeCommand } from './palette.ts';
import { modeOf, PRINCIPAL_FIELDS, type WizardState } from './state.ts';
import { takeTyped } from './steps.ts';

/** A key that is no command is typed where something is. */
export function typeKey(state: WizardState, press: KeyPress): WizardState {
  const { api, patterns, principal } = state;
  switch (modeOf(state)) {
    case 'path':
      return {
        ...state,
        isDetailed: false,
        api: { ...api, path: typeInto(api.path, press), completions: [], problems: [] },
      };
    case 'namespace':
      return takeTyped({ ...state, namespace: typeInto(state.namespace, press) });
    case 'palette':
      return typeCommand(state, press);
    case 'search':
      return { ...state, patterns: { ...patterns, search: typeInto(patterns.search, press), chosen: 0 } };
    case 'type':
      return { ...state, patterns: { ...patterns, type: typeInto(patterns.type, press) } };
    case 'principal':
      return takeTyped({
        ...state,
        isDetailed: false,
        principal: { ...principal, fields: typeField(principal, press) },
      });
    case 'api':
    case 'patterns':
    case 'model':
    case 'templates':
    case 'summary':
    case 'planning':
    case 'running':
    case 'done':
    case 'leave':
    case 'help':
    case 'resume':
    case 'open':
      return press.name === '' ? state : { ...state, notice: idleKey(press, KEYMAP, modeOf(state)) };
  }
}

function typeField({ fields, chosen }: WizardState['principal'], press: KeyPress) {
  const field = PRINCIPAL_FIELDS[chosen];
  const typed: Record<string, TextField> = field ? { [field]: typeInto(fields[field], press) } : {};
  return { ...fields, ...typed };
}
