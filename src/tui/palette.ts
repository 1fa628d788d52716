import { type Binding, bindingsIn, type KeyMap, showKey } from './keys.ts';
import type { Room } from './layout.ts';
import { fitLine, type Line, span } from './line.ts';
import { matches } from './matching.ts';
import { clampIndex, scrolledStart } from './window.ts';

/** The commands that work in a mode, as far as they have what is typed: in what they do, in their names or their keys. */
export function foundCommands<Mode extends string, Command extends string>(
  map: KeyMap<Mode, Command>,
  mode: Mode,
  text: string,
): Binding<Mode, Command>[] {
  return bindingsIn(map, mode).filter(
    ({ help, command, keys }) =>
      command !== 'palette' &&
      matches(text, () => `${help} ${command} ${keys.map(showKey).join(' ')}`.toLowerCase()),
  );
}

/** Below this, what a command does is worth more than that all of its keys are in line. */
const NARROW = 60;

/** The commands that were found, around the chosen one. */
export function paletteLines<Mode extends string, Command>(
  found: KeyMap<Mode, Command>,
  at: number,
  { width, height }: Room,
): Line[] {
  if (found.length === 0) return [[span('  no command has these words', 'quiet')]];
  const chosen = clampIndex(at, found.length);
  const start = scrolledStart(0, chosen, found.length, height);
  return found.slice(start, start + height).map(({ keys, help }, index) => {
    const shown = keys
      .map(showKey)
      .join(', ')
      .padEnd(width < NARROW ? 5 : 18);
    return start + index === chosen
      ? fitLine([span(`> ${shown} ${help}`, 'chosen')], width)
      : [span('  '), span(shown, 'strong'), span(` ${help}`)];
  });
}
