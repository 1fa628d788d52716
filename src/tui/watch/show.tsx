import type { Session } from '../../core/watched.ts';
import { type Screen, showApp } from '../shell.tsx';
import type { WatchActions } from './actions.ts';
import { WatchApp } from './app.tsx';

/** Shows a session on the whole screen until somebody leaves it. */
export function showWatch(session: Session, actions: WatchActions, screen: Screen): Promise<void> {
  return showApp(<WatchApp session={session} actions={actions} stop={screen.stop} />, screen);
}
