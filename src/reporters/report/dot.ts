import type { ResultStatus } from '../../core/replay/replay.ts';
import type { Report } from '../../core/replay/report.ts';
import { painter, STATUS_WORDS } from '../words/wording.ts';
import { prettyReport } from './pretty.ts';
import type { ReporterOptions } from './reporter.ts';

/** One mark for each fixture; problems and failures in words below. */
export function dotReport(report: Report, options: ReporterOptions): string {
  const paint = painter(options.color);
  const results = report.projects.flatMap((project) => project.results);
  const marks = results.map(({ status }) => paint(STATUS_WORDS[status].meaning, MARKS[status]));
  const lines = Array.from({ length: Math.ceil(marks.length / MARKS_IN_LINE) }, (_, line) =>
    marks.slice(line * MARKS_IN_LINE, (line + 1) * MARKS_IN_LINE).join(''),
  );
  const details = prettyReport(report, { ...options, verbose: false });
  return lines.length === 0 ? details : `${lines.join('\n')}\n\n${details}`;
}

/** Told apart without colors, too. */
const MARKS: Readonly<Record<ResultStatus, string>> = {
  passed: '.',
  failed: 'F',
  errored: 'E',
  skipped: 'S',
  todo: 'T',
};

/** A narrow terminal breaks no line. */
const MARKS_IN_LINE = 72;
