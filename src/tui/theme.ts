import type { TextProps } from 'ink';
import { createContext } from 'react';
import { type Meaning, STYLES } from '../reporters/wording.ts';

/** What a piece of text is, for its look: what it means, a part of Cedar code, or the row that is chosen. */
export type Tone = Meaning | 'keyword' | 'text' | 'comment' | 'name' | 'chosen' | 'title';

/** Whether the terminal is to be given colors; without them, weight and reversal remain. */
export const ColorContext = createContext(true);

/**
 * The look of a tone. Only the terminal's own 16 colors are used, never black or white: the user's theme makes them readable on its
 * background, light or dark.
 */
export function lookOf(tone: Tone | undefined, color: boolean): TextProps {
  if (tone === undefined) return {};
  const { color: hue, ...weight } = LOOKS[tone];
  return color && hue !== undefined ? { color: hue, ...weight } : weight;
}

const LOOKS: Readonly<Record<Tone, TextProps>> = {
  good: { color: STYLES.good },
  bad: { color: STYLES.bad, bold: true },
  doubt: { color: STYLES.doubt },
  quiet: { dimColor: true },
  strong: { bold: true },
  keyword: { color: 'magenta' },
  text: { color: STYLES.good },
  comment: { dimColor: true },
  name: { color: 'cyan' },
  chosen: { inverse: true },
  title: { color: 'cyan', bold: true },
};
