import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import type { Access, AccessMatrix } from '../../core/guarantees/access/access.ts';
import { accessWords, rowWords } from '../access/words.ts';
import { escapeHtml } from './escape.ts';

/** What is found out about all requests of a project: who may call what, or why that is not known. */
export interface FoundAccess {
  /** Of the project. */
  readonly name: string;
  readonly matrix?: AccessMatrix;
  readonly problems: readonly Diagnostic[];
}

/** Beside what the fixtures show of single calls: what is so for all of them. */
export function accessSection(found: readonly FoundAccess[]): string {
  if (found.length === 0) return '';
  const parts = found.map(({ name, matrix, problems }) => {
    const title = found.length > 1 ? `<h3>${escapeHtml(name)}</h3>\n` : '';
    return matrix
      ? `${title}${accessTable(matrix)}\n<details><summary>Taken for granted</summary>\n${assumptionList(matrix)}</details>\n`
      : `${title}<p>Not known: ${problems.map(({ message }) => escapeHtml(message)).join('; ')}</p>\n`;
  });
  return `<section aria-labelledby="access-title">
<h2 id="access-title">Who may call what, over all requests</h2>
<p class="quiet">Proven, not tried: always, never, or what the policies ask for.</p>
${parts.join('')}</section>
`;
}

/** Groups by endpoints, in words. */
export function accessTable({ columns, rows }: AccessMatrix): string {
  const head = ['Endpoint', ...columns].map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const body = rows.map((row) => {
    const cells = row.cells.map(
      (access) =>
        `<td><span class="cell words ${classOf(access)}">${escapeHtml(accessWords(access))}</span></td>`,
    );
    return `<tr><th scope="row">${breakable(rowWords(row))}</th>${cells.join('')}</tr>`;
  });
  // Nothing in it can be reached with the keyboard, so it is itself: who cannot scroll it does not see its lower rows.
  return `<div class="scroll" tabindex="0" role="group" aria-label="Who may call what, over all requests"><table class="access"><thead><tr>${head}</tr></thead><tbody>
${body.join('\n')}
</tbody></table></div>`;
}

/** A long path may be broken behind a slash, but for the first. */
function breakable(words: string): string {
  return words
    .split(/(?<=[^ ]\/)/)
    .map(escapeHtml)
    .join('<wbr>');
}

export function assumptionList({ assumptions }: AccessMatrix): string {
  return `<ul>${assumptions.map((assumption) => `<li>${escapeHtml(assumption)}</li>`).join('')}</ul>`;
}

/** What is skipped is allowed, and not by a policy. */
function classOf(access: Access): string {
  return access.kind === 'always' && access.isSkipped ? 'partly' : CLASSES[access.kind];
}

const CLASSES = { always: 'allow', never: 'deny', when: 'partly', 'not-decided': 'none' } as const;
