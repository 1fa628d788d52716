import type { Access, AccessMatrix } from '../../core/guarantees/access/access.ts';
import { groupBy } from '../../core/values/group.ts';
import { type Meaning, type Paint, visible } from '../words/wording.ts';
import { accessWords, rowWords } from './words.ts';

/** For people in a terminal: each endpoint, and below it a line for each answer with those who get it. */
export function prettyAccess({ columns, rows, assumptions }: AccessMatrix, paint: Paint): string {
  const lines = rows.flatMap((row) => [
    paint('strong', visible(rowWords(row))),
    ...answerLines(columns, row.cells, paint),
  ]);
  return `${[...lines, '', paint('quiet', `assumed: ${assumptions.map(visible).join('; ')}`)].join('\n')}\n`;
}

/** Those with one answer stand together. */
function answerLines(columns: readonly string[], cells: readonly Access[], paint: Paint): readonly string[] {
  const answers = cells.map((cell, index) => ({
    answer: paint(meaningOf(cell), visible(accessWords(cell))),
    column: columns[index] ?? '',
  }));
  return [...groupBy(answers, ({ answer }) => answer)].map(
    ([answer, alike]) => `  ${answer}  ${visible(alike.map(({ column }) => column).join(', '))}`,
  );
}

/** What is skipped, or refused whatever policies say, is worth a look. */
function meaningOf(access: Access): Meaning {
  if (access.kind === 'always' && !access.isSkipped) return 'good';
  return access.kind === 'never' && !access.isRefused ? 'quiet' : 'doubt';
}
