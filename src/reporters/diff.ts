import { createTwoFilesPatch } from 'diff';
import { type Meaning, type Paint, visible } from './wording.ts';

/** A unified diff from the text on disk to the text that would be written; `what` says where that comes from. */
export function printDiff(
  file: string,
  before: string,
  after: string,
  paint: Paint,
  what = 'generated',
): string {
  const patch = createTwoFilesPatch(file, `${file} (${what})`, before, after, '', '', { context: 3 });
  const lines = patch.split('\n').slice(1);
  return lines.map((line) => paintLine(line, paint)).join('\n');
}

const MEANINGS: Readonly<Record<string, Meaning>> = { '+': 'good', '-': 'bad', '@': 'quiet' };

function paintLine(line: string, paint: Paint): string {
  const meaning = MEANINGS[line.charAt(0)];
  return meaning ? paint(meaning, visible(line)) : visible(line);
}
