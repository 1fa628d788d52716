import { type Diagnostic, errorsAmong } from '../../core/diagnostics/diagnostic.ts';
import type { InvariantResult } from '../../core/replay/invariant-result.ts';
import type { Result, ResultStatus } from '../../core/replay/replay.ts';
import type { ProjectReport, Report } from '../../core/replay/report.ts';
import { groupBy } from '../../core/values/group.ts';
import { printPlace } from '../words/frame.ts';
import { OPEN_INVARIANTS, openInvariantLines, openKindOf } from '../words/invariant-words.ts';
import { outcomeLines, outcomeText, placeText, questionText, timeOf } from '../words/result-text.ts';
import { visible } from '../words/wording.ts';

/**
 * For CI servers: one suite for each file of fixtures or invariants, one for what could not be loaded. Only elements and attributes that the schema of
 * Jenkins knows; the place of a fixture or an invariant, for which it has no attribute, is the first line of a failure.
 */
export function junitReport(report: Report): string {
  const { results = [], refuted = 0, undecided = 0 } = report.invariants ?? {};
  const suites = [
    ...report.projects.flatMap((project) => [...problemSuite(project), ...fileSuites(project)]),
    ...invariantSuites(results),
  ];
  const { fixtures, failed, errored, problems } = report.counts;
  const time = timeOf(report.projects.flatMap(({ results }) => results));
  const totals = numbers({
    tests: fixtures + problems + results.length,
    failures: failed + refuted,
    errors: errored + problems + undecided,
    time,
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="authz" ${totals}>\n${suites.join('')}</testsuites>\n`;
}

function problemSuite(project: ProjectReport): string[] {
  const problems = errorsAmong(project.diagnostics);
  const warnings = project.diagnostics.filter(({ severity }) => severity === 'warning');
  if (problems.length + warnings.length === 0) return [];
  const totals = { tests: problems.length, failures: 0, errors: problems.length, skipped: 0, time: 0 };
  return [suite(project.name, [...problems.map(problemCase), ...warningText(warnings)], totals)];
}

function problemCase({ file, location, code, message, help }: Diagnostic): string {
  const place = printPlace(file, location) || 'authz';
  const text = [place, ...(help ? [visible(help)] : [])].join('\n');
  return testCase(place, code, 0, complaint('error', message, code, text));
}

/** A warning is not a test case. The schema has one other place for a text: the last of a suite. */
function warningText(warnings: readonly Diagnostic[]): string[] {
  if (warnings.length === 0) return [];
  const lines = warnings.flatMap(({ file, location, message, help }) => [
    [`warning: ${visible(message)}`, printPlace(file, location)].filter((part) => part !== '').join('  '),
    ...(help ? [`help: ${visible(help)}`] : []),
  ]);
  return [`    <system-err>${content(lines.join('\n'))}</system-err>\n`];
}

function fileSuites(project: ProjectReport): string[] {
  const byFile = groupBy(project.results, (result) => result.fixture.source.file);
  return [...byFile].map(([file, results]) => {
    const count = (...wanted: ResultStatus[]) =>
      results.filter(({ status }) => wanted.includes(status)).length;
    return suite(file, results.map(resultCase), {
      tests: results.length,
      failures: count('failed'),
      errors: count('errored'),
      skipped: count('skipped', 'todo'),
      time: timeOf(results),
    });
  });
}

/** Refuted is a failure; that no answer was found is an error, as for a decision. */
function invariantSuites(results: readonly InvariantResult[]): string[] {
  const byFile = groupBy(results, ({ file }) => file ?? 'invariants');
  return [...byFile].map(([file, inFile]) => {
    const count = (wanted: InvariantResult['verdict']) =>
      inFile.filter(({ verdict }) => verdict === wanted).length;
    return suite(file, inFile.map(invariantCase), {
      tests: inFile.length,
      failures: count('refuted'),
      errors: count('not-decided'),
      skipped: 0,
      time: 0,
    });
  });
}

function invariantCase(result: InvariantResult): string {
  const { id, file, location } = result;
  const kind = openKindOf(result);
  if (!kind) return testCase(id, file ?? 'invariants', 0, '');
  const text = [printPlace(file, location), ...openInvariantLines(result)].join('\n');
  const element = kind === 'invariant-refuted' ? 'failure' : 'error';
  return testCase(id, file ?? 'invariants', 0, complaint(element, OPEN_INVARIANTS[kind], kind, text));
}

/** Attributes with numbers; `time` comes in milliseconds, and JUnit counts seconds. */
function numbers(counted: Readonly<Record<string, number>>): string {
  const { time = 0, ...counts } = counted;
  const pairs = Object.entries(counts).map(([name, count]) => `${name}="${count}"`);
  return [...pairs, `time="${seconds(time)}"`].join(' ');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(6);
}

function suite(name: string, cases: readonly string[], totals: Readonly<Record<string, number>>): string {
  return `  <testsuite name="${attribute(name)}" ${numbers(totals)}>\n${cases.join('')}  </testsuite>\n`;
}

function resultCase(result: Result): string {
  const { fixture, status, milliseconds } = result;
  return testCase(fixture.name, fixture.source.file, milliseconds, verdict(status, result));
}

function verdict(status: ResultStatus, result: Result): string {
  if (status === 'passed') return '';
  const { fixture } = result;
  if (status === 'skipped' || status === 'todo')
    return `<skipped>${content(fixture.skip ?? fixture.todo ?? '')}</skipped>`;
  const text = [placeText(fixture), questionText(fixture), ...outcomeLines(result)].join('\n');
  return complaint(status === 'failed' ? 'failure' : 'error', outcomeText(result), status, text);
}

function complaint(element: 'failure' | 'error', message: string, type: string, text: string): string {
  return `<${element} message="${attribute(message)}" type="${attribute(type)}">${content(text)}</${element}>`;
}

function testCase(name: string, classname: string, milliseconds: number, inner: string): string {
  const open = `    <testcase name="${attribute(name)}" classname="${attribute(classname)}" time="${seconds(milliseconds)}"`;
  return inner === '' ? `${open}/>\n` : `${open}>${inner}</testcase>\n`;
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
