import { useApp, useWindowSize } from 'ink';
import { useEffect, useReducer } from 'react';
import { counted } from '../../reporters/words/wording.ts';
import { Frame } from '../frame.tsx';
import { footerLine } from '../key-help.ts';
import { useKeys } from '../keys.ts';
import { isTooSmall, type Room } from '../layout.ts';
import { type Line, line, type Span, span } from '../line.ts';
import { Lines } from '../lines.tsx';
import type { Screen } from '../shell.tsx';
import { useStop } from '../use-stop.ts';
import type { WizardHost, WizardStart } from './host.ts';
import { wizardReducer } from './reducer.ts';
import { reviewCounts } from './review-rows.ts';
import { initialState, modeOf, progressOf, STEPS, type WizardState } from './state.ts';
import { runTask } from './task.ts';
import { footerKeys, OVERLAYS } from './views/overlays.ts';
import { Step } from './views/step.tsx';
import type { StepViewProps } from './views/step-view.ts';

export interface WizardProps {
  readonly start: WizardStart;
  readonly host: WizardHost;
  readonly stop: Screen['stop'];
}

/** The wizard of `authz init`: wires its state to the keys, the host and the screen. Ends with a `WizardEnd`. */
export function Wizard({ start, host, stop }: WizardProps) {
  const { exit } = useApp();
  const { columns: width, rows: height } = useWindowSize();
  const [state, dispatch] = useReducer(wizardReducer, start, (from) => initialState(from, { width, height }));
  useEffect(() => dispatch({ type: 'resized', screen: { width, height } }), [width, height]);
  const stopNow = useStop(stop);
  const isUnseen = isTooSmall({ width, height }, LEAST_ROOM);
  useKeys((press) => {
    if (press.name === 'ctrl+z') stopNow();
    else if (!isUnseen) dispatch({ type: 'key', press });
    else if (press.name === 'ctrl+c')
      // Nobody would see the question whether to leave: this is its answer, too.
      for (const event of [press, press]) dispatch({ type: 'key', press: event });
  });
  const { task, end, answers, step, api, patterns } = state;
  useEffect(() => {
    if (!task) return;
    let isWanted = true;
    void runTask(task, host, { hear: dispatch, isWanted: () => isWanted }).then((event) => {
      if (event) dispatch(event);
    });
    return () => {
      isWanted = false;
    };
  }, [task, host]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is kept depends on these parts of the state alone
  useEffect(() => {
    const progress = progressOf(state);
    if (progress) host.save(progress);
  }, [answers, step, api.read, patterns.accepted, host]);
  useEffect(() => {
    if (end) exit(end);
  }, [end, exit]);
  return <WizardScreen state={state} />;
}

/** A pane beside an editor. */
const LEAST_ROOM: Room = { width: 40, height: 8 };

/** What the wizard looks like in a state. */
export function WizardScreen({ state }: { readonly state: WizardState }) {
  const { columns } = useWindowSize();
  return (
    <Frame
      least={LEAST_ROOM}
      header={headerLine(state, columns)}
      status={statusLine(state)}
      isUrgent={state.notice !== ''}
      footer={footerLine(footerKeys(state), modeOf(state), columns)}
      body={(room) => <Body state={state} room={room} />}
    />
  );
}

function Body({ state, room }: StepViewProps) {
  return state.overlay === 'none' ? (
    <Step state={state} room={room} />
  ) : (
    <Lines lines={OVERLAYS[state.overlay](state, room)} {...room} />
  );
}

/** All steps with the one that is being done; on a narrow screen that one alone. */
function headerLine(state: WizardState, width: number): Line {
  const { step } = state;
  const at = STEPS.indexOf(step);
  if (width < WIDTH_OF_STEPS)
    return line(
      span(` ${step} `, 'chosen'),
      span(`  step ${at + 1} of ${STEPS.length}   `, 'quiet'),
      stateOfStep(state),
    );
  return STEPS.map((name, index) => {
    if (index === at) return span(` ${index + 1} ${name} `, 'chosen');
    return span(index < at ? ` ✓ ${name} ` : ` ${index + 1} ${name} `, 'quiet');
  });
}

const WIDTH_OF_STEPS = STEPS.reduce((sum, name) => sum + name.length + 4, 0);

/** How a step stands, in two words: where there is no room beside the list, nothing else says so. */
function stateOfStep(state: WizardState): Span {
  const { step, api, task } = state;
  if (step === 'API' && task?.type === 'read') return span('reading …', 'quiet');
  if (step === 'API' && api.problems.length > 0) return span('cannot be used', 'bad');
  if (step !== 'API' && step !== 'Patterns') return span('');
  const { all, open } = reviewCounts(state);
  if (step === 'Patterns' && open > 0) return span(`${open} to look at`, 'doubt');
  return api.read ? span(counted(all, 'endpoint'), 'good') : span('');
}

function statusLine(state: WizardState): Line {
  if (state.notice !== '') return line(span(state.notice, 'doubt'));
  if (state.step === 'Patterns' && state.overlay === 'none') {
    const { all, unsure, open, changed } = reviewCounts(state);
    return line(
      span(counted(all, 'endpoint')),
      span(unsure === 0 ? ', none unsure' : `, ${unsure} unsure`, unsure === 0 ? 'good' : 'doubt'),
      span(unsure > 0 && open === 0 ? ', all looked at' : '', 'good'),
      span(open > 0 ? `, ${open} to look at` : '', 'doubt'),
      span(changed > 0 ? `, ${changed} changed` : ''),
    );
  }
  return line(span(state.start.folder, 'quiet'));
}
