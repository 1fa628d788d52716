import { isGreen, type Report } from '../../core/replay/report.ts';
import type { ReporterOptions } from '../report/reporter.ts';
import { scopeText, verdictText } from '../words/result-text.ts';
import { safeJson } from '../words/wording.ts';
import { accessSection } from './access-section.ts';
import { pageAssets } from './assets.ts';
import { coverageSection } from './coverage-section.ts';
import { escapeHtml } from './escape.ts';
import { invariantsSection } from './invariants-section.ts';
import { pageData } from './page-data.ts';
import { pageHead } from './page-head.ts';
import { problemsSection } from './problems-section.ts';

/**
 * One page that holds everything: it asks no network, and its own policy would not let it. Who may call what as a matrix, every fixture and
 * every decision with its explanation, to be filtered and read with the keyboard alone.
 */
export function htmlReport(report: Report, { access = [] }: Pick<ReporterOptions, 'access'> = {}): string {
  const { script } = pageAssets();
  const names = report.projects.map(({ name }) => name).filter((name) => name !== '.');
  const verdict = `${isGreen(report) ? '✓ passed' : '! failed'}: ${verdictText(report)}`;
  return `${pageHead(verdictText(report), 'ours')}
<body>
<header>
<h1>authz <span class="quiet">${escapeHtml(names.join(', '))}</span></h1>
<p class="verdict ${isGreen(report) ? 'good' : 'bad'}">${escapeHtml(verdict)}</p>
<p class="quiet">${escapeHtml(scopeText(report))}</p>
</header>
<noscript><p>This page needs JavaScript, which it brings along: nothing is loaded from anywhere.</p></noscript>
${problemsSection(report)}${invariantsSection(report)}${report.counts.fixtures > 0 ? fixturesSection(accessSection(access)) : accessSection(access)}${coverageSection(report)}<dialog id="detail" aria-labelledby="detail-title">
<form method="dialog"><h2 id="detail-title"></h2><button id="detail-close">Close</button></form>
<div id="detail-body"></div>
</dialog>
<script type="application/json" id="data">${inScript(safeJson(pageData(report), 0))}</script>
<script type="module">${script}</script>
</body>
</html>
`;
}

/** The matrices stand together; the list of fixtures may be long. */
function fixturesSection(allRequests: string): string {
  return `<main>
<search class="toolbar">
<label for="filter">Filter</label>
<input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="ana DELETE deny …">
<label class="check"><input id="failed" type="checkbox"> Failed only</label>
<output id="shown" for="filter failed"></output>
</search>
<section aria-labelledby="matrix-title">
<h2 id="matrix-title">Who may call what</h2>
<p class="quiet">Arrow keys move, Enter shows why. <span class="legend"><span class="cell allow">✓ allow</span> <span class="cell deny">✕ deny</span> <span class="cell partly">◐ partly</span> <span class="cell none">– not tested</span> <span class="cell deny failed">✕ deny <strong>! 1 failed</strong></span></span></p>
<div class="scroll" tabindex="-1"><table id="matrix" role="grid" aria-labelledby="matrix-title"></table></div>
</section>
${allRequests}<section aria-labelledby="list-title">
<h2 id="list-title">Fixtures</h2>
<ol id="list"></ol>
<button id="more" hidden></button>
</section>
</main>
`;
}

/** Inside a script element only \`<\` can do harm. */
function inScript(json: string): string {
  return json.toWellFormed().replaceAll('<', '\\u003c');
}
