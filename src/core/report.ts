import type { Coverage } from './coverage.ts';
import { type Diagnostic, hasErrors, sortDiagnostics } from './diagnostic.ts';
import type { Result, ResultStatus } from './replay.ts';

/** What one run of `authz test` found out: every reporter prints this value and nothing else. */
export interface Report {
  readonly projects: readonly ProjectReport[];
  readonly counts: Counts;
}

/** One project, or one set of files named on the command line. */
export interface ProjectReport {
  /** The folder, as shown to people. */
  readonly name: string;
  readonly policies: number;
  readonly endpoints: number;
  /** The endpoints that no fixture calls, as `METHOD /path`; empty when something could not be loaded. */
  readonly untested: readonly string[];
  /** In the order of files and of fixtures in them. Empty when something could not be loaded. */
  readonly results: readonly Result[];
  readonly diagnostics: readonly Diagnostic[];
  /** When it was asked for. */
  readonly coverage?: Coverage;
}

export interface Counts extends Readonly<Record<ResultStatus, number>> {
  readonly fixtures: number;
  readonly decisions: number;
  /** Decisions about resources that do not exist: each is a deny, also where an identifier is mistyped. */
  readonly notFound: number;
  /** Problems that kept something from being checked. */
  readonly problems: number;
}

export function buildReport(projects: readonly ProjectReport[]): Report {
  const sorted = projects.map((project) => ({
    ...project,
    diagnostics: sortDiagnostics(project.diagnostics),
  }));
  return { projects: sorted, counts: count(sorted) };
}

/** Whether anything kept the run from saying what it was asked: exit code 2 rather than 1. */
export function isUnusable(report: Report): boolean {
  return report.projects.some((project) => hasErrors(project.diagnostics));
}

/** Whether every expectation was met, and coverage reached what it has to. */
export function isGreen(report: Report): boolean {
  const { failed, errored } = report.counts;
  const isShort = report.projects.some(({ coverage }) => (coverage?.shortfalls.length ?? 0) > 0);
  return !isUnusable(report) && failed === 0 && errored === 0 && !isShort;
}

function count(projects: readonly ProjectReport[]): Counts {
  const results = projects.flatMap((project) => project.results);
  const withStatus = (status: ResultStatus) => results.filter((result) => result.status === status).length;
  return {
    fixtures: results.length,
    decisions: results.reduce((sum, result) => sum + result.decisions.length, 0),
    notFound: results.flatMap(({ decisions }) =>
      decisions.filter(({ actual }) => actual.kind === 'not-found'),
    ).length,
    passed: withStatus('passed'),
    failed: withStatus('failed'),
    errored: withStatus('errored'),
    skipped: withStatus('skipped'),
    todo: withStatus('todo'),
    problems: projects.flatMap((project) =>
      project.diagnostics.filter(({ severity }) => severity === 'error'),
    ).length,
  };
}
