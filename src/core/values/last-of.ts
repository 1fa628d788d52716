/** Something that takes a while, with stops in which others can do something. */
export type InSteps<Result> = Generator<undefined, Result, undefined>;

/** Goes all steps at once, and gives what they come to. */
export function lastOf<Result>(steps: Iterator<unknown, Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}
