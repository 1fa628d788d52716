import { memoize } from '../caching/memoize.ts';

/** The two things in Cedar text that hide what looks like other tokens; the grammar of policies and schemas has them in common. */
const COMMENT = String.raw`//[^\n\r]*`;
const STRING = String.raw`"[^"\\]*(?:\\[^\n][^"\\]*)*"`;

/**
 * A pattern for tokens of Cedar text: comments and strings, each as a whole, and what `others` matches outside them.
 * The engine does not tell where policies, comments and brackets stand; this much can be read without parsing.
 */
export function cedarTokens(...others: readonly string[]): RegExp {
  return new RegExp([COMMENT, STRING, ...others].join('|'), 'gu');
}

export function isComment(token: string): boolean {
  return token.startsWith('//');
}

export const COMMENT_OR_STRING = cedarTokens();

/** The text with a blank in place of each comment. */
export function withoutComments(text: string): string {
  return text.replaceAll(COMMENT_OR_STRING, (token) => (isComment(token) ? ' ' : token));
}

export const OPENING_BRACKETS: ReadonlySet<string> = new Set(['(', '[', '{']);
export const CLOSING_BRACKETS: ReadonlySet<string> = new Set([')', ']', '}']);

/** The whole text in one line, without comments; what strings hold stays as it is. The same few texts are told again and again. */
export const inOneLine = memoize(writeInOneLine);

function writeInOneLine(text: string): string {
  return withoutComments(text)
    .replaceAll(STRING_OR_BLANKS, (token) => (/^\s/.test(token) ? ' ' : token))
    .trim();
}

const STRING_OR_BLANKS = cedarTokens(String.raw`\s+`);
