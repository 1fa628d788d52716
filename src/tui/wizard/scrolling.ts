import { layOutFrame } from '../layout.ts';
import type { WizardCommand } from './keymap.ts';
import type { WizardState } from './state.ts';
import { mostScroll } from './views/details.ts';
import { keyHelp } from './views/overlays.ts';
import { layoutNow, WIDE } from './views/step-layout.ts';

/** Keys about what is to be seen, not about what is answered. */
export const SCROLLING = {
  'scroll-up': (state) => scroll(state, -1),
  'scroll-down': (state) => scroll(state, 1),
  details: (state) =>
    layoutNow(state).arrangement === 'one'
      ? { ...state, isDetailed: !state.isDetailed, scroll: 0 }
      : { ...state, notice: 'The details are on the screen already' },
  preview: (state) =>
    state.screen.width >= WIDE ? { ...state, notice: 'Both are on the screen already' } : previewed(state),
  help: (state) => ({ ...state, overlay: 'help', scroll: 0 }),
} as const satisfies Partial<Record<WizardCommand, (state: WizardState) => WizardState>>;

/** A person who asks for another view wants to see it. */
function previewed(state: WizardState): WizardState {
  const { templates } = state;
  return {
    ...state,
    isDetailed: true,
    scroll: 0,
    templates: { ...templates, isPreviewed: !templates.isPreviewed },
  };
}

/** By half of what is seen: the other half says where one is. */
function scroll(state: WizardState, by: number): WizardState {
  const { body } = layOutFrame(state.screen, 0);
  const isHelp = state.overlay === 'help';
  const room = isHelp ? body : layoutNow(state).details;
  const most = isHelp ? keyHelp(state, body).length - body.height : mostScroll(state, room);
  const step = Math.max(1, Math.floor(room.height / 2));
  return { ...state, scroll: Math.max(0, Math.min(most, state.scroll + by * step)) };
}
