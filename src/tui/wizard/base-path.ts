import { isBasePathRepeated } from '../../core/generation/base-path.ts';
import type { WizardState } from './state.ts';

/** Calls begin with the base path once, or twice: only where the paths repeat what their servers say is there anything to ask. */
export function changeBasePath(state: WizardState): WizardState {
  const spec = state.api.read?.spec;
  if (spec === undefined || !isBasePathRepeated(spec))
    return { ...state, notice: 'The paths do not repeat the base path of the servers' };
  const basePath = state.answers.basePath === '/' ? spec.basePath : '/';
  return { ...state, answers: { ...state.answers, basePath } };
}
