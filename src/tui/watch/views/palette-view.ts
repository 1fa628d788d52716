import type { Room } from '../../frame.tsx';
import { type Binding, bindingsIn, showKey } from '../../keys.ts';
import { fitLine, type Line, span } from '../../line.ts';
import { scrolledStart } from '../../window.ts';
import { matches } from '../filter.ts';
import { KEYS, type WatchCommand, type WatchMode } from '../keys.ts';
import type { WatchState } from '../state.ts';

/** The commands that work in the view below, as far as they have what is typed. */
export function paletteBindings({ typing, view }: WatchState): Binding<WatchMode, WatchCommand>[] {
  const text = typing?.field.text ?? '';
  return bindingsIn(KEYS, view).filter(
    ({ help, command, keys }) =>
      command !== 'palette' &&
      matches(text, () => `${help} ${command} ${keys.map(showKey).join(' ')}`.toLowerCase()),
  );
}

export function paletteLines(state: WatchState, { width, height }: Room): Line[] {
  const found = paletteBindings(state);
  if (found.length === 0) return [[span('  no command is called so', 'quiet')]];
  const chosen = Math.min(state.typing?.chosen ?? 0, found.length - 1);
  const start = scrolledStart(0, chosen, found.length, height);
  return found.slice(start, start + height).map(({ keys, help }, index) => {
    const shown = keys.map(showKey).join(', ').padEnd(18);
    return start + index === chosen
      ? fitLine([span(`> ${shown} ${help}`, 'chosen')], width)
      : [span('  '), span(shown, 'strong'), span(` ${help}`)];
  });
}
