import { Box } from 'ink';
import type { ReactNode } from 'react';
import type { Room } from '../../layout.ts';
import { type Line, line, span, widthOf } from '../../line.ts';
import { Lines } from '../../lines.tsx';
import type { WizardState, WizardStep } from '../state.ts';
import { apiList } from './api-lines.ts';
import { showDetails } from './details.ts';
import { modelList } from './model-lines.ts';
import { namespaceList } from './namespace-lines.ts';
import { PatternsList } from './patterns-list.tsx';
import { principalList } from './principal-lines.ts';
import { layOutStep } from './step-layout.ts';
import type { StepViewProps } from './step-view.ts';
import { summaryList } from './summary-lines.ts';
import { templateList } from './template-lines.ts';

const LISTS: Readonly<Record<WizardStep, (props: StepViewProps) => ReactNode>> = {
  API: shown(apiList),
  Namespace: shown(namespaceList),
  Patterns: PatternsList,
  Model: shown(modelList),
  Principal: shown(principalList),
  Templates: shown(templateList),
  Summary: shown(summaryList),
};

function shown(lines: (state: WizardState, room: Room) => readonly Line[]) {
  return ({ state, room }: StepViewProps) => <Lines lines={lines(state, room)} {...room} />;
}

/** A step: its list or its questions, and the details of what is chosen as far as there is room for them. */
export function Step({ state, room }: StepViewProps) {
  const List = LISTS[state.step];
  const { arrangement, list, details } = layOutStep(state, room);
  if (details.width === 0) return <List state={state} room={list} />;
  const isBelow = arrangement === 'below';
  const { lines, more } = showDetails(state, details, isBelow);
  const about = <Lines lines={lines} {...details} />;
  if (arrangement === 'one') return state.isDetailed ? about : <List state={state} room={list} />;
  return (
    <Box {...room} flexDirection={isBelow ? 'column' : 'row'}>
      <List state={state} room={list} />
      {isBelow ? <Across note={more} width={room.width} /> : <Between height={room.height} />}
      {about}
    </Box>
  );
}

function Across({ note, width }: { readonly note: string; readonly width: number }) {
  const end = note === '' ? '' : ` ${note} `;
  return (
    <Lines
      lines={[line(span(`${'─'.repeat(width - widthOf(end))}${end}`, 'quiet'))]}
      width={width}
      height={1}
    />
  );
}

function Between({ height }: { readonly height: number }) {
  return (
    <Lines lines={Array.from({ length: height }, () => [span(' │ ', 'quiet')])} width={3} height={height} />
  );
}
