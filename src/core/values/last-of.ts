/** What comes of something that stops now and then, so that its caller may do something else in between, or give up. */
export type InSteps<Result> = Generator<undefined, Result, undefined>;

/** Goes all steps at once, and gives what they come to. */
export function lastOf<Result>(steps: Iterator<unknown, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
