import { skipBlanks, textEnd, wordEnd } from './json-text.ts';
import type { ValuePath } from './source.ts';

/** A stretch of text, in UTF-16 offsets. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds where values stand in valid JSON. Only the objects and lists on the way to a value are read, each once: a description of
 * many megabytes answers at once, where a syntax tree of it would take a minute.
 */
export function jsonLocator(text: string): (path: ValuePath, part: 'key' | 'value') => Range {
  const known = new Map<number, Entries>();
  const entriesAt = (start: number): Entries => {
    const entries = known.get(start) ?? readEntries(text, start);
    known.set(start, entries);
    return entries;
  };
  const start = skipBlanks(text, 0);
  const root: Range = { start, end: valueEnd(text, start) };
  return (path, part) => {
    let range = root;
    for (const [depth, key] of path.entries()) {
      const entry = entriesAt(range.start).get(String(key));
      if (!entry) return range;
      range = depth === path.length - 1 && part === 'key' ? entry.key : entry.value;
    }
    return range;
  };
}

type Entries = ReadonlyMap<string, { readonly key: Range; readonly value: Range }>;

const NONE: Entries = new Map();

/** The members of the object, or the elements of the list, that starts here; none of anything else. */
function readEntries(text: string, start: number): Entries {
  const bracket = text.charAt(start);
  if (bracket !== '{' && bracket !== '[') return NONE;
  const entries = new Map<string, { key: Range; value: Range }>();
  let at = skipBlanks(text, start + 1);
  while (text.charAt(at) !== '}' && text.charAt(at) !== ']') {
    const key = bracket === '{' ? { start: at, end: textEnd(text, at) } : undefined;
    if (key) at = skipBlanks(text, skipBlanks(text, key.end) + 1);
    const value = { start: at, end: valueEnd(text, at) };
    const name = key ? String(JSON.parse(text.slice(key.start, key.end))) : String(entries.size);
    entries.set(name, { key: key ?? value, value });
    at = skipBlanks(text, value.end);
    if (text.charAt(at) === ',') at = skipBlanks(text, at + 1);
  }
  return entries;
}

function valueEnd(text: string, start: number): number {
  const first = text.charAt(start);
  if (first === '"') return textEnd(text, start);
  return first === '{' || first === '[' ? closingEnd(text, start) : wordEnd(text, start);
}

function closingEnd(text: string, start: number): number {
  const marks = /["{}[\]]/g;
  marks.lastIndex = start;
  let depth = 0;
  for (let match = marks.exec(text); match; match = marks.exec(text)) {
    if (match[0] === '"') marks.lastIndex = textEnd(text, match.index);
    else depth += match[0] === '{' || match[0] === '[' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return text.length;
}
