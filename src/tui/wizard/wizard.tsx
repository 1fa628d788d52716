import { useApp, useWindowSize } from 'ink';
import { useEffect, useReducer } from 'react';
import { endpointKey } from '../../core/openapi/endpoint.ts';
import { counted } from '../../reporters/words/wording.ts';
import { Frame } from '../frame.tsx';
import { footerLine, helpLines } from '../key-help.ts';
import { useKeys } from '../keys.ts';
import { type Line, line, span, wrapText } from '../line.ts';
import { Lines } from '../lines.tsx';
import type { Screen } from '../shell.tsx';
import { useStop } from '../use-stop.ts';
import type { WizardHost, WizardStart } from './host.ts';
import { KEYMAP } from './keymap.ts';
import { wizardPaletteLines } from './palette.ts';
import { chosenEndpoint, reviewCounts } from './patterns.ts';
import { wizardReducer } from './reducer.ts';
import { initialState, modeOf, progressOf, STEPS, type WizardState, type WizardStep } from './state.ts';
import { runTask } from './task.ts';
import { ApiView } from './views/api-view.tsx';
import { ModelView } from './views/model-view.tsx';
import { NamespaceView } from './views/namespace-view.tsx';
import { PatternsView } from './views/patterns-view.tsx';
import { PrincipalView } from './views/principal-view.tsx';
import type { StepViewProps } from './views/step-view.ts';
import { SummaryView } from './views/summary-view.tsx';
import { TemplatesView } from './views/templates-view.tsx';

export interface WizardProps {
  readonly start: WizardStart;
  readonly host: WizardHost;
  readonly stop: Screen['stop'];
}

/** The wizard of `authz init`: wires its state to the keys, the host and the screen. Ends with a `WizardEnd`. */
export function Wizard({ start, host, stop }: WizardProps) {
  const { exit } = useApp();
  const [state, dispatch] = useReducer(wizardReducer, start, initialState);
  const stopNow = useStop(stop);
  useKeys((press) => (press.name === 'ctrl+z' ? stopNow() : dispatch({ type: 'key', press })));
  const { task, end, answers, step, api, patterns } = state;
  useEffect(() => {
    if (!task) return;
    let isWanted = true;
    void runTask(task, host, { hear: dispatch, isWanted: () => isWanted }).then(dispatch);
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

/** What the wizard looks like in a state. */
export function WizardScreen({ state }: { readonly state: WizardState }) {
  const { columns } = useWindowSize();
  return (
    <Frame
      header={headerLine(state, columns)}
      status={statusLine(state)}
      footer={footerLine(KEYMAP, modeOf(state), columns)}
      body={(room) => <Body state={state} room={room} />}
    />
  );
}

const VIEWS: Readonly<Record<WizardStep, (props: StepViewProps) => React.ReactNode>> = {
  API: ApiView,
  Namespace: NamespaceView,
  Patterns: PatternsView,
  Model: ModelView,
  Principal: PrincipalView,
  Templates: TemplatesView,
  Summary: SummaryView,
};

function Body({ state, room }: StepViewProps) {
  const View = VIEWS[state.step];
  switch (state.overlay) {
    case 'none':
      return <View state={state} room={room} />;
    case 'help':
      return <Lines lines={helpLines(KEYMAP, modeOf({ ...state, overlay: 'none' }), room)} {...room} />;
    case 'palette':
      return <Lines lines={wizardPaletteLines(state, room)} {...room} />;
    case 'leave':
      return <Lines lines={LEAVE} {...room} />;
    case 'open':
      return <Lines lines={openLines(state, room.width)} {...room} />;
    case 'resume':
      return <Lines lines={resumeLines(state, room.width)} {...room} />;
  }
}

const LEAVE: readonly Line[] = [
  line(),
  line(span('Leave the wizard?', 'strong')),
  line(),
  line('Nothing has been written to this folder.'),
  line('Your answers are kept: `authz init` in this folder offers to go on with them.'),
];

function openLines(state: WizardState, width: number): Line[] {
  const chosen = chosenEndpoint(state);
  const name = chosen ? endpointKey(chosen.endpoint) : '';
  return [
    line(),
    ...wrapText(`Open ${name} to everybody?`, width, 'strong'),
    line(),
    ...wrapText(
      'Anyone may call it then, also without an identity: the pattern `open` asks for none.',
      width,
    ),
  ];
}

function resumeLines({ start }: WizardState, width: number): Line[] {
  const { step = '', spec = '', answers } = start.unfinished ?? {};
  return [
    line(),
    line(span('Continue where you left off?', 'strong')),
    line(),
    ...wrapText(
      `There are answers of a run for ${spec} that came as far as step ${stepNumber(step)} of ${STEPS.length}, ${step}.`,
      width,
    ),
    ...wrapText(
      `They have the namespace ${answers?.namespace ?? ''}, and ${counted(answers?.overrides.size ?? 0, 'changed pattern')}.`,
      width,
    ),
  ];
}

function stepNumber(step: string): number {
  return (STEPS as readonly string[]).indexOf(step) + 1;
}

/** All steps with the one that is being done; on a narrow screen that one alone. */
function headerLine({ step }: WizardState, width: number): Line {
  const at = STEPS.indexOf(step);
  if (width < WIDTH_OF_STEPS)
    return line(span(` ${step} `, 'chosen'), span(`  step ${at + 1} of ${STEPS.length}`, 'quiet'));
  return STEPS.map((name, index) => {
    if (index === at) return span(` ${index + 1} ${name} `, 'chosen');
    return span(index < at ? ` ✓ ${name} ` : ` ${index + 1} ${name} `, 'quiet');
  });
}

const WIDTH_OF_STEPS = STEPS.reduce((sum, name) => sum + name.length + 4, 0);

function statusLine(state: WizardState): Line {
  if (state.notice !== '') return line(span(state.notice, 'doubt'));
  if (state.step === 'Patterns' && state.overlay === 'none') {
    const { all, unsure, open } = reviewCounts(state);
    const changed = state.answers.overrides.size;
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
