import { fitLine, type Line, span } from './line.ts';

/** The room that a view has, in columns and rows. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** Whether a screen shows nothing but that it is too small. What somebody cannot see, no key of theirs is about. */
export function isTooSmall({ width, height }: Room, least: Room): boolean {
  return width < least.width || height < least.height;
}

/** How a screen of a size is parted. */
export interface Layout {
  /** False on small screens, where the status takes the place of the keys when there is something to say. */
  readonly isRoomy: boolean;
  readonly strip: number;
  readonly body: Room;
}

/** From so many rows on there is room for a rule, and for the status beside the keys. */
const ROOMY = 14;

/** Header, strip, body and keys; the strip takes at most what leaves the body some room. */
export function layOutFrame({ width, height }: Room, strip: number): Layout {
  const isRoomy = height >= ROOMY;
  const fixed = fixedLines(height);
  const given = Math.min(strip, mostStrip(height));
  const ruled = isRoomy && given > 0 ? 1 : 0;
  return { isRoomy, strip: given, body: { width, height: Math.max(0, height - fixed - given - ruled) } };
}

/** How many lines the strip gets on a screen of so many, if it has use for them. */
export function mostStrip(height: number): number {
  return Math.max(0, Math.floor((height - fixedLines(height)) / 2));
}

function fixedLines(height: number): number {
  return height >= ROOMY ? 4 : 2;
}

/** Two blocks of lines side by side, with a rule between them. */
export function besideLines(
  left: readonly Line[],
  right: readonly Line[],
  leftWidth: number,
  { height }: Room,
): Line[] {
  return Array.from({ length: height }, (_, index) => [
    ...fitLine(left[index] ?? [], leftWidth),
    span(' │ ', 'quiet'),
    ...(right[index] ?? []),
  ]);
}
