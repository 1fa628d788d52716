import { bindingsIn, type KeyMap, showKey } from './keys.ts';
import { fitLine, type Line, lineWidth, span, widthOf, wrapLine } from './line.ts';

/** The footer: the keys that matter here, as many as fit; the first ones matter most. */
export function footerLine<Mode extends string, Command>(
  map: KeyMap<Mode, Command>,
  mode: Mode,
  width: number,
): Line {
  const parts: Line[] = [];
  let used = 0;
  for (const { keys, footer } of bindingsIn(map, mode)) {
    const [key] = keys;
    if (footer === undefined || key === undefined) continue;
    const shown = showKey(key);
    const wide = widthOf(shown) + 1 + widthOf(footer) + (parts.length > 0 ? 3 : 0);
    if (used + wide > width - ELLIPSIS) return [...parts.flat(), span(' …', 'quiet')];
    used += wide;
    parts.push([span(parts.length > 0 ? '   ' : ''), span(shown, 'strong'), span(` ${footer}`, 'quiet')]);
  }
  return parts.flat();
}

const ELLIPSIS = 2;

/** The help screen: every key of a mode, and what it does; in two columns when there are more than fit, and room for two. */
export function helpLines<Mode extends string, Command>(
  map: KeyMap<Mode, Command>,
  mode: Mode,
  { width, height }: { readonly width: number; readonly height: number },
): Line[] {
  const rows = bindingsIn(map, mode).map(({ keys, help }) => ({ keys: keys.map(showKey).join(', '), help }));
  const single = keyLines(rows).flatMap((one) => wrapLine(one, width));
  if (rows.length <= height) return single;
  const half = Math.ceil(rows.length / 2);
  const left = keyLines(rows.slice(0, half));
  const right = keyLines(rows.slice(half));
  const column = widest(left);
  if (column + GAP + widest(right) > width) return single;
  return left.map((one, index) => [...fitLine(one, column + GAP), ...(right[index] ?? [])]);
}

const GAP = 3;

function widest(lines: readonly Line[]): number {
  return Math.max(0, ...lines.map(lineWidth));
}

function keyLines(rows: readonly { readonly keys: string; readonly help: string }[]): Line[] {
  const keyWidth = Math.max(0, ...rows.map(({ keys }) => widthOf(keys)));
  return rows.map(({ keys, help }) => [
    span(keys, 'strong'),
    span(' '.repeat(keyWidth - widthOf(keys) + 2)),
    span(help),
  ]);
}
