import { cedarTokens, isComment } from '../core/cedar/tokens.ts';
import { type Line, type Span, span } from './line.ts';
import type { Tone } from './theme.ts';

/** Cedar text as lines, with its words in their colors. */
export function highlightCedar(text: string): Line[] {
  const lines: Span[][] = [[]];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    append(lines, text.slice(end, match.index));
    append(lines, match[0], toneOf(match[0]));
    end = match.index + match[0].length;
  }
  append(lines, text.slice(end));
  return lines;
}

const KEYWORDS =
  /^(?:permit|forbid|when|unless|if|then|else|in|is|has|like|true|false|principal|action|resource|context)$/;

/** Annotations, names of types, words. */
const TOKENS = cedarTokens(String.raw`@\w+`, String.raw`\w+(?:::\w+)*`);

function toneOf(token: string): Tone | undefined {
  if (isComment(token)) return 'comment';
  if (token.startsWith('"')) return 'text';
  if (token.startsWith('@')) return 'doubt';
  if (token.includes('::')) return 'name';
  return KEYWORDS.test(token) ? 'keyword' : undefined;
}

/** A string may hold line ends. */
function append(lines: Span[][], text: string, tone?: Tone): void {
  const [first = '', ...others] = text.split('\n');
  if (first !== '') lines.at(-1)?.push(span(first, tone));
  for (const other of others) lines.push(other === '' ? [] : [span(other, tone)]);
}
