import { textWidth } from './text-width.ts';

/** Lines that fit a width, broken at blanks; a word that is wider than a line is broken where the line ends. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((one) => pieces(one, width))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line].map((one) => one.trimEnd());
}

/** The same for a line that begins with blanks: those that follow begin with as many. */
export function wrapIndented(line: string, width: number): string[] {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return wrap(line.slice(indent.length), width - indent.length).map((one) => indent + one);
}

/** Breaks a line at blanks where it would be too wide; leaves it whole where nobody says what that is. */
export type Fold = (line: string) => string[];

export function folder(columns: number | undefined): Fold {
  return (line) => (columns === undefined ? [line] : wrapIndented(line, Math.max(columns, NARROWEST)));
}

const NARROWEST = 30;

function pieces(word: string, width: number): string[] {
  if (textWidth(word) <= width) return [word];
  const found: string[] = [];
  let piece = '';
  for (const character of word) {
    if (textWidth(piece + character) > width) {
      found.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...found, piece];
}

/** As much of the beginning of a text as fits into a number of columns. */
export function cutTo(text: string, columns: number): string {
  let cut = text;
  while (cut !== '' && textWidth(cut) > columns) cut = cut.slice(0, -1);
  return cut;
}
