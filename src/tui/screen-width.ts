import stringWidth, { type Options } from 'string-width';

/**
 * The columns that a text takes on the screen, without the colors in it: wide characters take two, marks that join them none. The bundle
 * has Ink ask here, too: it measures every line of every frame.
 */
export default function screenWidth(text: string, options?: Options): number {
  if (options) return stringWidth(text, options);
  const shown = text.includes(ESCAPE) ? text.replaceAll(COLOR, '') : text;
  return isNarrow(shown) ? shown.length : stringWidth(text);
}

/** Whether every character takes one column, on all terminals: of others, some take more on one than on another. In the bundle, Ink asks here, too. */
export function isNarrow(text: string): boolean {
  return NARROW.test(text);
}

const ESCAPE = '\u001b';
const COLOR = /\u001b\[[\d;]*m/g;

/** Signs of ours that are not ASCII, and take one column each. */
export const NARROW_SIGNS = '✓✗●○◐•◦½·▲▼±◀▶│─█░…↪';

/** Nearly all texts are of characters that take one column each, and none of these needs to be taken apart. */
const NARROW = new RegExp(`^[ -~${NARROW_SIGNS}]*$`);
