import type { Classification } from '../../core/classification/classified-api.ts';

type RunnerUpLine = NonNullable<Classification['runnerUp']>;

/** Of the pattern that is chosen, or that the classifier says, the place of the identifier makes the difference. */
export function runnerUpTitle(
  { pattern, from }: RunnerUpLine,
  ...others: readonly Pick<Classification, 'pattern'>[]
): string {
  return others.some((other) => other.pattern === pattern) ? `${pattern} by ${from}` : pattern;
}

/** Whether the endpoint is what its runner-up says, because somebody took it. */
export function isRunnerUpTaken(
  { origin, pattern, resource }: Classification,
  guess?: Classification,
): boolean {
  const { runnerUp } = guess ?? {};
  return origin === 'configuration' && runnerUp?.pattern === pattern && runnerUp.from === resource.from;
}

/** What the details say of the runner-up: the key that takes it, or that it was taken. It is told apart from what is chosen. */
export function runnerUpWords(chosen: Classification, guess: Classification, runnerUp: RunnerUpLine): string {
  if (isRunnerUpTaken(chosen, guess))
    return `The runner-up, ${runnerUpTitle(runnerUp, guess)}, was taken: c goes back`;
  const isSamePattern = chosen.origin === 'configuration' && chosen.pattern === runnerUp.pattern;
  const not = isSamePattern ? `, not by ${chosen.resource.from}` : '';
  return `The runner-up is ${runnerUpTitle(runnerUp, guess, chosen)}${not}: x takes it`;
}
