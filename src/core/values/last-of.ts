/** Goes all steps at once, and gives what they come to. */
export function lastOf<Result>(steps: Iterator<unknown, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
