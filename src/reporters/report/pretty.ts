import type { Result, ResultStatus } from '../../core/replay/replay.ts';
import { isGreen, type ProjectReport, type Report } from '../../core/replay/report.ts';
import { printCoverage } from '../coverage.ts';
import { prettyInvariants } from '../proofs/pretty-invariants.ts';
import { printUntriedCallers } from '../untried-callers.ts';
import { commonReasons } from '../words/common-reasons.ts';
import { printDiagnostics } from '../words/frame.ts';
import {
  durationText,
  outcomesOf,
  placeText,
  type ShownOutcome,
  scopeText,
  titleOf,
  verdictText,
} from '../words/result-text.ts';
import { type Paint, painter, STATUS_WORDS, visible } from '../words/wording.ts';
import { type Fold, folder, wrapIndented } from '../words/wrap.ts';
import type { ReporterOptions } from './reporter.ts';

/** For people: problems and failures first, then one line that counts, then the invariants. */
export function prettyReport(report: Report, options: ReporterOptions): string {
  const paint = painter(options.color);
  const parts = report.projects
    .map((project) => printProject(project, options, paint))
    .filter((part) => part !== '');
  const invariants = report.invariants ? prettyInvariants(report.invariants, paint) : '';
  return `${[...parts, printSummary(report, options, paint)].join('\n\n')}\n${invariants}`;
}

function printProject(project: ProjectReport, options: ReporterOptions, paint: Paint): string {
  const shown = project.results.filter((result) => options.verbose || NOTABLE.has(result.status));
  const results = shown.map((result) => printResult(result, options, paint));
  const diagnostics = printDiagnostics(project.diagnostics, paint).trimEnd();
  const coverage = project.coverage ? printCoverage(project.coverage, paint, options.verbose) : '';
  const untried = printUntriedCallers(project.untriedCallers ?? [], paint).trimEnd();
  return [diagnostics, ...results, coverage, untried].filter((part) => part !== '').join('\n\n');
}

/** What is shown without being asked for: the rest is in the counts. */
const NOTABLE: ReadonlySet<ResultStatus> = new Set(['failed', 'errored']);

function printResult(result: Result, { verbose, columns }: ReporterOptions, paint: Paint): string {
  const { fixture, status } = result;
  const { word, meaning } = STATUS_WORDS[status];
  const duration = verbose ? paint('quiet', ` (${durationText(result.milliseconds)})`) : '';
  const reason = fixture.skip ?? fixture.todo;
  const fold = folder(columns === undefined ? undefined : columns - INDENT.length);
  const [name, ...asks] = titleOf(fixture);
  const lines = [
    ...fold(name).map((line) => paint('strong', line)),
    ...asks.flatMap(fold),
    ...(reason === undefined ? [] : fold(visible(reason)).map((line) => paint('quiet', line))),
    ...outcomesOf(result).flatMap((outcome) => printOutcome(outcome, fold, paint)),
  ];
  const head = `${paint(meaning, word.padEnd(5))} ${placeText(fixture)}${duration}`;
  return [head, ...lines.map((line) => INDENT + line)].join('\n');
}

/** As wide as the word of a status. */
const INDENT = '      ';

/** Sentences are not read well in very long lines, and may be broken anywhere. */
const WHY_WIDTH = 74;

function printOutcome({ status, text, reasons, why }: ShownOutcome, fold: Fold, paint: Paint): string[] {
  const explained = why.flatMap((line) => wrapIndented(line, WHY_WIDTH)).flatMap(fold);
  return [
    ...fold(text).map((line) => paint(STATUS_WORDS[status].meaning, line)),
    ...reasons.flatMap(fold),
    ...explained.map((line) => paint('quiet', line)),
  ];
}

function printSummary(report: Report, { columns }: ReporterOptions, paint: Paint): string {
  const untested = report.projects.flatMap((project) => project.untested);
  // With coverage they have been shown already, among others; with a part of the fixtures, of course not everything is tested.
  const isSaid = report.scope !== undefined || report.projects.some(({ coverage }) => coverage !== undefined);
  const fold = folder(columns);
  const quiet = (line: string) => fold(line).map((part) => paint('quiet', part));
  const verdict = verdictText(report);
  const scope = `(${scopeText(report)})`;
  const painted = fold(verdict).map((line) => paint(isGreen(report) ? 'good' : 'bad', line));
  const isOneLine = fold(`${verdict} ${scope}`).length === 1;
  return [
    ...commonReasons(report).flatMap(quiet),
    ...(untested.length === 0 || isSaid ? [] : quiet(printUntested(untested))),
    ...(isOneLine ? [`${painted.join('')} ${paint('quiet', scope)}`] : [...painted, ...quiet(scope)]),
  ].join('\n');
}

/** Enough to see where to go on; the JSON report has them all. */
const MOST_UNTESTED = 5;

function printUntested(untested: readonly string[]): string {
  const shown = untested.slice(0, MOST_UNTESTED).map(visible).join(', ');
  const more = untested.length > MOST_UNTESTED ? `, and ${untested.length - MOST_UNTESTED} more` : '';
  return `not tested: ${shown}${more}`;
}
