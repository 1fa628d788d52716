import type { Room } from '../../frame.tsx';
import type { WizardState } from '../state.ts';

/** A view of one step. */
export interface StepViewProps {
  readonly state: WizardState;
  readonly room: Room;
}
