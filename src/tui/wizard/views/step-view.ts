import type { Room } from '../../layout.ts';
import type { WizardState } from '../state.ts';

/** A view of one step. */
export interface StepViewProps {
  readonly state: WizardState;
  readonly room: Room;
}
