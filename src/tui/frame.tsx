import { Box, useWindowSize } from 'ink';
import type { ReactNode } from 'react';
import { isTooSmall, layOutFrame, type Room } from './layout.ts';
import { type Line, span, wrapText } from './line.ts';
import { Lines } from './lines.tsx';

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
  const screen = { width: columns, height: rows };
  if (isTooSmall(screen, least)) return <TooSmall least={least} room={screen} />;
  const layout = layOutFrame(screen, strip.length);
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
