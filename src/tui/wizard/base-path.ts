import { isBasePathRepeated } from '../../core/generation/base-path.ts';
import type { WizardState } from './state.ts';

/** Only where the paths repeat what their servers say is there anything to ask. */
export function isBasePathAsked({ api }: WizardState): boolean {
  return api.read !== undefined && isBasePathRepeated(api.read.spec);
}

/** Calls begin with the base path once, or twice. */
export function changeBasePath(state: WizardState): WizardState {
  const spec = state.api.read?.spec;
  if (spec === undefined || !isBasePathAsked(state))
    return { ...state, notice: 'The paths do not repeat the base path of the servers' };
  const basePath = state.answers.basePath === '/' ? spec.basePath : '/';
  return { ...state, answers: { ...state.answers, basePath } };
}
