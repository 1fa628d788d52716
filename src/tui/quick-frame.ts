import screenWidth from './screen-width.ts';

/** What Ink is told while it makes a frame: to write a text at a place, or to cut what follows. */
export type InkOperation =
  | {
      readonly type: 'write';
      readonly x: number;
      readonly y: number;
      readonly text: string;
      /** The looks that elements give to their lines. */
      readonly transformers: readonly ((line: string, index: number) => string)[];
    }
  | { readonly type: 'clip' | 'unclip' };

/**
 * A frame as Ink itself makes it, where each row is of texts that stand beside each other; `undefined` where Ink has to take them apart.
 * Ink makes a cell of each character and a text of the cells again, which takes most of the time from a key to its frame; the bundle has it
 * ask here first.
 */
export function quickFrame(operations: readonly InkOperation[], height: number): string | undefined {
  const rows: FrameRow[] = Array.from({ length: height }, () => ({ text: '', last: '', width: 0 }));
  for (const operation of operations) {
    if (operation.type !== 'write' || !isPlain(operation.text)) return undefined;
    const { x, y, transformers } = operation;
    for (const [index, line] of operation.text.split('\n').entries()) {
      const row = rows[y + index];
      const text = transformers.reduce((now, transform) => transform(now, index), line);
      if (row && text !== '' && !append(row, text, x)) return undefined;
    }
  }
  return rows.map(({ text }) => text.trimEnd()).join('\n');
}

/** Whether a text has nothing that Ink would change: its only controls are colors, and no mark could belong to what is before a color. */
export function isPlain(text: string): boolean {
  return !UNUSUAL.test(text.includes(ESCAPE) ? text.replaceAll(COLOR, '') : text);
}

const ESCAPE = '\u001b';
const COLOR = /\u001b\[[\d;]*m/g;
/** Controls but the end of a line, marks, and what takes no room. */
const UNUSUAL = /(?!\n)[\p{Control}\p{Mark}\p{Default_Ignorable_Code_Point}]/u;

interface FrameRow {
  text: string;
  /** What was written last, not yet measured. */
  last: string;
  /** The columns of what was written before that. */
  width: number;
}

/** False where the text would stand on another one. */
function append(row: FrameRow, text: string, x: number): boolean {
  const width = row.width + screenWidth(row.last);
  if (x < width) return false;
  row.text += ' '.repeat(x - width) + text;
  row.last = text;
  row.width = x;
  return true;
}
