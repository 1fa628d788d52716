import type { Report } from '../core/report.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { lcovReport } from './lcov.ts';
import { prettyReport, type ReporterOptions } from './pretty.ts';

/** Every reporter: a report in, a text out. */
export const REPORTERS = {
  pretty: prettyReport,
  json: jsonReport,
  junit: junitReport,
  lcov: lcovReport,
} as const satisfies Readonly<Record<string, (report: Report, options: ReporterOptions) => string>>;

export type ReporterName = keyof typeof REPORTERS;
