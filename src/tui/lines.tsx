import { Box, Text } from 'ink';
import { memo, use } from 'react';
import { fitLine, type Line } from './line.ts';
import { ColorContext, lookOf } from './theme.ts';

export interface LinesProps {
  readonly lines: readonly Line[];
  readonly width: number;
  /** Lines beyond it are not shown, missing ones are left empty. */
  readonly height: number;
}

/** A block of the screen. Everything that is shown is shown by this component. */
export function Lines({ lines, width, height }: LinesProps) {
  const shown = lines.slice(0, Math.max(0, height));
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0}>
      {shown.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place on the screen
        <ScreenLine key={index} line={one} width={width} />
      ))}
    </Box>
  );
}

const ScreenLine = memo(function ScreenLine({
  line,
  width,
}: {
  readonly line: Line;
  readonly width: number;
}) {
  const color = use(ColorContext);
  return (
    <Text wrap="truncate">
      {fitLine(line, width).map(({ text, tone }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a span is its place in the line
        <Text key={index} {...lookOf(tone, color)}>
          {text}
        </Text>
      ))}
    </Text>
  );
});
