import { openInvariants } from '../../core/replay/invariant-result.ts';
import type { Report } from '../../core/replay/report.ts';
import { printPlace } from '../words/frame.ts';
import { OPEN_INVARIANTS, openInvariantLines, openKindOf } from '../words/invariant-words.ts';
import { visible } from '../words/wording.ts';
import { escapeHtml } from './escape.ts';

/** What should hold for all requests and does not, with the calls that show it. */
export function invariantsSection({ invariants }: Report): string {
  const items = openInvariants(invariants).map((result) => {
    const kind = openKindOf(result) ?? 'invariant-not-decided';
    const text = [printPlace(result.file, result.location), ...openInvariantLines(result)].join('\n');
    return `<li><strong class="error">${OPEN_INVARIANTS[kind]}</strong> ${escapeHtml(visible(result.id))}<pre>${escapeHtml(text)}</pre></li>`;
  });
  if (items.length === 0) return '';
  return `<section aria-labelledby="invariants-title">
<h2 id="invariants-title">Invariants</h2>
<ul class="problems">
${items.join('\n')}
</ul>
</section>
`;
}
