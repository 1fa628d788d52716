import type { MutationResult } from '../../core/mutation/mutation.ts';
import { scoreOf } from '../../core/mutation/mutation.ts';
import { groupBy } from '../../core/values/group.ts';
import { escapeHtml } from '../html/escape.ts';
import { pageHead } from '../html/page-head.ts';
import { detailWords, scoreWords } from './words.ts';

/** One page without a script: the score, and of each policy what became of its mutations. */
export function htmlMutations(results: readonly MutationResult[]): string {
  const { counts } = scoreOf(results);
  const [score = '', ...leftOut] = scoreWords(results);
  const byPolicy = groupBy(results, ({ mutation }) => mutation.policy.id);
  return `${pageHead(score)}
<body>
<header>
<h1>authz <span class="quiet">mutations</span></h1>
<p class="verdict ${counts.survived > 0 ? 'bad' : 'good'}">${escapeHtml(score)}</p>
${leftOut.map((line) => `<p class="quiet">${escapeHtml(line)}</p>`).join('')}
</header>
<main>
${[...byPolicy].map(([id, of]) => policySection(id, of)).join('')}</main>
</body>
</html>
`;
}

function policySection(id: string, results: readonly MutationResult[]): string {
  const rows = results.map(
    (result) => `<li><strong>${escapeHtml(`${result.kind}: ${result.mutation.change}`)}</strong>
<pre>${escapeHtml(detailWords(result).join('\n'))}</pre></li>`,
  );
  return `<section>
<h2>${escapeHtml(id)}</h2>
<ul>${rows.join('\n')}</ul>
</section>
`;
}
