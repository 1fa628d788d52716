import type { Classification } from '../../core/classification/classified-api.ts';
import type { PatternName } from '../../core/endpoints/pattern.ts';

/** Of the same pattern, the place of the identifier makes the difference. */
export function runnerUpTitle(
  runnerUp: NonNullable<Classification['runnerUp']>,
  pattern: PatternName,
): string {
  return runnerUp.pattern === pattern ? `${runnerUp.pattern} by ${runnerUp.from}` : runnerUp.pattern;
}

/** Whether the endpoint is what its runner-up says, because somebody took it. */
export function isRunnerUpTaken(
  { origin, pattern, resource }: Classification,
  guess?: Classification,
): boolean {
  const { runnerUp } = guess ?? {};
  return origin === 'configuration' && runnerUp?.pattern === pattern && runnerUp.from === resource.from;
}
