import { type Diagnostic, errorsAmong } from '../../core/diagnostics/diagnostic.ts';
import { locateFixture } from '../../core/fixtures/fixture.ts';
import type { InvariantResult } from '../../core/replay/invariant-result.ts';
import type { Result } from '../../core/replay/replay.ts';
import type { Report } from '../../core/replay/report.ts';
import { printPlace } from '../words/frame.ts';
import { OPEN_INVARIANTS, openInvariantLines, openKindOf } from '../words/invariant-words.ts';
import { outcomesOf, outcomeText, questionText, roundedTime } from '../words/result-text.ts';
import { counted, safeJson, visible } from '../words/wording.ts';

/** The Test Anything Protocol, version 14: one test point for each fixture and each invariant, `Bail out!` when something could not be loaded. */
export function tapReport(report: Report): string {
  const results = report.projects.flatMap((project) => project.results);
  const diagnostics = report.projects.flatMap((project) => project.diagnostics);
  const problems = errorsAmong(diagnostics);
  // After the plan `1..0` a harness reads no further, and would take a run that could not begin for one that had nothing to do.
  const invariants = report.invariants?.results ?? [];
  const points = results.length + invariants.length;
  const plan = points === 0 && problems.length > 0 ? [] : [`1..${points}`];
  const lines = [
    'TAP version 14',
    ...plan,
    ...diagnostics.flatMap(comment),
    ...results.flatMap((result, index) => [testPoint(result, index + 1), ...details(result)]),
    ...invariants.flatMap((one, index) => invariantPoint(one, results.length + index + 1)),
    ...bailOut(problems),
  ];
  return `${lines.join('\n')}\n`;
}

function comment({ severity, message, help, file, location }: Diagnostic): string[] {
  const place = printPlace(file, location);
  const lines = [
    `${severity}: ${visible(message)}${place ? `  ${place}` : ''}`,
    ...(help ? [`help: ${visible(help)}`] : []),
  ];
  return lines.map((line) => `# ${line}`);
}

/** A todo is not ok as long as it fails; by its directive it fails nothing. */
function testPoint(result: Result, number: number): string {
  const { fixture, status } = result;
  const isDone = status === 'todo' && outcomesOf(result).every((outcome) => outcome.status === 'passed');
  const isOk = isDone || status === 'passed' || status === 'skipped';
  const directive = fixture.skip === undefined ? mark('TODO', fixture.todo) : mark('SKIP', fixture.skip);
  return `${isOk ? 'ok' : 'not ok'} ${number} - ${escapeMarks(fixture.name)}${directive}`;
}

function mark(directive: 'SKIP' | 'TODO', reason: string | undefined): string {
  return reason === undefined ? '' : ` # ${directive} ${escapeMarks(reason)}`;
}

/** `#` would start a directive. */
function escapeMarks(text: string): string {
  return visible(text).replaceAll(/[\\#]/g, '\\$&');
}

/** A YAML block; every value is written as JSON, which YAML includes. */
function details(result: Result): string[] {
  const { fixture, status, milliseconds } = result;
  const location = locateFixture(fixture);
  const wrong = outcomesOf(result).filter((outcome) => outcome.status !== 'passed');
  const told = {
    duration_ms: roundedTime(milliseconds),
    file: fixture.source.file,
    ...(location ? { line: location.line, column: location.column } : {}),
    ...(wrong.length > 0
      ? {
          severity: status === 'errored' ? 'error' : 'fail',
          asks: questionText(fixture),
          message: outcomeText(result),
          because: wrong.flatMap(({ reasons }) => reasons),
        }
      : {}),
  };
  return block(told);
}

function block(told: object): string[] {
  const pairs = Object.entries(told).map(([key, value]) => `  ${key}: ${safeJson(value, 0)}`);
  return ['  ---', ...pairs, '  ...'];
}

function invariantPoint(result: InvariantResult, number: number): string[] {
  const { id, file, location } = result;
  const kind = openKindOf(result);
  const told = {
    ...(file === undefined ? {} : { file }),
    ...(location ? { line: location.line, column: location.column } : {}),
    ...(kind
      ? {
          severity: kind === 'invariant-refuted' ? 'fail' : 'error',
          message: OPEN_INVARIANTS[kind],
          because: openInvariantLines(result),
        }
      : {}),
  };
  return [`${kind ? 'not ok' : 'ok'} ${number} - ${escapeMarks(id)}`, ...block(told)];
}

function bailOut([first, ...others]: readonly Diagnostic[]): string[] {
  if (!first) return [];
  const more = others.length > 0 ? `, and ${counted(others.length, 'other problem')}` : '';
  return [`Bail out! ${visible(first.message)}${more}`];
}
