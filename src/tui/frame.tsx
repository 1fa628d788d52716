import { Box, useWindowSize } from 'ink';
import type { ReactNode } from 'react';
import { fitLine, type Line, span, wrapText } from './line.ts';
import { Lines } from './lines.tsx';

/** The room that a view has, in columns and rows. */
export interface Room {
  readonly width: number;
  readonly height: number;
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
  const fixed = isRoomy ? 4 : 2;
  const given = Math.max(0, Math.min(strip, Math.floor((height - fixed) / 2)));
  const ruled = isRoomy && given > 0 ? 1 : 0;
  return { isRoomy, strip: given, body: { width, height: Math.max(0, height - fixed - given - ruled) } };
}

export interface FrameProps {
  readonly header: Line;
  /** What is to be seen whatever the view is. */
  readonly strip?: readonly Line[];
  /** What is being done, or was; between the body and the footer. */
  readonly status: Line;
  /** Whether the status is worth more than the keys, where there is room for one of them. */
  readonly isUrgent?: boolean;
  readonly footer: Line;
  readonly body: (room: Room) => ReactNode;
  /** The smallest screen that there is room on. */
  readonly least: Room;
}

/** The whole screen: a header, a strip, the body with the room that is left, a status line and the keys. Follows the terminal's size. */
export function Frame({ header, strip = [], status, isUrgent = false, footer, body, least }: FrameProps) {
  const { columns, rows } = useWindowSize();
  if (columns < least.width || rows < least.height)
    return <TooSmall least={least} room={{ width: columns, height: rows }} />;
  const layout = layOutFrame({ width: columns, height: rows }, strip.length);
  const rule: Line = [span('─'.repeat(columns), 'quiet')];
  const top = [
    header,
    ...(layout.isRoomy ? [rule] : []),
    ...strip.slice(0, layout.strip),
    ...(layout.isRoomy && layout.strip > 0 ? [rule] : []),
  ];
  const bottom = layout.isRoomy ? [status, footer] : [isUrgent ? status : footer];
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <Lines lines={top} width={columns} height={top.length} />
      <Box width={columns} height={layout.body.height} flexDirection="column">
        {body(layout.body)}
      </Box>
      <Lines lines={bottom} width={columns} height={bottom.length} />
    </Box>
  );
}

function TooSmall({ least, room }: { readonly least: Room; readonly room: Room }) {
  const { width, height } = room;
  const text = `This needs a terminal of ${least.width} columns and ${least.height} rows; this one has ${width} and ${height}. Make it larger, or press Ctrl-C.`;
  return <Lines lines={wrapText(text, Math.max(1, width))} width={width} height={height} />;
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
