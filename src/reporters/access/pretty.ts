import type { Access, AccessMatrix } from '../../core/guarantees/access/access.ts';
import { groupBy } from '../../core/values/group.ts';
import { type Meaning, type Paint, visible } from '../words/wording.ts';
import { accessWords, listedWords, rowWords } from './words.ts';

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
  const answers = cells.map((cell, index) => {
    const [head = '', ...below] = wordLines(cell).map((line) => paint(meaningOf(cell), visible(line)));
    return { head, below: below.map((line) => `    ${line}`), column: columns[index] ?? '' };
  });
  return [...groupBy(answers, ({ head, below }) => [head, ...below].join('\n')).values()].flatMap((alike) => {
    const who = visible(alike.map(({ column }) => column).join(', '));
    return alike.slice(0, 1).flatMap(({ head, below }) => [`  ${head}  ${who}`, ...below]);
  });
}

/** Alternatives that make a long line get a line each. */
function wordLines(cell: Access): readonly string[] {
  const words = accessWords(cell);
  const listed = words.length > LONGEST_LINE ? listedWords(cell) : undefined;
  return listed ? [listed.head, ...listed.alternatives] : [words];
}

const LONGEST_LINE = 100;

/** What is skipped, or refused whatever policies say, is worth a look. */
function meaningOf(access: Access): Meaning {
  if (access.kind === 'always' && !access.isSkipped) return 'good';
  return access.kind === 'never' && !access.isRefused ? 'quiet' : 'doubt';
}
