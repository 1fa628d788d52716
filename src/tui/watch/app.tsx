import { useApp, useWindowSize } from 'ink';
import { useMemo, useSyncExternalStore } from 'react';
import type { Session } from '../../core/watching/session.ts';
import { Frame } from '../frame.tsx';
import { footerLine } from '../key-help.ts';
import { useKeys } from '../keys.ts';
import { type Line, span } from '../line.ts';
import { Lines } from '../lines.tsx';
import type { Screen } from '../shell.tsx';
import { showField } from '../text-field.ts';
import { useStop } from '../use-stop.ts';
import { hear } from './act.ts';
import type { OpenPlace, WatchActions } from './actions.ts';
import { bodyOf } from './body.ts';
import { type Content, contentMaker } from './content.ts';
import { headerLine } from './header.ts';
import { KEYS } from './keys.ts';
import { createStore, modeOf, type State } from './state.ts';

export interface WatchAppProps {
  readonly session: Session;
  readonly actions: WatchActions;
  readonly stop: Screen['stop'];
}

/** The screen of `authz watch`: wires the session, the state and the keys, and decides nothing. */
export function WatchApp({ session, actions, stop }: WatchAppProps) {
  const snapshot = useSyncExternalStore(session.subscribe, session.snapshot);
  const store = useMemo(createStore, []);
  const state = useSyncExternalStore(store.subscribe, store.state);
  const makeContent = useMemo(contentMaker, []);
  const { columns, rows } = useWindowSize();
  const { exit } = useApp();
  const stopProcess = useStop(stop);
  const { dispatch } = store;
  const open = useEditor(actions, (message) => dispatch({ type: 'say', message }));
  useKeys((press) => {
    const now = store.state();
    const content = makeContent(session.snapshot().run, now);
    const room = { width: columns, height: rows - 4 };
    const leave = () => exit();
    hear(press, { state: now, content, room, session, actions, dispatch, open, leave, stop: stopProcess });
  });
  const content = makeContent(snapshot.run, state);
  return (
    <Frame
      header={headerLine(snapshot, content.rows, columns)}
      status={statusLine(state, content, columns)}
      footer={footerLine(KEYS, modeOf(state), columns)}
      body={(given) => <Lines {...given} lines={bodyOf(state, content, actions, given).lines} />}
    />
  );
}

/** Gives the terminal to the editor, and takes it back afterwards. */
function useEditor(actions: WatchActions, say: (message: string) => void) {
  const { suspendTerminal } = useApp();
  return (place: OpenPlace | undefined) => {
    if (!place) return say('there is nothing to open here');
    let message = '';
    void suspendTerminal(() => {
      message = actions.edit(place);
    }).then(() => say(message));
  };
}

const PROMPTS = { filter: 'filter: ', call: 'try (GET /path as principal): ' } as const;

/** What is being typed, what an act came to, or what is shown. */
function statusLine({ typing, message, view, ...state }: State, { list }: Content, width: number): Line {
  if (typing) {
    const prompt = PROMPTS[typing.what];
    return [span(prompt, 'strong'), ...showField(typing.field, width - prompt.length, true)];
  }
  if (message !== '') return [span(message, 'strong')];
  if (view !== 'list' && view !== 'matrix') return [span(view, 'quiet')];
  const limits = [
    ...(state.failedOnly ? ['failed only'] : []),
    ...(state.changedOnly ? ['changed only'] : []),
    ...(state.filter === '' ? [] : [`filter: ${state.filter}`]),
  ];
  const shown = `${list.rows.length} shown, by ${state.grouping}`;
  return [span(shown, 'quiet'), span(limits.length > 0 ? `   ${limits.join(', ')}` : '', 'doubt')];
}
