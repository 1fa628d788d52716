import type { Result, ResultStatus } from '../../core/replay/replay.ts';
import type { Activity, Run, Snapshot } from '../../core/watching/session.ts';
import { counted } from '../../reporters/wording.ts';
import { type Line, type Span, span } from '../line.ts';
import type { ResultRow } from './rows.ts';

/** The one line that never lies: what is going on, whether policies are valid, what came out, and of when that is. */
export function headerLine(snapshot: Snapshot, rows: readonly ResultRow[], width: number): Line {
  const { run } = snapshot;
  return [
    ...(width >= WIDE ? [span('authz watch', 'title'), span('  ')] : []),
    ...activitySpans(snapshot),
    ...(run
      ? [span('  '), ...validity(run), span('  '), ...counts(run, rows), span('  '), times(run, width)]
      : []),
  ];
}

const WIDE = 110;

function activitySpans({ activity, isPaused, waiting }: Snapshot): Span[] {
  if (isPaused)
    return [span('PAUSED', 'doubt'), span(waiting > 0 ? `, ${counted(waiting, 'change')} waiting` : '')];
  return [ACTIVITIES[activity.type](activity as never)];
}

const ACTIVITIES: {
  readonly [Type in Activity['type']]: (activity: Extract<Activity, { type: Type }>) => Span;
} = {
  idle: () => span('watching', 'good'),
  reading: () => span('reading', 'doubt'),
  replaying: ({ done, total }) => span(`replaying ${done}/${total}`, 'doubt'),
};

function validity(run: Run): Span[] {
  const reports = run.projects.map(({ report }) => report);
  const problems = [...run.diagnostics, ...reports.flatMap(({ diagnostics }) => diagnostics)];
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) {
    const policies = reports.reduce((sum, report) => sum + report.policies, 0);
    return [span(`${counted(policies, 'policy', 'policies')} valid`, 'good')];
  }
  const isPolicies = errors.every(({ code }) => code.startsWith('policy') || code.startsWith('policies'));
  return [
    span(`${isPolicies ? 'POLICIES INVALID' : 'NOT USABLE'}: ${counted(errors.length, 'error')}`, 'bad'),
  ];
}

function counts(run: Run, rows: readonly ResultRow[]): Span[] {
  const isOld = run.projects.some(({ isCurrent }) => !isCurrent);
  const of = (status: ResultStatus) => rows.filter(({ result }) => result.status === status).length;
  const failed = of('failed') + of('errored');
  const changed = rows.filter(({ changes }) => changes.length > 0).length;
  return [
    span(isOld ? 'last good: ' : '', 'quiet'),
    span(`${of('passed')} passed`, isOld ? 'quiet' : undefined),
    span(' '),
    span(`${failed} failed`, isOld ? 'quiet' : failed > 0 ? 'bad' : undefined),
    ...(changed > 0 ? [span(' '), span(`${changed} changed`, 'doubt')] : []),
  ];
}

function times({ number, endedAt, milliseconds, projects }: Run, width: number): Span {
  const took =
    width < WIDE && projects.some(({ isCurrent }) => !isCurrent) ? '' : `${Math.round(milliseconds)} ms `;
  const time = `${took}${clockTime(endedAt)}`;
  return span(width >= WIDE ? `run ${number}, ${time}` : time, 'quiet');
}

/** Local time, as on the clock beside the screen: `17:03:12`. */
export function clockTime(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 8);
}

/** What came out for one fixture, in a word or two: `deny`, `allow, not deny`. */
export function decisionWords({ decisions, refusal }: Result): string {
  if (refusal) return String(refusal.actual);
  const [first, ...others] = decisions;
  if (!first) return '';
  if (others.length > 0) {
    const allowed = decisions.filter(({ actual }) => actual.decision === 'allow').length;
    return `${allowed} of ${decisions.length} allowed`;
  }
  const { actual, expected } = first;
  return actual.decision === expected.decision
    ? actual.decision
    : `${actual.decision}, not ${expected.decision}`;
}
