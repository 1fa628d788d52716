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
