import type { PinnedTurn } from '../../../core/watching/live-calls.ts';
import { fitCall } from '../../fit-call.ts';
import type { Room } from '../../layout.ts';
import { fitLine, type Line, span, widthOf, wrapText } from '../../line.ts';
import type { Content } from '../content.ts';
import type { PinnedRow } from '../rows/pinned.ts';
import { projectPrefix } from '../rows/rows.ts';
import { faceOf } from './marks.ts';

/** Calls that were tried, each with what is decided now, and how that differs from before. */
export function triedLines({ run, pinned, pinnedIndex }: Content, { width, height }: Room): Line[] {
  if (pinned.length === 0)
    return wrapText('no call has been tried; t tries one, and it stays here', width, 'quiet');
  const start = Math.max(0, Math.min(pinnedIndex - height + 1, pinned.length - height));
  return pinned.slice(start, start + height).map((one, index) => {
    const isChosen = start + index === pinnedIndex;
    const cells = triedCells(one, projectPrefix(run, one.pinned.project), width - 2);
    // Decisions of an older run are not those of the files as they are.
    if (!isChosen) return [span('  '), ...(one.row?.project.isCurrent === false ? quiet(cells) : cells)];
    const text = cells.map((cell) => cell.text).join('');
    return fitLine([span(`> ${text}`)], width).map((cell) => ({ ...cell, tone: 'chosen' as const }));
  });
}

function quiet(cells: Line): Line {
  return cells.map(({ text }) => span(text, 'quiet'));
}

function triedCells({ pinned, row }: PinnedRow, whose: string, width: number): Line {
  const { turned, outcome } = pinned;
  const call = `${whose}${pinned.text}`;
  if (!row) {
    const why = outcome.ok ? '' : (outcome.diagnostics[0]?.message ?? '');
    return [span('? ', 'doubt'), span(call), span(`  ${why}`, 'doubt')];
  }
  const { sign, word, tone } = faceOf([row.result]);
  const turn = turned ? `  ${turnText(turned, width)}` : '';
  const left = width - OF_DECISION - widthOf(turn);
  return [
    ...fitLine([span(`${sign} ${word}`, tone)], OF_DECISION),
    span(fitCall(call, Math.max(12, left))),
    span(turn, turned?.to === 'allow' ? 'bad' : 'doubt'),
  ];
}

const OF_DECISION = 9;
/** Below this, who calls is worth more than the words of what turned. */
const NARROW = 60;

function turnText(turn: PinnedTurn, width: number): string {
  return width < NARROW ? TURN_MARKS[turn.to] : turnWords(turn);
}

const TURN_MARKS = { allow: '▲', deny: '▼' } as const;

function turnWords({ from, to, run }: PinnedTurn): string {
  return `${TURN_MARKS[to]} was ${from.toUpperCase()}, now ${to.toUpperCase()} (run ${run})`;
}
