import { visibleOnScreen } from '../reporters/words/wording.ts';
import { fitAround, fitMiddle, type Line, type Span, span } from './line.ts';

/** Whether a text has all words of a filter, and none of those that begin with `-`. */
export function matches(filter: string, text: () => string): boolean {
  const words = filterWords(filter);
  if (words.length === 0) return true;
  const searched = text();
  return words.every((word) =>
    word.length > 1 && word.startsWith('-') ? !searched.includes(word.slice(1)) : searched.includes(word),
  );
}

/** The words of a filter, in small letters. */
export function filterWords(filter: string): string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The text at exactly this width, cut in its middle; or where a word of the filter stays whole, if there is such a place. */
export function fitFound(text: string, width: number, filter: string): string {
  const fitted = fitMiddle(text, width);
  const words = foundWords(filter);
  if (words.length === 0) return fitted;
  const whole = visibleOnScreen(text);
  const hidden = words.find((word) => patternOf([word]).test(whole) && !patternOf([word]).test(fitted));
  if (hidden === undefined) return fitted;
  const pattern = patternOf([hidden]);
  const around = fitAround(whole, width, whole.search(pattern));
  return pattern.test(around) ? around : fitted;
}

/** Those that are to be there. */
function foundWords(filter: string): string[] {
  return filterWords(filter).filter((word) => !word.startsWith('-'));
}

function patternOf(words: readonly string[]): RegExp {
  const escaped = words.map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`));
  return new RegExp(`(${escaped.join('|')})`, 'i');
}

/** The line with what a filter has found in it marked. */
export function withMatches(line: Line, filter: string): Line {
  const words = foundWords(filter);
  return words.length === 0 ? line : line.flatMap((one) => marked(one, words));
}

function marked(one: Span, words: readonly string[]): Span[] {
  return one.text
    .split(patternOf(words))
    .map((text, index) => (index % 2 === 1 ? span(text, 'match') : { ...one, text }));
}
