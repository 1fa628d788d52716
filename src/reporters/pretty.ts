import type { Result, ResultStatus } from '../core/replay.ts';
import { isGreen, type ProjectReport, type Report } from '../core/report.ts';
import { printCoverage } from './coverage.ts';
import { printDiagnostics } from './frame.ts';
import type { ReporterOptions } from './reporter.ts';
import {
  durationText,
  type Outcome,
  outcomesOf,
  ownName,
  placeText,
  questionText,
  scopeText,
  verdictText,
} from './result-text.ts';
import { type Paint, painter, STATUS_WORDS, visible } from './wording.ts';
import { wrapIndented } from './wrap.ts';

/** For people: problems and failures first, then one line that counts. */
export function prettyReport(report: Report, options: ReporterOptions): string {
  const paint = painter(options.color);
  const parts = report.projects
    .map((project) => printProject(project, options, paint))
    .filter((part) => part !== '');
  return `${[...parts, printSummary(report, paint)].join('\n\n')}\n`;
}

function printProject(project: ProjectReport, options: ReporterOptions, paint: Paint): string {
  const shown = project.results.filter((result) => options.verbose || NOTABLE.has(result.status));
  const results = shown.map((result) => printResult(result, options, paint));
  const diagnostics = printDiagnostics(project.diagnostics, paint).trimEnd();
  const coverage = project.coverage ? printCoverage(project.coverage, paint, options.verbose) : '';
  return [diagnostics, ...results, coverage].filter((part) => part !== '').join('\n\n');
}

/** What is shown without being asked for: the rest is in the counts. */
const NOTABLE: ReadonlySet<ResultStatus> = new Set(['failed', 'errored']);

function printResult(result: Result, { verbose }: ReporterOptions, paint: Paint): string {
  const { fixture, status } = result;
  const { word, meaning } = STATUS_WORDS[status];
  const duration = verbose ? paint('quiet', ` (${durationText(result.milliseconds)})`) : '';
  const reason = fixture.skip ?? fixture.todo;
  const lines = [
    paint('strong', ownName(fixture)),
    questionText(fixture),
    ...(reason === undefined ? [] : [paint('quiet', visible(reason))]),
    ...outcomesOf(result).flatMap((outcome) => printOutcome(outcome, paint)),
  ];
  const head = `${paint(meaning, word.padEnd(5))} ${placeText(fixture)}${duration}`;
  return [head, ...lines.map((line) => `      ${line}`)].join('\n');
}

/** The verdict and the place of a policy are never broken; this is for the sentences below them. */
const WHY_WIDTH = 74;

function printOutcome({ status, text, reasons, why }: Outcome, paint: Paint): string[] {
  const explained = why.flatMap((line) => wrapIndented(line, WHY_WIDTH));
  return [
    paint(STATUS_WORDS[status].meaning, text),
    ...reasons,
    ...explained.map((line) => paint('quiet', line)),
  ];
}

function printSummary(report: Report, paint: Paint): string {
  const untested = report.projects.flatMap((project) => project.untested);
  const verdict = paint(isGreen(report) ? 'good' : 'bad', verdictText(report));
  const summary = `${verdict} ${paint('quiet', `(${scopeText(report)})`)}`;
  // With coverage they have been shown already, among others; with a part of the fixtures, of course not everything is tested.
  const isSaid = report.scope !== undefined || report.projects.some(({ coverage }) => coverage !== undefined);
  return untested.length === 0 || isSaid ? summary : `${paint('quiet', printUntested(untested))}\n${summary}`;
}

/** Enough to see where to go on; the JSON report has them all. */
const MOST_UNTESTED = 5;

function printUntested(untested: readonly string[]): string {
  const shown = untested.slice(0, MOST_UNTESTED).map(visible).join(', ');
  const more = untested.length > MOST_UNTESTED ? `, and ${untested.length - MOST_UNTESTED} more` : '';
  return `not tested: ${shown}${more}`;
}
