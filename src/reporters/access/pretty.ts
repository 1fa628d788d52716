import type { AccessMatrix } from '../../core/guarantees/access/access.ts';
import { type Meaning, type Paint, visible } from '../words/wording.ts';
import { accessWords, rowWords } from './words.ts';

/** For people in a terminal: each endpoint, and below it a line for each answer with those who get it. */
export function prettyAccess({ columns, rows, assumptions }: AccessMatrix, paint: Paint): string {
  const lines = rows.flatMap((row) => [
    paint('strong', visible(rowWords(row))),
    ...answersOf(columns, row.cells.map(accessWords)).map(
      ({ words, who }) => `  ${paint(meaningOf(words), visible(words))}  ${visible(who.join(', '))}`,
    ),
  ]);
  return `${[...lines, '', paint('quiet', `assumed: ${assumptions.map(visible).join('; ')}`)].join('\n')}\n`;
}

/** Those with one answer stand together. */
function answersOf(columns: readonly string[], words: readonly string[]) {
  const byWords = new Map<string, string[]>();
  for (const [index, column] of columns.entries()) {
    const answer = words[index] ?? '';
    byWords.set(answer, [...(byWords.get(answer) ?? []), column]);
  }
  return [...byWords].map(([answer, who]) => ({ words: answer, who }));
}

function meaningOf(words: string): Meaning {
  if (words === 'always') return 'good';
  return words === 'never' ? 'quiet' : 'doubt';
}
