import { useApp } from 'ink';
import { useEffect, useState } from 'react';
import { Frame } from '../frame.tsx';
import { useKeys } from '../keys.ts';
import { span } from '../line.ts';
import { Lines } from '../lines.tsx';
import { type Screen, showApp } from '../shell.tsx';
import { useStop } from '../use-stop.ts';
import { WatchApp } from './app.tsx';
import { LEAST_ROOM } from './controller.ts';
import type { Opened } from './opened.ts';

/**
 * Shows a session on the whole screen until somebody leaves it; the screen is there before the session is. What is left to be said then
 * is one line; `undefined` when there were no results.
 */
export function showWatch(opening: Promise<Opened>, screen: Screen): Promise<string | undefined> {
  return showApp<string>(<Opening opening={opening} stop={screen.stop} />, screen);
}

function Opening({ opening, stop }: { readonly opening: Promise<Opened>; readonly stop: Screen['stop'] }) {
  const [opened, setOpened] = useState<Opened>();
  const { exit } = useApp();
  useEffect(() => {
    opening.then(setOpened, exit);
  }, [opening, exit]);
  return opened ? <WatchApp opened={opened} stop={stop} /> : <Waiting stop={stop} />;
}

/** What is shown before the session is there; no other keys do anything yet. */
export function Waiting({ stop }: { readonly stop: Screen['stop'] }) {
  const { exit } = useApp();
  const stopProcess = useStop(stop);
  useKeys(({ name }) => {
    if (name === 'q' || name === 'ctrl+c') exit();
    if (name === 'ctrl+z') stopProcess();
  });
  return (
    <Frame
      least={LEAST_ROOM}
      header={[span('authz', 'title'), span('  '), span('reading', 'doubt')]}
      status={[]}
      footer={[span('q', 'strong'), span(' quit', 'quiet')]}
      body={(room) => <Lines {...room} lines={[[span('Looking for the project ...', 'quiet')]]} />}
    />
  );
}
