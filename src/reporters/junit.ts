import type { Diagnostic } from '../core/diagnostic.ts';
import { describeFixture, locateFixture } from '../core/fixture.ts';
import { groupBy } from '../core/group.ts';
import type { DecisionResult, Result } from '../core/replay.ts';
import type { ProjectReport, Report } from '../core/report.ts';
import { printPlace } from './frame.ts';
import { refusalWords, verdictWords, visible } from './wording.ts';

/** For CI servers: one suite for each fixtures file, one for what could not be loaded. Standard elements only. */
export function junitReport(report: Report): string {
  const suites = report.projects.flatMap((project) => [...problemSuite(project), ...fileSuites(project)]);
  const { fixtures, failed, errored, skipped, todo, problems } = report.counts;
  const totals = counts(
    fixtures + problems,
    failed,
    errored + problems,
    skipped + todo,
    timeOf(allResults(report)),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="authz" ${totals}>\n${suites.join('')}</testsuites>\n`;
}

function problemSuite(project: ProjectReport): string[] {
  const problems = project.diagnostics.filter(({ severity }) => severity === 'error');
  if (problems.length === 0) return [];
  return [suite(project.name, problems.map(problemCase), counts(problems.length, 0, problems.length, 0, 0))];
}

function problemCase(problem: Diagnostic): string {
  const place = printPlace(problem.file, problem.location) || 'authz';
  const help = problem.help ? `\n${problem.help}` : '';
  return testCase(
    place,
    problem.code,
    `<error message="${attribute(problem.message)}" type="${attribute(problem.code)}">${content(`${place}${help}`)}</error>`,
  );
}

function fileSuites(project: ProjectReport): string[] {
  const byFile = groupBy(project.results, ({ fixture }) => fixture.source.file);
  return [...byFile].map(([file, results]) => {
    const count = (status: Result['status']) => results.filter((result) => result.status === status).length;
    const skipped = count('skipped') + count('todo');
    const totals = counts(results.length, count('failed'), count('errored'), skipped, timeOf(results));
    return suite(file, results.map(resultCase), totals);
  });
}

function allResults(report: Report): Result[] {
  return report.projects.flatMap(({ results }) => results);
}

/** In milliseconds. */
function timeOf(results: readonly Result[]): number {
  return results.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** The attributes with the numbers; JUnit counts seconds. */
function counts(
  tests: number,
  failures: number,
  errors: number,
  skipped: number,
  milliseconds: number,
): string {
  const time = seconds(milliseconds);
  return `tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${time}"`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(6);
}

function suite(name: string, cases: readonly string[], totals: string): string {
  return `  <testsuite name="${attribute(name)}" ${totals}>\n${cases.join('')}  </testsuite>\n`;
}

function resultCase(result: Result): string {
  const { fixture, status, decisions } = result;
  const inSeconds = seconds(result.milliseconds);
  if (status === 'passed') return testCase(fixture.name, fixture.source.file, '', inSeconds);
  if (status === 'skipped' || status === 'todo') {
    const reason = fixture.skip ?? fixture.todo ?? '';
    return testCase(
      fixture.name,
      fixture.source.file,
      `<skipped message="${attribute(reason)}"/>`,
      inSeconds,
    );
  }
  const element = status === 'failed' ? 'failure' : 'error';
  const wrong = decisions.filter((decision) => decision.status !== 'passed');
  const refused = result.refusal ? [refusalWords(result.refusal)] : [];
  const message = [...refused, ...wrong.map(describe)].join('; ');
  const place = printPlace(fixture.source.file, locateFixture(fixture));
  const text = [place, describeFixture(fixture), ...refused, ...wrong.flatMap(details)].join('\n');
  return testCase(
    fixture.name,
    fixture.source.file,
    `<${element} message="${attribute(message)}" type="${status}">${content(text)}</${element}>`,
    inSeconds,
  );
}

function testCase(name: string, classname: string, inner: string, time = seconds(0)): string {
  const open = `    <testcase name="${attribute(name)}" classname="${attribute(classname)}" time="${time}"`;
  return inner === '' ? `${open}/>\n` : `${open}>${inner}</testcase>\n`;
}

function describe(decision: DecisionResult): string {
  const { request } = decision;
  const item = request.item === undefined ? '' : `${request.item}: `;
  return `${item}${verdictWords(decision)}`;
}

function details(decision: DecisionResult): string[] {
  const { determining, errors } = decision.actual;
  return [
    describe(decision),
    ...determining.map((policy) => `decided by ${policy.id} ${printPlace(policy.file, policy.location)}`),
    ...errors.map((error) => `${error.policy ? `policy ${error.policy.id} ` : ''}${error.message}`),
  ];
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function content(text: string): string {
  return wellFormed(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

function attribute(text: string): string {
  return content(text).replaceAll('\n', '&#10;');
}

/** XML has no way at all to write most control characters: they are shown as everywhere else. Only line ends stay. */
function wellFormed(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\ufffe\uffff]/g, '\ufffd')
    .split('\n')
    .map(visible)
    .join('\n');
}
