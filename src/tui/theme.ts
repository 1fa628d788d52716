import { styleText } from 'node:util';
import { createContext } from 'react';
import { type Meaning, STYLES } from '../reporters/words/wording.ts';

/** What a piece of text is, for its look: what it means, a part of Cedar code, or the row that is chosen. */
export type Tone =
  | Meaning
  | 'keyword'
  | 'text'
  | 'comment'
  | 'name'
  | 'chosen'
  | 'title'
  /** The two decisions: hues of their own, since neither of them is good or bad. */
  | 'allow'
  | 'deny'
  /** The same where nothing is expected. */
  | 'faint-allow'
  | 'faint-deny'
  /** What a filter has found. */
  | 'match';

/** Whether the terminal is to be given colors; without them, weight and reversal remain. */
export const ColorContext = createContext(true);

/**
 * The text with the look of its tone. Only the terminal's own 16 colors are used, never black or white: the user's theme makes them
 * readable on its background, light or dark.
 */
export function paintTone(text: string, tone: Tone | undefined, color: boolean): string {
  if (tone === undefined || text === '') return text;
  const { color: hue, weight } = LOOKS[tone];
  const styles = [...(weight ? [weight] : []), ...(color && hue ? [hue] : [])];
  return styles.length === 0 ? text : styleText(styles, text, { validateStream: false });
}

interface Look {
  readonly color?: 'green' | 'red' | 'yellow' | 'magenta' | 'cyan';
  readonly weight?: 'bold' | 'dim' | 'inverse' | 'underline';
}

const LOOKS: Readonly<Record<Tone, Look>> = {
  good: { color: STYLES.good },
  bad: { color: STYLES.bad, weight: 'bold' },
  doubt: { color: STYLES.doubt },
  quiet: { weight: STYLES.quiet },
  strong: { weight: STYLES.strong },
  keyword: { color: 'magenta' },
  text: { color: STYLES.good },
  comment: { weight: 'dim' },
  name: { color: 'cyan' },
  chosen: { weight: 'inverse' },
  title: { color: 'cyan', weight: 'bold' },
  allow: { color: 'cyan' },
  deny: { color: 'magenta' },
  'faint-allow': { color: 'cyan', weight: 'dim' },
  'faint-deny': { color: 'magenta', weight: 'dim' },
  match: { weight: 'underline' },
};
