import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import type { Report } from '../../core/replay/report.ts';
import { printDiagnostics } from '../words/frame.ts';
import { painter } from '../words/wording.ts';
import { escapeHtml } from './escape.ts';

/** What could not be read or does not fit, with the lines it is about. */
export function problemsSection({ projects }: Report): string {
  const diagnostics = projects.flatMap((project) => project.diagnostics);
  if (diagnostics.length === 0) return '';
  return `<section aria-labelledby="problems-title">
<h2 id="problems-title">Problems</h2>
<ul class="problems">
${diagnostics.map(problem).join('\n')}
</ul>
</section>
`;
}

function problem(diagnostic: Diagnostic): string {
  const frame = printDiagnostics([diagnostic], painter(false)).split('\n').slice(1);
  const text = frame.map(escapeHtml).join('\n').trimEnd();
  const head = `<strong class="${diagnostic.severity}">${diagnostic.severity}</strong> ${escapeHtml(diagnostic.message)}`;
  return `<li>${head}${text === '' ? '' : `<pre>${text}</pre>`}</li>`;
}
