/**
 * A token that ended up where it does not belong, such as in an id, is not written down: neither a JSON Web Token, nor what follows the
 * word `bearer`. Callers choose what is looked at here, so it takes time in proportion to the line.
 */
export function withoutTokens(line: string): string {
  const plain = line.includes(TOKEN_START) ? line.replaceAll(/[\w.-]+/g, withoutWebToken) : line;
  return plain.replaceAll(/\b(bearer\s+)[^\s"\\]+/gi, '$1[token]');
}

/** How the header of a token begins, in base64: `{"`. */
const TOKEN_START = 'eyJ';
const SHORTEST_HEADER = TOKEN_START.length + 6;

/** In a run of characters that tokens are made of: everything from the first header that is followed by a dot and more. */
function withoutWebToken(run: string): string {
  let begin = 0;
  for (let dot = run.indexOf('.'); dot >= 0; dot = run.indexOf('.', begin)) {
    const header = headerIn(run.slice(begin, dot));
    const isFollowed = dot + 1 < run.length && run[dot + 1] !== '.';
    if (header !== undefined && isFollowed) return `${run.slice(0, begin + header)}[token]`;
    begin = dot + 1;
  }
  return run;
}

/** Where the header of a token begins in a part without dots: at a word of its own. */
function headerIn(part: string): number | undefined {
  for (let at = part.indexOf(TOKEN_START); at >= 0; at = part.indexOf(TOKEN_START, at + 1)) {
    if (part.length - at < SHORTEST_HEADER) return undefined;
    if (at === 0 || part[at - 1] === '-') return at;
  }
  return undefined;
}
