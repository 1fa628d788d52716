import type { AccessMatrix } from '../../core/guarantees/access/access.ts';
import { pageAssets } from '../html/assets.ts';
import { escapeHtml } from '../html/escape.ts';
import { safeJson, visible } from '../wording.ts';
import { accessWords, rowWords } from './words.ts';

/** One row for each endpoint, one column for each group; every field is quoted, and none begins like a formula. */
export function csvAccess({ columns, rows }: AccessMatrix): string {
  const lines = [
    ['endpoint', 'action', ...columns],
    ...rows.map((row) => [rowWords(row), row.action, ...row.cells.map(accessWords)]),
  ];
  return `${lines.map((fields) => fields.map(csvField).join(',')).join('\r\n')}\r\n`;
}

/** Spreadsheets run a field that begins so. */
function csvField(text: string): string {
  const shown = visible(text);
  const safe = /^[=+\-@\t]/.test(shown) ? `'${shown}` : shown;
  return `"${safe.replaceAll('"', '""')}"`;
}

export function markdownAccess({ columns, rows, assumptions }: AccessMatrix): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownCell).join(' | ')} |`;
  return `${[
    line(['Endpoint', ...columns]),
    `|${'---|'.repeat(columns.length + 1)}`,
    ...rows.map((row) => line([rowWords(row), ...row.cells.map(accessWords)])),
    '',
    'Taken for granted:',
    '',
    ...assumptions.map((assumption) => `- ${markdownCell(assumption)}`),
  ].join('\n')}\n`;
}

function markdownCell(text: string): string {
  return visible(text).replaceAll(/[\\`*_{}[\]<>#|]/g, '\\$&');
}

/** Changes when the shape does. */
const VERSION = 1;

export function jsonAccess({ columns, rows, assumptions }: AccessMatrix): string {
  return `${safeJson({
    version: VERSION,
    columns,
    rows: rows.map(({ endpoint, action, cells }) => ({
      ...endpoint,
      action,
      access: cells.map((access, index) => ({ who: columns[index], words: accessWords(access), ...access })),
    })),
    assumptions,
  })}\n`;
}

/** One page without a script. */
export function htmlAccess({ columns, rows, assumptions }: AccessMatrix): string {
  const { style, styleHash } = pageAssets();
  const policy = `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'`;
  const head = ['Endpoint', ...columns].map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const body = rows.map((row) => {
    const cells = row.cells.map(
      (access) => `<td class="cell ${CLASSES[access.kind]}">${escapeHtml(accessWords(access))}</td>`,
    );
    return `<tr><th scope="row">${escapeHtml(rowWords(row))}</th>${cells.join('')}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>authz: who may call what</title>
<style>${style}</style>
</head>
<body>
<header><h1>authz <span class="quiet">who may call what, over all requests</span></h1></header>
<main>
<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>
<section><h2>Taken for granted</h2>
<ul>${assumptions.map((assumption) => `<li>${escapeHtml(assumption)}</li>`).join('')}</ul></section>
</main>
</body>
</html>
`;
}

const CLASSES = { always: 'allow', never: 'deny', when: 'partly', 'not-decided': 'none' } as const;
