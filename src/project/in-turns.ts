import { setImmediate } from 'node:timers/promises';

/** How long, in milliseconds, keys and saves may have to wait; a single step that takes longer is not interrupted. */
const LONGEST_TURN = 8;

/** Hears what each step gives. */
interface Listening<Step> {
  readonly heard?: (step: Step) => void;
  /** What to wait for before the next turn, if anything. */
  readonly until?: () => Promise<void> | undefined;
}

export interface GivingUp<Step> extends Listening<Step> {
  /** Asked after each turn: whether nobody wants the result any more. */
  readonly isGivenUp: () => boolean;
}

/** Takes all steps, and lets others do something in between. Gives the result; `undefined` when it was given up. */
export async function inTurns<Step, Result>(
  steps: Iterator<Step, Result>,
  options?: Listening<Step>,
): Promise<Result>;
export async function inTurns<Step, Result>(
  steps: Iterator<Step, Result>,
  options: GivingUp<Step>,
): Promise<Result | undefined>;
export async function inTurns<Step, Result>(
  steps: Iterator<Step, Result>,
  { heard, until, isGivenUp }: Partial<GivingUp<Step>> = {},
): Promise<Result | undefined> {
  for (let turn = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    heard?.(step.value);
    if (performance.now() - turn < LONGEST_TURN) continue;
    await setImmediate();
    await until?.();
    if (isGivenUp?.()) return undefined;
    turn = performance.now();
  }
}
