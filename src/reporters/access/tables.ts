import type { AccessMatrix } from '../../core/guarantees/access/access.ts';
import { actionName } from '../../core/guarantees/actions-of-schema.ts';
import { accessTable, assumptionList } from '../html/access-section.ts';
import { pageHead } from '../html/page-head.ts';
import { csvTable } from '../words/csv.ts';
import { markdownText } from '../words/markdown.ts';
import { safeJson } from '../words/wording.ts';
import { accessWords, rowWords } from './words.ts';

/** One row for each endpoint, one column for each group. */
export function csvAccess({ columns, rows }: AccessMatrix): string {
  return csvTable([
    ['endpoint', 'action', ...columns],
    ...rows.map((row) => [rowWords(row), actionName(row), ...row.cells.map(accessWords)]),
  ]);
}

export function markdownAccess({ columns, rows, assumptions }: AccessMatrix): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  return `${[
    line(['Endpoint', ...columns]),
    `|${'---|'.repeat(columns.length + 1)}`,
    ...rows.map((row) => line([rowWords(row), ...row.cells.map(accessWords)])),
    '',
    'Taken for granted:',
    '',
    ...assumptions.map((assumption) => `- ${markdownText(assumption)}`),
  ].join('\n')}\n`;
}

/** Changes when the shape does. */
const VERSION = 1;

export function jsonAccess({ columns, rows, assumptions }: AccessMatrix): string {
  return `${safeJson({
    version: VERSION,
    columns,
    rows: rows.map(({ endpoint, action, namespace, second, moves, asGet, cells }) => ({
      ...endpoint,
      action,
      ...(namespace === undefined ? {} : { namespace }),
      ...(second ? { second } : {}),
      ...(moves ? { moves } : {}),
      ...(asGet ? { asGet } : {}),
      access: cells.map((access, index) => ({ who: columns[index], words: accessWords(access), ...access })),
    })),
    assumptions,
  })}\n`;
}

/** One page without a script. */
export function htmlAccess(access: AccessMatrix): string {
  return `${pageHead('who may call what')}
<body>
<header><h1>authz <span class="quiet">who may call what, over all requests</span></h1></header>
<main>
${accessTable(access)}
<section><h2>Taken for granted</h2>
${assumptionList(access)}</section>
</main>
</body>
</html>
`;
}
