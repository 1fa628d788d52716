import { type Line, type Span, span } from './line.ts';

/** Whether a text has all words of a filter, and none of those that begin with `-`. */
export function matches(filter: string, text: () => string): boolean {
  const words = wordsOf(filter);
  if (words.length === 0) return true;
  const searched = text();
  return words.every((word) =>
    word.length > 1 && word.startsWith('-') ? !searched.includes(word.slice(1)) : searched.includes(word),
  );
}

function wordsOf(filter: string): string[] {
  return filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** The line with what a filter has found in it marked. */
export function withMatches(line: Line, filter: string): Line {
  const words = wordsOf(filter).filter((word) => !word.startsWith('-'));
  return words.length === 0 ? line : line.flatMap((one) => marked(one, words));
}

function marked(one: Span, words: readonly string[]): Span[] {
  const pattern = new RegExp(
    `(${words.map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, String.raw`\$&`)).join('|')})`,
    'gi',
  );
  return one.text
    .split(pattern)
    .map((text, index) => (index % 2 === 1 ? span(text, 'match') : { ...one, text }));
}
