import type { Diagnostic, Location, Severity } from '../../core/diagnostics/diagnostic.ts';
import { locateFixture } from '../../core/fixtures/fixture.ts';
import type { InvariantResult } from '../../core/replay/invariant-result.ts';
import type { Result } from '../../core/replay/replay.ts';
import { isUnusable, type Report } from '../../core/replay/report.ts';
import { distinct } from '../../core/values/distinct.ts';
import { FAILURE_KINDS, failureKindOf } from '../words/failure-kind.ts';
import { OPEN_INVARIANTS, openInvariantLines, openKindOf } from '../words/invariant-words.ts';
import { outcomeLines, roundedTime, titleOf } from '../words/result-text.ts';
import { safeJson, visible } from '../words/wording.ts';
import type { ReporterOptions } from './reporter.ts';

type RepositoryPath = ReporterOptions['repositoryPath'];

/**
 * SARIF 2.1.0, for code hosts that show findings beside the code: a result for each fixture that failed, at its line, with the policies
 * that decided as related places; one for each invariant that does not hold; and one for each problem.
 */
export function sarifReport(report: Report, { repositoryPath }: ReporterOptions): string {
  const results = [
    ...report.projects.flatMap((project) => [
      ...project.diagnostics.map((diagnostic) => problemResult(diagnostic, repositoryPath)),
      ...project.results.flatMap((result) => fixtureResult(result, repositoryPath)),
    ]),
    ...(report.invariants?.results ?? []).flatMap((one) => invariantResult(one, repositoryPath)),
  ];
  const run = {
    tool: { driver: { name: 'authz', rules: rulesOf(results) } },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: !isUnusable(report), properties: propertiesOf(report) }],
    results,
  };
  return `${safeJson({ $schema: SCHEMA, version: '2.1.0', runs: [run] })}\n`;
}

function propertiesOf({ counts, invariants }: Report): object {
  if (!invariants) return { counts };
  const { proven, refuted, undecided } = invariants;
  return { counts, invariants: { proven, refuted, undecided } };
}

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** Every rule that a result names, once, and sorted. */
function rulesOf(results: readonly { readonly ruleId: string }[]): object[] {
  const ids = [...new Set(results.map(({ ruleId }) => ruleId))].sort();
  const titles: Readonly<Record<string, string>> = { ...FAILURE_KINDS, ...OPEN_INVARIANTS };
  return ids.map((id) => ({ id, shortDescription: { text: titles[id] ?? id.replaceAll('-', ' ') } }));
}

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

function problemResult({ severity, code, message, help, file, location }: Diagnostic, path: RepositoryPath) {
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: plain(help ? `${visible(message)}\n${visible(help)}` : visible(message)),
    ...(file === undefined ? {} : { locations: [place(file, location, path)] }),
  };
}

function fixtureResult(result: Result, path: RepositoryPath) {
  const ruleId = failureKindOf(result);
  if (!ruleId) return [];
  const { fixture, milliseconds } = result;
  const lines = [...titleOf(fixture), ...outcomeLines(result)];
  const related = relatedPlaces(result, path);
  return [
    {
      ruleId,
      level: 'error',
      message: plain(lines.join('\n')),
      locations: [place(fixture.source.file, locateFixture(fixture), path)],
      ...(related.length > 0 ? { relatedLocations: related } : {}),
      properties: { milliseconds: roundedTime(milliseconds) },
    },
  ];
}

function invariantResult(result: InvariantResult, path: RepositoryPath) {
  const ruleId = openKindOf(result);
  if (!ruleId) return [];
  const { id, file, location, policies } = result;
  const related = policies.map((policy, index) => ({
    id: index,
    ...place(policy.file, policy.location, path),
    message: plain(visible(`policy ${policy.id}`)),
  }));
  return [
    {
      ruleId,
      level: 'error',
      message: plain([visible(id), ...openInvariantLines(result)].join('\n')),
      ...(file === undefined ? {} : { locations: [place(file, location, path)] }),
      ...(related.length > 0 ? { relatedLocations: related } : {}),
    },
  ];
}

/** Each policy that had a say, once. */
function relatedPlaces({ decisions }: Result, path: RepositoryPath): object[] {
  const wrong = decisions.filter(({ status }) => status !== 'passed');
  const places = wrong.flatMap(({ actual }) => [
    ...actual.determining.map((policy) => ({ policy, location: policy.location, what: 'decided' })),
    ...actual.errors.flatMap(({ policy, location }) =>
      policy ? [{ policy, location: location ?? policy.location, what: 'could not be evaluated' }] : [],
    ),
  ]);
  const told = places.map(({ policy, location, what }) => ({
    ...place(policy.file, location, path),
    message: plain(visible(`policy ${policy.id} ${what}`)),
  }));
  return distinct(told).map((one, id) => ({ id, ...one }));
}

/** A message is plain text, but for links `[text](target)` and places to fill in `{0}`: what looks like one is escaped. */
function plain(text: string): { text: string } {
  return {
    text: text
      .toWellFormed()
      .replaceAll(/\[(?=[^\]]*\]\()/g, '\\[')
      .replaceAll(/\{(\d+)\}/g, '{{$1}}'),
  };
}

function place(file: string, location: Location | undefined, path: RepositoryPath) {
  const shown = path(file);
  const artifactLocation = shown.startsWith('/')
    ? { uri: `file://${uri(shown)}` }
    : { uri: uri(shown), uriBaseId: '%SRCROOT%' };
  return { physicalLocation: { artifactLocation, ...(location ? { region: region(location) } : {}) } };
}

function uri(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

function region({ line, column, endLine, endColumn }: Location) {
  return { startLine: line, startColumn: column, endLine, endColumn };
}
