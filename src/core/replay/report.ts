import type { Coverage } from '../coverage/coverage.ts';
import type { UntriedCallers } from '../coverage/untried-callers.ts';
import { type Diagnostic, errorsAmong, hasErrors, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import { type InvariantReport, openInvariants } from './invariant-result.ts';
import type { Result, ResultStatus } from './replay.ts';

/** What one run of `authz test` found out: every reporter prints this value and nothing else. */
export interface Report {
  /** What the run was asked to leave out; missing when it was everything. */
  readonly scope?: RunScope;
  readonly projects: readonly ProjectReport[];
  readonly counts: Counts;
  /** What was proven of all requests besides; missing where nothing is written down, or the report was made before. */
  readonly invariants?: InvariantReport;
}

/** What a run was asked to replay. */
export interface RunScope {
  /** As written after `--filter`. */
  readonly filters: readonly string[];
  readonly shard?: Shard;
}

/** One of `total` equal parts of a run; `index` counts from 1. */
export interface Shard {
  readonly index: number;
  readonly total: number;
}

/** How many fixtures were not replayed, and why. */
export interface LeftOutFixtures {
  readonly byFilter: number;
  /** They are in other shards. */
  readonly byShard: number;
  /** `--bail` had stopped the run before their turn. */
  readonly byBail: number;
}

/** One project, or one set of files named on the command line. */
export interface ProjectReport {
  /** The folder, as shown to people. */
  readonly name: string;
  readonly policies: number;
  readonly endpoints: number;
  /** Tells whether two reports are about the same files. */
  readonly digest?: string;
  /** The endpoints that no fixture calls, as `METHOD /path`; empty when something could not be loaded. */
  readonly untested: readonly string[];
  /** Missing when every fixture was meant to be replayed. */
  readonly leftOut?: LeftOutFixtures;
  /** The callers that no fixture tries, where that was asked for. */
  readonly untriedCallers?: readonly UntriedCallers[];
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
  /** Fixtures whose expectation is marked for a person to look at. */
  readonly toReview: number;
  /** Fixtures that this run was not to replay, or did not get to. */
  readonly leftOut: number;
  /** Problems that kept something from being checked. */
  readonly problems: number;
}

/** One report about all projects of a run, with their counts added up. `scope` says what filters and shards left out. */
export function buildReport(projects: readonly ProjectReport[], scope?: RunScope): Report {
  const sorted = projects.map((project) => ({
    ...project,
    diagnostics: sortDiagnostics(project.diagnostics),
  }));
  return { ...(scope ? { scope } : {}), projects: sorted, counts: count(sorted) };
}

/** Whether anything kept the run from saying what it was asked: exit code 2 rather than 1. */
export function isUnusable(report: Report): boolean {
  return report.projects.some((project) => hasErrors(project.diagnostics));
}

/** Whether everything could be loaded, every expectation was met, every invariant proven, and coverage reached what it has to. */
export function isGreen(report: Report): boolean {
  const { failed, errored } = report.counts;
  const isMet = failed === 0 && errored === 0 && invariantsOpen(report) === 0;
  return !isUnusable(report) && isMet && !coversTooLittle(report);
}

/** How many invariants are not proven. */
export function invariantsOpen({ invariants }: Report): number {
  return openInvariants(invariants).length;
}

/** Whether coverage is below what it has to reach. One of several parts cannot cover the whole; the merged report can. */
export function coversTooLittle({ scope, projects }: Report): boolean {
  return !scope?.shard && projects.some(({ coverage }) => (coverage?.shortfalls.length ?? 0) > 0);
}

function count(projects: readonly ProjectReport[]): Counts {
  const found = {
    fixtures: 0,
    decisions: 0,
    notFound: 0,
    passed: 0,
    failed: 0,
    errored: 0,
    skipped: 0,
    todo: 0,
    toReview: 0,
  };
  for (const { results } of projects) {
    found.fixtures += results.length;
    for (const { fixture, status, decisions } of results) {
      found[status] += 1;
      if (fixture.review !== undefined) found.toReview += 1;
      found.decisions += decisions.length;
      for (const { actual } of decisions) if (actual.kind === 'not-found') found.notFound += 1;
    }
  }
  return {
    ...found,
    leftOut: projects.reduce((sum, { leftOut }) => sum + totalOf(leftOut), 0),
    problems: projects.flatMap((project) => errorsAmong(project.diagnostics)).length,
  };
}

function totalOf(leftOut: LeftOutFixtures | undefined): number {
  return leftOut ? leftOut.byFilter + leftOut.byShard + leftOut.byBail : 0;
}
