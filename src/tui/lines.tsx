import { Box, Text } from 'ink';
import { use } from 'react';
import { fitLine, type Line } from './line.ts';
import { ColorContext, paintTone } from './theme.ts';

export interface LinesProps {
  readonly lines: readonly Line[];
  readonly width: number;
  /** Lines beyond it are not shown, missing ones are left empty. */
  readonly height: number;
}

/**
 * A block of the screen. Everything that is shown is shown by this component, and as one text: an element for each span would make a
 * frame ten times as dear.
 */
export function Lines({ lines, width, height }: LinesProps) {
  const color = use(ColorContext);
  if (width <= 0 || height <= 0) return null;
  const shown = lines.slice(0, height).map((one) => paintLine(fitLine(one, width), color));
  return (
    <Box width={width} height={height} flexShrink={0}>
      <Text wrap="truncate">{shown.join('\n')}</Text>
    </Box>
  );
}

function paintLine(line: Line, color: boolean): string {
  return line.map(({ text, tone }) => paintTone(text, tone, color)).join('');
}
