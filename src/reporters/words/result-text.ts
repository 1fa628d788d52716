import type { EvaluationError, PolicyReference } from '../../core/engine/engine.ts';
import {
  describeFixture,
  describeQuestion,
  type Fixture,
  locateFixture,
} from '../../core/fixtures/fixture.ts';
import type { DecisionResult, DecisionStatus, RefusalResult, Result } from '../../core/replay/replay.ts';
import {
  coversTooLittle,
  invariantsOpen,
  type ProjectReport,
  type Report,
} from '../../core/replay/report.ts';
import { reasonLines } from '../explanation.ts';
import { printPlace } from './frame.ts';
import { counted, refusalWords, verdictWords, visible } from './wording.ts';

/**
 * What every report says about a result, in the same words. Each text is one line without control characters, and else as the files
 * have it: a reporter still escapes what its format takes for its own.
 */
export function questionText(fixture: Fixture): string {
  return visible(describeFixture(fixture));
}

/** The name and what is asked, without saying a call twice: a fixture may be named after its call. */
export type Title = readonly [name: string] | readonly [name: string, asks: string];

export function titleOf(fixture: Fixture): Title {
  const name = ownName(fixture);
  const asks = questionText(fixture);
  return name === undefined ? [asks] : [name, asks];
}

/** The name without what is asked, which is said beside it; `undefined` where nothing else is in it. */
export function ownName({ name, as, asks }: Fixture): string | undefined {
  const asked = describeFixture({ as, asks });
  if (name === asked || name === describeQuestion(asks)) return undefined;
  const ending = `: ${asked}`;
  return visible(name.endsWith(ending) ? name.slice(0, -ending.length) : name);
}

/** `fixtures/campaigns.fixtures.yaml:8:5` */
export function placeText(fixture: Fixture): string {
  return printPlace(fixture.source.file, locateFixture(fixture));
}

/** Of a result that did not pass, the decisions that are to blame. */
function notableDecisions({ status, decisions }: Result): readonly DecisionResult[] {
  return status === 'passed' ? decisions : decisions.filter((one) => one.status !== 'passed');
}

/** `m1: expected allow, got deny (no policy permits it)`; the item only in a batch. */
export function decisionText(decision: DecisionResult): string {
  const { item } = decision.request;
  return visible(`${item === undefined ? '' : `${item}: `}${verdictWords(decision)}`);
}

/** Which policies decided, and which could not be evaluated, each with its place. */
export function reasonTexts({ actual }: DecisionResult): string[] {
  return [...actual.determining.map(decidedBy), ...actual.errors.map(errorText)];
}

/** One thing to say about a result: a decision, or the refusal of the call. */
export interface ShownOutcome {
  readonly status: DecisionStatus;
  readonly text: string;
  /** Which policies decided, and which could not be evaluated. */
  readonly reasons: readonly string[];
  /** Where there is an explanation: what it turned on, and what would turn it; further lines of one are indented. */
  readonly why: readonly string[];
}

/** What is wrong with a result; of one that passed, what it passed with. */
export function outcomesOf(result: Result): ShownOutcome[] {
  const { refusal } = result;
  const refused = refusal ? [refusalOutcome(refusal)] : [];
  const decided = notableDecisions(result).map((decision) => ({
    status: decision.status,
    text: decisionText(decision),
    reasons: reasonTexts(decision),
    why: decision.explanation ? reasonLines(decision.explanation) : [],
  }));
  return [...refused, ...decided];
}

function refusalOutcome(refusal: RefusalResult): ShownOutcome {
  const status = refusal.isMet ? 'passed' : 'failed';
  return { status, text: visible(refusalWords(refusal)), reasons: [], why: [] };
}

/** All of it in lines. */
export function outcomeLines(result: Result): string[] {
  return outcomesOf(result).flatMap(({ text, reasons, why }) => [text, ...reasons, ...why]);
}

/** The verdicts alone, in one line. */
export function outcomeText(result: Result): string {
  return outcomesOf(result)
    .map(({ text }) => text)
    .join('; ');
}

function decidedBy({ id, file, location }: PolicyReference): string {
  return `decided by ${visible(id)}  ${printPlace(file, location)}`;
}

/** What could not be evaluated, why, and where it stands. */
export function errorText({ policy, message, location }: EvaluationError): string {
  if (!policy) return visible(message);
  const place = printPlace(policy.file, location ?? policy.location);
  return `policy ${visible(policy.id)} could not be evaluated: ${visible(message)}  ${place}`;
}

/** `270 passed, 2 failed`: always those two, the others when there are any. */
export function verdictText(report: Report): string {
  const { counts } = report;
  const others = (['errored', 'skipped', 'todo'] as const).filter((status) => counts[status] > 0);
  return [
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    ...others.map((status) => `${counts[status]} ${status}`),
    ...(counts.toReview > 0 ? [`${counts.toReview} to review`] : []),
    ...(counts.problems > 0 ? [counted(counts.problems, 'problem')] : []),
    ...(coversTooLittle(report) ? ['coverage too low'] : []),
    ...(invariantsOpen(report) > 0 ? [`${counted(invariantsOpen(report), 'invariant')} not proven`] : []),
    ...(counts.leftOut > 0 ? [`${counts.leftOut} left out`] : []),
  ].join(', ');
}

/** How much was looked at: `272 fixtures, 288 decisions, 13 of 13 endpoints, 12 policies, 41 ms`; no endpoints where there are none. */
export function scopeText({ counts, projects }: Report): string {
  const sum = (numberOf: (project: ProjectReport) => number) =>
    projects.reduce((total, project) => total + numberOf(project), 0);
  const milliseconds = sum(({ results }) => timeOf(results));
  const policies = sum((project) => project.policies);
  const endpoints = sum((project) => project.endpoints);
  const tested = counts.fixtures === 0 ? 0 : endpoints - sum((project) => project.untested.length);
  return [
    counted(counts.fixtures, 'fixture'),
    counted(counts.decisions, 'decision'),
    // A mistyped identifier is denied like anything else that does not exist: the number is there to be noticed.
    ...(counts.notFound > 0 ? [`${counts.notFound} not found`] : []),
    ...(endpoints > 0 ? [`${tested} of ${counted(endpoints, 'endpoint')}`] : []),
    counted(policies, 'policy', 'policies'),
    ...(milliseconds > 0 ? [durationText(milliseconds)] : []),
  ].join(', ');
}

/** Milliseconds to the microsecond: the digits behind that are noise of floating point. */
export function roundedTime(milliseconds: number): number {
  return Number(milliseconds.toFixed(3));
}

/** How long the results took together, in milliseconds. */
export function timeOf(results: readonly Result[]): number {
  return results.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** Exact where it matters: `0.4 ms`, `12 ms`, `3.1 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds >= 1000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
}
