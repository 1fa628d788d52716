import type { KeyPress } from './keys.ts';
import { type Line, type Span, span, widthOf } from './line.ts';

/** A text that is being typed. */
export interface TextField {
  readonly text: string;
  /** Characters (as people see them) before the cursor. */
  readonly cursor: number;
}

export function textField(text: string): TextField {
  return { text, cursor: characters(text).length };
}

/** The field after a key press; the same one when the key means nothing to it. */
export function typeInto(field: TextField, press: KeyPress): TextField {
  const edit = EDITS[press.name];
  if (edit) return edit(characters(field.text), field.cursor);
  return press.text === '' ? field : insert(field, press.text);
}

/** The field as it looks, its cursor as a reversed character; scrolled so that the cursor is on the screen. */
export function showField({ text, cursor }: TextField, width: number, isActive: boolean): Line {
  const all = characters(text);
  if (!isActive) return [span(text)];
  const from = scrolledTo(all, cursor, width);
  const before = all.slice(from, cursor).join('');
  const after = all.slice(cursor + 1).join('');
  const marks: Span[] = from > 0 ? [span('…', 'quiet')] : [];
  return [...marks, span(before), span(all[cursor] ?? ' ', 'chosen'), span(after)];
}

type TextEdit = (all: readonly string[], cursor: number) => TextField;

/** The keys that every shell knows. */
const EDITS: Readonly<Record<string, TextEdit>> = {
  left: (all, cursor) => fieldOf(all, cursor - 1),
  right: (all, cursor) => fieldOf(all, cursor + 1),
  home: (all) => fieldOf(all, 0),
  end: (all) => fieldOf(all, all.length),
  'ctrl+a': (all) => fieldOf(all, 0),
  'ctrl+e': (all) => fieldOf(all, all.length),
  'ctrl+u': (all, cursor) => fieldOf(all.slice(cursor), 0),
  'ctrl+k': (all, cursor) => fieldOf(all.slice(0, cursor), cursor),
  'ctrl+w': (all, cursor) => withoutWord(all, cursor),
  backspace: (all, cursor) =>
    cursor === 0 ? fieldOf(all, 0) : fieldOf(all.toSpliced(cursor - 1, 1), cursor - 1),
  delete: (all, cursor) => fieldOf(all.toSpliced(cursor, 1), cursor),
};

/** Neighbours may become one character, as a letter and the mark that is typed after it: the cursor is behind it then. */
function fieldOf(all: readonly string[], cursor: number): TextField {
  const text = all.join('');
  const before = all.slice(0, Math.max(0, cursor)).join('').length;
  return { text, cursor: [...SEGMENTER.segment(text)].filter(({ index }) => index < before).length };
}

function withoutWord(all: readonly string[], cursor: number): TextField {
  const kept = characters(
    all
      .slice(0, cursor)
      .join('')
      .replace(/[^\s/]*[\s/]*$/u, ''),
  );
  return fieldOf([...kept, ...all.slice(cursor)], kept.length);
}

function insert({ text, cursor }: TextField, typed: string): TextField {
  const all = characters(text);
  const added = characters(typed);
  return fieldOf(all.toSpliced(cursor, 0, ...added), cursor + added.length);
}

const SEGMENTER = new Intl.Segmenter();

function characters(text: string): string[] {
  return [...SEGMENTER.segment(text)].map(({ segment }) => segment);
}

function scrolledTo(all: readonly string[], cursor: number, width: number): number {
  let from = 0;
  while (from < cursor && widthOf(all.slice(from, cursor).join('')) > width - 2) from += 1;
  return from;
}
