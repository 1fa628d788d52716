import type { Diagnostic, Severity } from '../../core/diagnostics/diagnostic.ts';
import { locateFixture } from '../../core/fixtures/fixture.ts';
import type { InvariantResult } from '../../core/replay/invariant-result.ts';
import type { Result } from '../../core/replay/replay.ts';
import { isUnusable, type Report } from '../../core/replay/report.ts';
import { distinct } from '../../core/values/distinct.ts';
import { FAILURE_KINDS, failureKindOf } from '../words/failure-kind.ts';
import { OPEN_INVARIANTS, openInvariantLines, openKindOf } from '../words/invariant-words.ts';
import { outcomeLines, roundedTime, titleOf } from '../words/result-text.ts';
import { visible } from '../words/wording.ts';
import type { ReporterOptions } from './reporter.ts';
import { place, places, plain, sarifLog } from './sarif-log.ts';

type RepositoryPath = ReporterOptions['repositoryPath'];

/**
 * SARIF 2.1.0, for code hosts that show findings beside the code: a result for each fixture that failed, at its line, with the policies
 * that decided as related places; one for each invariant that does not hold; and one for each problem.
 */
export function sarifReport(report: Report, { repositoryPath }: ReporterOptions): string {
  const results = [
    ...report.projects.flatMap((project) => [
      ...project.diagnostics.map((diagnostic) => problemResult(diagnostic, repositoryPath, project.name)),
      ...project.results.flatMap((result) => fixtureResult(result, repositoryPath)),
    ]),
    ...(report.invariants?.results ?? []).flatMap((one) => invariantResult(one, repositoryPath)),
  ];
  const titles = { ...FAILURE_KINDS, ...OPEN_INVARIANTS };
  return sarifLog({ results, titles, isSuccessful: !isUnusable(report), properties: propertiesOf(report) });
}

function propertiesOf({ counts, invariants }: Report): object {
  if (!invariants) return { counts };
  const { proven, refuted, undecided } = invariants;
  return { counts, invariants: { proven, refuted, undecided } };
}

const LEVELS: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'note' };

function problemResult(
  { severity, code, message, help, ...at }: Diagnostic,
  path: RepositoryPath,
  project: string,
) {
  return {
    ruleId: code,
    level: LEVELS[severity],
    message: plain(help ? `${visible(message)}\n${visible(help)}` : visible(message)),
    locations: places(at, path, project),
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
      locations: places({ file, location }, path),
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
