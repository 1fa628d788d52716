import { dotReport } from './dot.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { lcovReport } from './lcov.ts';
import { prettyReport } from './pretty.ts';
import type { Reporter } from './reporter.ts';
import { tapReport } from './tap.ts';

/** Every reporter: a report in, a text out. */
export const REPORTERS = {
  pretty: prettyReport,
  dot: dotReport,
  json: jsonReport,
  junit: junitReport,
  lcov: lcovReport,
  tap: tapReport,
} as const satisfies Readonly<Record<string, Reporter>>;

export type ReporterName = keyof typeof REPORTERS;
