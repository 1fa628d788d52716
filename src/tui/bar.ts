import { type Line, span } from './line.ts';

/** How much of something is done: `Replaying ███░░░ 120 of 346`. */
export function barLine(
  what: string,
  { done, total }: { readonly done: number; readonly total: number },
  width: number,
): Line {
  const note = ` ${done} of ${total}`;
  const room = Math.max(1, Math.min(WIDEST, width - note.length - what.length - 1));
  const filled = total === 0 ? 0 : Math.round((done / total) * room);
  return [
    span(`${what} `),
    span('█'.repeat(filled), 'good'),
    span('░'.repeat(room - filled), 'quiet'),
    span(note),
  ];
}

const WIDEST = 50;
