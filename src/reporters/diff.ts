import { createTwoFilesPatch } from 'diff';
import { type Meaning, type Paint, visible } from './wording.ts';

/** One line of a diff. */
export interface DiffLine {
  readonly text: string;
  readonly meaning?: Meaning;
}

/** A unified diff from the text on disk to the text that would be written; `what` says where that comes from. */
export function printDiff(
  file: string,
  before: string,
  after: string,
  paint: Paint,
  what = 'generated',
): string {
  return diffLines(file, before, after, what)
    .map(({ text, meaning }) => (meaning ? paint(meaning, visible(text)) : visible(text)))
    .join('\n');
}

/** The same line by line; what is in them is as in the files. */
export function diffLines(file: string, before: string, after: string, what = 'generated'): DiffLine[] {
  const patch = createTwoFilesPatch(file, `${file} (${what})`, before, after, '', '', { context: 3 });
  return patch.split('\n').slice(1).map(withMeaning);
}

const MEANINGS: Readonly<Record<string, Meaning>> = { '+': 'good', '-': 'bad', '@': 'quiet' };

function withMeaning(text: string): DiffLine {
  const meaning = MEANINGS[text.charAt(0)];
  return meaning ? { text, meaning } : { text };
}
