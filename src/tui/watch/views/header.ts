import type { Activity, Run, Snapshot } from '../../../core/watching/session.ts';
import { clockTime, counted } from '../../../reporters/words/wording.ts';
import { type Line, lineWidth, type Span, span } from '../../line.ts';
import type { Content } from '../content.ts';
import type { WatchState } from '../state.ts';

/** A piece of the header; those with a higher number go first when there is no room, and those with 0 stay. */
interface Piece {
  readonly spans: Line;
  readonly drop: number;
  /** What stands for it where there is no room. */
  readonly short?: Line;
}

/** The one line that never lies: what is going on, whether policies are valid, what came out, and of when that is. */
export function headerLine(state: WatchState, content: Content, width: number): Line {
  const { snapshot } = state;
  const { run } = snapshot;
  return fitPieces(
    [
      { spans: [span('authz', 'title')], drop: 8 },
      { spans: [span(projectNames(run), 'strong')], drop: 7 },
      activityPiece(snapshot),
      ...(run ? [validityPiece(content), countsPiece(content), changesPiece(state, content)] : []),
      ...(run
        ? [warningsPiece(content), { spans: [span(tookText(run), 'quiet')], drop: 6 }, clockPiece(run)]
        : []),
    ].filter(({ spans }) => spans.some(({ text }) => text !== '')),
    width,
  );
}

function fitPieces(pieces: readonly Piece[], width: number): Line {
  const line = joined(pieces);
  if (lineWidth(line) <= width) return line;
  const most = Math.max(...pieces.map(({ drop }) => drop));
  if (most === 0) return pieces.some(({ short }) => short) ? fitPieces(pieces.map(shortened), width) : line;
  return fitPieces(
    pieces.flatMap((piece) =>
      piece.drop < most ? [piece] : piece.short ? [{ spans: piece.short, drop: 0 }] : [],
    ),
    width,
  );
}

function shortened({ spans, short }: Piece): Piece {
  return { spans: short ?? spans, drop: 0 };
}

function joined(pieces: readonly Piece[]): Line {
  return pieces.flatMap(({ spans }, index) => [...(index > 0 ? [span('  ')] : []), ...spans]);
}

function projectNames(run: Run | undefined): string {
  const names = (run?.projects ?? []).map(({ name }) => name).filter((name) => name !== '.');
  return names.length > 2 ? counted(names.length, 'project') : names.join(', ');
}

function activityPiece({ activity, isPaused, waiting, run }: Snapshot): Piece {
  if (isPaused) {
    const note = waiting > 0 ? `, ${counted(waiting, 'change')} waiting` : '';
    return { spans: [span('PAUSED', 'doubt'), span(note)], drop: 0, short: [span('PAUSED', 'doubt')] };
  }
  const spans = ACTIVITIES[activity.type](activity as never);
  return { spans: [spans], drop: activity.type === 'idle' || run ? 4 : 0 };
}

const ACTIVITIES: {
  readonly [Type in Activity['type']]: (activity: Extract<Activity, { type: Type }>) => Span;
} = {
  idle: () => span('watching', 'good'),
  reading: () => span('reading', 'doubt'),
  replaying: ({ done, total }) => span(`replaying ${Math.floor((done / total) * 100)}%`, 'doubt'),
};

function validityPiece({ tally, problems }: Content): Piece {
  const { errors, policies } = tally;
  if (errors > 0) {
    const isPolicies = problems.every(
      ({ severity, code }) =>
        severity !== 'error' || code.startsWith('policy') || code.startsWith('policies'),
    );
    const word = isPolicies ? 'POLICIES INVALID' : 'NOT USABLE';
    return {
      spans: [span(`${word}: ${counted(errors, 'error')}`, 'bad')],
      drop: 0,
      short: [span('INVALID', 'bad')],
    };
  }
  if (policies === 0) return { spans: [span('NO POLICIES', 'doubt')], drop: 0 };
  return { spans: [span(`${counted(policies, 'policy', 'policies')} valid`)], drop: 5 };
}

function countsPiece({ tally }: Content): Piece {
  const { passed, failed, isOld } = tally;
  const tone = (wanted: 'good' | 'bad', count: number) => (isOld ? 'quiet' : count > 0 ? wanted : undefined);
  return {
    spans: [
      span(isOld ? 'last good: ' : '', 'quiet'),
      span(`${passed} passed`, isOld ? 'quiet' : undefined),
      span(' '),
      span(`${failed} failed`, tone('bad', failed)),
    ],
    drop: 0,
    short: [span(`✓${passed}`, tone('good', passed)), span(' '), span(`✗${failed}`, tone('bad', failed))],
  };
}

/** How the decisions differ from the baseline. */
function changesPiece({ history }: WatchState, { tally }: Content): Piece {
  const { opened, closed } = tally;
  if (opened + closed === 0 && history.baseline.kind === 'start') return { spans: [], drop: 0 };
  const counts = [
    span(`▲${opened}`, opened > 0 ? 'bad' : 'quiet'),
    span(` ▼${closed}`, closed > 0 ? 'doubt' : 'quiet'),
  ];
  return { spans: [...counts, span(` since ${history.baseline.label}`, 'quiet')], drop: 3, short: counts };
}

function warningsPiece({ tally }: Content): Piece {
  const text = tally.warnings === 0 ? '' : counted(tally.warnings, 'warning');
  return {
    spans: [span(text, 'doubt')],
    drop: 2,
    short: text === '' ? [] : [span(`!${tally.warnings}`, 'doubt')],
  };
}

function tookText({ number, milliseconds }: Run): string {
  const took =
    milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
  // As wide for a slow run as for a quick one, so that nothing else comes and goes with it.
  return `run ${number}, ${took}`.padEnd(`run ${number}, `.length + 7);
}

function clockPiece({ endedAt }: Run): Piece {
  return { spans: [span(clockTime(endedAt), 'quiet')], drop: 0 };
}

/** One line for the scrollback, when the screen is gone. */
export function lastWords({ history }: WatchState, { run, tally }: Content): string | undefined {
  if (!run) return undefined;
  const { passed, failed, opened, closed } = tally;
  const changes = `${opened} opened and ${closed} closed since ${history.baseline.label}`;
  return `authz watch: ${passed} passed, ${failed} failed after ${counted(run.number, 'run')}; ${changes}; last run at ${clockTime(run.endedAt)}`;
}
