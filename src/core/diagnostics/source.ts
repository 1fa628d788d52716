import type { Location } from './diagnostic.ts';

/** Keys and indexes from the root of a parsed file to a value in it. */
export type ValuePath = readonly (string | number)[];

/** A path as JSON Pointer (RFC 6901) writes it: `/staticPolicies/admin/effect`. */
export function jsonPointer(path: ValuePath): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/**
 * A text file that was read and parsed. The core never opens files: it gets these, and asks `locate` where a value stands
 * when it has something to say about it.
 */
export interface Source {
  /** As shown to people: relative to the working directory where possible. */
  readonly file: string;
  readonly text: string;
  readonly value: unknown;
  /** Where the value at `path` stands; the nearest existing ancestor when the path leads nowhere. */
  readonly locate: (path: ValuePath, part?: 'key' | 'value') => Location | undefined;
}

/** Line and column of a range of UTF-16 offsets. `\n`, `\r\n` and a lone `\r` all end a line; a byte order mark is not a column. */
export function locationAt(text: string, start: number, end: number = start): Location {
  if (text.startsWith('\uFEFF'))
    return locationAt(text.slice(1), Math.max(0, start - 1), Math.max(0, end - 1));
  const from = lineStartBefore(text, start);
  const to = lineStartBefore(text, Math.max(start, end));
  return {
    line: from.line,
    column: start - from.offset + 1,
    endLine: to.line,
    endColumn: Math.max(start, end) - to.offset + 1,
    excerpt: lineText(text, from.offset),
  };
}

/**
 * The UTF-16 offset of a UTF-8 byte offset: Cedar counts bytes of the text it was given.
 * An offset past the end gives the end.
 */
export function utf16Offset(text: string, byteOffset: number): number {
  let bytes = 0;
  let index = 0;
  while (index < text.length && bytes < byteOffset) {
    const codePoint = text.codePointAt(index) ?? 0;
    bytes += utf8Length(codePoint);
    index += codePoint > 0xffff ? 2 : 1;
  }
  return index;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

function lineStartBefore(text: string, offset: number): { line: number; offset: number } {
  let line = 1;
  let start = 0;
  for (const match of text.slice(0, offset + 1).matchAll(/\r\n|\n|\r/g)) {
    const next = match.index + match[0].length;
    if (next > offset) break;
    line += 1;
    start = next;
  }
  return { line, offset: start };
}

function lineText(text: string, start: number): string {
  const end = text.slice(start).search(/[\r\n]/);
  return end < 0 ? text.slice(start) : text.slice(start, start + end);
}
