import { fitText, type Span, span } from '../../line.ts';
import type { Tone } from '../../theme.ts';
import type { Cell } from '../rows/matrix.ts';
import { isBad, isClosed, isNotable, isOpened } from '../rows/rows.ts';
import { faceOf } from './marks.ts';

/** Whether it is as expected, what is decided, whether that is new: three signs, and never one for another. */
export function cellSpans(cell: Cell | undefined, isChosen: boolean, width: number): Span[] {
  const rest = ' '.repeat(width - 4);
  if (!cell) return [span(' · ', isChosen ? 'chosen' : 'quiet'), span(` ${rest}`)];
  const { rows, isTested } = cell;
  const look = lookOf(cell);
  const { sign, tone } = look.face;
  const bad = look.isBad ? '✗' : ' ';
  const change = look.isOpened ? '▲' : look.isClosed ? '▼' : ' ';
  const count = rows.length > 1 && isTested && width > 7 ? fitText(` ${rows.length}`, width - 4) : rest;
  if (isChosen) return [span(`${bad}${sign}${change}`, 'chosen'), span(`${count} `, 'quiet')];
  const { isOld } = look;
  const changeTone = look.isBad ? 'bad' : isTested ? 'quiet' : 'doubt';
  return [
    span(bad, isOld ? 'quiet' : 'bad'),
    span(sign, isOld ? 'quiet' : tone),
    span(change, isOld ? 'quiet' : changeTone),
    span(`${count} `, 'quiet'),
  ];
}

/** What the rows of a cell come to. */
interface CellLook {
  readonly face: { readonly sign: string; readonly tone: Tone };
  readonly isBad: boolean;
  readonly isOpened: boolean;
  readonly isClosed: boolean;
  readonly isOld: boolean;
  readonly notable: number;
}

/** Made once for each cell: there may be thousands of rows in one, and a key shows them all again. */
const looks = new WeakMap<Cell, CellLook>();

export function lookOf(cell: Cell): CellLook {
  const known = looks.get(cell);
  if (known) return known;
  const { rows } = cell;
  const made = {
    face: cellFace(cell),
    isBad: rows.some(isBad),
    isOpened: rows.some(isOpened),
    isClosed: rows.some(isClosed),
    isOld: rows.some(({ project }) => !project.isCurrent),
    notable: rows.filter(isNotable).length,
  };
  looks.set(cell, made);
  return made;
}

/** What no fixture asks has small signs. */
function cellFace({ rows, isTested }: Cell): { readonly sign: string; readonly tone: Tone } {
  const { sign, tone } = faceOf(rows.map(({ result }) => result));
  if (isTested) return { sign, tone };
  if (tone === 'allow') return { sign: '•', tone: 'faint-allow' };
  return tone === 'deny'
    ? { sign: '◦', tone: 'faint-deny' }
    : { sign: sign === '◐' ? '½' : sign, tone: 'quiet' };
}
