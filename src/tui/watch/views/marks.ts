import type { Decision } from '../../../core/engine/engine.ts';
import {
  type DecisionResult,
  overallDecision,
  type Result,
  type ResultStatus,
} from '../../../core/replay/replay.ts';
import { type DecisionChangeKind, hasItems } from '../../../core/watching/decision-changes.ts';
import { type Span, span } from '../../line.ts';
import type { Tone } from '../../theme.ts';
import { isBad, isClosed, isOpened, type Row } from '../rows/rows.ts';

/*
 * Three things are told, each in its own place and with its own signs, so that none can be taken for another: whether a decision is as
 * expected, what it is, and whether it is another one than before. The signs differ in shape as well as in color.
 */

/** As expected, or not. */
const EXPECTATION: Readonly<Record<ResultStatus, Span>> = {
  passed: span('✓', 'good'),
  failed: span('✗', 'bad'),
  errored: span('!', 'bad'),
  skipped: span('-', 'doubt'),
  todo: span('~', 'doubt'),
};

/** Nothing is expected of calls that no fixture makes. */
export function expectationMark({ origin, result }: Row): Span {
  return origin === 'fixture' ? EXPECTATION[result.status] : span(' ');
}

/** What opened, and what closed. */
export const CHANGE_MARKS: Readonly<Record<DecisionChangeKind, string>> = {
  'now-allowed': '▲',
  'now-denied': '▼',
  'reason-changed': '±',
};

/** Bright where the decision is not the one that is expected, or nobody expects any; else it is as it should be. */
export function changeMark(row: Row): Span {
  const kind = isOpened(row) ? 'now-allowed' : isClosed(row) ? 'now-denied' : row.changes[0]?.kind;
  return kind ? span(CHANGE_MARKS[kind], changeTone(row)) : span(' ');
}

export function changeTone(row: Row): Tone {
  if (isBad(row)) return 'bad';
  return row.origin !== 'fixture' && isOpened(row) ? 'doubt' : 'quiet';
}

/** A decision, or several at once. */
export interface Face {
  readonly sign: string;
  readonly word: string;
  readonly tone: Tone;
}

const ALLOW: Face = { sign: '●', word: 'allow', tone: 'allow' };
const DENY: Face = { sign: '○', word: 'deny', tone: 'deny' };

export function faceOf(results: readonly Result[]): Face {
  const all = results.flatMap(answersOf);
  const allowed = all.filter((one) => one === 'allow').length;
  if (all.length === 0) return { sign: ' ', word: '', tone: 'quiet' };
  if (allowed > 0 && allowed < all.length)
    return { sign: '◐', word: `${allowed} of ${all.length}`, tone: 'doubt' };
  const face = allowed > 0 ? ALLOW : DENY;
  const [first] = results.flatMap(({ refusal }) => refusal ?? []);
  const isUndecided = results.every(({ decisions }) => decisions.length === 0);
  return first && isUndecided ? { ...face, word: `${first.actual}` } : face;
}

/** The items of a batch have an answer each. Any other call has one, whatever it asks: what is not permitted as a whole is refused. */
function answersOf(result: Result): Decision['decision'][] {
  const { decisions, refusal } = result;
  if (!refusal && hasItems(result)) return decisions.map(({ actual }) => actual.decision);
  return refusal || decisions.length > 0 ? [overallDecision(result)] : [];
}

/** The decision in a word, and where there is room what is wrong with it: `allow, not deny`. */
export function decisionSpans(row: Row, isShort: boolean): Span[] {
  const { result } = row;
  const { sign, word, tone } = faceOf([result]);
  const wrong = isShort || !isBad(row) ? '' : wrongWords(result);
  return [span(`${sign} ${word}`, tone), ...(wrong === '' ? [] : [span(`, ${wrong}`, 'bad')])];
}

function wrongWords(result: Result): string {
  const { decisions, refusal, status } = result;
  if (refusal) return refusal.expected === refusal.actual ? 'by no policy' : `not ${refusal.expected}`;
  if (status === 'errored') return 'error';
  const wrong = decisions.filter((one) => one.status !== 'passed');
  const [first] = wrong;
  if (!first) return '';
  return decisions.length > 1 && hasItems(result) ? `${wrong.length} wrong` : wrongWord(first);
}

/** The decision may be right, and the status or the policies that decided are not. */
function wrongWord({ actual, expected }: DecisionResult): string {
  if (actual.decision !== expected.decision) return `not ${expected.decision}`;
  const ids = new Set(actual.determining.map(({ id }) => id));
  const missing = [...(expected.because ?? []), ...(expected.includes ?? [])].filter((id) => !ids.has(id));
  if (missing.length > 0 || expected.because) return 'by others';
  return expected.status === undefined ? 'otherwise' : `not ${expected.status}`;
}
