import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { SaveComparisons } from '../../core/guarantees/comparison/saved-changes.ts';
import type { Baseline } from '../../core/watching/baseline.ts';
import type { LiveCalls } from '../../core/watching/live-calls.ts';
import type { Session } from '../../core/watching/session.ts';
import type { WatchActions } from './actions.ts';
import type { WatchState } from './state.ts';

/** A session with what can be done in it. */
export interface Opened {
  readonly session: Session;
  readonly live: LiveCalls;
  readonly saved: SaveComparisons;
  readonly actions: WatchActions;
  /** What the screen is to begin with. */
  readonly start: Partial<Pick<WatchState, 'isBellOn'>>;
  /** What is compared with from the first results on, when it is not the start: what it decides about the calls of now. */
  readonly since: (() => Outcome<Baseline>) | undefined;
}
