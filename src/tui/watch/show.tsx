import { useApp, useWindowSize } from 'ink';
import { useEffect, useState } from 'react';
import type { Session } from '../../core/watching/session.ts';
import { Frame } from '../frame.tsx';
import { footerLine } from '../key-help.ts';
import { useKeys } from '../keys.ts';
import { span } from '../line.ts';
import { Lines } from '../lines.tsx';
import { type Screen, showApp } from '../shell.tsx';
import type { WatchActions } from './actions.ts';
import { WatchApp } from './app.tsx';
import { KEYS } from './keys.ts';

/** A session with what can be done in it. */
export interface Opened {
  readonly session: Session;
  readonly actions: WatchActions;
}

/** Shows a session on the whole screen until somebody leaves it; the screen is there before the session is. */
export async function showWatch(opening: Promise<Opened>, screen: Screen): Promise<void> {
  await showApp<void>(<Opening opening={opening} stop={screen.stop} />, screen);
}

function Opening({ opening, stop }: { readonly opening: Promise<Opened>; readonly stop: Screen['stop'] }) {
  const [opened, setOpened] = useState<Opened>();
  const { exit } = useApp();
  useEffect(() => {
    opening.then(setOpened, exit);
  }, [opening, exit]);
  return opened ? <WatchApp {...opened} stop={stop} /> : <Waiting />;
}

function Waiting() {
  const { exit } = useApp();
  const { columns } = useWindowSize();
  useKeys(({ name }) => {
    if (name === 'q' || name === 'ctrl+c') exit();
  });
  return (
    <Frame
      header={[span('reading', 'doubt')]}
      status={[]}
      footer={footerLine(KEYS, 'list', columns)}
      body={(room) => <Lines {...room} lines={[[span('Looking for the project ...', 'quiet')]]} />}
    />
  );
}
