import {
  type Comparison,
  type EndpointChange,
  hasChanges,
  type Turn,
} from '../../core/guarantees/comparison/comparison.ts';
import type { DecisionChange } from '../../core/watching/decision-changes.ts';
import { escapeHtml } from '../html/escape.ts';
import { pageHead } from '../html/page-head.ts';
import { reasonWords } from '../reason-words.ts';
import { callWords, exampleWords } from '../words/example-words.ts';
import { printPlace } from '../words/frame.ts';
import {
  changeWords,
  countWords,
  decisionWords,
  endpointWords,
  settingWords,
  toldChanges,
  turnedFixtures,
  turnedWords,
} from './words.ts';

/** One page without a script: every endpoint, and for each change the call that shows it. */
export function htmlComparison(comparison: Comparison): string {
  const { before, after, endpoints, assumptions, noLongerChecked = [], settings = [] } = comparison;
  const mayOpen = hasChanges(comparison, ['opened', 'both', 'not-decided']);
  return `${pageHead(countWords(comparison))}
<body>
<header>
<h1>authz <span class="quiet">${escapeHtml(`${before} -> ${after}`)}</span></h1>
<p class="verdict ${mayOpen ? 'bad' : 'good'}">${escapeHtml(countWords(comparison))}</p>
</header>
<main>
${toldChanges(comparison).map(changeSection).join('')}${listSection('Fixtures that turned', turnedFixtures(comparison).map(turnedLine))}<section>
<h2>Unchanged</h2>
<ul>${endpoints
    .filter(({ kind }) => kind === 'unchanged')
    .map((change) => `<li>${escapeHtml(endpointWords(change))}</li>`)
    .join('')}</ul>
</section>
${listSection('authz.yaml says otherwise', settings.map(settingWords))}${listSection('No longer checked', noLongerChecked)}<section>
<h2>Assumptions</h2>
<ul>${assumptions.map((assumption) => `<li>${escapeHtml(assumption)}</li>`).join('')}</ul>
</section>
</main>
</body>
</html>
`;
}

function listSection(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  return `<section>
<h2>${title}</h2>
<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>
</section>
`;
}

function turnedLine(turned: DecisionChange): string {
  const { kind, question, turn, place } = turnedWords(turned);
  return `${kind}: ${question} · ${turn} · ${place}`;
}

function changeSection(change: EndpointChange): string {
  const { opened, closed, reasons } = change;
  return `<section>
<h2>${escapeHtml(`${changeWords(change)}: ${endpointWords(change)}`)}</h2>
${[opened, closed].map((turn) => (turn ? turnList(turn, change) : '')).join('')}${reasons.map((reason) => `<p>${escapeHtml(reasonWords(reason))}</p>`).join('')}</section>
`;
}

function turnList(turn: Turn, change: EndpointChange): string {
  const { example, causes } = turn;
  const { before, now } = decisionWords(turn, change);
  const lines = [
    ...(example.call ? [callWords(example.call)] : []),
    ...exampleWords(example),
    `before: ${before}`,
    `now: ${now}`,
    ...causes.map(({ text, clause, file, location }) =>
      [text, clause, printPlace(file, location)].filter(Boolean).join(' · '),
    ),
  ];
  return `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`;
}
