import type { Diagnostic } from '../core/diagnostic.ts';
import { locateFixture } from '../core/fixture.ts';
import type { DecisionResult, Result } from '../core/replay.ts';
import type { ProjectReport, Report } from '../core/report.ts';
import { printPlace } from './frame.ts';
import { verdictWords, visible } from './wording.ts';

/** For CI servers: one suite for each fixtures file, one for what could not be loaded. Standard elements only. */
export function junitReport(report: Report): string {
  const suites = report.projects.flatMap((project) => [...problemSuite(project), ...fileSuites(project)]);
  const { fixtures, failed, errored, problems } = report.counts;
  const totals = `tests="${fixtures + problems}" failures="${failed}" errors="${errored + problems}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="authz" ${totals}>\n${suites.join('')}</testsuites>\n`;
}

function problemSuite(project: ProjectReport): string[] {
  const problems = project.diagnostics.filter(({ severity }) => severity === 'error');
  if (problems.length === 0) return [];
  return [suite(project.name, problems.map(problemCase), 0, problems.length)];
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
  const byFile = new Map<string, Result[]>();
  for (const result of project.results) {
    const { file } = result.fixture.source;
    const earlier = byFile.get(file);
    if (earlier) earlier.push(result);
    else byFile.set(file, [result]);
  }
  return [...byFile].map(([file, results]) => {
    const count = (status: Result['status']) => results.filter((result) => result.status === status).length;
    return suite(file, results.map(resultCase), count('failed'), count('errored'));
  });
}

function suite(name: string, cases: readonly string[], failures: number, errors: number): string {
  const totals = `tests="${cases.length}" failures="${failures}" errors="${errors}"`;
  return `  <testsuite name="${attribute(name)}" ${totals}>\n${cases.join('')}  </testsuite>\n`;
}

function resultCase(result: Result): string {
  const { fixture, status, decisions } = result;
  if (status === 'passed') return testCase(fixture.name, fixture.source.file, '');
  const element = status === 'failed' ? 'failure' : 'error';
  const wrong = decisions.filter((decision) => decision.status !== 'passed');
  const message = wrong.map(describe).join('; ');
  const place = printPlace(fixture.source.file, locateFixture(fixture));
  const call = `${fixture.call.method} ${fixture.call.url} as ${fixture.as}`;
  const text = [place, call, ...wrong.flatMap(details)].join('\n');
  return testCase(
    fixture.name,
    fixture.source.file,
    `<${element} message="${attribute(message)}" type="${status}">${content(text)}</${element}>`,
  );
}

function testCase(name: string, classname: string, inner: string): string {
  const open = `    <testcase name="${attribute(name)}" classname="${attribute(classname)}"`;
  return inner === '' ? `${open}/>\n` : `${open}>${inner}</testcase>\n`;
}

function describe({ request, expected, actual }: DecisionResult): string {
  const item = request.item === undefined ? '' : `${request.item}: `;
  return `${item}${verdictWords(expected, actual)}`;
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
