import { createTwoFilesPatch } from 'diff';
import { type Meaning, type Paint, visible } from './wording.ts';

/** One line of a diff. */
export interface DiffLine {
  readonly text: string;
  readonly meaning?: Meaning;
}

/** The text of a file on disk, and the text that would be written. */
export interface TextChange {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** Where the new text comes from, such as `updated`. */
  readonly what?: string;
}

/** A unified diff of a change, with colors. */
export function printDiff(change: TextChange, paint: Paint): string {
  return diffLines(change)
    .map(({ text, meaning }) => (meaning ? paint(meaning, visible(text)) : visible(text)))
    .join('\n');
}

/** The same line by line; what is in them is as in the files. */
export function diffLines({ file, before, after, what = 'generated' }: TextChange): DiffLine[] {
  const patch = createTwoFilesPatch(file, `${file} (${what})`, before, after, '', '', DIFF_OPTIONS);
  return patch.split('\n').slice(1).map(withMeaning);
}

/** A text that is written keeps the line ends of its file: they are no change, and `\r` is nothing to be read. */
const DIFF_OPTIONS = { context: 3, stripTrailingCr: true };

const MEANINGS: Readonly<Record<string, Meaning>> = { '+': 'good', '-': 'bad', '@': 'quiet' };

function withMeaning(text: string): DiffLine {
  const meaning = MEANINGS[text.charAt(0)];
  return meaning ? { text, meaning } : { text };
}
