import { setImmediate } from 'node:timers/promises';

/** How long, in milliseconds, keys and saves may have to wait. */
const LONGEST_TURN = 8;

/** Goes all steps, and lets others do something in between; gives what they come to. */
export async function inTurns<Step, Result>(
  steps: Iterator<Step, Result>,
  heard: (step: Step) => void = () => undefined,
): Promise<Result> {
  for (let turn = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    heard(step.value);
    if (performance.now() - turn < LONGEST_TURN) continue;
    await setImmediate();
    turn = performance.now();
  }
}
