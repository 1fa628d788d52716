import { Box, useWindowSize } from 'ink';
import type { ReactNode } from 'react';
import { type Line, span, wrapText } from './line.ts';
import { Lines } from './lines.tsx';

/** The room that a view has, in columns and rows. */
export interface Room {
  readonly width: number;
  readonly height: number;
}

/** Below this there is no room for a table and what belongs to it. */
export const LEAST_ROOM: Room = { width: 60, height: 16 };

export interface FrameProps {
  readonly header: Line;
  /** What is being done, or was; between the body and the footer. */
  readonly status: Line;
  readonly footer: Line;
  readonly body: (room: Room) => ReactNode;
}

/** The whole screen: a header, the body with the room that is left, a status line and the keys. Follows the size of the terminal. */
export function Frame({ header, status, footer, body }: FrameProps) {
  const { columns, rows } = useWindowSize();
  if (columns < LEAST_ROOM.width || rows < LEAST_ROOM.height)
    return <TooSmall width={columns} height={rows} />;
  const rule = [span('─'.repeat(columns), 'quiet')];
  const room = { width: columns, height: rows - 4 };
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      <Lines lines={[header, rule]} width={columns} height={2} />
      <Box width={columns} height={room.height} flexDirection="column">
        {body(room)}
      </Box>
      <Lines lines={[status, footer]} width={columns} height={2} />
    </Box>
  );
}

function TooSmall({ width, height }: Room) {
  const { width: columns, height: rows } = LEAST_ROOM;
  const text = `This needs a terminal of ${columns} columns and ${rows} rows; this one has ${width} and ${height}. Make it larger, or press Ctrl-C.`;
  return <Lines lines={wrapText(text, Math.max(1, width))} width={width} height={height} />;
}

/** Two blocks side by side with a rule between them. */
export function SideBySide({
  left,
  right,
  room,
  leftWidth,
}: {
  readonly left: (room: Room) => ReactNode;
  readonly right: (room: Room) => ReactNode;
  readonly room: Room;
  readonly leftWidth: number;
}) {
  const { width, height } = room;
  const rule = Array.from({ length: height }, () => [span(' │ ', 'quiet')]);
  return (
    <Box width={width} height={height}>
      {left({ width: leftWidth, height })}
      <Lines lines={rule} width={3} height={height} />
      {right({ width: width - leftWidth - 3, height })}
    </Box>
  );
}
