import type { Comparison } from '../../core/guarantees/comparison/comparison.ts';
import type { ReporterOptions } from '../report/reporter.ts';
import { painter } from '../words/wording.ts';
import { githubComparison } from './github.ts';
import { htmlComparison } from './html.ts';
import { jsonComparison } from './json.ts';
import { markdownComparison } from './markdown.ts';
import { prettyComparison } from './pretty.ts';
import { sarifComparison } from './sarif.ts';

/** Every reporter of `authz diff`: a comparison in, a text out. */
export const COMPARISON_REPORTERS = {
  pretty: (comparison, { color }) => prettyComparison(comparison, painter(color)),
  json: jsonComparison,
  markdown: markdownComparison,
  github: (comparison, { repositoryPath }) => githubComparison(comparison, repositoryPath),
  sarif: sarifComparison,
  html: htmlComparison,
} as const satisfies Readonly<Record<string, (comparison: Comparison, options: ReporterOptions) => string>>;

export type ComparisonReporterName = keyof typeof COMPARISON_REPORTERS;
