import type { Decision } from '../core/engine.ts';
import { describeFixture, locateFixture } from '../core/fixture.ts';
import type { DecisionResult, Result, ResultStatus } from '../core/replay.ts';
import type { ProjectReport, Report } from '../core/report.ts';
import { printCoverage } from './coverage.ts';
import { printDiagnostics, printPlace } from './frame.ts';
import {
  counted,
  type Paint,
  painter,
  refusalWords,
  STATUS_WORDS,
  verdictWords,
  visible,
} from './wording.ts';

export interface ReporterOptions {
  readonly color: boolean;
  /** Show what passed, too. */
  readonly verbose: boolean;
}

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
  const results = shown.map((result) => printResult(result, paint));
  const diagnostics = printDiagnostics(project.diagnostics, paint).trimEnd();
  const coverage = project.coverage ? printCoverage(project.coverage, paint, options.verbose) : '';
  return [diagnostics, ...results, coverage].filter((part) => part !== '').join('\n\n');
}

/** What is shown without being asked for: the rest is in the counts. */
const NOTABLE: ReadonlySet<ResultStatus> = new Set(['failed', 'errored']);

function printResult(result: Result, paint: Paint): string {
  const { fixture, status, refusal } = result;
  const { word, meaning } = STATUS_WORDS[status];
  const place = printPlace(fixture.source.file, locateFixture(fixture));
  const asked = describeFixture(fixture);
  const head = `${paint(meaning, word.padEnd(5))} ${place}`;
  const name = `      ${paint('strong', visible(ownName(fixture.name, asked)))}`;
  const shown =
    status === 'passed' ? result.decisions : result.decisions.filter((one) => one.status !== 'passed');
  return [
    head,
    name,
    `      ${visible(asked)}`,
    ...printMark(fixture.skip ?? fixture.todo, paint),
    ...(refusal ? [`      ${paint(meaning, visible(refusalWords(refusal)))}`] : []),
    ...shown.flatMap((decision) => printDecision(decision, paint)),
  ].join('\n');
}

function printMark(reason: string | undefined, paint: Paint): string[] {
  return reason === undefined ? [] : [`      ${paint('quiet', visible(reason))}`];
}

/** The name of a table's cell repeats what it asks, which stands on the line below. */
function ownName(name: string, asked: string): string {
  return name.endsWith(`: ${asked}`) ? name.slice(0, -`: ${asked}`.length) : name;
}

function printDecision(decision: DecisionResult, paint: Paint): string[] {
  const { request, actual, status } = decision;
  const item = request.item === undefined ? '' : `${visible(request.item)}: `;
  return [
    `      ${item}${paint(STATUS_WORDS[status].meaning, visible(verdictWords(decision)))}`,
    ...actual.determining.map(
      (policy) => `      decided by ${visible(policy.id)}  ${printPlace(policy.file, policy.location)}`,
    ),
    ...printErrors(actual),
  ];
}

function printErrors(actual: Decision): string[] {
  return actual.errors.map((error) => {
    const place = error.policy ? printPlace(error.policy.file, error.location ?? error.policy.location) : '';
    const who = error.policy ? `policy ${visible(error.policy.id)} could not be evaluated: ` : '';
    return `      ${who}${visible(error.message)}${place ? `  ${place}` : ''}`;
  });
}

function printSummary({ counts, projects, scope: asked }: Report, paint: Paint): string {
  const policies = projects.reduce((sum, project) => sum + project.policies, 0);
  const endpoints = projects.reduce((sum, project) => sum + project.endpoints, 0);
  const untested = projects.flatMap((project) => project.untested);
  const short = projects.flatMap(({ coverage }) => coverage?.shortfalls ?? []);
  const red = counts.failed > 0 || counts.errored > 0 || counts.problems > 0 || short.length > 0;
  const verdict = [
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    ...(counts.errored > 0 ? [`${counts.errored} errored`] : []),
    ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
    ...(counts.todo > 0 ? [`${counts.todo} todo`] : []),
    ...(counts.problems > 0 ? [counted(counts.problems, 'problem')] : []),
    ...(short.length > 0 ? ['coverage too low'] : []),
    ...(counts.leftOut > 0 ? [`${counts.leftOut} left out`] : []),
  ].join(', ');
  const scope = [
    counted(counts.fixtures, 'fixture'),
    counted(counts.decisions, 'decision'),
    // A mistyped identifier is denied like anything else that does not exist: the number is there to be noticed.
    ...(counts.notFound > 0 ? [`${counts.notFound} not found`] : []),
    `${counts.fixtures === 0 ? 0 : endpoints - untested.length} of ${counted(endpoints, 'endpoint')}`,
    policies === 1 ? '1 policy' : `${policies} policies`,
  ].join(', ');
  const summary = `${paint(red ? 'bad' : 'good', verdict)} ${paint('quiet', `(${scope})`)}`;
  // With coverage they have been shown already, among others; with a part of the fixtures, of course not everything is tested.
  const isSaid = asked !== undefined || projects.some(({ coverage }) => coverage !== undefined);
  return untested.length === 0 || isSaid
    ? summary
    : `${paint('quiet', printUntested(untested))}
${summary}`;
}

/** Enough to see where to go on; the JSON report has them all. */
const MOST_UNTESTED = 5;

function printUntested(untested: readonly string[]): string {
  const shown = untested.slice(0, MOST_UNTESTED).map(visible).join(', ');
  const more = untested.length > MOST_UNTESTED ? `, and ${untested.length - MOST_UNTESTED} more` : '';
  return `not tested: ${shown}${more}`;
}
