import {
  type Coverage,
  leftOutOutcomes,
  measuresOf,
  percentOf,
  uncovered,
} from '../../core/coverage/coverage.ts';
import type { ProjectReport, Report } from '../../core/replay/report.ts';
import { gapWords, leftOutWords, outcomeName } from '../coverage.ts';
import { escapeHtml } from './escape.ts';

/** What the fixtures saw of endpoints, policies and conditions; without coverage at least the endpoints that none of them calls. */
export function coverageSection({ projects, scope }: Report): string {
  const parts = projects.map((project) =>
    scope ? measured(project) : measured(project) || untestedList(project),
  );
  const text = parts.join('');
  if (text === '') return '';
  return `<section aria-labelledby="coverage-title">\n<h2 id="coverage-title">Coverage</h2>\n${text}</section>\n`;
}

function measured({ coverage }: ProjectReport): string {
  if (!coverage) return '';
  const gaps = uncovered(coverage);
  const list = gaps.map(
    (gap) => `<li>${escapeHtml(outcomeName(gap))}: <strong>${escapeHtml(gapWords(gap))}</strong></li>`,
  );
  const leftOut = leftOutOutcomes(coverage).map(
    (one) => `<li>${escapeHtml(outcomeName(one))}: ${escapeHtml(leftOutWords(one))}</li>`,
  );
  const lists =
    details(`${gaps.length} never seen by the fixtures`, list) +
    details(`${leftOut.length} left out, as no request comes to them`, leftOut);
  return `<div class="scroll">\n${totals(coverage)}\n</div>\n${lists}`;
}

function details(summary: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `<details><summary>${summary}</summary>\n<ul>\n${items.join('\n')}\n</ul>\n</details>\n`;
}

function totals(coverage: Coverage): string {
  const { totals, shortfalls } = coverage;
  const rows = measuresOf(coverage).map((measure) => {
    const { covered, total } = totals[measure];
    const short = shortfalls.find((one) => one.measure === measure);
    const verdict = short ? `<strong class="bad">! below the threshold of ${short.threshold} %</strong>` : '';
    const cells = [`${percentOf(totals[measure])} %`, `${covered} of ${total}`, verdict].map(
      (cell) => `<td>${cell}</td>`,
    );
    return `<tr><th scope="row">${measure}</th>${cells.join('')}</tr>`;
  });
  return rows.length === 0
    ? '<p>Nothing to count.</p>'
    : `<table class="totals">\n${rows.join('\n')}\n</table>`;
}

function untestedList({ untested }: ProjectReport): string {
  if (untested.length === 0) return '';
  const list = untested.map((endpoint) => `<li>${escapeHtml(endpoint)}</li>`);
  return `<p>Endpoints that no fixture calls:</p>\n<ul>\n${list.join('\n')}\n</ul>\n`;
}
