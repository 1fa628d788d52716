import { useApp, useWindowSize } from 'ink';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Frame } from '../frame.tsx';
import { useKeys } from '../keys.ts';
import { Lines } from '../lines.tsx';
import type { Screen } from '../shell.tsx';
import { useStop } from '../use-stop.ts';
import type { OpenPlace, WatchActions } from './actions.ts';
import { createController, LEAST_ROOM } from './controller.ts';
import type { Opened } from './opened.ts';
import type { Row } from './rows/rows.ts';
import { lastWords } from './views/header.ts';
import { isBeside } from './views/views.ts';

export interface WatchAppProps {
  readonly opened: Opened;
  readonly stop: Screen['stop'];
}

/** The screen of `authz watch`: puts what the controller draws on the terminal, and decides nothing. */
export function WatchApp({ opened, stop }: WatchAppProps) {
  const { actions } = opened;
  const { columns: width, rows: height } = useWindowSize();
  const controller = useMemo(() => createController(opened, () => performance.now()), [opened]);
  const { dispatch } = controller;
  useEffect(() => controller.resize({ width, height }), [controller, width, height]);
  useEffect(() => controller.connect(), [controller]);
  useSyncExternalStore(controller.subscribe, controller.state);
  const { exit } = useApp();
  const stopProcess = useStop(stop);
  const open = useEditor(actions, (message) => dispatch({ type: 'say', message }));
  const leave = () => exit(lastWords(controller.state(), controller.content()));
  useKeys((press) => controller.press(press, { open, leave, stop: stopProcess }));
  useExplanation(controller.besideRow(), actions, isBeside(width));
  const { body, ...frame } = controller.draw({ width, height });
  return <Frame least={LEAST_ROOM} {...frame} body={(room) => <Lines {...room} lines={body} />} />;
}

/** Gives the terminal to the editor, and takes it back afterwards. */
function useEditor(actions: WatchActions, say: (message: string) => void) {
  const { suspendTerminal } = useApp();
  return (place: OpenPlace, whenLeft?: () => string | undefined) => {
    let message = '';
    void suspendTerminal(() => {
      message = actions.edit(place);
    }).then(() => say([message, whenLeft?.() ?? ''].filter((text) => text !== '').join('; ')));
  };
}

/** How long, in milliseconds, a row has to be chosen before it is explained: a person who runs through the list does not wait for each. */
const REST = 40;

/** Explains what is chosen beside it, when no key has been pressed for a moment. */
function useExplanation(row: Row | undefined, actions: WatchActions, isShown: boolean): void {
  const [, redraw] = useState(0);
  const isMissing = isShown && row !== undefined && actions.explained(row) === undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a result is explained once
  useEffect(() => {
    if (!isMissing) return;
    const timer = setTimeout(() => {
      actions.explain(row);
      redraw((count) => count + 1);
    }, REST);
    return () => clearTimeout(timer);
  }, [isMissing, row?.result]);
}
