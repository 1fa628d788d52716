import { visibleOnScreen } from '../reporters/words/wording.ts';
import screenWidth from './screen-width.ts';
import type { Tone } from './theme.ts';

/** A piece of a line with one look. */
export interface Span {
  readonly text: string;
  readonly tone?: Tone;
}

/** One line of the screen, as wide as it comes out. */
export type Line = readonly Span[];

/** A line out of texts and spans. */
export function line(...parts: readonly (string | Span)[]): Line {
  return parts.map((part) => (typeof part === 'string' ? { text: part } : part));
}

export function span(text: string, tone?: Tone): Span {
  return tone === undefined ? { text } : { text, tone };
}

/** The columns a text takes on the screen. */
export function widthOf(text: string): number {
  return screenWidth(text);
}

/**
 * The line at exactly this width: cut with an ellipsis, or filled up. Every text on the screen passes here, and what could move the
 * cursor or retitle the window becomes visible.
 */
export function fitLine(spans: Line, width: number): Line {
  const fitted: Span[] = [];
  let left = width;
  for (const [index, one] of spans.entries()) {
    const text = visibleOnScreen(one.text);
    const wide = widthOf(text);
    const isLast = spans.slice(index + 1).every((later) => later.text === '');
    if (wide < left || (wide === left && isLast)) {
      fitted.push({ ...one, text });
      left -= wide;
    } else {
      const cut = cutText(text, left, isLast);
      fitted.push({ ...one, text: cut });
      left -= widthOf(cut);
      break;
    }
  }
  return left > 0 ? [...fitted, { text: ' '.repeat(left) }] : fitted;
}

/** The text at exactly this width. */
export function fitText(text: string, width: number): string {
  return fitLine([{ text }], width)
    .map((one) => one.text)
    .join('');
}

const SEGMENTER = new Intl.Segmenter();

/** The beginning of a text, with an ellipsis; the whole text where it fits and nothing follows. */
function cutText(text: string, width: number, isLast: boolean): string {
  if (width <= 0) return '';
  if (isLast && widthOf(text) <= width) return text;
  let cut = '';
  let wide = 0;
  for (const { segment } of SEGMENTER.segment(text)) {
    wide += widthOf(segment);
    if (wide > width - 1) break;
    cut += segment;
  }
  return `${cut}…`;
}

/** The text at exactly this width, cut in its middle: both ends of a path say what it is. */
export function fitMiddle(text: string, width: number): string {
  const shown = visibleOnScreen(text);
  if (widthOf(shown) <= width) return fitText(shown, width);
  const end = takeEnd(shown, Math.floor((width - 1) / 2));
  return fitText(`${cutText(shown, width - widthOf(end), false)}${end}`, width);
}

/** The text at exactly this width, cut so that its end and what begins at this character can be seen; a quarter is for its beginning. */
export function fitAround(text: string, width: number, at: number): string {
  const behind = text.slice(at);
  const room = Math.min(widthOf(behind), Math.ceil((width * 3) / 4));
  const shown = room < LEAST_OF_TWO_ENDS ? fitText(behind, room) : fitMiddle(behind, room);
  return fitText(`${cutText(text.slice(0, at), width - room, false)}${shown}`, width);
}

/** Of fewer characters, the beginning alone says more than a letter or two of each end. */
const LEAST_OF_TWO_ENDS = 8;

/** The text at exactly this width, cut on its left: of a place, the file name and the line matter most. */
export function fitEnd(text: string, width: number): string {
  const shown = visibleOnScreen(text);
  return fitText(widthOf(shown) <= width ? shown : `…${takeEnd(shown, width - 1)}`, width);
}

/** As many characters of the end as fit. */
function takeEnd(text: string, width: number): string {
  let end = '';
  for (const { segment } of [...SEGMENTER.segment(text)].reverse()) {
    if (widthOf(segment + end) > width) break;
    end = segment + end;
  }
  return end;
}

/** A text as lines no wider than this, broken between words where there are any. */
export function wrapText(text: string, width: number, tone?: Tone): Line[] {
  const lines: string[] = [];
  let current = '';
  for (const word of visibleOnScreen(text)
    .split(' ')
    .flatMap((one) => pieces(one, width))) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (widthOf(longer) <= width) current = longer;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current].map((one) => [span(one, tone)]);
}

/** A line in several that are no wider than this, broken at blanks where there are any; those that follow stand to the right. */
export function wrapLine(spans: Line, width: number): Line[] {
  const lines: Line[] = [];
  let current: Span[] = [];
  for (const one of spans.flatMap(segmentsOf)) {
    current.push(one);
    if (lineWidth(current) <= width) continue;
    const blank = current.findLastIndex(({ text }, index) => text === ' ' && index > width / 3);
    const end = blank < 0 ? current.length - 1 : blank;
    lines.push(joinSpans(current.slice(0, end)));
    current = [span(CONTINUED, 'quiet'), ...current.slice(blank < 0 ? end : end + 1)];
  }
  return [...lines, joinSpans(current)];
}

/** Says that a line goes on: an indent alone would look as if it were written so. */
const CONTINUED = '  ↪ ';

function segmentsOf({ text, tone }: Span): Span[] {
  return [...SEGMENTER.segment(visibleOnScreen(text))].map(({ segment }) => span(segment, tone));
}

export function lineWidth(spans: Line): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** Neighbours of one look as one span. */
function joinSpans(spans: Line): Line {
  const joined: Span[] = [];
  for (const one of spans) {
    const last = joined.at(-1);
    if (last && last.tone === one.tone) joined[joined.length - 1] = span(last.text + one.text, one.tone);
    else joined.push(one);
  }
  return joined;
}

/** A word that is wider than the line, in pieces that are not. */
function pieces(word: string, width: number): string[] {
  if (widthOf(word) <= width) return [word];
  const parts: string[] = [];
  let current = '';
  for (const { segment } of SEGMENTER.segment(word)) {
    if (current !== '' && widthOf(current + segment) > width) {
      parts.push(current);
      current = '';
    }
    current += segment;
  }
  return [...parts, current];
}
