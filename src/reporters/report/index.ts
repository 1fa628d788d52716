import { htmlReport } from '../html/html.ts';
import { dotReport } from './dot.ts';
import { githubReport } from './github.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { lcovReport } from './lcov.ts';
import { markdownReport } from './markdown.ts';
import { prettyReport } from './pretty.ts';
import type { Reporter } from './reporter.ts';
import { sarifReport } from './sarif.ts';
import { tapReport } from './tap.ts';

/** Every reporter: a report in, a text out. */
export const REPORTERS = {
  pretty: prettyReport,
  dot: dotReport,
  json: jsonReport,
  junit: junitReport,
  lcov: lcovReport,
  tap: tapReport,
  sarif: sarifReport,
  github: githubReport,
  markdown: markdownReport,
  html: htmlReport,
} as const satisfies Readonly<Record<string, Reporter>>;

export type ReporterName = keyof typeof REPORTERS;
