import { createLruMap } from '../caching/least-recently-used.ts';
import type { Diagnostic, Location } from './diagnostic.ts';

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

/** A part of a file, or what was made of it, as if it were a file of its own, with places in the real one. */
export function partOf(source: Source, at: ValuePath, value: unknown): Source {
  return { ...source, value, locate: (path, part) => source.locate([...at, ...path], part) };
}

/** Where something in a file of settings stands, for messages about it. */
export type PlaceOfSetting = (
  path: ValuePath,
  part: 'key' | 'value',
) => Pick<Diagnostic, 'file' | 'location'>;

/** Line and column of a range of UTF-16 offsets. `\n`, `\r\n` and a lone `\r` all end a line; a byte order mark is not a column. */
export function locationAt(text: string, start: number, end: number = start): Location {
  const starts = lineStarts(text);
  const first = Math.max(start, starts[0] ?? 0);
  const last = Math.max(first, end);
  const from = lineAt(starts, first);
  const to = lineAt(starts, last);
  return {
    line: from.line,
    column: first - from.offset + 1,
    endLine: to.line,
    endColumn: last - to.offset + 1,
    excerpt: lineText(text, from.offset),
  };
}

/** The offsets at which the lines of a text begin. Many places are asked for in a row, in a few texts by turns: lines of these are found once. */
function lineStarts(text: string): readonly number[] {
  const before = knownStarts.get(text);
  if (before) return before;
  const starts = [text.startsWith('\uFEFF') ? 1 : 0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  knownStarts.set(text, starts);
  return starts;
}

const knownStarts = createLruMap<readonly number[]>(16);

/** The line that an offset is in, from 1, and where that begins. */
function lineAt(starts: readonly number[], offset: number): { line: number; offset: number } {
  let line = 0;
  let after = starts.length;
  while (after - line > 1) {
    const middle = (line + after) >> 1;
    if ((starts[middle] ?? 0) <= offset) line = middle;
    else after = middle;
  }
  return { line: line + 1, offset: starts[line] ?? 0 };
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

function lineText(text: string, start: number): string {
  const end = text.slice(start).search(/[\r\n]/);
  return end < 0 ? text.slice(start) : text.slice(start, start + end);
}
