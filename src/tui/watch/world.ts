import type { LiveCalls } from '../../core/watching/live-calls.ts';
import type { Session } from '../../core/watching/session.ts';
import type { Room } from '../layout.ts';
import type { OpenPlace, WatchActions } from './actions.ts';
import type { Content } from './content.ts';
import type { Guard } from './keys/guard.ts';
import type { WatchAction } from './reduce.ts';
import type { WatchState } from './state.ts';

/** Everything that a key can reach. */
export interface WatchWorld {
  readonly state: WatchState;
  readonly content: Content;
  /** That of the body. */
  readonly room: Room;
  readonly session: Session;
  readonly live: LiveCalls;
  readonly actions: WatchActions;
  readonly guard: Guard;
  readonly dispatch: (action: WatchAction) => void;
  /** Opens the editor. What is to be done when it is left may have something to say. */
  readonly open: (place: OpenPlace, whenLeft?: () => string | undefined) => void;
  readonly leave: () => void;
  readonly stop: () => void;
}

/** Does something, and gives what there is to be said about it. */
export type Act = (world: WatchWorld) => string | undefined;
