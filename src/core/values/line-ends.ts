/**
 * A text with the line ends of the one whose place it takes: Git on Windows checks files out with `\r\n`. Where that one mixes them, the text
 * stays as it is.
 */
export function withLineEndsOf(before: string, text: string): string {
  return isAllCrlf(before) ? text.replaceAll(/\r?\n/g, '\r\n') : text;
}

/** Whether two texts say the same, whatever their lines end with. */
export function isSameText(a: string, b: string): boolean {
  return a === b || plainLineEnds(a) === plainLineEnds(b);
}

function plainLineEnds(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

function isAllCrlf(text: string): boolean {
  return text.includes('\r\n') && !/(?<!\r)\n/.test(text);
}
